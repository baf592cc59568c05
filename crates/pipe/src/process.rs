//! The solver's process.
//!
//! It runs in a process group of its own, so that a script around a solver ends together with it.
//! Three threads move bytes: one writes (a solver that does not read must not block us), one reads
//! (with little room, so that a flood of output waits in the pipe), one keeps the last words of
//! standard error. They end by themselves once the process has ended, so nobody waits for them.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use smt::{Reader, Sexpr};

use crate::Error;
use crate::command::Solver;

/// How long to wait for an answer before looking at the budget again.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// How long a solver that was told to exit may take.
const FAREWELL: Duration = Duration::from_millis(500);

/// How long a solver whose output has ended may take to end itself, and its last words to arrive.
/// Both take a moment, or for ever; on a busy machine the moment is longer.
const LAST_MOMENT: Duration = Duration::from_secs(2);

/// Pieces of output that may wait, and the size of a piece.
const WAITING: usize = 4;
const PIECE: usize = 1 << 16;

/// How many bytes of standard error are kept.
const LAST_WORDS: usize = 2000;

/// Running processes, for [`end_all`]. A process is reaped only under this lock, so the numbers in
/// the list are always ours.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(|poison| poison.into_inner())
}

/// End every running solver and let no new one start: the program is about to exit.
pub fn end_all() {
    let running = running();
    for &id in running.iter() {
        kill_group(id);
    }
    std::mem::forget(running);
}

#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // An error means that it is gone already.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

/// No answer: the budget ran out, or something is wrong.
#[derive(Debug)]
pub(crate) enum Silence {
    Stopped,
    Error(Error),
}

impl From<Error> for Silence {
    fn from(error: Error) -> Silence {
        Silence::Error(error)
    }
}

pub(crate) struct Process {
    name: String,
    child: Child,
    /// None after the last words.
    input: Option<Sender<String>>,
    output: Receiver<Vec<u8>>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Ends when standard error does.
    listener: JoinHandle<()>,
    reader: Reader,
    piece: Vec<u8>,
    /// How much of the piece has been read.
    read: usize,
    ended: bool,
}

impl Process {
    pub(crate) fn start(solver: &Solver) -> Result<Process, Error> {
        Process::start_with(solver, Command::new(&solver.program))
    }

    /// Start it in a folder, so that it finds the files there by their names.
    pub(crate) fn start_in(solver: &Solver, folder: &Path) -> Result<Process, Error> {
        let mut command = Command::new(&solver.program);
        command.current_dir(folder);
        Process::start_with(solver, command)
    }

