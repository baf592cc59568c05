//! Which path leads where.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{get, post};
use serde_json::json;
use tokio::sync::watch;

use crate::Answer;
use crate::client::client;
use crate::guard::{Names, guard};
use crate::intake;
use crate::jobs::{Jobs, unknown};
use crate::library::LibraryFile;
use crate::reply::{json, refuse};
use crate::work::{Limits, Work, Workers, plain};

#[derive(Clone)]
struct AppState {
    limits: Limits,
    workers: Arc<Workers>,
    jobs: Arc<Jobs>,
    protocol: Work,
    /// The name of the library's file, and what answers its requests.
    library: Option<(String, Work)>,
}

pub(crate) fn routes(
    port: u16,
    answer: Answer,
    shelf: Option<LibraryFile>,
    limits: Limits,
    ending: watch::Receiver<bool>,
) -> Router {
    let house = AppState {
        limits,
        workers: Arc::new(Workers::new(limits)),
        jobs: Jobs::new(limits, ending),
        protocol: plain(answer),
        library: shelf.map(|shelf| (shelf.name().to_owned(), shelf.work(limits.library))),
    };
    Router::new()
        .route("/api", get(schema).post(work))
        .route("/api/jobs", post(start))
        .route("/api/library", get(about_library).post(work_in_library))
        .route("/api/library/jobs", post(start_in_library))
        .route("/api/jobs/{id}", get(listen).delete(cancel))
        .method_not_allowed_fallback(wrong_method)
        .fallback(client)
        .with_state(house)
        .layer(from_fn_with_state(Arc::new(Names::new(port)), guard))
}

async fn schema() -> Response {
    static SCHEMA: LazyLock<String> = LazyLock::new(|| crate::schema().to_string());
    json(StatusCode::OK, SCHEMA.clone())
}

async fn work(State(house): State<AppState>, request: Request) -> Response {
    match intake::text(request, house.limits).await {
        Ok(text) => house.workers.answer(&house.protocol, text).await,
        Err(refusal) => refusal,
    }
}

async fn start(State(house): State<AppState>, request: Request) -> Response {
    match intake::text(request, house.limits).await {
        Ok(text) => house.jobs.start(&house.protocol, text),
        Err(refusal) => refusal,
    }
}

async fn about_library(State(house): State<AppState>) -> Response {
    let about = match &house.library {
        Some((name, _)) => json!({ "ok": true, "library": true, "name": name }),
        None => json!({ "ok": true, "library": false }),
    };
    json(StatusCode::OK, about.to_string())
}

fn no_library() -> Response {
    refuse(
        StatusCode::NOT_FOUND,
        "this server has no library; start it with --library FILE",
    )
}

async fn work_in_library(State(house): State<AppState>, request: Request) -> Response {
    let Some((_, work)) = &house.library else {
        return no_library();
    };
    match intake::text(request, house.limits).await {
        Ok(text) => house.workers.answer(work, text).await,
        Err(refusal) => refusal,
    }
}

async fn start_in_library(State(house): State<AppState>, request: Request) -> Response {
    let Some((_, work)) = &house.library else {
        return no_library();
    };
    match intake::text(request, house.limits).await {
        Ok(text) => house.jobs.start(work, text),
        Err(refusal) => refusal,
    }
}

async fn listen(State(house): State<AppState>, Path(id): Path<String>) -> Response {
    id.parse()
        .map_or_else(|_| unknown(), |id| house.jobs.listen(id))
}

async fn cancel(State(house): State<AppState>, Path(id): Path<String>) -> Response {
    id.parse()
        .map_or_else(|_| unknown(), |id| house.jobs.cancel(id))
}

async fn wrong_method() -> Response {
    refuse(
        StatusCode::METHOD_NOT_ALLOWED,
        "send requests with POST; see docs/protocol.md",
    )
}
