//! Which path leads where.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{get, post};
use tokio::sync::watch;

use crate::Answer;
use crate::client::client;
use crate::guard::{Names, guard};
use crate::intake;
use crate::jobs::{Jobs, unknown};
use crate::reply::{json, refuse};
use crate::work::{Limits, Workers};

#[derive(Clone)]
struct House {
    workers: Arc<Workers>,
    jobs: Arc<Jobs>,
}

pub(crate) fn routes(
    port: u16,
    answer: Answer,
    limits: Limits,
    ending: watch::Receiver<bool>,
) -> Router {
    let house = House {
        workers: Arc::new(Workers::new(answer, limits)),
        jobs: Jobs::new(answer, limits, ending),
    };
    Router::new()
        .route("/api", get(schema).post(work))
        .route("/api/jobs", post(start))
        .route("/api/jobs/{id}", get(listen).delete(cancel))
        .method_not_allowed_fallback(wrong_method)
        .fallback(client)
        .with_state(house)
        .layer(from_fn_with_state(Arc::new(Names::new(port)), guard))
}

async fn schema() -> Response {
    static SCHEMA: LazyLock<String> = LazyLock::new(|| api::schema().to_string());
    json(StatusCode::OK, SCHEMA.clone())
}

async fn work(State(house): State<House>, request: Request) -> Response {
    match intake::text(request).await {
        Ok(text) => house.workers.answer(text).await,
        Err(refusal) => refusal,
    }
}

async fn start(State(house): State<House>, request: Request) -> Response {
    match intake::text(request).await {
        Ok(text) => house.jobs.start(text),
        Err(refusal) => refusal,
    }
}

async fn listen(State(house): State<House>, Path(id): Path<String>) -> Response {
    id.parse()
        .map_or_else(|_| unknown(), |id| house.jobs.listen(id))
}

async fn cancel(State(house): State<House>, Path(id): Path<String>) -> Response {
    id.parse()
        .map_or_else(|_| unknown(), |id| house.jobs.cancel(id))
}

async fn wrong_method() -> Response {
    refuse(
        StatusCode::METHOD_NOT_ALLOWED,
        "requests are sent with POST; see docs/protocol.md",
    )
}
