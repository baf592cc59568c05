//! Working on requests: a few at once, a few waiting, each with a deadline.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use axum::response::Response;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::Answer;
use crate::reply::{json, refuse};

/// How long things may take.
#[derive(Clone, Copy)]
pub struct Limits {
    /// How long the head of a request may take, and how long a connection may be idle.
    pub head: Duration,
    /// How long a connection may say nothing while others wait for its place.
    pub silence: Duration,
    /// How long a connection may go without a whole request while others wait for its place, even if
    /// it says something all the time.
    pub dawdling: Duration,
    /// How long the body of a request may take to arrive.
    pub body: Duration,
    /// How long a body that is too large is read, so that its sender comes to see the refusal.
    pub refusal: Duration,
    /// How long a plain request waits for its turn.
    pub turn: Duration,
    /// How long a plain request is worked on.
    pub request: Duration,
    /// How long work that is asked to stop may take to do so. After that it is abandoned; its
    /// thread stays occupied until it ends.
    pub grace: Duration,
    /// How long a request waits for other processes that write to the library; less than it may
    /// take itself.
    pub library: Duration,
    /// How long a job is worked on.
    pub job: Duration,
    /// How long a job waits for its listener.
    pub unheard: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            head: Duration::from_secs(10),
            silence: Duration::from_millis(100),
            dawdling: Duration::from_secs(1),
            body: Duration::from_secs(10),
            refusal: Duration::from_secs(1),
            turn: Duration::from_secs(2),
            request: Duration::from_secs(2),
            grace: Duration::from_secs(1),
            library: Duration::from_millis(1500),
            job: Duration::from_secs(60),
            unheard: Duration::from_secs(10),
        }
    }
}

impl Limits {
    /// Each of them this many times as long.
    pub fn times(self, factor: u32) -> Limits {
        let times = |limit: Duration| limit.saturating_mul(factor);
        Limits {
            head: times(self.head),
            silence: times(self.silence),
            dawdling: times(self.dawdling),
            body: times(self.body),
            refusal: times(self.refusal),
            turn: times(self.turn),
            request: times(self.request),
            grace: times(self.grace),
            library: times(self.library),
            job: times(self.job),
            unheard: times(self.unheard),
        }
    }
}

/// How many requests may wait for their turn.
const QUEUE: usize = 64;

/// Threads for work of all kinds; more than the limits here and in `jobs` can ever use.
pub(crate) const THREADS: usize = 128;

/// The request that some work stop: it was cancelled, or its time is up.
pub(crate) struct Stop {
    cancelled: AtomicBool,
    deadline: Instant,
}

impl Stop {
    pub(crate) fn after(time: Duration) -> Arc<Stop> {
        Arc::new(Stop {
            cancelled: AtomicBool::new(false),
            deadline: Instant::now() + time,
        })
    }

    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    pub(crate) fn wished(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed) || Instant::now() >= self.deadline
    }
}

/// Cancels when it is dropped: nobody is waiting for the answer any more.
pub(crate) struct CancelOnDrop(pub(crate) Arc<Stop>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// What is done with requests of one kind.
pub(crate) type Work = Arc<dyn Fn(&str, api::Budget) -> Done + Send + Sync>;

pub(crate) enum Done {
    Answer(String),
    /// Not now, because others are using the file. In words.
    Later(String),
}

/// Work that keeps nothing.
pub(crate) fn plain(answer: Answer) -> Work {
    Arc::new(move |request, budget| Done::Answer(answer(request, budget)))
}

/// The outcome of a request; none if answering it panicked, which is a defect. Everything is stored
/// in transactions, so nothing can be left half done.
pub(crate) fn guarded(work: &Work, request: &str, stop: &Stop) -> Option<Done> {
    let stop = || stop.wished();
    let budget = api::Budget {
        conflicts: u64::MAX,
        stop: &stop,
    };
    catch_unwind(AssertUnwindSafe(|| work(request, budget))).ok()
}

pub(crate) const DEFECT: &str =
    "this request hit a defect in Gridwright; the server's terminal says more";

pub(crate) struct Workers {
    limits: Limits,
    seats: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Workers {
    pub(crate) fn new(limits: Limits) -> Workers {
        let cores = available_parallelism().map_or(2, usize::from);
        Workers {
            limits,
            seats: Arc::new(Semaphore::new(cores.clamp(2, THREADS / 2))),
            waiting: AtomicUsize::new(0),
        }
    }

    pub(crate) async fn answer(&self, work: &Work, request: String) -> Response {
        let Some(seat) = self.seat().await else {
            return refuse(
                StatusCode::SERVICE_UNAVAILABLE,
                "too many requests at once; try again",
            );
        };
        let work = work.clone();
        let stop = Stop::after(self.limits.request);
        let _gone = CancelOnDrop(stop.clone());
        let done = spawn_blocking(move || {
            let _seat = seat;
            guarded(&work, &request, &stop)
        });
        match timeout(self.limits.request + self.limits.grace, done).await {
            Ok(Ok(Some(Done::Answer(text)))) => json(StatusCode::OK, text),
            Ok(Ok(Some(Done::Later(why)))) => refuse(StatusCode::SERVICE_UNAVAILABLE, why),
            Ok(_) => refuse(StatusCode::INTERNAL_SERVER_ERROR, DEFECT),
            Err(_) => refuse(
                StatusCode::SERVICE_UNAVAILABLE,
                "this took too long; try it as a job",
            ),
        }
    }

    /// A seat, at once or after a short wait; none if too many are waiting already.
    async fn seat(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(seat) = self.seats.clone().try_acquire_owned() {
            return Some(seat);
        }
        let queued = Queued::join(&self.waiting)?;
        let seat = timeout(self.limits.turn, self.seats.clone().acquire_owned()).await;
        drop(queued);
        seat.ok()?.ok()
    }
}

/// A place in the queue, given back even when the client goes away while waiting.
struct Queued<'a>(&'a AtomicUsize);

impl Queued<'_> {
    fn join(waiting: &AtomicUsize) -> Option<Queued<'_>> {
        let before = waiting.fetch_add(1, Ordering::Relaxed);
        let queued = Queued(waiting);
        (before < QUEUE).then_some(queued)
    }
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn when_all_seats_and_the_queue_are_taken_the_next_is_refused() {
        let workers = Arc::new(Workers::new(Limits::default().times(1000)));
        let work = plain(|_, _| String::new());
        let seats = workers.seats.available_permits();
        let taken = workers.seats.clone().acquire_many_owned(seats as u32).await;
        let queued: Vec<_> = (0..QUEUE)
            .map(|_| {
                let (workers, work) = (workers.clone(), work.clone());
                tokio::spawn(async move { workers.answer(&work, "{}".into()).await })
            })
            .collect();
        while workers.waiting.load(Ordering::Relaxed) < QUEUE {
            tokio::task::yield_now().await;
        }
        let response = workers.answer(&work, "{}".into()).await;
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        drop(taken);
        for waiter in queued {
            assert_eq!(waiter.await.unwrap().status(), StatusCode::OK);
        }
        assert_eq!(workers.waiting.load(Ordering::Relaxed), 0);
    }
}
