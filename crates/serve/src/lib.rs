//! The local server: the client's files and the protocol of `api`, for the browser of one person
//! on the same machine, or with a token for a room full of people.
//!
//! It listens on 127.0.0.1 only, unless it is given another address, but any page that is open in the browser can try to talk to it,
//! so `guard` refuses whatever does not come from its own pages. Everything is bounded: the
//! connections and how slow they may be (`listen`), the size of a request (`intake`), how many
//! are worked on at once and for how long (`work`), the jobs (`jobs`). What does not fit is
//! refused at once with a status that says so; nothing piles up.
//!
//! It keeps no state but running jobs and, if it was started with one, the library file (`library`) or
//! what participants of a trial did (`trial`). Paths are given once, when the server starts; no request
//! contains a path.

#![allow(
    clippy::disallowed_methods,
    reason = "a server limits how long anything takes, and says when a puzzle was played"
)]

mod address;
mod browser;
mod client;
mod clock;
mod edition;
mod guard;
mod gzip;
mod intake;
mod jobs;
mod library;
mod listen;
mod overheard;
mod qr;
mod reply;
mod routes;
mod seats;
mod token;
mod trial;
mod walk;
mod work;

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::client::Pages;
use crate::edition::Edition;
use crate::guard::Guard;
use crate::library::LibraryFile;
use crate::routes::Offer;
use crate::trial::TrialDesk;
#[doc(hidden)]
pub use address::public_address;
pub use library::LibraryRequests;
pub use token::Token;
pub use trial::{TrialRun, results_beside};
pub use work::Limits;

/// The schema of everything that can be asked: what the protocol publishes, and trials.
pub fn schema() -> serde_json::Value {
    let all = api::publication().with("trial", &trial::ops::OPS);
    all.schema()
}

/// How to serve; the default is port 7777, without browser and library.
pub struct Options {
    /// The port to listen on; 0 takes any free one.
    pub port: u16,
    /// Show the client in the browser.
    pub open: bool,
    /// The library file to offer; created if it does not exist.
    pub library: Option<PathBuf>,
    /// The trial to run; the page is then for its participants.
    pub trial: Option<TrialRun>,
    /// Where to listen on a network; none: on this machine only.
    pub lan: Option<IpAddr>,
    /// What opens the library, and on a network everything; none: one that is new.
    pub token: Option<Token>,
    /// The folder of an edition to give out in place of the built-in page.
    pub edition: Option<PathBuf>,
    /// What links that are shared begin with ([`public_address`]); none: the address that the page was
    /// opened at.
    pub address: Option<String>,
    /// All limits of time are this many times as long. Tests ask for it, so that a slow
    /// machine does not fail them.
    pub patience: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            port: 7777,
            open: false,
            library: None,
            trial: None,
            lan: None,
            token: None,
            edition: None,
            address: None,
            patience: 1,
        }
    }
}

/// Why the server cannot be started.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Another program listens on this port.
    #[error(
        "port {0} is taken. Perhaps Gridwright is running already: look at http://127.0.0.1:{0}, \
         or choose another port"
    )]
    PortTaken(u16),
    /// The system does not let this program use the port.
    #[error("port {0} needs more rights than this program has; choose one above 1023")]
    PortForbidden(u16),
    /// Anything else that the system reports.
    #[error("cannot serve on port {port}: {cause}")]
    Io {
        /// The port asked for.
        port: u16,
        /// What the system says.
        cause: io::Error,
    },
    /// The library cannot be opened.
    #[error(transparent)]
    Library(#[from] ::library::Error),
    /// The results of the trial cannot be written.
    #[error("{0}")]
    Trial(String),
    /// This machine does not have the address to listen on.
    #[error(
        "this machine does not have the address {0}; `ip addr` or the settings of the network say which it has"
    )]
    NoAddress(IpAddr),
    /// The edition of the page cannot be read.
    #[error("the edition in {path} cannot be used: {cause}")]
    Edition {
        /// The folder.
        path: String,
        /// What the system says.
        cause: io::Error,
    },
}

/// What turns a request into a response; the server does not look into either.
pub type Answer = fn(&str, api::Budget) -> String;

/// Serve until Ctrl-C or SIGTERM.
pub fn run(options: Options) -> Result<(), ServeError> {
    let limits = Limits::default().times(options.patience);
    let server = Server::start_whole(&options, api::answer, limits)?;
    // Before anybody can know that it has started.
    let wish = server.runtime.block_on(async { EndWish::listen() });
    let url = server.url();
    // Perhaps nobody is reading, but that is no reason to stop.
    let _ = writeln!(io::stdout(), "Gridwright is at {url} (Ctrl-C to stop)");
    if options.lan.is_some() {
        let colours = io::stdout().is_terminal();
        let _ = write!(io::stdout(), "{}", qr::drawn(&url, colours));
    }
    if options.open {
        browser::open(&url);
    }
    server.runtime.block_on(wish.come());
    server.stop();
    Ok(())
}

/// A server that is running in the background.
pub struct Server {
    runtime: Runtime,
    address: SocketAddr,
    end: watch::Sender<bool>,
    listening: JoinHandle<()>,
    /// What opens the library or, on a network, everything; none if there is nothing to open.
    token: Option<Token>,
}

