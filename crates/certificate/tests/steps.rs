//! Proofs that are right are accepted, in every form; each kind of damage is refused with the place
//! and the cause.

use certificate::{Accepted, Clauses, Refusal, Truths, drat, lrat};

/// Eight clauses of which each solution of four variables breaks one. A classic: the first step of
/// the proof does not follow, but cannot take the last solution away either (RAT).
const EIGHT: &str = "\
c eight clauses
p cnf 4 8
1 2 -3 0
-1 -2 3 0
2 3 -4 0
-2 -3 4 0
-1 -3 -4 0
1 3 4 0
-1 2 4 0
1 -2 -4 0
";

const DRAT: &str = "-1 0\nd -1 2 4 0\n2 0\n0\n";

const LRAT: &str = "\
9 -1 0 -1 7 5 -6 7 2 -8 2 5 0
9 d 7 0
10 2 0 9 1 6 3 0
11 0 9 10 8 6 4 0
";

fn eight() -> Clauses {
    Clauses::read(EIGHT.as_bytes()).expect("clauses")
}

fn by_drat(proof: impl AsRef<[u8]>) -> Result<Accepted, String> {
    drat(&eight(), proof.as_ref(), &|| false).map_err(|refusal| refusal.to_string())
}

fn by_lrat(proof: &str) -> Result<Accepted, String> {
    lrat(&eight(), proof.as_bytes(), &|| false).map_err(|refusal| refusal.to_string())
}

/// The same proof in bytes.
fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in text.lines() {
        let (kind, rest) = match line.strip_prefix("d ") {
            Some(rest) => (b'd', rest),
            None => (b'a', line),
        };
        bytes.push(kind);
        for word in rest.split_whitespace() {
            let number: i64 = word.parse().expect("a number");
            let mut code = 2 * number.unsigned_abs() + u64::from(number < 0);
            while code >= 0x80 {
                bytes.push((code & 0x7f) as u8 | 0x80);
                code >>= 7;
            }
            bytes.push(code as u8);
        }
    }
    bytes
}

#[test]
fn a_right_proof_is_accepted_in_every_form() {
    let expected = Ok(Accepted {
        added: 3,
        rat: 1,
        dropped: 1,
    });
    assert_eq!(by_drat(DRAT), expected);
    assert_eq!(by_drat(bytes(DRAT)), expected);
    assert_eq!(by_lrat(LRAT), expected);
    // Comments, other ways to break lines, and whatever comes after the empty clause.
    assert_eq!(by_drat("c why\n-1\n0 d -1 2 4 0\r\n2 0 0\n4 0\n"), expected);
}

#[test]
fn a_new_variable_may_be_introduced() {
    // 5 is a name for "1 and 2". Of its three clauses only the second does not follow.
    let proof = format!("5 -1 -2 0\n-5 1 0\n-5 2 0\n{DRAT}");
    assert_eq!(by_drat(&proof).expect("a proof").rat, 2);
    assert_eq!(by_drat(bytes(&proof)).expect("a proof").rat, 2);
}

#[test]
fn a_clause_that_settled_something_is_not_lost() {
    // The unit is dropped and still used, as some solvers do; the same clause may be there twice.
    assert!(by_drat("-1 0\nd -1 0\n2 0\n0\n").is_ok());
    assert!(by_drat("1 2 -3 0\nd 1 2 -3 0\n-1 0\n2 0\n0\n").is_ok());
}

