//! Which path leads where.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::{Extension, Path, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{get, post};
use people::Hints;
use serde_json::json;
use tokio::sync::watch;

use crate::Answer;
use crate::client::{Pages, client};
use crate::guard::{Guard, guard};
use crate::intake;
use crate::jobs::{Jobs, Whose};
use crate::library::LibraryFile;
use crate::reply::{json, refuse};
use crate::seats::Seat;
use crate::token::Token;
use crate::trial::TrialDesk;
use crate::work::{Limits, Work, Workers, plain};

#[derive(Clone)]
struct AppState {
    limits: Limits,
    /// Whose jobs are those that need no library.
    whose: Whose,
    workers: Arc<Workers>,
    jobs: Arc<Jobs>,
    protocol: Work,
    library: Option<Shelf>,
    trial: Option<Room>,
}

/// The trial, if there is one.
#[derive(Clone)]
struct Room {
    /// What participants are told while they play.
    hints: Hints,
    /// What answers its requests.
    work: Work,
}

/// The library, if there is one.
#[derive(Clone)]
struct Shelf {
    /// The name of its file.
    name: String,
    /// What a request must carry.
    token: Token,
    /// What answers its requests.
    work: Work,
}

impl AppState {
    /// The refusal of what participants of a trial may not ask.
    fn forbids(&self, request: &str) -> Option<Response> {
        let room = self.trial.as_ref()?;
        let words = "this server runs a trial; it does not answer this";
        let allowed = TrialDesk::allows(room.hints, request);
        (!allowed).then(|| refuse(StatusCode::FORBIDDEN, words))
    }

    /// The library, for who may use it; else the status and the words of a refusal.
    fn shelf(&self, headers: &HeaderMap) -> Result<&Shelf, (StatusCode, &'static str)> {
        let Some(shelf) = &self.library else {
            let words = "this server has no library; start it with --library FILE";
            return Err((StatusCode::NOT_FOUND, words));
        };
        match shelf.token.is_in(headers) {
            true => Ok(shelf),
            false => Err((
                StatusCode::UNAUTHORIZED,
                "the library needs the token that stands in the address printed by `gridwright \
                 serve`",
            )),
        }
    }
}

/// What there is to give out and to ask.
pub(crate) struct Offer {
    pub(crate) answer: Answer,
    pub(crate) shelf: Option<(LibraryFile, Token)>,
    pub(crate) trial: Option<(TrialDesk, Hints)>,
    pub(crate) pages: Pages,
}

pub(crate) fn routes(
    guarding: Guard,
    offer: Offer,
    limits: Limits,
    ending: watch::Receiver<bool>,
) -> Router {
    let Offer {
        answer,
        shelf,
        trial,
        pages,
    } = offer;
    let house = AppState {
        limits,
        // On a network nobody without the token listens to what others have done.
        whose: match guarding.is_strict() {
            true => Whose::Owners,
            false => Whose::Anybodys,
        },
        workers: Arc::new(Workers::new(limits)),
        jobs: Jobs::new(limits, ending),
        protocol: plain(answer),
        library: shelf.map(|(file, token)| Shelf {
            name: file.name().to_owned(),
            token,
            work: file.work(limits.library),
        }),
        trial: trial.map(|(desk, hints)| Room {
            hints,
            work: desk.work(),
        }),
    };
    Router::new()
        .route("/api", get(schema).post(work))
        .route("/api/jobs", post(start))
        .route("/api/library", get(about_library).post(work_in_library))
        .route("/api/library/jobs", post(start_in_library))
        .route("/api/trial", post(work_in_trial))
        .route("/api/jobs/{id}", get(listen).delete(cancel))
        .method_not_allowed_fallback(wrong_method)
        .fallback(client)
        .with_state(house)
        .layer(Extension(Arc::new(pages)))
        .layer(from_fn_with_state(Arc::new(guarding), guard))
}

async fn schema() -> Response {
    static SCHEMA: LazyLock<String> = LazyLock::new(|| crate::schema().to_string());
    json(StatusCode::OK, SCHEMA.clone())
}

async fn work(State(house): State<AppState>, request: Request) -> Response {
    match intake::text(request, house.limits).await {
        Ok(text) => match house.forbids(&text) {
            None => house.workers.answer(&house.protocol, text).await,
            Some(refusal) => refusal,
        },
        Err(refusal) => refusal,
    }
}

async fn start(State(house): State<AppState>, request: Request) -> Response {
    match intake::text(request, house.limits).await {
        Ok(text) => match house.forbids(&text) {
            None => house.jobs.start(&house.protocol, text, house.whose),
            Some(refusal) => refusal,
        },
        Err(refusal) => refusal,
    }
}

async fn work_in_trial(State(house): State<AppState>, request: Request) -> Response {
    let Some(room) = &house.trial else {
        let words = "this server runs no trial; start it with --trial FILE";
        return refuse(StatusCode::NOT_FOUND, words);
    };
    match intake::text(request, house.limits).await {
        Ok(text) => house.workers.answer(&room.work, text).await,
        Err(refusal) => refusal,
    }
}

async fn about_library(State(house): State<AppState>, headers: HeaderMap) -> Response {
    if house.library.is_none() {
        let none = json!({ "ok": true, "library": false });
        return json(StatusCode::OK, none.to_string());
    }
    match house.shelf(&headers) {
        Ok(Shelf { name, .. }) => {
            let about = json!({ "ok": true, "library": true, "name": name });
            json(StatusCode::OK, about.to_string())
        }
        Err((status, words)) => refuse(status, words),
    }
}

async fn work_in_library(State(house): State<AppState>, request: Request) -> Response {
    let shelf = match house.shelf(request.headers()) {
        Ok(shelf) => shelf,
        Err((status, words)) => return refuse(status, words),
    };
    match intake::text(request, house.limits).await {
        Ok(text) => house.workers.answer(&shelf.work, text).await,
        Err(refusal) => refusal,
    }
}

async fn start_in_library(State(house): State<AppState>, request: Request) -> Response {
    let shelf = match house.shelf(request.headers()) {
        Ok(shelf) => shelf,
        Err((status, words)) => return refuse(status, words),
    };
    match intake::text(request, house.limits).await {
        Ok(text) => house.jobs.start(&shelf.work, text, Whose::Owners),
        Err(refusal) => refusal,
    }
}

async fn listen(
    State(house): State<AppState>,
    seat: Option<Extension<Arc<Seat>>>,
    Path(name): Path<String>,
) -> Response {
    if let Some(Extension(seat)) = seat {
        seat.serve();
    }
    house.jobs.listen(&name)
}

async fn cancel(State(house): State<AppState>, Path(name): Path<String>) -> Response {
    house.jobs.cancel(&name)
}

async fn wrong_method() -> Response {
    refuse(
        StatusCode::METHOD_NOT_ALLOWED,
        "send requests with POST; see docs/protocol.md",
    )
}
