//! `gridwright solve` with other engines, `smt` and `dimacs`.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test says what it skips"
)]

mod common;

use std::process::Command;

use common::{AMBIGUOUS, IMPOSSIBLE, UNIQUE, folder, run, run_with};
use serde_json::{Value, json};

fn is_installed(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok();
    if !there {
        println!("skipped: what needs {program} (apt-get install {program})");
    }
    there
}

/// A loop around a shaded cell that the arrow sees.
const RING: &str = r#"{"type":"yajilin","rows":3,"cols":4,
    "problem":[["-","-","-","-"],["1e","-","-","-"],["-","-","-","-"]]}"#;
const CIRCLES: &str = r#"{"type":"fobidoshi","rows":3,"cols":3,
    "problem":[["o","-","o"],["x","x","x"],["x","x","x"]]}"#;
const TOWERS: &str = r#"{"type":"skyscrapers","rows":3,"cols":3,
    "clabels":[["3","-","-"],["-","-","-"]],"rlabels":[["3","-","-"],["-","-","-"]]}"#;

fn line(text: &str) -> String {
    text.replace('\n', " ")
}

#[test]
fn engines_that_do_not_exist_or_do_not_fit_are_wrong_calls() {
    for call in [
        &["--engine", "sat", "--method", "backtracking"][..],
        &["--engine", "search", "--solver", "z3"],
        &["--method", "patterns", "--encoding", "graph"],
        &["--engine", "smt", "--solver", ""],
        &["--engine", "smt", "--solver", "sh -c 'z3"],
    ] {
        let ran = run(&[&["solve", UNIQUE], call].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{call:?}");
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
    let ran = run(&["solve", "--engine", "search", UNIQUE]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    let ran = run(&["solve", "--engine", "smt", "--encoding", "magic", UNIQUE]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("it has graph, grid,"), "{}", ran.err);
    let wrong = [
        "solve",
        "--json",
        "--method",
        "backtracking",
        "--with",
        "luck",
    ];
    let ran = run_with(&wrong, line(CIRCLES).as_bytes());
    assert_eq!(ran.status, 2);
    let message = &ran.json()[0]["error"]["message"];
    assert!(
        message.as_str().is_some_and(|m| m.contains("barrier")),
        "{message}"
    );
}

#[test]
fn the_studies_engines_answer_and_count() {
    let ran = run_with(
        &[
            "solve",
            "--json",
            "--method",
            "backtracking",
            "--with",
            "barrier,good-moves",
        ],
        line(CIRCLES).as_bytes(),
    );
    let answer = &ran.json()[0];
    assert_eq!(
        (ran.status, &answer["status"]),
        (0, &json!("unique")),
        "{answer}"
    );
    assert_eq!(answer["engine"], "search");
    let stats = &answer["stats"];
    assert_eq!(stats["method"], "backtracking");
    assert!(stats["calls"].as_u64() <= stats["calls_all"].as_u64());
    assert!(stats["depth"].as_u64() > Some(0));

    let towers = line(TOWERS);
    let ran = run_with(&["solve", "--method", "backtracking"], towers.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.out);
    assert!(
        ran.out.contains("Method backtracking: calls "),
        "{}",
        ran.out
    );
    let lucky = ["solve", "--json", "--method", "genetic", "--seed", "3"];
    let ran = run_with(&lucky, towers.as_bytes());
    let answer = &ran.json()[0];
    assert_eq!((ran.status, &answer["status"]), (1, &json!("unknown")));
    assert!(answer["stats"]["generations"].is_u64());
    let again = run_with(&lucky, towers.as_bytes());
    assert_eq!(
        again.json()[0]["stats"],
        answer["stats"],
        "the same seed, the same run"
    );
}

#[test]
fn patterns_that_find_no_more_show_how_far_they_came() {
    let ring = line(RING);
    let stuck = run_with(
        &["solve", "--json", "--method", "patterns"],
        ring.as_bytes(),
    );
    let answer = &stuck.json()[0];
    assert_eq!(
        (stuck.status, &answer["status"]),
        (1, &json!("unknown")),
        "{answer}"
    );
    assert!(answer["partial"].is_array());
    let proved = run_with(&["solve", "--json"], ring.as_bytes());
    for method in ["patterns+search", "patterns+sat", "models"] {
        let ran = run_with(&["solve", "--json", "--method", method], ring.as_bytes());
        assert_eq!(
            ran.json()[0]["status"],
            proved.json()[0]["status"],
            "{method}"
        );
        assert_eq!(ran.status, proved.status);
    }
    let words = run_with(&["solve", "--method", "patterns"], ring.as_bytes());
    assert!(
        words
            .out
            .contains("Unknown: the method patterns finds nothing more."),
        "{}",
        words.out
    );
    assert!(words.out.contains("It got this far:"), "{}", words.out);
}

#[test]
fn smt_solvers_answer_like_our_own_engine() {
    for solver in ["z3", "cvc5"] {
        if !is_installed(solver) {
            continue;
        }
        for (puzzle, status) in [
            (UNIQUE, "unique"),
            (AMBIGUOUS, "multiple"),
            (IMPOSSIBLE, "none"),
        ] {
            let own = run(&["solve", "--json", puzzle]);
            let ran = run(&["solve", "--json", "--solver", solver, puzzle]);
            let answer = &ran.json()[0];
            assert_eq!(
                (ran.status, &answer["status"]),
                (own.status, &json!(status))
            );
            assert_eq!(answer["count"], own.json()[0]["count"]);
            assert_eq!(answer["engine"], "smt");
            let stats = &answer["stats"];
            for key in ["construct_millis", "solve_millis", "prove_millis"] {
                assert!(stats[key].is_f64(), "{stats}");
            }
            assert!(
                stats["solver_stats"]
                    .as_object()
                    .is_some_and(|s| !s.is_empty())
            );
        }
        let ran = run(&[
            "solve", "--engine", "smt", "--solver", solver, "--stats", UNIQUE,
        ]);
        assert!(ran.out.contains("encoding graph (QF_LIA)"), "{}", ran.out);
        assert!(ran.out.contains("  solver_stats:\n"), "{}", ran.out);
    }
}

#[cfg(unix)]
#[test]
fn a_solver_that_cannot_be_used_is_an_error_of_its_puzzle() {
    let ran = run(&[
        "solve",
        "--engine",
        "smt",
        "--solver",
        "no-such-solver",
        UNIQUE,
    ]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("no-such-solver is not installed"),
        "{}",
        ran.err
    );
    let ran = run(&[
        "solve", "--json", "--engine", "smt", "--solver", "cat", UNIQUE,
    ]);
    assert_eq!((ran.status, &ran.json()[0]["status"]), (2, &json!("error")));
    let hung = [
        "solve",
        "--engine",
        "smt",
        "--solver",
        "sleep 99",
        "--time-limit",
        "0.2",
        UNIQUE,
    ];
    let ran = run(&hung);
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(
        ran.out.contains("the time limit of 200 ms ran out"),
        "{}",
        ran.out
    );
    // Name, version, the answer, why, and no statistics.
    let shrug = "sh -c 'echo \"(n)(v) unknown (:reason-unknown incomplete) ()\"; cat > /dev/null'";
    let ran = run(&["solve", "--solver", shrug, UNIQUE]);
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(ran.out.contains("gave up"), "{}", ran.out);
}

#[test]
fn instances_are_written_to_the_output_or_to_files() {
    let ran = run(&["smt", UNIQUE]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.contains("\n(set-logic QF_LIA)\n") && ran.out.ends_with("(check-sat)\n(exit)\n")
    );
    let ran = run(&["smt", "--encoding", "grid", "--values", UNIQUE]);
    assert!(ran.out.contains("(get-value ("), "{}", ran.out);
    let ran = run(&["dimacs", UNIQUE]);
    assert!(ran.out.contains("\nc 1 r0c0-r0c2>=1\n"), "{}", ran.out);
    assert!(ran.out.contains("\np cnf "), "{}", ran.out);
    let refined = run_with(&["smt"], line(RING).as_bytes());
    assert!(
        refined.out.contains("; not the whole puzzle"),
        "{}",
        refined.out
    );

    let both = run(&["dimacs", UNIQUE, AMBIGUOUS]);
    assert_eq!(
        (both.status, both.out.as_str()),
        (2, ""),
        "one file for two puzzles"
    );
    let both = run(&["dimacs", "--json", UNIQUE, AMBIGUOUS]);
    let texts: Vec<Value> = both.json();
    assert_eq!(texts.len(), 2);
    assert!(
        texts[1]["text"]
            .as_str()
            .is_some_and(|t| t.contains("p cnf "))
    );
    let folder = folder("instances");
    let name = folder.join("p-{}.smt2");
    let name = name.to_str().expect("a name");
    assert_eq!(run(&["smt", "-o", name, UNIQUE, AMBIGUOUS]).status, 0);
    assert!(folder.join("p-1.smt2").is_file() && folder.join("p-2.smt2").is_file());
}

#[test]
fn families_list_their_encodings_and_methods() {
    let families = run(&["families", "--json"]).json();
    assert!(
        families
            .iter()
            .all(|f| !f["encodings"].as_array().is_none_or(Vec::is_empty))
    );
    let listed = run(&["families"]);
    assert!(listed.out.contains("  encoding graph: "), "{}", listed.out);
    assert!(listed.out.contains("    with barrier: "), "{}", listed.out);
    assert!(
        listed.out.contains("    with population=20: "),
        "{}",
        listed.out
    );
}

/// Is a process with exactly these words running?
fn is_running(words: &[&str]) -> bool {
    let wanted: String = words.iter().map(|w| format!("{w}\0")).collect();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|entry| std::fs::read_to_string(entry.path().join("cmdline")).ok())
        .any(|words| words == wanted)
}

fn wait_until(what: &str, holds: impl Fn() -> bool) {
    for _ in 0..60_000 {
        if holds() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("{what} has not happened for ten minutes");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_the_solver_too() {
    for (signal, seconds) in [("-INT", 86397), ("-TERM", 86398)] {
        // No other process has these words.
        let seconds = format!("{seconds}.{}", std::process::id());
        let sleep = ["sleep", &seconds];
        let mut child = common::command()
            .args(["solve", "--solver", &sleep.join(" "), UNIQUE])
            .spawn()
            .expect("the program runs");
        wait_until("the solver's start", || is_running(&sleep));
        let id = child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.expect("kill runs").success());
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(130), "{signal}");
        wait_until("the solver's end", || !is_running(&sleep));
    }
}

/// Numbers, not truth values; and the second instance, which has no model if there is one solution.
#[test]
fn instances_tell_numbers_and_whether_there_is_another() {
    let values = run(&["smt", "--values", UNIQUE]).out;
    let asked = values
        .lines()
        .find(|line| line.starts_with("(get-value"))
        .expect("a question");
    assert!(asked.contains("b0-1") && !asked.contains('='), "{asked}");
    let matrices =
        r##"{"type":"satogaeri","rows":1,"cols":2,"problem":[["#","1"]],"areas":[["a","b"]]}"##;
    let values = run(&["smt", "--encoding", "study", "--values", matrices]).out;
    assert!(
        values.contains("(get-value (f1-1 f1-2 c1-1 c1-2))"),
        "{values}"
    );
    let (first, second) = (
        run(&["smt", UNIQUE]).out,
        run(&["smt", "--unique", UNIQUE]).out,
    );
    let assertions = |text: &str| text.matches("(assert").count();
    assert_eq!(assertions(&second), assertions(&first) + 1);
    assert_eq!(run(&["smt", "--unique", IMPOSSIBLE]).status, 2);
    if is_installed("z3") {
        let folder = folder("second");
        for (unique, answer) in [(false, "sat"), (true, "unsat")] {
            let path = folder.join(answer);
            let path = path.to_str().expect("text");
            let call = ["smt", "-o", path, UNIQUE, "--unique"];
            run(&call[..if unique { 5 } else { 4 }]);
            let said = Command::new("z3")
                .args(["-smt2", path])
                .output()
                .expect("z3 runs")
                .stdout;
            assert_eq!(String::from_utf8_lossy(&said).trim(), answer);
        }
    }
}

/// Six variables a cell in the study's numbering, and its clauses; other encodings say more.
#[test]
fn the_studys_clauses_are_written() {
    let cnf = run(&["dimacs", "--encoding", "study", &line(RING)]).out;
    assert!(
        cnf.contains("\nc 1 black0-0\n") && cnf.contains("\nc 6 west0-0\n"),
        "{cnf}"
    );
    assert!(cnf.contains("\np cnf 72 "), "{cnf}");
    // The arrow sees three cells, one of them black: one of all three, and no two.
    for clause in [
        "\n31 37 43 0\n",
        "\n-31 -37 0\n",
        "\n-31 -43 0\n",
        "\n-37 -43 0\n",
    ] {
        assert!(cnf.contains(clause), "{clause}");
    }
    let more = run(&["dimacs", "--encoding", "levels", &line(RING)]);
    assert!(
        more.status == 2 && more.err.contains("more than clauses"),
        "{}",
        more.err
    );
}

/// Patterns begin with what is on the board, and then prove nothing.
#[test]
fn patterns_begin_with_the_board() {
    let found = |marks: &str| {
        let board = format!(
            r#"{{"type":"yajilin","rows":3,"cols":4,"problem":[["-","-","-","-"],["1e","-","-","-"],["-","-","-","-"]]{marks}}}"#
        );
        let ran = run(&["solve", "--json", "--method", "patterns-study", &board]);
        ran.json()[0]["stats"]["found"].as_u64()
    };
    let marked = r#","marks":[[".",".",".","."],[".",".","x","."],[".",".",".","."]]"#;
    assert!(
        found(marked) > found(""),
        "{:?} {:?}",
        found(marked),
        found("")
    );
}