#[test]
fn damaged_drat_proofs_are_refused() {
    let cases: &[(&str, &str)] = &[
        ("", "at its end: the empty clause is missing"),
        (
            "-1 0\nd -1 2 4 0\n2 0\n",
            "at its end: the empty clause is missing",
        ),
        ("0\n", "line 1: the empty clause does not follow"),
        (
            "-1 0\nd 1 2 -3 0\n2 0\n0\n",
            "line 3: 2 0 does not follow, and may take the last solution away (compare -2 … 0)",
        ),
        (
            "-1 0\nd -1 2 0\n2 0\n0\n",
            "line 2: -1 2 0 is dropped, but it is not there",
        ),
        (
            "-1 0\nd -1 2 4 0\nd -1 2 4 0\n0\n",
            "line 3: -1 2 4 0 is dropped, but it is not there",
        ),
        ("-1 0\n2x 0\n0\n", "line 2: expected a number, not “2x”"),
        ("-1 0\n2 d 3 0\n0\n", "line 2: expected a number, not “d”"),
        (
            "-1 0\n1000 0\n0\n",
            "line 2: 1000 is no literal of this instance",
        ),
        (
            "-1 0\n1234567890123456789 0\n0\n",
            "line 2: expected a number, not “1234567890123456789”",
        ),
        ("-1 0\n2", "line 2: the file ends in the middle of a step"),
        ("-1 0\nd", "line 2: the file ends in the middle of a step"),
        (
            "-1 0\n\u{1b}[31m 0\n",
            "line 2: expected a number, not “\\x1b[31m”",
        ),
    ];
    for (proof, expected) in cases {
        let refusal = by_drat(proof).expect_err(proof);
        let (start, end) = expected.split_once('…').unwrap_or((expected, ""));
        assert!(
            refusal.starts_with(start) && refusal.ends_with(end),
            "{proof:?}: {refusal}"
        );
    }
}

#[test]
fn damaged_bytes_are_refused() {
    let whole = bytes(DRAT);
    let cases: &[(Vec<u8>, &str)] = &[
        (
            [&whole[..], b"x\0"].concat(),
            "byte 14: a step begins with a or d, not with the byte 120",
        ),
        (
            whole[..whole.len() - 1].to_vec(),
            "byte 13: the file ends in the middle of a step",
        ),
        (
            b"a\xff\xff\xff\xff\xff\x01\0".to_vec(),
            "byte 2: a number is too long for a literal",
        ),
        (
            b"a\xff\xff\x03\0".to_vec(),
            "byte 2: -32767 is no literal of this instance",
        ),
        (
            b"a\x01\0".to_vec(),
            "byte 2: 0 is no literal of this instance",
        ),
        (
            whole[..3].to_vec(),
            "at its end: the empty clause is missing",
        ),
    ];
    for (proof, expected) in cases {
        assert_eq!(by_drat(proof).expect_err(expected), *expected);
    }
}

#[test]
fn damaged_lrat_proofs_are_refused() {
    let cases: &[(&str, &str, &str)] = &[
        (
            "11 0 9 10 8 6 4 0\n",
            "",
            "at its end: the empty clause is missing",
        ),
        (
            "10 8 6 4 0\n",
            "10 8 6 0\n",
            "line 4: the empty clause does not follow from the clauses named",
        ),
        (
            "9 1 6 3 0",
            "9 1 6 0",
            "line 3: 2 0 does not follow from the clauses named",
        ),
        (
            "9 1 6 3 0",
            "9 6 1 3 0",
            "line 3: nothing follows from clause 6 here",
        ),
        (
            "9 1 6 3 0",
            "9 1 6 7 0",
            "line 3: there is no clause 7 (any more)",
        ),
        (
            "9 d 7 0",
            "9 d 77 0",
            "line 2: there is no clause 77 (any more)",
        ),
        (
            "-8 2 5 0",
            "-8 2 0",
            "line 1: -1 0 with clause 8 does not follow from the clauses named",
        ),
        ("-8 2 5 0", "0", "line 1: clause 8 holds 1 but is not named"),
        ("-8 2 5 0", "-3 2 5 0", "line 1: clause 3 does not hold 1"),
        ("10 2 0", "9 2 0", "line 3: clause 9 comes after clause 9"),
        (
            "10 2 0",
            "10 2000 0",
            "line 3: 2000 is no literal of this instance",
        ),
        ("10 2 0", "10 x 0", "line 3: expected a number, not “x”"),
        (
            " 4 0\n",
            "",
            "line 4: the file ends in the middle of a step",
        ),
    ];
    for (from, to, expected) in cases {
        let proof = LRAT.replacen(from, to, 1);
        assert_ne!(proof, LRAT);
        assert_eq!(by_lrat(&proof).expect_err(&proof), *expected);
    }
}

