//! The reasoning engine.
//!
//! One currency runs through hints, explanations, ratings and generation: the [`Step`], which says
//! which clues and facts led to which facts. A family states its [`Rule`]s in a [`Rulebook`];
//! everything here works on that table and on atom numbers, and knows no family. A rule never looks at a
//! solution, and every step it makes is entailed: the proofs check that with the proving engine.
//!
//! - `known` is what has been found out so far;
//! - `rule` is what a rule is given and gives back;
//! - `rulebook` is the table of rules, read from a text;
//! - `think` is the loop: which rule is tried when;
//! - `trial` follows an assumption until it breaks, `opening` chooses the one that opens most;
//! - `watch` tells rules when nobody is waiting any longer;
//! - [`level`] says what the levels of rules mean;
//! - [`order`] sorts with little code;
//! - `cluster` sorts scores into grades;
//! - `smallest` finds a shortest reason where no rule does;
//! - `reasoner` puts it all together for a caller that knows no family.

/// A struct of which a copy into an old one (`clone_from`) goes field by field and uses its memory
/// again: a copy of what is known is made for every supposition.
#[macro_export]
macro_rules! clone_by_field {
    ($(#[$about:meta])* $vis:vis struct $type:ident {
        $($(#[$doc:meta])* $shown:vis $field:ident: $of:ty),+ $(,)?
    }) => {
        $(#[$about])*
        $vis struct $type {
            $($(#[$doc])* $shown $field: $of),+
        }

        impl Clone for $type {
            fn clone(&self) -> Self {
                $type { $($field: Clone::clone(&self.$field)),+ }
            }

            fn clone_from(&mut self, other: &Self) {
                $(Clone::clone_from(&mut self.$field, &other.$field);)+
            }
        }
    };
}

mod cluster;
mod known;
pub mod level;
mod opening;
pub mod order;
mod reasoner;
mod rule;
mod rulebook;
mod smallest;
mod step;
mod think;
mod trial;
mod watch;

pub use cluster::{Cluster, clusters};
pub use known::Known;
pub use reasoner::{Reasoner, picture, rule_table};
pub use rule::{About, Aside, Deduction, Findings, Reasoning, Rule, Situation, Supposing};
pub use rulebook::Rulebook;
pub use smallest::{Smallest, clash, clash_among, smallest};
pub use step::{
    Chain, Evidence, Ground, Round, RuleId, RuleTable, Step, StudyRule, StudyRules, Trace,
    TraceEnd, cite,
};
pub use think::{Plan, Sheet, Supposition, Way};

/// A fact is an atom with an answer.
pub type Fact = sat::Lit;

/// Trial: the last entry but one of every family's table.
pub const TRIAL: About = About {
    trial: true,
    ..About::new(
        "trial",
        "Trial",
        level::TRIAL,
        30,
        "Suppose one thing, and follow it with the other rules. If that breaks a rule of the \
         game, the opposite is true. Of all suppositions that break, the one is taken that \
         opens most for its length, and nothing is supposed inside a supposition.",
    )
};

/// Smallest reason: the last entry of every family's table.
pub const SMALLEST: About = About {
    // Named rules and trial finish whatever is made.
    never_made: true,
    ..About::new(
        "smallest-reason",
        "Smallest reason",
        level::SMALLEST,
        60,
        "No rule with a name helps. These clues and entries together leave only one \
         possibility, and none of them can be left out.",
    )
};
