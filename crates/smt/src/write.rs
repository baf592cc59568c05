//! Terms and scripts as SMT-LIB 2.6 text.

use std::fmt::Write;

use crate::script::Script;
use crate::term::{Sort, Term};

/// The whole instance, ready for `(check-sat)`. `heading` becomes comments at the top.
pub fn script(script: &Script, heading: &[String]) -> String {
    let mut out = String::new();
    for line in heading {
        comment(&mut out, line);
    }
    out += "(set-info :smt-lib-version 2.6)\n(set-option :produce-models true)\n";
    let _ = writeln!(out, "(set-logic {})", script.logic().name());
    for sort in script.sorts() {
        let _ = writeln!(out, "(declare-sort {sort} 0)");
    }
    for symbol in script.declared() {
        let sort = match symbol.sort {
            Sort::Bool => "Bool",
            Sort::Int => "Int",
            Sort::Own(number) => &script.sorts()[number as usize],
        };
        let _ = writeln!(out, "(declare-const {} {sort})", symbol.name);
    }
    for section in script.sections() {
        if !section.words.is_empty() {
            comment(&mut out, &section.words);
        }
        for term in &section.assertions {
            assert(&mut out, script, term);
        }
    }
    out
}

fn comment(out: &mut String, line: &str) {
    for line in line.lines() {
        let _ = writeln!(out, "; {line}");
    }
}

fn assert(out: &mut String, script: &Script, term: &Term) {
    out.push_str("(assert ");
    put(out, script, term);
    out.push_str(")\n");
}

/// One more assertion about a script's symbols.
pub fn assertion(script: &Script, term: &Term) -> String {
    let mut out = String::new();
    assert(&mut out, script, term);
    out
}

/// The question for the values of terms. The standard wants at least one.
pub fn get_values(script: &Script, terms: &[Term]) -> String {
    let mut out = "(get-value (".to_owned();
    for (i, term) in terms.iter().enumerate() {
        if i > 0 {
            out.push(' ');
        }
        put(&mut out, script, term);
    }
    out.push_str("))\n");
    out
}

/// One term, as it would stand in an assertion.
pub fn term(script: &Script, term: &Term) -> String {
    let mut out = String::new();
    put(&mut out, script, term);
    out
}

fn put(out: &mut String, script: &Script, term: &Term) {
    match term {
        Term::Symbol(symbol) => out.push_str(script.name_of(*symbol)),
        Term::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Term::Int(number) if *number < 0 => {
            let _ = write!(out, "(- {})", number.unsigned_abs());
        }
        Term::Int(number) => {
            let _ = write!(out, "{number}");
        }
        Term::Apply(op, arguments) => {
            out.push('(');
            out.push_str(op.name());
            for argument in arguments {
                out.push(' ');
                put(out, script, argument);
            }
            out.push(')');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Logic;

    #[test]
    fn a_script_reads_like_the_standard() {
        let mut instance = Script::new(Logic::QfLia);
        let x = instance.declare("x0y1", Sort::Int);
        let b = instance.declare("b", Sort::Bool);
        instance.section("what x may be");
        instance.assert(Term::or([x.equals(0), x.equals(-1)]));
        instance.section("more");
        instance.assert(!Term::and([!&b, x.greater(2)]));
        instance.assert(Term::or([b]));
        instance.assert(Term::sum([] as [Term; 0]).equals(Term::sum([x])));
        assert_eq!(
            script(&instance, &["an example".to_owned()]),
            "; an example\n\
             (set-info :smt-lib-version 2.6)\n\
             (set-option :produce-models true)\n\
             (set-logic QF_LIA)\n\
             (declare-const x0y1 Int)\n\
             (declare-const b Bool)\n\
             ; what x may be\n\
             (assert (or (= x0y1 0) (= x0y1 (- 1))))\n\
             ; more\n\
             (assert (not (and (not b) (> x0y1 2))))\n\
             (assert b)\n\
             (assert (= 0 x0y1))\n"
        );
    }
}
