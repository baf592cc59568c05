//! Ways to solve a puzzle other than the proving engine: encodings for SMT solvers, and the search
//! engines of the studies. A family lists what it has; a caller knows neither the family nor the
//! method, only these lists.

use std::any::Any;

use sat::Budget;
use smt::{Script, Term};

use crate::Fact;
use crate::board::{Board, Reading};
use crate::entries::{Entry, Limits, all_told, entries, groups};
use crate::puzzle::{Family, Puzzle};
use crate::solve::Status;
use crate::{ENGINES, FAMILIES};

/// The puzzle as its family's own type. A family's lists are only ever asked about its own puzzles.
pub(crate) fn own<P: Puzzle>(puzzle: &dyn Puzzle) -> &P {
    let puzzle: &dyn Any = puzzle;
    puzzle.downcast_ref().expect("a puzzle of this family")
}

/// What a family's puzzles are solved by besides the proving engine.
pub struct Engines {
    /// Ways to state a puzzle for an SMT solver; the first is the default.
    pub encodings: &'static [Encoding],
    /// Search engines; the first is the default.
    pub methods: &'static [Method],
    /// Small puzzles in the `janko` format, each followed by lines that an encoding writes for it
    /// (tests/encodings.rs).
    pub examples: &'static str,
}

impl Family {
    /// What its puzzles are solved by besides the proving engine.
    pub fn engines(&self) -> &'static Engines {
        let all = FAMILIES.iter().copied().zip(ENGINES.iter().copied());
        #[cfg(test)]
        let all = all.chain([(&crate::newfamily::FAMILY, &crate::newfamily::ENGINES)]);
        let mut all = all;
        let ours = all.find(|(family, _)| family.id == self.id);
        ours.map(|(_, engines)| &**engines)
            .expect("the engines of a family that is listed")
    }
}

