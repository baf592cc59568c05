//! The server.

mod walk;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

pub struct Options {
    pub port: u16,
    pub open: bool,
}

pub fn run(options: Options) -> Result<(), std::io::Error> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let at = SocketAddr::from((Ipv4Addr::LOCALHOST, options.port));
        let listener = tokio::net::TcpListener::bind(at).await?;
        println!(
            "Gridwright is at http://{} (Ctrl-C ends it)",
            listener.local_addr()?
        );
        let app = Router::new()
            .route("/api", get(schema).post(answer))
            .fallback(client);
        axum::serve(listener, app).await
    })
}

async fn schema() -> Response {
    let json = [(header::CONTENT_TYPE, "application/json")];
    (json, api::schema().to_string()).into_response()
}

async fn answer(body: String) -> Response {
    let work = move || {
        let end = Instant::now() + Duration::from_secs(2);
        let stop = move || Instant::now() > end;
        api::answer(
            &body,
            api::Budget {
                conflicts: u64::MAX,
                stop: &stop,
            },
        )
    };
    let json = [(header::CONTENT_TYPE, "application/json")];
    match tokio::task::spawn_blocking(work).await {
        Ok(text) => (json, text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn client(uri: Uri) -> Response {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web"));
    let name = match uri.path() {
        "/" => "index.html",
        path => &path[1..],
    };
    let files = walk::walk(root).unwrap_or_default();
    let file = files.iter().find(|file| file.name == name);
    match file.and_then(|file| std::fs::read(&file.path).ok()) {
        Some(bytes) => {
            let label = walk::content_type(name).unwrap_or_default();
            ([(header::CONTENT_TYPE, label)], bytes).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
