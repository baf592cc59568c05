//! Work that may take longer: started, listened to, cancelled.
//!
//! A job belongs to whoever listens to it. It is cancelled when its listener goes away, and when
//! none comes; it is forgotten as soon as its answer has been handed over.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{Stream, unfold};
use serde_json::json;
use tokio::sync::{Semaphore, oneshot, watch};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::ended;
use crate::reply::{self, refuse};
use crate::token::{same, secret};
use crate::work::{CancelOnDrop, DEFECT, Done, Limits, Stop, Work, guarded};

/// Jobs that are worked on at once, and jobs that are known at all.
const RUNNING: usize = 4;
const KNOWN: usize = 16;

/// Time between two signs of life.
const BEAT: Duration = Duration::from_millis(500);

pub(crate) struct Jobs {
    limits: Limits,
    table: Mutex<Table>,
    seats: Arc<Semaphore>,
    ending: watch::Receiver<bool>,
}

#[derive(Default)]
struct Table {
    last: u64,
    jobs: BTreeMap<u64, Job>,
}

/// Who may listen to a job.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    Anybodys,
    /// Who started it: its name is not only a number, and nobody guesses it.
    Owners,
}

struct Job {
    stop: Arc<Stop>,
    /// What stands behind the number in its name.
    secret: Option<String>,
    /// There until somebody listens.
    answer: Option<oneshot::Receiver<String>>,
    started: Instant,
}

impl Jobs {
    pub(crate) fn new(limits: Limits, ending: watch::Receiver<bool>) -> Arc<Jobs> {
        Arc::new(Jobs {
            limits,
            table: Mutex::default(),
            seats: Arc::new(Semaphore::new(RUNNING)),
            ending,
        })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Start working on a request.
    pub(crate) fn start(self: &Arc<Jobs>, work: &Work, request: String, whose: Whose) -> Response {
        let busy = || {
            refuse(
                StatusCode::SERVICE_UNAVAILABLE,
                "too many jobs at once; try again",
            )
        };
        let Ok(seat) = self.seats.clone().try_acquire_owned() else {
            return busy();
        };
        let secret = match whose {
            Whose::Anybodys => None,
            Whose::Owners => match secret() {
                Ok(secret) => Some(secret),
                Err(_) => return busy(),
            },
        };
        let stop = Stop::after(self.limits.job);
        let (hand_over, receive) = oneshot::channel();
        let id = {
            let mut table = self.table();
            if table.jobs.len() >= KNOWN {
                return busy();
            }
            table.last += 1;
            let id = table.last;
            let job = Job {
                stop: stop.clone(),
                secret: secret.clone(),
                answer: Some(receive),
                started: Instant::now(),
            };
            table.jobs.insert(id, job);
            id
        };
        let work = work.clone();
        spawn_blocking(move || {
            let text = match guarded(&work, &request, &stop) {
                Some(Done::Answer(text)) => text,
                Some(Done::Later(why)) => api::Error::new(why).response(),
                None => api::Error::new(DEFECT).response(),
            };
            // First the seat: whoever has the answer may start the next job at once.
            drop(seat);
            let _ = hand_over.send(text);
        });
        let jobs = self.clone();
        tokio::spawn(async move {
            let mut ending = jobs.ending.clone();
            let _ = timeout(jobs.limits.unheard, ended(&mut ending)).await;
            jobs.forget_unheard(id);
        });
        let name = match secret {
            None => id.to_string(),
            Some(secret) => format!("{id}-{secret}"),
        };
        let started = json!({ "ok": true, "job": name });
        reply::json(StatusCode::OK, started.to_string())
    }

    fn forget_unheard(&self, id: u64) {
        let mut table = self.table();
        if table.jobs.get(&id).is_some_and(|job| job.answer.is_some()) {
            let job = table.jobs.remove(&id);
            job.inspect(|job| job.stop.cancel());
        }
    }

    /// Signs of life, and in the end the answer.
    pub(crate) fn listen(self: &Arc<Jobs>, name: &str) -> Response {
        let mut table = self.table();
        let Some((id, job)) = table.find(name) else {
            return unknown();
        };
        let Some(answer) = job.answer.take() else {
            return refuse(
                StatusCode::CONFLICT,
                "somebody is already listening to this job",
            );
        };
        let listener = Listener {
            answer,
            started: job.started,
            ending: self.ending.clone(),
            first: true,
            _entry: Forget {
                jobs: self.clone(),
                id,
            },
            _gone: CancelOnDrop(job.stop.clone()),
        };
        drop(table);
        let mut response = Sse::new(events(listener)).into_response();
        let no_store = HeaderValue::from_static("no-store");
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, no_store);
        response
    }

    pub(crate) fn cancel(&self, name: &str) -> Response {
        match self.table().find(name) {
            Some((_, job)) => {
                job.stop.cancel();
                reply::json(StatusCode::OK, json!({ "ok": true }).to_string())
            }
            None => unknown(),
        }
    }
}

impl Table {
    /// The job of this name, which is its number, and for some a secret.
    fn find(&mut self, name: &str) -> Option<(u64, &mut Job)> {
        let (number, secret) = match name.split_once('-') {
            Some((number, secret)) => (number, Some(secret)),
            None => (name, None),
        };
        let id = number.parse().ok()?;
        let job = self.jobs.get_mut(&id)?;
        let is_it = match (&job.secret, secret) {
            (None, None) => true,
            (Some(own), Some(given)) => same(own, given),
            _ => false,
        };
        is_it.then_some((id, job))
    }
}

fn unknown() -> Response {
    refuse(StatusCode::NOT_FOUND, "there is no such job, or it is over")
}

/// Lives as long as the stream; when that ends, by itself or because the other side went away, the
/// job is forgotten and cancelled, in this order: what has stopped is known no more.
struct Listener {
    answer: oneshot::Receiver<String>,
    started: Instant,
    ending: watch::Receiver<bool>,
    first: bool,
    _entry: Forget,
    _gone: CancelOnDrop,
}

struct Forget {
    jobs: Arc<Jobs>,
    id: u64,
}

impl Drop for Forget {
    fn drop(&mut self) {
        self.jobs.table().jobs.remove(&self.id);
    }
}

fn events(listener: Listener) -> impl Stream<Item = Result<Event, Infallible>> {
    unfold(Some(listener), async |listener| {
        let mut listener = listener?;
        // The first sign of life comes at once, so that the client knows that it has been heard.
        let beat = if listener.first { Duration::ZERO } else { BEAT };
        listener.first = false;
        let answer = tokio::select! {
            biased;
            () = ended(&mut listener.ending) => return None,
            answer = timeout(beat, &mut listener.answer) => answer,
        };
        let (name, data, listener) = match answer {
            Ok(answer) => {
                let text = answer.unwrap_or_else(|_| api::Error::new(DEFECT).response());
                ("done", text, None)
            }
            Err(_) => {
                let seconds = listener.started.elapsed().as_millis() as f64 / 1000.0;
                let progress = json!({ "seconds": seconds }).to_string();
                ("progress", progress, Some(listener))
            }
        };
        Some((Ok(Event::default().event(name).data(data)), listener))
    })
}
