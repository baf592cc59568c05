//! Connections: a limited number, and none may dawdle.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use crate::ended;

/// Connections at once; further ones wait until the system turns them away.
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
    head: Duration,
    mut ending: watch::Receiver<bool>,
) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let open = GracefulShutdown::new();
    loop {
        let next = async {
            let place = places.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, stream) = tokio::select! {
            () = ended(&mut ending) => break,
            (place, accepted) = next => match accepted {
                Ok((stream, _)) => (place, stream),
                // Out of file handles, say: that passes when connections end.
                Err(_) => {
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(head)
            .max_buf_size(BUFFER)
            .serve_connection(patient(stream), TowerToHyperService::new(routes.clone()));
        let connection = open.watch(connection);
        tokio::spawn(async move {
            let _place = place;
            // An error is the other side's fault: it went away, was too slow, or did not speak
            // HTTP.
            let _ = connection.await;
        });
    }
    drop(listener);
    let _ = timeout(FAREWELL, open.shutdown()).await;
}

fn patient(stream: TcpStream) -> TokioIo<std::pin::Pin<Box<TimeoutStream<TcpStream>>>> {
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE));
    TokioIo::new(Box::pin(stream))
}
