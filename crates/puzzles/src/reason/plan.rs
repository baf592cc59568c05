//! Which rules may be used: those named, without those named, in the order named. `study` names the
//! rules of the study about the family; as an order it is the study's own loop.

use logic::{About, Plan, RuleTable, SMALLEST, TRIAL, Way};

use crate::kit::lists::sort_by_number;

/// What a caller says about rules: ids, or names of groups.
#[derive(Clone, Debug, Default)]
pub struct RuleFilter {
    /// If there are any, only these.
    pub only: Vec<String>,
    /// All but these.
    pub without: Vec<String>,
    /// These first, one after another, then the rest as they stand.
    pub order: Vec<String>,
    /// No rule above this level, if it is given.
    pub level: Option<u8>,
}

/// The plan for a choice, and whether smallest reasons are allowed. An error names a word that is
/// not a rule.
pub fn plan(table: &RuleTable, choice: &RuleFilter) -> Result<(Plan, bool), String> {
    let choice = &RuleFilter {
        only: spelt_out(table, &choice.only),
        without: spelt_out(table, &choice.without),
        order: spelt_out(table, &choice.order),
        level: choice.level,
    };
    for word in choice
        .only
        .iter()
        .chain(&choice.without)
        .chain(&choice.order)
    {
        if word == STUDY {
            return Err("there is no study with rules for this family".to_owned());
        }
        if !table.iter().any(|about| means(word, about)) {
            return Err(format!(
                "there is no rule {word}; the rules are {}",
                table.iter().map(|a| a.id).collect::<Vec<_>>().join(", ")
            ));
        }
    }
    let named = |words: &[String], about: &About| words.iter().any(|w| means(w, about));
    let wanted = |about: &About| {
        (choice.only.is_empty() || named(&choice.only, about))
            && !named(&choice.without, about)
            && choice.level.is_none_or(|level| about.level <= level)
    };
    let mut plan = Plan::rounds(table, wanted);
    if !choice.order.is_empty() {
        let place = |rule: usize| {
            let first = |w: &String| means(w, table[rule]);
            choice.order.iter().position(first).unwrap_or(usize::MAX)
        };
        sort_by_number(&mut plan.rules, |&rule| place(rule));
        plan.way = Way::Order;
    } else {
        plan = plan.lightest_first(table);
    }
    plan.trial = wanted(&TRIAL);
    Ok((plan, wanted(&SMALLEST)))
}

/// The name for the rules of a family's study.
pub const STUDY: &str = "study";

/// Does this word name the rule, or its group?
pub(super) fn means(word: &str, about: &About) -> bool {
    about.id == word || (!about.group.is_empty() && about.group == word)
}

fn spelt_out(table: &RuleTable, words: &[String]) -> Vec<String> {
    let study = || {
        let rules = table.study().iter().flat_map(|one| one.rules);
        rules.map(|&rule| rule.to_owned())
    };
    let all = words.iter().flat_map(|word| match word.as_str() {
        STUDY if !table.study().is_empty() => study().collect(),
        _ => vec![word.clone()],
    });
    all.collect()
}
