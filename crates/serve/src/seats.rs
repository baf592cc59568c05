//! A place for each connection.
//!
//! There are so many and no more. Who has said what they want keeps their place until the answer is
//! theirs. All others only wait: they have connected and say nothing, or half of something, or have
//! had their answer and may want another. When all places are taken and somebody new comes, the one
//! who has waited longest has to go, so that connections without a request keep nobody out. Who came
//! a moment ago is spared: the server may not have got round to reading what they said.

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
    spared: Duration,
    taken: Mutex<BTreeMap<u64, Arc<Seat>>>,
    /// Counts everything that happens, so that it is known who has waited longest.
    turn: AtomicU64,
    freed: Notify,
}

/// One of them, with the connection that has it.
pub(crate) struct Seat {
    /// The turn and the time at which it began to wait; none while it is being served.
    waits_since: Mutex<Option<(u64, Instant)>>,
    leave: Notify,
}

impl Seats {
    /// So many places; who has waited less than this need not go.
    pub(crate) fn new(most: usize, spared: Duration) -> Arc<Seats> {
        Arc::new(Seats {
            most,
            spared,
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
            let waiting = taken
                .iter()
                .filter_map(|(&id, seat)| Some((seat.since()?, id)));
            let ((_, since), longest) = waiting.min().ok_or(None)?;
            let left = self.spared.saturating_sub(since.elapsed());
            if !left.is_zero() {
                return Err(Some(left));
            }
            // It is no longer counted, however long it takes to go.
            let seat = taken.remove(&longest);
            seat.inspect(|seat| seat.leave.notify_one());
        }
        let turn = self.next_turn();
        let seat = Arc::new(Seat {
            waits_since: Mutex::new(Some(turn)),
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
}

impl Seat {
    fn state(&self) -> MutexGuard<'_, Option<(u64, Instant)>> {
        self.waits_since
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn since(&self) -> Option<(u64, Instant)> {
        *self.state()
    }

    /// All of a request has come: it is being served.
    pub(crate) fn serve(&self) {
        *self.state() = None;
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
        *seat.state() = Some(seats.next_turn());
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

    #[tokio::test]
    async fn who_has_waited_longest_makes_room_and_who_is_served_does_not() {
        let seats = Seats::new(2, Duration::ZERO);
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
        let hour = Duration::from_secs(3600);
        let seats = Seats::new(1, hour);
        let first = seats.take().await;
        let in_how_long = seats.try_take().err().flatten().expect("not now");
        assert!(in_how_long <= hour && !in_how_long.is_zero());
        drop(first);
        assert!(seats.try_take().is_ok());
    }
}
