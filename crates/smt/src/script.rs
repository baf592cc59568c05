//! An instance: what is to be found, and what must hold.

use sat::Lit;

use crate::term::{Op, Sort, Symbol, Term};

/// The fragment of logic that an instance keeps to; a solver may be faster if it knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Logic {
    /// Truth values and equality between things of an uninterpreted sort.
    QfUf,
    /// Linear arithmetic over integers.
    QfLia,
}

impl Logic {
    /// The name that the standard gives it.
    pub const fn name(self) -> &'static str {
        match self {
            Logic::QfUf => "QF_UF",
            Logic::QfLia => "QF_LIA",
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub(crate) name: String,
    pub(crate) sort: Sort,
}

/// A part of the script with a heading.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) words: String,
    pub(crate) assertions: Vec<Term>,
}

/// An SMT-LIB instance: symbols to find, and assertions in sections.
#[derive(Clone, Debug)]
pub struct Script {
    logic: Logic,
    sorts: Vec<String>,
    symbols: Vec<Declared>,
    sections: Vec<Section>,
}

impl Script {
    /// An instance without symbols and assertions.
    pub fn new(logic: Logic) -> Script {
        Script {
            logic,
            sorts: Vec::new(),
            symbols: Vec::new(),
            sections: Vec::new(),
        }
    }

    /// The logic that the instance keeps to.
    pub fn logic(&self) -> Logic {
        self.logic
    }

    /// Declare an uninterpreted sort of this name.
    pub fn sort(&mut self, name: &str) -> Sort {
        debug_assert!(is_simple(name), "{name:?} is not a simple symbol");
        self.sorts.push(name.to_owned());
        Sort::Own(self.sorts.len() as u16 - 1)
    }

    /// A symbol whose value the solver is to find. Keeping names apart is up to the caller.
    pub fn declare(&mut self, name: impl Into<String>, sort: Sort) -> Term {
        let name = name.into();
        debug_assert!(is_simple(&name), "{name:?} is not a simple symbol");
        self.symbols.push(Declared { name, sort });
        Term::Symbol(Symbol(self.symbols.len() as u32 - 1))
    }

    /// Symbols of one sort, one for each of these names.
    pub fn declare_all(
        &mut self,
        names: impl IntoIterator<Item = String>,
        sort: Sort,
    ) -> Vec<Term> {
        let names = names.into_iter();
        names.map(|name| self.declare(name, sort)).collect()
    }

    /// A section with terms all of which must be true.
    pub fn rule(&mut self, words: impl Into<String>, terms: impl IntoIterator<Item = Term>) {
        self.section(words);
        terms.into_iter().for_each(|term| self.assert(term));
    }

    /// Begin a section: whatever is asserted from now on is about this.
    pub fn section(&mut self, words: impl Into<String>) {
        self.sections.push(Section {
            words: words.into(),
            assertions: Vec::new(),
        });
    }

    /// A term that must be true. It belongs to the last section.
    pub fn assert(&mut self, term: Term) {
        debug_assert_eq!(self.sort_of(&term), Ok(Sort::Bool), "{term:?}");
        if self.sections.is_empty() {
            self.section("");
        }
        let section = self.sections.last_mut().expect("just made sure");
        section.assertions.push(term);
    }

    /// How many symbols there are to find.
    pub fn symbols(&self) -> usize {
        self.symbols.len()
    }

    /// How many terms are asserted.
    pub fn assertions(&self) -> usize {
        self.sections.iter().map(|s| s.assertions.len()).sum()
    }

    /// How often an operator is used in the assertions.
    pub fn uses(&self, op: Op) -> usize {
        fn of(term: &Term, op: Op) -> usize {
            match term {
                Term::Apply(own, arguments) => {
                    let inner: usize = arguments.iter().map(|argument| of(argument, op)).sum();
                    inner + (*own == op) as usize
                }
                _ => 0,
            }
        }
        let sections = self.sections.iter();
        sections
            .flat_map(|section| &section.assertions)
            .map(|term| of(term, op))
            .sum()
    }