    fn start_with(solver: &Solver, mut command: Command) -> Result<Process, Error> {
        command
            .args(&solver.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let spawned = {
            let mut running = running();
            let spawned = command.spawn();
            if let Ok(child) = &spawned {
                running.push(child.id());
            }
            spawned
        };
        let mut child = spawned.map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Error::NotInstalled {
                program: solver.program.clone(),
                hint: solver.hint(),
            },
            _ => Error::NotStarted {
                program: solver.program.clone(),
                cause: error.to_string(),
            },
        })?;
        let (input, texts) = mpsc::channel::<String>();
        let (pieces, output) = mpsc::sync_channel(WAITING);
        let errors = Arc::new(Mutex::new(Vec::new()));
        let mut stdin = child.stdin.take().expect("a pipe was asked for");
        let mut stdout = child.stdout.take().expect("a pipe was asked for");
        let mut stderr = child.stderr.take().expect("a pipe was asked for");
        thread::spawn(move || {
            for text in texts {
                // A closed pipe shows up on the other side as a missing answer.
                if stdin.write_all(text.as_bytes()).is_err() || stdin.flush().is_err() {
                    break;
                }
            }
        });
        thread::spawn(move || {
            let mut buffer = vec![0; PIECE];
            while let Ok(n @ 1..) = stdout.read(&mut buffer) {
                if pieces.send(buffer[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        let kept = Arc::clone(&errors);
        let listener = thread::spawn(move || {
            let mut buffer = vec![0; LAST_WORDS];
            while let Ok(n @ 1..) = stderr.read(&mut buffer) {
                let Ok(mut kept) = kept.lock() else { break };
                kept.extend_from_slice(&buffer[..n]);
                let surplus = kept.len().saturating_sub(LAST_WORDS);
                kept.drain(..surplus);
            }
        });
        Ok(Process {
            name: solver.name().to_owned(),
            child,
            input: Some(input),
            output,
            errors,
            listener,
            reader: Reader::default(),
            piece: Vec::new(),
            read: 0,
            ended: false,
        })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn tell(&self, text: impl Into<String>) {
        if let Some(input) = &self.input {
            // It fails only when the writer has given up, and then the answer will be missing.
            let _ = input.send(text.into());
        }
    }

    /// The next answer.
    pub(crate) fn answer(&mut self, stop: &dyn Fn() -> bool) -> Result<Sexpr, Silence> {
        loop {
            let mut rest = &self.piece[self.read..];
            let whole = self.reader.next(&mut rest);
            self.read = self.piece.len() - rest.len();
            match whole {
                Err(unreadable) => return Err(self.nonsense(unreadable.to_string()).into()),
                // Some solvers acknowledge every command unless told not to.
                Ok(Some(Sexpr::Atom(word))) if word == "success" => continue,
                Ok(Some(answer)) => return Ok(answer),
                Ok(None) => {}
            }
            if stop() {
                return Err(Silence::Stopped);
            }
            match self.output.recv_timeout(BETWEEN_LOOKS) {
                Ok(piece) => (self.piece, self.read) = (piece, 0),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return match self.reader.end() {
                        Ok(Some(answer)) => Ok(answer),
                        _ => Err(self.crashed().into()),
                    };
                }
            }
        }
    }

    pub(crate) fn nonsense(&self, what: impl Into<String>) -> Error {
        const MUCH: usize = 200;
        let mut what: String = what.into();
        if let Some((cut, _)) = what.char_indices().nth(MUCH) {
            what.truncate(cut);
            what.push('…');
        }
        Error::Nonsense {
            program: self.name.clone(),
            what,
        }
    }

    /// The error when its output has ended; so has the process, or it will be ended.
    fn crashed(&mut self) -> Error {
        let how = match self.wait_for(LAST_MOMENT) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        };
        // The last words may still be on their way. If it goes on talking, there are none.
        let start = Instant::now();
        while self.ended && !self.listener.is_finished() && start.elapsed() < LAST_MOMENT {
            thread::sleep(Duration::from_millis(1));
        }
        let words = self.errors.lock().map(|e| e.clone()).unwrap_or_default();
        let words = String::from_utf8_lossy(&words);
        let last = words.lines().rev().find(|line| !line.trim().is_empty());
        Error::Crashed {
            program: self.name.clone(),
            how,
            said: last.map_or(String::new(), |line| format!(": {}", line.trim())),
        }
    }

    /// Its exit status if it ends within this time; it is then reaped.
    fn wait_for(&mut self, time: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            {
                let mut running = running();
                if let Ok(Some(status)) = self.child.try_wait() {
                    if !self.ended {
                        // What it started may still be running, without a parent now.
                        kill_group(self.child.id());
                        running.retain(|&id| id != self.child.id());
                        self.ended = true;
                    }
                    return Some(status);
                }
            }
            if start.elapsed() >= time {
                return None;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Let it read to the end of what it was told, and wait until it ends: everything that it printed,
    /// and its exit status. An error if that is more than `most` bytes.
    pub(crate) fn finish(
        mut self,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<(ExitStatus, Vec<u8>), Silence> {
        self.input = None;
        let mut printed = Vec::new();
        loop {
            if stop() {
                return Err(Silence::Stopped);
            }
            match self.output.recv_timeout(BETWEEN_LOOKS) {
                Ok(piece) => printed.extend_from_slice(&piece),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if printed.len() > most {
                return Err(self.nonsense(format!("more than {most} bytes")).into());
            }
        }
        match self.wait_for(LAST_MOMENT) {
            // A signal ended it.
            Some(status) if status.code().is_none() => Err(self.crashed().into()),
            Some(status) => Ok((status, printed)),
            None => Err(self.crashed().into()),
        }
    }

    /// Tell it to exit and wait a little; it is ended in any case.
    pub(crate) fn close(mut self) {
        self.tell("(exit)\n");
        self.input = None;
        self.wait_for(FAREWELL);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        let mut running = running();
        kill_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        running.retain(|&id| id != self.child.id());
    }
}