impl Server {
    /// Start to listen on 127.0.0.1, without a library; port 0 takes any free one.
    pub fn start(port: u16) -> Result<Server, ServeError> {
        Server::start_at(port, None)
    }

    /// Start to listen on 127.0.0.1, with a library file that is created if it does not exist.
    pub fn start_at(port: u16, library: Option<&Path>) -> Result<Server, ServeError> {
        Server::start_with(port, api::answer, library, Limits::default())
    }

    /// Start with another protocol: tests have one that dawdles and panics when asked to, and
    /// limits that are never reached or soon reached.
    #[doc(hidden)]
    pub fn start_with(
        port: u16,
        answer: Answer,
        library: Option<&Path>,
        limits: Limits,
    ) -> Result<Server, ServeError> {
        let options = Options {
            port,
            library: library.map(Path::to_path_buf),
            ..Options::default()
        };
        Server::start_whole(&options, answer, limits)
    }

    /// Start with everything that can be chosen.
    #[doc(hidden)]
    pub fn start_whole(
        options: &Options,
        answer: Answer,
        limits: Limits,
    ) -> Result<Server, ServeError> {
        let port = options.port;
        let file = options.library.as_deref().map(LibraryFile::open);
        let file = file.transpose()?;
        let edition = options.edition.as_deref().map(|folder| {
            Edition::read(folder).map_err(|cause| ServeError::Edition {
                path: folder.display().to_string(),
                cause,
            })
        });
        let edition = edition.transpose()?;
        let trial = options.trial.as_ref().map(|run| {
            let desk = TrialDesk::open(run).map_err(ServeError::Trial)?;
            Ok::<_, ServeError>((desk, run.trial.hints))
        });
        let trial = trial.transpose()?;
        let ip = options.lan.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let failed = |cause: io::Error| match cause.kind() {
            ErrorKind::AddrInUse => ServeError::PortTaken(port),
            ErrorKind::PermissionDenied => ServeError::PortForbidden(port),
            ErrorKind::AddrNotAvailable => ServeError::NoAddress(ip),
            _ => ServeError::Io { port, cause },
        };
        let runtime = Builder::new_multi_thread()
            .thread_name("serve")
            .thread_stack_size(8 << 20)
            .max_blocking_threads(work::THREADS)
            .enable_all()
            .build()
            .map_err(failed)?;
        let token = match (&options.token, file.is_some() || options.lan.is_some()) {
            (_, false) => None,
            (Some(token), true) => Some(token.clone()),
            (None, true) => Some(Token::new().map_err(failed)?),
        };
        let at = SocketAddr::from((ip, port));
        let listener = runtime.block_on(TcpListener::bind(at)).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let (end, ending) = watch::channel(false);
        let offer = Offer {
            answer,
            shelf: file.zip(token.clone()),
            pages: Pages {
                edition,
                address: options.address.clone(),
                is_trial: trial.is_some(),
            },
            trial,
        };
        let demanded = token.clone().filter(|_| options.lan.is_some());
        let guard = Guard::new(address, offer.pages.edition.is_some(), demanded);
        let routes = routes::routes(guard, offer, limits, ending.clone());
        let listening = runtime.spawn(listen::listen(listener, routes, limits, ending));
        Ok(Server {
            runtime,
            address,
            end,
            listening,
            token,
        })
    }

    /// Where the page is. If there is a library, or the server is on a network, the address opens it.
    pub fn url(&self) -> String {
        let at = self.address;
        match &self.token {
            Some(token) => format!("http://{at}/#/token/{}", token.word()),
            None => format!("http://{at}"),
        }
    }

    /// The address it listens on, with the port that was taken.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stop within a second, whatever is going on.
    pub fn stop(self) {
        self.end.send_replace(true);
        // The listener gives its connections a moment; if even that hangs, it is left behind.
        let _ = self.runtime.block_on(async {
            tokio::time::timeout(Duration::from_millis(900), self.listening).await
        });
        self.runtime.shutdown_background();
    }
}

/// The number of this machine on the network that leads elsewhere; none if there is no such network.
/// Nothing is sent: the system only says from where it would.
pub fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address for documentation, which nobody has.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

/// Returns when the server is told to end.
async fn ended(ending: &mut watch::Receiver<bool>) {
    let _ = ending.wait_for(|&end| end).await;
}

/// Ctrl-C or SIGTERM, from the moment on at which this is there.
struct EndWish {
    #[cfg(unix)]
    signals: Vec<tokio::signal::unix::Signal>,
}

#[cfg(unix)]
impl EndWish {
    fn listen() -> EndWish {
        use tokio::signal::unix::{SignalKind, signal};
        let kinds = [SignalKind::interrupt(), SignalKind::terminate()];
        // One that cannot be heard ends the program as the system sees fit.
        let signals = kinds.into_iter().filter_map(|kind| signal(kind).ok());
        EndWish {
            signals: signals.collect(),
        }
    }

    async fn come(mut self) {
        use std::task::Poll;
        std::future::poll_fn(|context| {
            let mut signals = self.signals.iter_mut();
            match signals.any(|signal| signal.poll_recv(context).is_ready()) {
                true => Poll::Ready(()),
                false => Poll::Pending,
            }
        })
        .await;
    }
}

#[cfg(not(unix))]
impl EndWish {
    fn listen() -> EndWish {
        EndWish {}
    }

    async fn come(self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
