//! A place for each connection.
//!
//! There are so many and no more. Who has said what they want keeps their place until the answer is
//! theirs. All others only wait: they have connected and say nothing, or half of something, or have
//! had their answer and may want another. When all places are taken and somebody new comes, one of
//! them has to go, so that connections without a request keep nobody out: of those who have fallen
//! silent the one who has waited longest. Silence counts only once the server has read all that was
//! said, and it takes a moment, for who is slow. Who goes on saying something without ever coming to
//! the end has to go as well, but has more time.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;
use tokio::time::timeout;

/// All places.
pub(crate) struct Seats {
    most: usize,
    /// How long who waits may say nothing.
    silence: Duration,
    /// How long anybody may wait.
    dawdling: Duration,
    taken: Mutex<BTreeMap<u64, Arc<Seat>>>,
    /// Counts everything that happens, so that it is known who has waited longest.
    turn: AtomicU64,
    freed: Notify,
}

/// One of them, with the connection that has it.
pub(crate) struct Seat {
    state: Mutex<State>,
    leave: Notify,
}

/// How it is with the connection at a place.
struct State {
    /// The turn and the time at which it began to wait; none while it is being served.
    waits_since: Option<(u64, Instant)>,
    /// Since when there has been nothing to read; none if there may be something.
    silent_since: Option<Instant>,
    /// There is more for it than it has taken so far.
    has_more_to_take: bool,
}

impl Seats {
    /// So many places; nobody need go who has been silent for less than this, and waited for less
    /// than that.
    pub(crate) fn new(most: usize, silence: Duration, dawdling: Duration) -> Arc<Seats> {
        Arc::new(Seats {
            most,
            silence,
            dawdling,
            taken: Mutex::default(),
            turn: AtomicU64::new(0),
            freed: Notify::new(),
        })
    }

    fn taken(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Seat>>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next_turn(&self) -> (u64, Instant) {
        (self.turn.fetch_add(1, Ordering::Relaxed), Instant::now())
    }

    /// A place for a new connection. If there is none, somebody who only waits leaves theirs; if
    /// everybody is being served, this takes until somebody is not.
    pub(crate) async fn take(self: &Arc<Seats>) -> Taken {
        loop {
            let freed = self.freed.notified();
            match self.try_take() {
                Ok(taken) => return taken,
                Err(Some(soon)) => drop(timeout(soon, freed).await),
                Err(None) => freed.await,
            }
        }
    }

    /// A place, if there is one or somebody can go; else in how long somebody can, if that is known.
    fn try_take(self: &Arc<Seats>) -> Result<Taken, Option<Duration>> {
        let mut taken = self.taken();
        if taken.len() >= self.most {
            let waiting = (taken.iter()).filter_map(|(&id, seat)| {
                self.time_left(seat).map(|(left, turn)| (left, turn, id))
            });
            // Of those whose time is over the one who has waited longest; else whose is over first.
            let (left, _, longest) = waiting.min().ok_or(None)?;
            if !left.is_zero() {
                return Err(Some(left));
            }
            // It is no longer counted, however long it takes to go.
            let seat = taken.remove(&longest);
            seat.inspect(|seat| seat.leave.notify_one());
        }
        let turn = self.next_turn();
        let seat = Arc::new(Seat {
            state: Mutex::new(State {
                waits_since: Some(turn),
                silent_since: None,
                has_more_to_take: false,
            }),
            leave: Notify::new(),
        });
        let (id, _) = turn;
        taken.insert(id, seat.clone());
        Ok(Taken {
            seats: self.clone(),
            seat,
            id,
        })
    }

    /// How long whoever waits need not go, and since which turn they have waited; none for who is
    /// being served.
    fn time_left(&self, seat: &Seat) -> Option<(Duration, u64)> {
        let state = seat.state();
        let (turn, since) = state.waits_since?;
        let left = self.dawdling.saturating_sub(since.elapsed());
        // Who has just had an answer may think about the next question as long as anybody else.
        let silent = (state.silent_since.filter(|_| !state.has_more_to_take))
            .map(|silent| silent.max(since));
        let silence = silent.map(|silent| self.silence.saturating_sub(silent.elapsed()));
        Some((silence.map_or(left, |silence| silence.min(left)), turn))
    }

    /// The server has read all that the connection has said.
    pub(crate) fn silent(&self, seat: &Seat) {
        let mut state = seat.state();
        if state.silent_since.is_none() {
            state.silent_since = Some(Instant::now());
            drop(state);
            // Whoever needs the place need not wait as long any more.
            self.freed.notify_one();
        }
    }
}

impl Seat {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All of a request has come: it is being served.
    pub(crate) fn serve(&self) {
        self.state().waits_since = None;
    }

