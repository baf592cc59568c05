//! The program does what it did when `proofs/digests.txt` was recorded, on a few small puzzles. All
//! others are compared by `cargo xtask digests`.

use proofs::digests::{Comparison, FILE, Recorded, Scope, compute};

#[test]
fn a_few_puzzles_look_as_they_were_recorded() {
    let text = std::fs::read_to_string(FILE).expect("the recorded digests");
    let recorded = Recorded::read(&text).expect("lines of digests");
    let scope = Scope {
        short: true,
        ..Scope::default()
    };
    let seen = compute(&scope, None).expect("nothing is written");
    let compared = recorded.compare(&scope, &seen);
    for words in compared
        .iter()
        .filter(|c| !matches!(c, Comparison::Same(_)))
    {
        println!("{words}");
    }
    let different: Vec<String> = (compared.iter())
        .filter(|line| line.is_failure())
        .map(|line| line.to_string())
        .collect();
    assert!(
        different.is_empty(),
        "the program does something else than was recorded:\n{}\n`cargo xtask digests` compares \
         everything and says how to find the puzzle; `cargo xtask digests --record` records what \
         was meant to change",
        different.join("\n")
    );
    assert_eq!(recorded.missing(&scope, &seen), Vec::<String>::new());
}
