//! A conversation with a solver about one instance.

use puzzles::engine::Instance;
use smt::{Reply, Statistic, Term};

use crate::Error;
use crate::command::Solver;
use crate::process::{Process, Silence};

pub(crate) struct Session<'a> {
    process: Process,
    stop: &'a dyn Fn() -> bool,
    pub(crate) name: String,
    pub(crate) version: String,
}

impl<'a> Session<'a> {
    /// Start the solver and tell it the instance.
    pub(crate) fn start(
        solver: &Solver,
        script: String,
        stop: &'a dyn Fn() -> bool,
    ) -> Result<Session<'a>, Silence> {
        let mut process = Process::start(solver)?;
        process.tell("(set-option :print-success false)\n(get-info :name)\n(get-info :version)\n");
        process.tell(script);
        let mut ask = || {
            let answer = process.answer(stop)?;
            Ok::<_, Silence>(smt::info(&answer).map(str::to_owned))
        };
        let (name, version) = (ask()?, ask()?);
        Ok(Session {
            name: name.unwrap_or_else(|| process.name().to_owned()),
            version: version.unwrap_or_default(),
            process,
            stop,
        })
    }

    pub(crate) fn tell(&self, text: impl Into<String>) {
        self.process.tell(text);
    }

    /// Satisfiable? None if the solver does not know.
    pub(crate) fn check(&mut self) -> Result<Option<bool>, Silence> {
        self.tell("(check-sat)\n");
        let answer = self.process.answer(self.stop)?;
        match Reply::of(&answer) {
            Reply::Sat => Ok(Some(true)),
            Reply::Unsat => Ok(Some(false)),
            Reply::Unknown => Ok(None),
            Reply::Error(message) => Err(self.rejected(message).into()),
            Reply::Nonsense => Err(self.process.nonsense(answer.to_string()).into()),
        }
    }

    fn rejected(&self, message: String) -> Error {
        Error::Rejected {
            program: self.process.name().to_owned(),
            message,
        }
    }

    /// Why it does not know, if it says so.
    pub(crate) fn reason(&mut self) -> Option<String> {
        self.tell("(get-info :reason-unknown)\n");
        let answer = self.process.answer(self.stop).ok()?;
        smt::info(&answer).map(str::to_owned)
    }

    /// The answers to all atoms in the model just found.
    pub(crate) fn truths(&mut self, instance: &Instance) -> Result<Vec<bool>, Silence> {
        let atoms = instance.atoms.len();
        if atoms == 0 {
            return Ok(Vec::new());
        }
        self.tell(smt::get_values(&instance.script, &instance.atoms));
        let answer = self.process.answer(self.stop)?;
        smt::truths(&answer, atoms).map_err(|reply| match reply {
            Reply::Error(message) => self.rejected(message).into(),
            _ => self.process.nonsense(answer.to_string()).into(),
        })
    }

    pub(crate) fn assert(&self, instance: &Instance, term: &Term) {
        self.tell(smt::assertion(&instance.script, term));
    }

    /// The solver's own figures; none if it gives none.
    pub(crate) fn statistics(&mut self) -> Vec<(String, Statistic)> {
        self.tell("(get-info :all-statistics)\n");
        let answer = self.process.answer(self.stop);
        answer.map_or_else(|_| Vec::new(), |answer| smt::statistics(&answer))
    }

    pub(crate) fn close(self) {
        self.process.close();
    }
}
