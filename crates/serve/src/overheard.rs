//! A connection whose place knows whether it is silent.
//!
//! A client that has just come may have said everything before the server got round to listening. It
//! must not be taken for one that says nothing, so its silence begins only when the server has read
//! all there was. Nor is a client silent that has yet to take the rest of its answer.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::seats::{Seat, Seats};

pub(crate) struct Overheard {
    stream: TcpStream,
    seats: Arc<Seats>,
    seat: Arc<Seat>,
}

impl Overheard {
    pub(crate) fn new(stream: TcpStream, seats: Arc<Seats>, seat: Arc<Seat>) -> Overheard {
        Overheard {
            stream,
            seats,
            seat,
        }
    }
}

impl AsyncRead for Overheard {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        match read {
            Poll::Pending => self.seats.silent(&self.seat),
            Poll::Ready(_) => self.seat.heard(),
        }
        read
    }
}

impl AsyncWrite for Overheard {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.seat.takes_its_time(written.is_pending());
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.seat.takes_its_time(written.is_pending());
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
