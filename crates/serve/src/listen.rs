//! Connections: a limited number, and none may dawdle.

use std::convert::Infallible;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use crate::ended;
use crate::overheard::Overheard;
use crate::seats::{Answering, Seats, Taken};
use crate::work::Limits;

/// Connections at once; see `seats` for who makes room when more come.
const CONNECTIONS: usize = 128;

/// How long the other side may go without taking anything of what it is sent.
const WRITE: Duration = Duration::from_secs(10);

/// The most bytes of a request's head.
const BUFFER: usize = 64 << 10;

/// How long running work may go on after the server was asked to stop.
const FAREWELL: Duration = Duration::from_millis(500);

pub(crate) async fn listen(
    listener: TcpListener,
    routes: Router,
    limits: Limits,
    mut ending: watch::Receiver<bool>,
) {
    let seats = Seats::new(CONNECTIONS, limits.silence, limits.dawdling);
    let open = GracefulShutdown::new();
    loop {
        let next = async {
            let accepted = listener.accept().await?;
            Ok::<_, std::io::Error>((accepted.0, seats.take().await))
        };
        let (stream, taken) = tokio::select! {
            () = ended(&mut ending) => break,
            next = next => match next {
                Ok(next) => next,
                // Out of file handles, say: that passes when connections end.
                Err(_) => {
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        let (seats, seat) = (taken.seats().clone(), taken.seat().clone());
        let _ = stream.set_nodelay(true);
        let stream = Overheard::new(stream, seats.clone(), seat.clone());
        let routes = TowerToHyperService::new(routes.clone());
        let service = service_fn(move |request: Request<Incoming>| {
            let (seats, seat, routes) = (seats.clone(), seat.clone(), routes.clone());
            async move {
                // Who says something has not waited as long as who does not.
                Taken::wait(&seats, &seat);
                // Without a body this is all of it; else it is served once the body has come.
                if request.body().is_end_stream() {
                    seat.serve();
                }
                let mut request = request.map(Body::new);
                request.extensions_mut().insert(seat.clone());
                let response = routes.call(request).await?;
                let answering = |body| Body::new(Answering::new(body, seats, seat));
                Ok::<Response, Infallible>(response.map(answering))
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head)
            .max_buf_size(BUFFER)
            .serve_connection(patient(stream), service);
        let connection = open.watch(connection);
        tokio::spawn(async move {
            tokio::select! {
                () = taken.asked_to_leave() => {}
                // An error is the other side's fault: it went away, was too slow, or did not speak
                // HTTP.
                _ = connection => {}
            }
        });
    }
    drop(listener);
    let _ = timeout(FAREWELL, open.shutdown()).await;
}

fn patient(stream: Overheard) -> TokioIo<std::pin::Pin<Box<TimeoutStream<Overheard>>>> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE));
    TokioIo::new(Box::pin(stream))
}
