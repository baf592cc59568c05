//! A batch that is killed again and again ends with the puzzles of one that was left in peace.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Kill a batch this many times. `program` is `gridwright`, `folder` is there for the files. Gives how
/// often it was still at work when it was killed.
pub fn prove(program: &Path, folder: &Path, family: &str, kills: u32, count: u64) -> u32 {
    let (peace, war) = (fresh(folder, "peace"), fresh(folder, "war"));
    let start = Instant::now();
    assert!(
        batch(program, &peace, family, count)
            .status()
            .is_ok_and(|s| s.success())
    );
    let whole = start.elapsed();
    let mut rng = ChaCha8Rng::seed_from_u64(kills as u64);
    let mut hit = 0;
    for _ in 0..kills {
        let mut child = batch(program, &war, family, count)
            .spawn()
            .expect("the program");
        // Mostly while it writes, sometimes while it begins.
        let wait = whole.mul_f64(rng.random_range(0.0..1.6) / kills as f64);
        std::thread::sleep(wait + Duration::from_millis(rng.random_range(0..12)));
        hit += child.try_wait().is_ok_and(|end| end.is_none()) as u32;
        // A child that has ended cannot be killed any more.
        let _ = child.kill();
        child.wait().expect("the child");
    }
    assert!(
        batch(program, &war, family, count)
            .status()
            .is_ok_and(|s| s.success())
    );
    let puzzles = exported(program, &peace);
    assert_eq!(puzzles.lines().count() as u64, count);
    assert!(
        puzzles == exported(program, &war),
        "{family}: other puzzles after {kills} kills"
    );
    hit
}

fn fresh(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(format!("{name}.library"));
    for end in ["", "-wal", "-shm"] {
        let mut file = path.clone().into_os_string();
        file.push(end);
        let _ = std::fs::remove_file(file);
    }
    path
}

fn batch(program: &Path, file: &Path, family: &str, count: u64) -> Command {
    let mut command = Command::new(program);
    command
        .args([
            "generate",
            family,
            "--seed",
            "9",
            "--count",
            &count.to_string(),
            // None takes long: a busy machine must not make it give up on one.
            "--time-limit",
            "3600",
            "--library",
        ])
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    command
}

fn exported(program: &Path, file: &Path) -> String {
    let answer = Command::new(program)
        .args(["library", "export"])
        .arg(file)
        .output();
    String::from_utf8(answer.expect("the program").stdout).expect("text")
}
