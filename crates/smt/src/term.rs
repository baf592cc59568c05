//! Terms: what SMT-LIB can say, as far as our instances need it.
//!
//! The functions that build terms keep to the arities of the standard (`and` of one thing is that
//! thing, a sum of nothing is 0), so that whatever they build can be written down.

use std::ops::Not;

use sat::Lit;

/// What kind of value a term has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// True or false.
    Bool,
    /// A whole number.
    Int,
    /// An uninterpreted sort of the script, by its number.
    Own(u16),
}

/// A constant that the solver is to find, by its number in the script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbol(pub(crate) u32);

/// The operators of SMT-LIB that our instances use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// The opposite of a truth value.
    Not,
    /// All of them are true.
    And,
    /// At least one of them is true.
    Or,
    /// Exactly one of two is true.
    Xor,
    /// If the first is true, so is the second.
    Implies,
    /// Both have the same value.
    Equal,
    /// No two have the same value.
    Distinct,
    /// The first number is smaller than the second.
    Less,
    /// The first number is not larger than the second.
    AtMost,
    /// The first number is larger than the second.
    Greater,
    /// The first number is not smaller than the second.
    AtLeast,
    /// The sum of numbers.
    Plus,
    /// The second value if the first is true, otherwise the third.
    IfThenElse,
}

impl Op {
    /// As it is written in SMT-LIB.
    pub const fn name(self) -> &'static str {
        match self {
            Op::Not => "not",
            Op::And => "and",
            Op::Or => "or",
            Op::Xor => "xor",
            Op::Implies => "=>",
            Op::Equal => "=",
            Op::Distinct => "distinct",
            Op::Less => "<",
            Op::AtMost => "<=",
            Op::Greater => ">",
            Op::AtLeast => ">=",
            Op::Plus => "+",
            Op::IfThenElse => "ite",
        }
    }
}

/// Something that has a value: true or false, a number, or a thing of an uninterpreted sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// What the solver is to find.
    Symbol(Symbol),
    /// A truth value that is known.
    Bool(bool),
    /// A number that is known.
    Int(i64),
    /// An operator with its arguments.
    Apply(Op, Vec<Term>),
}

impl From<i64> for Term {
    fn from(number: i64) -> Term {
        Term::Int(number)
    }
}

impl From<&Term> for Term {
    fn from(term: &Term) -> Term {
        term.clone()
    }
}

impl Not for &Term {
    type Output = Term;
    fn not(self) -> Term {
        !self.clone()
    }
}

impl Not for Term {
    type Output = Term;
    fn not(self) -> Term {
        match self {
            Term::Bool(truth) => Term::Bool(!truth),
            Term::Apply(Op::Not, mut inner) if inner.len() == 1 => inner.swap_remove(0),
            term => Term::Apply(Op::Not, vec![term]),
        }
    }
}

impl Term {
    /// A symbol or its opposite as a literal, whose variable is the symbol's number.
    pub fn literal(&self) -> Option<Lit> {
        match self {
            Term::Symbol(symbol) => Some(Lit::yes(symbol.0 as usize)),
            Term::Apply(Op::Not, inner) => match inner[..] {
                [Term::Symbol(symbol)] => Some(!Lit::yes(symbol.0 as usize)),
                _ => None,
            },
            _ => None,
        }
    }

    fn two(&self, op: Op, other: impl Into<Term>) -> Term {
        Term::Apply(op, vec![self.clone(), other.into()])
    }

    /// All of these are true; so it is for an empty list.
    pub fn and(terms: impl IntoIterator<Item: Into<Term>>) -> Term {
        many(Op::And, terms, Term::Bool(true))
    }

    /// At least one of these is true; never for an empty list.
    pub fn or(terms: impl IntoIterator<Item: Into<Term>>) -> Term {
        many(Op::Or, terms, Term::Bool(false))
    }

    /// The sum of these; of nothing, 0.
    pub fn sum(terms: impl IntoIterator<Item: Into<Term>>) -> Term {
        many(Op::Plus, terms, Term::Int(0))
    }

    /// No two of these are equal.
    pub fn distinct(terms: impl IntoIterator<Item: Into<Term>>) -> Term {
        let terms: Vec<Term> = terms.into_iter().map(Into::into).collect();
        match terms.len() {
            0 | 1 => Term::Bool(true),
            _ => Term::Apply(Op::Distinct, terms),
        }
    }

    /// If this is true, so is `then`.
    pub fn implies(&self, then: impl Into<Term>) -> Term {
        self.two(Op::Implies, then)
    }

    /// Exactly one of the two is true.
    pub fn xor(&self, other: impl Into<Term>) -> Term {
        self.two(Op::Xor, other)
    }

    /// Equal; between truth values, "if and only if".
    pub fn equals(&self, other: impl Into<Term>) -> Term {
        self.two(Op::Equal, other)
    }

    /// This number is smaller than the other.
    pub fn less(&self, other: impl Into<Term>) -> Term {
        self.two(Op::Less, other)
    }

    /// This number is not larger than the other.
    pub fn at_most(&self, other: impl Into<Term>) -> Term {
        self.two(Op::AtMost, other)
    }

    /// This number is larger than the other.
    pub fn greater(&self, other: impl Into<Term>) -> Term {
        self.two(Op::Greater, other)
    }

    /// This number is not smaller than the other.
    pub fn at_least(&self, other: impl Into<Term>) -> Term {
        self.two(Op::AtLeast, other)
    }

    /// This number is not smaller than the one, and not larger than the other.
    pub fn within(&self, least: impl Into<Term>, most: impl Into<Term>) -> Term {
        Term::and([self.at_least(least), self.at_most(most)])
    }

    /// The value of `then` if this is true, that of `other` if it is not.
    pub fn if_else(&self, then: impl Into<Term>, other: impl Into<Term>) -> Term {
        Term::Apply(
            Op::IfThenElse,
            vec![self.clone(), then.into(), other.into()],
        )
    }

    /// 1 if this is true, else 0.
    pub fn counted(&self) -> Term {
        self.if_else(1, 0)
    }
}

/// An operator of two or more arguments, given any number of them.
fn many(op: Op, terms: impl IntoIterator<Item: Into<Term>>, none: Term) -> Term {
    let mut terms: Vec<Term> = terms.into_iter().map(Into::into).collect();
    match terms.len() {
        0 => none,
        1 => terms.swap_remove(0),
        _ => Term::Apply(op, terms),
    }
}