    /// The assertions as clauses over the symbols, in the order of their declaration; none if one of
    /// them is more than a literal or an "or" of literals.
    pub fn clauses(&self) -> Option<Vec<Vec<Lit>>> {
        let assertions = self.sections.iter().flat_map(|section| &section.assertions);
        assertions
            .filter(|term| **term != Term::Bool(true))
            .map(|term| match term {
                Term::Bool(_) => Some(Vec::new()),
                Term::Apply(Op::Or, terms) => terms.iter().map(Term::literal).collect(),
                term => Some(vec![term.literal()?]),
            })
            .collect()
    }

    /// The symbols whose values say what a model is: all that are not truth values, or all if there
    /// are no others.
    pub fn telling(&self) -> Vec<Term> {
        let all = || (0..self.symbols.len() as u32).map(Symbol);
        let is_truth = |symbol: &Symbol| self.symbols[symbol.0 as usize].sort == Sort::Bool;
        let truths_only = all().all(|symbol| is_truth(&symbol));
        let telling = all().filter(|symbol| truths_only || !is_truth(symbol));
        telling.map(Term::Symbol).collect()
    }

    pub(crate) fn declared(&self) -> &[Declared] {
        &self.symbols
    }

    pub(crate) fn sorts(&self) -> &[String] {
        &self.sorts
    }

    pub(crate) fn sections(&self) -> &[Section] {
        &self.sections
    }

    pub(crate) fn name_of(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.0 as usize].name
    }

    /// The sort of a term, or what is wrong with it.
    pub fn sort_of(&self, term: &Term) -> Result<Sort, String> {
        let (op, arguments) = match term {
            Term::Bool(_) => return Ok(Sort::Bool),
            Term::Int(_) => return Ok(Sort::Int),
            Term::Symbol(symbol) => {
                let declared = self.symbols.get(symbol.0 as usize);
                return declared.map(|d| d.sort).ok_or("not declared".to_owned());
            }
            Term::Apply(op, arguments) => (*op, arguments),
        };
        let sorts: Vec<Sort> = arguments
            .iter()
            .map(|a| self.sort_of(a))
            .collect::<Result<_, _>>()?;
        let all = |sort: Sort| sorts.iter().all(|&s| s == sort);
        let same = || sorts.windows(2).all(|pair| pair[0] == pair[1]);
        let (right, result) = match op {
            Op::Not => (sorts.len() == 1 && all(Sort::Bool), Sort::Bool),
            Op::And | Op::Or => (sorts.len() >= 2 && all(Sort::Bool), Sort::Bool),
            Op::Xor | Op::Implies => (sorts.len() == 2 && all(Sort::Bool), Sort::Bool),
            Op::Equal => (sorts.len() == 2 && same(), Sort::Bool),
            Op::Distinct => (sorts.len() >= 2 && same(), Sort::Bool),
            Op::Less | Op::AtMost | Op::Greater | Op::AtLeast => {
                (sorts.len() == 2 && all(Sort::Int), Sort::Bool)
            }
            Op::Plus => (sorts.len() >= 2 && all(Sort::Int), Sort::Int),
            Op::IfThenElse => {
                let right = sorts.len() == 3 && sorts[0] == Sort::Bool && sorts[1] == sorts[2];
                (right, sorts.get(1).copied().unwrap_or(Sort::Bool))
            }
        };
        right
            .then_some(result)
            .ok_or_else(|| format!("{} of {sorts:?}", op.name()))
    }
}

/// Is this a simple symbol of SMT-LIB that needs no quotes?
fn is_simple(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    !name.is_empty() && name.chars().all(fits) && !name.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_of_the_wrong_sort_is_noticed() {
        let mut script = Script::new(Logic::QfLia);
        let x = script.declare("x", Sort::Int);
        let b = script.declare("b", Sort::Bool);
        assert_eq!(script.sort_of(&x.less(3)), Ok(Sort::Bool));
        assert_eq!(script.sort_of(&b.counted()), Ok(Sort::Int));
        assert!(script.sort_of(&x.equals(&b)).is_err());
        assert!(script.sort_of(&Term::and([x, b.clone()])).is_err());
        assert!(script.sort_of(&b.less(1)).is_err());
    }

    #[test]
    fn names_that_would_need_quotes_are_not_simple() {
        assert!(is_simple("f1-1") && is_simple("Vx0y3"));
        assert!(!is_simple("") && !is_simple("3x") && !is_simple("a b") && !is_simple("(x"));
    }
}