#[test]
fn damaged_instances_are_refused() {
    let cases: &[(&str, &str)] = &[
        ("", "at its end: expected a line such as “p cnf 20 91”"),
        (
            "p dnf 1 1\n1 0\n",
            "line 1: expected a line such as “p cnf 20 91”, not “dnf”",
        ),
        (
            "p cnf 999999999 0\n",
            "line 1: more variables than a file of this length can use",
        ),
        (
            "p cnf -1 0\n",
            "line 1: more variables than a file of this length can use",
        ),
        ("p cnf 1\n", "at its end: expected the number of clauses"),
        (
            "p cnf 1 1\n2 0\n",
            "line 2: 2 is beyond the 1 variables announced",
        ),
        (
            "p cnf 1 1\n1\n",
            "line 2: the last clause does not end with 0",
        ),
        (
            "p cnf 1 2\n1 0\n",
            "at its end: 2 clauses are announced, but there are 1",
        ),
    ];
    for (text, expected) in cases {
        let fault = Clauses::read(text.as_bytes()).expect_err(text);
        assert_eq!(fault.to_string(), *expected);
    }
}

#[test]
fn where_the_empty_clause_is_given_nothing_is_left_to_prove() {
    let given = Clauses::read(b"p cnf 2 3\n1 2 0\n0\n-1 0\n").expect("clauses");
    let nothing = Accepted::default();
    for proof in ["", "0\n", "-2 0\n"] {
        assert_eq!(drat(&given, proof.as_bytes(), &|| false), Ok(nothing));
    }
    for proof in ["", "4 0 2 0\n"] {
        assert_eq!(lrat(&given, proof.as_bytes(), &|| false), Ok(nothing));
    }
    // What is no proof at all is still none.
    assert!(drat(&given, b"1 x 0\n", &|| false).is_err());
    assert!(lrat(&given, b"4 x 0 2 0\n", &|| false).is_err());
    // And a clause that is not empty is not taken for one.
    let other = Clauses::read(b"p cnf 2 2\n1 2 0\n-1 0\n").expect("clauses");
    assert!(drat(&other, b"", &|| false).is_err() && lrat(&other, b"", &|| false).is_err());
}

#[test]
fn a_stated_solution_is_followed() {
    let clauses = eight();
    let read = |text: &str| Truths::read(text.as_bytes(), clauses.vars());
    // It breaks the last clause only.
    let truths = read("s SATISFIABLE\nv -1 2\nv 3 4 0\n").expect("answers");
    assert_eq!(clauses.satisfied_by(&truths, 7), Ok(()));
    assert_eq!(truths.get(1), Some(true));
    let said = clauses.satisfied_by(&truths, 8).expect_err("there is none");
    assert_eq!(said, "clause 8, 1 -2 -4 0, is not satisfied");
    // A variable that is left out satisfies nothing.
    let few = read("v 1 0\n").expect("answers");
    assert!(clauses.satisfied_by(&few, 1).is_ok() && clauses.satisfied_by(&few, 2).is_err());
    for (text, expected) in [
        ("v 1 -1 0\n", "line 1: variable 1 is stated twice"),
        ("v 5 0\n", "line 1: there are only 4 variables"),
        (
            "v 1\n",
            "at its end: the 0 that ends the answers is missing",
        ),
        ("v 1 0\nv 2\n", "line 2: expected nothing after the 0"),
        ("v one 0\n", "line 1: expected a number, not “one”"),
    ] {
        assert_eq!(read(text).expect_err(text).to_string(), expected);
    }
}

#[test]
fn the_caller_can_end_it() {
    let long = "1 -1 0\n".repeat(1000);
    let proof = format!("{long}{DRAT}");
    assert!(drat(&eight(), proof.as_bytes(), &|| false).is_ok());
    let end = drat(&eight(), proof.as_bytes(), &|| true);
    assert_eq!(end, Err(Refusal::Stopped));
    let lines: String = (9..1009).map(|n| format!("{n} 1 -1 0 0\n")).collect();
    let end = lrat(&eight(), lines.as_bytes(), &|| true);
    assert_eq!(end, Err(Refusal::Stopped));
}