impl Engines {
    /// What the text of a family's engines says, joined with their code.
    pub(crate) fn of(
        family: &str,
        text: &'static str,
        encodings: &[(&'static str, Build)],
        methods: &[(&'static str, Run)],
    ) -> Engines {
        let read = Engines::read(text, encodings, methods);
        read.unwrap_or_else(|wrong| panic!("{family}/engines.txt: {wrong}"))
    }

    fn read(
        text: &'static str,
        encodings: &[(&'static str, Build)],
        methods: &[(&'static str, Run)],
    ) -> Result<Engines, String> {
        let all = entries(text)?;
        all_told(&all, "encoding", encodings)?;
        all_told(&all, "method", methods)?;
        let encoding = |entry: &Entry| {
            let &Entry { id, words, .. } = entry;
            let build = entry.code(encodings)?;
            Ok(Encoding { id, words, build })
        };
        let told = all.iter().filter(|entry| entry.key == "encoding");
        let encodings: Result<Vec<Encoding>, String> = told.map(encoding).collect();
        let method = |group: &[Entry]| {
            let switches: Result<Vec<Switch>, String> = group[1..].iter().map(switch).collect();
            Ok(Method {
                id: group[0].id,
                words: group[0].words,
                switches: switches?.leak(),
                run: group[0].code(methods)?,
            })
        };
        let methods: Result<Vec<Method>, String> = groups(&all, "method").map(method).collect();
        Ok(Engines {
            encodings: encodings?.leak(),
            methods: methods?.leak(),
            examples: "",
        })
    }
}

/// A switch of a method: on or off, or a number.
fn switch(entry: &Entry) -> Result<Switch, String> {
    if entry.key != "switch" {
        return Err(entry.wrong(format!("a method has no {:?}", entry.key)));
    }
    let number = |(least, most, usual): Limits| SwitchKind::Number {
        usual: usual as u64,
        least: least as u64,
        most: most as u64,
    };
    Ok(Switch {
        id: entry.id,
        words: entry.words,
        kind: entry.limits()?.map_or(SwitchKind::OnOff, number),
    })
}

// ---- encodings ----

/// One way to state a family's puzzles as an SMT-LIB instance.
pub struct Encoding {
    /// The name that callers choose it by.
    pub id: &'static str,
    /// What it is, for people.
    pub words: &'static str,
    /// The instance, or why this encoding cannot express this puzzle.
    pub build: Build,
}

/// How an encoding states a puzzle.
pub type Build = fn(&dyn Puzzle) -> Result<Instance, String>;

/// A puzzle as an SMT-LIB instance.
pub struct Instance {
    /// The instance itself.
    pub script: Script,
    /// For each atom of the puzzle the term that answers it.
    pub atoms: Vec<Term>,
    /// The atoms answered with yes say everything, so another solution differs in one of them.
    pub yes_is_enough: bool,
    /// What to add when a model breaks a rule that was left out; none if no rule was.
    pub refine: Option<Refine>,
}

/// Some encodings leave a rule out and add it where it was broken. Given the answers to all atoms:
/// what every solution satisfies and these answers do not; nothing if they break none of the rules
/// left out.
pub type Refine = Box<dyn Fn(&[bool]) -> Vec<Term> + Send>;

impl Instance {
    /// An instance that leaves no rule out.
    pub fn of(
        script: Script,
        atoms: impl IntoIterator<Item = Term>,
        yes_is_enough: bool,
    ) -> Instance {
        Instance {
            script,
            atoms: atoms.into_iter().collect(),
            yes_is_enough,
            refine: None,
        }
    }

    /// "A solution other than this one."
    pub fn another(&self, answers: &[bool]) -> Term {
        let pairs = self.atoms.iter().zip(answers);
        let same = pairs.filter_map(|(atom, &yes)| match yes {
            true => Some(atom.clone()),
            false if self.yes_is_enough => None,
            false => Some(!atom),
        });
        !Term::and(same)
    }

    /// "A solution other than this board."
    pub fn other_than(&self, puzzle: &dyn Puzzle, board: &Board) -> Term {
        let mut answers = vec![false; self.atoms.len()];
        for fact in puzzle.facts(board, Reading::Finished).unwrap_or_default() {
            answers[fact.var()] = fact.is_yes();
        }
        self.another(&answers)
    }
}

// ---- search ----

/// One of the studies' own search engines.
pub struct Method {
    /// The name that callers choose it by.
    pub id: &'static str,
    /// What it is, for people.
    pub words: &'static str,
    /// The options it has.
    pub switches: &'static [Switch],
    /// Look for this many solutions, and see whether there are more.
    pub run: Run,
}

/// How a method looks for solutions.
pub type Run = fn(&dyn Puzzle, &Options, usize, Budget) -> Found;

/// An option of a method.
pub struct Switch {
    /// The name that callers choose it by.
    pub id: &'static str,
    /// What it does, for people.
    pub words: &'static str,
    /// Which values it takes.
    pub kind: SwitchKind,
}

/// Which values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SwitchKind {
    /// On or off; off unless it is asked for.
    OnOff,
    /// A number within limits.
    Number {
        /// The value if none is given.
        usual: u64,
        /// The smallest value allowed.
        least: u64,
        /// The largest value allowed.
        most: u64,
    },
}

/// What was chosen for a method.
#[derive(Clone, Debug)]
pub struct Options {
    chosen: Vec<(&'static str, u64)>,
    /// Seed for the random numbers of methods that use any.
    pub seed: u64,
    /// What is on the board, for methods that begin there.
    pub known: Vec<Fact>,
}

impl Options {
    /// These switches, all that a method has, with their values.
    pub(crate) fn of(chosen: &[(&'static str, u64)]) -> Options {
        Options {
            chosen: chosen.to_vec(),
            seed: 0,
            known: Vec::new(),
        }
    }

    /// Is this switch on?
    pub fn is_on(&self, switch: &str) -> bool {
        self.number(switch) != 0
    }

    /// The value of this switch; on is 1 and off is 0.
    pub fn number(&self, switch: &str) -> u64 {
        let found = self.chosen.iter().find(|(id, _)| *id == switch);
        found.expect("a switch of this method").1
    }
}

impl Method {
    /// Read a choice of options such as `barrier,good-moves` or `population=40`.
    pub fn options(&self, with: &str, seed: u64) -> Result<Options, String> {
        let usual = |switch: &Switch| match switch.kind {
            SwitchKind::OnOff => 0,
            SwitchKind::Number { usual, .. } => usual,
        };
        let mut chosen: Vec<(&'static str, u64)> =
            self.switches.iter().map(|s| (s.id, usual(s))).collect();
        for word in with.split(',').map(str::trim).filter(|w| !w.is_empty()) {
            let (id, value) = match word.split_once('=') {
                Some((id, value)) => (id.trim(), Some(value.trim())),
                None => (word, None),
            };
            let Some(place) = self.switches.iter().position(|s| s.id == id) else {
                return Err(self.no_such_switch(id));
            };
            chosen[place].1 = match (self.switches[place].kind, value) {
                (SwitchKind::OnOff, None) => 1,
                (SwitchKind::OnOff, Some(_)) => {
                    return Err(format!("{id} is on or off; it takes no value"));
                }
                (SwitchKind::Number { least, most, .. }, value) => value
                    .and_then(|v| v.parse().ok())
                    .filter(|n| (least..=most).contains(n))
                    .ok_or(format!("{id}= needs a number from {least} to {most}"))?,
            };
        }
        Ok(Options {
            chosen,
            seed,
            known: Vec::new(),
        })
    }

    fn no_such_switch(&self, id: &str) -> String {
        let all: Vec<&str> = self.switches.iter().map(|s| s.id).collect();
        if all.is_empty() {
            return format!(
                "the method {} has no options, so there is no {id:?}",
                self.id
            );
        }
        format!(
            "the method {} has no option {id:?}; it has {}",
            self.id,
            all.join(", ")
        )
    }

    /// Run it. Every solution is checked by the family's checker before it is handed out.
    pub fn solve(
        &self,
        puzzle: &dyn Puzzle,
        options: &Options,
        want: usize,
        budget: Budget,
    ) -> Found {
        let found = (self.run)(puzzle, options, want.max(2), budget);
        for board in &found.solutions {
            let violations = puzzle.check(board);
            assert!(
                violations.is_empty(),
                "defect in gridwright: a board found by the method {} breaks {violations:?} in {puzzle:?}",
                self.id
            );
        }
        found
    }
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// The search went through everything.
    Proved,
    /// The method cannot get any further.
    Stuck,
    /// The budget ran out.
    Stopped,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// How the search ended.
    pub end: SearchEnd,
    /// Different solutions.
    pub solutions: Vec<Board>,
    /// There are more solutions than these (or, if it is not known, there may be).
    pub more: bool,
    /// How far it got, if it is stuck without a solution.
    pub partial: Option<Board>,
    /// What the study counted, by name.
    pub counters: Vec<(&'static str, u64)>,
}

impl Found {
    /// A search that ended like this and found no solution.
    pub(crate) fn nothing(end: SearchEnd, counters: Vec<(&'static str, u64)>) -> Found {
        Found {
            end,
            solutions: Vec::new(),
            more: end != SearchEnd::Proved,
            partial: None,
            counters,
        }
    }

    /// What the search says about the number of solutions.
    pub fn status(&self) -> Status {
        match (self.solutions.len(), self.end) {
            (2.., _) => Status::Multiple,
            (_, SearchEnd::Stuck | SearchEnd::Stopped) => Status::Unknown,
            (1, SearchEnd::Proved) => Status::Unique,
            (_, SearchEnd::Proved) => Status::None,
        }
    }

    /// One of the counters, if the method has it.
    pub fn counter(&self, name: &str) -> Option<u64> {
        let found = self.counters.iter().find(|(id, _)| *id == name);
        found.map(|&(_, count)| count)
    }
}

/// Counts the calls of a search and watches its budget, in which a call counts as a conflict.
pub(crate) struct Meter<'a> {
    budget: Budget<'a>,
    pub(crate) calls: u64,
    pub(crate) depth: u64,
    pub(crate) deepest: u64,
    stopped: bool,
}

impl<'a> Meter<'a> {
    /// Calls of the search between two calls of `stop`.
    const CALLS_BETWEEN_STOPS: u64 = 32;

    pub(crate) fn new(budget: Budget<'a>) -> Meter<'a> {
        Meter {
            budget,
            calls: 0,
            depth: 0,
            deepest: 0,
            stopped: false,
        }
    }

    /// One more call, one level deeper. False if the budget is spent.
    pub(crate) fn enter(&mut self) -> bool {
        if self.calls.is_multiple_of(Self::CALLS_BETWEEN_STOPS) && (self.budget.stop)()
            || self.calls >= self.budget.conflicts
        {
            self.stopped = true;
        }
        self.calls += 1;
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        !self.stopped
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }
}

/// Solutions as a search comes upon them.
pub(crate) struct Solutions {
    want: usize,
    pub(crate) solutions: Vec<Board>,
    pub(crate) more: bool,
    /// Calls and depth when the first solution was found.
    first: Option<(u64, u64)>,
}

impl Solutions {
    pub(crate) fn new(want: usize) -> Solutions {
        Solutions {
            want,
            solutions: Vec::new(),
            more: false,
            first: None,
        }
    }

    /// A solution that was found after this much.
    pub(crate) fn add_after(&mut self, meter: &Meter, board: Board) {
        self.first.get_or_insert((meter.calls, meter.deepest));
        self.add(board);
    }

    /// What it took to the first solution, which is what the studies measured, and to all.
    pub(crate) fn counters(&self, meter: &Meter) -> Vec<(&'static str, u64)> {
        let (calls, depth) = self.first.unwrap_or((meter.calls, meter.deepest));
        vec![
            ("calls", calls),
            ("depth", depth),
            ("calls_all", meter.calls),
            ("depth_all", meter.deepest),
        ]
    }

    pub(crate) fn add(&mut self, board: Board) {
        if self.solutions.len() < self.want {
            self.solutions.push(board);
        } else {
            self.more = true;
        }
    }

    /// Nothing found from now on would change the answer.
    pub(crate) fn is_full(&self) -> bool {
        self.more
    }

    pub(crate) fn found(self, meter: &Meter, counters: Vec<(&'static str, u64)>) -> Found {
        let end = match meter.is_stopped() {
            true => SearchEnd::Stopped,
            false => SearchEnd::Proved,
        };
        Found {
            solutions: self.solutions,
            more: self.more || meter.is_stopped(),
            ..Found::nothing(end, counters)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "encoding none: of it\nmethod guess: guesses\nswitch quick: is quick\n\
                        switch tries, 1 to 9, usually 7: tries\n";

    fn method() -> &'static Method {
        let encodings: &[(&str, Build)] = &[("none", |_| Err("never built".to_owned()))];
        let methods: &[(&str, Run)] = &[("guess", |_, _, _, _| unreachable!("never run"))];
        let engines = Engines::of("none", TEXT, encodings, methods);
        assert_eq!(
            (engines.encodings[0].id, engines.encodings[0].words),
            ("none", "of it")
        );
        &engines.methods[0]
    }

    #[test]
    fn choices_are_read_or_refused_with_a_reason() {
        let method = method();
        let usual = method.options("", 0).expect("nothing chosen");
        assert!(!usual.is_on("quick") && usual.number("tries") == 7);
        let chosen = method.options("quick, tries=9", 0).expect("both chosen");
        assert!(chosen.is_on("quick") && chosen.number("tries") == 9);
        let refused = |with| method.options(with, 0).expect_err("a wrong choice");
        assert!(refused("slow").contains("it has quick, tries"));
        assert!(refused("quick=3").contains("no value"));
        assert!(refused("tries=10").contains("from 1 to 9"));
        assert!(refused("tries").contains("from 1 to 9"));
    }
}