    /// The connection has said something, perhaps not all of it.
    pub(crate) fn heard(&self) {
        self.state().silent_since = None;
    }

    /// Does it leave us waiting with the rest of its answer?
    pub(crate) fn takes_its_time(&self, is_so: bool) {
        self.state().has_more_to_take = is_so;
    }
}

/// A place that is given back when the connection ends.
pub(crate) struct Taken {
    seats: Arc<Seats>,
    seat: Arc<Seat>,
    id: u64,
}

impl Taken {
    /// Returns when somebody else needs the place.
    pub(crate) async fn asked_to_leave(&self) {
        self.seat.leave.notified().await;
    }

    pub(crate) fn seat(&self) -> &Arc<Seat> {
        &self.seat
    }

    /// The connection says something, or has had its answer: now it waits again.
    pub(crate) fn wait(seats: &Seats, seat: &Seat) {
        seat.state().waits_since = Some(seats.next_turn());
        seats.freed.notify_one();
    }

    pub(crate) fn seats(&self) -> &Arc<Seats> {
        &self.seats
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.seats.taken().remove(&self.id);
        self.seats.freed.notify_one();
    }
}

/// The body of an answer, after which the connection waits again.
pub(crate) struct Answering {
    body: Body,
    seats: Arc<Seats>,
    seat: Arc<Seat>,
}

impl Answering {
    pub(crate) fn new(body: Body, seats: Arc<Seats>, seat: Arc<Seat>) -> Answering {
        Answering { body, seats, seat }
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        Taken::wait(&self.seats, &self.seat);
    }
}

impl HttpBody for Answering {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[tokio::test]
    async fn who_has_waited_longest_makes_room_and_who_is_served_does_not() {
        let seats = Seats::new(2, Duration::ZERO, Duration::ZERO);
        let first = seats.take().await;
        let second = seats.take().await;
        first.seat().serve();
        let third = seats.take().await;
        second.asked_to_leave().await;
        drop(second);
        assert_eq!(seats.taken().len(), 2);
        third.seat().serve();
        assert!(seats.try_take().is_err(), "both are being served");
        Taken::wait(&seats, first.seat());
        let fourth = seats.take().await;
        first.asked_to_leave().await;
        drop((first, third, fourth));
        assert_eq!(seats.taken().len(), 0);
    }

    #[tokio::test]
    async fn who_came_a_moment_ago_need_not_go() {
        let seats = Seats::new(1, HOUR, HOUR);
        let first = seats.take().await;
        seats.silent(first.seat());
        let in_how_long = seats.try_take().err().flatten().expect("not now");
        assert!(in_how_long <= HOUR && !in_how_long.is_zero());
        drop(first);
        assert!(seats.try_take().is_ok());
    }

    #[tokio::test]
    async fn who_is_silent_makes_room_before_who_may_have_said_something() {
        let seats = Seats::new(4, Duration::ZERO, HOUR);
        let unread = seats.take().await;
        let taking = seats.take().await;
        seats.silent(taking.seat());
        taking.seat().takes_its_time(true);
        let silent = seats.take().await;
        let slow = seats.take().await;
        seats.silent(silent.seat());
        seats.silent(slow.seat());
        slow.seat().heard();
        let next = seats.take().await;
        silent.asked_to_leave().await;
        drop(silent);
        assert!(seats.try_take().is_err(), "nobody is known to be silent");
        seats.silent(slow.seat());
        let another = seats.take().await;
        slow.asked_to_leave().await;
        drop((slow, another));
        taking.seat().takes_its_time(false);
        let last = [seats.take().await, seats.take().await];
        taking.asked_to_leave().await;
        drop((unread, taking, next, last));
        assert_eq!(seats.taken().len(), 0);
    }

    #[tokio::test]
    async fn who_never_comes_to_the_end_has_to_go() {
        let seats = Seats::new(1, HOUR, Duration::ZERO);
        let endless = seats.take().await;
        endless.seat().heard();
        let next = seats.take().await;
        endless.asked_to_leave().await;
        drop((endless, next));
    }

    #[tokio::test]
    async fn whoever_waits_for_a_place_hears_of_silence() {
        let seats = Seats::new(1, Duration::ZERO, HOUR);
        let first = seats.take().await;
        let waiting = tokio::spawn({
            let seats = seats.clone();
            async move { drop(seats.take().await) }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        seats.silent(first.seat());
        first.asked_to_leave().await;
        waiting.await.expect("a place");
    }
}
