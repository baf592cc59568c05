//! `cargo xtask soak [--minutes N]`: the server as users have it, for as long as one likes, with
//! everybody at once and everything going wrong.
//!
//! Half of the time it works undisturbed, except by clients that are slow or vanish, by being stopped in
//! the middle, as on a laptop that sleeps, and by a clock that jumps: that shows whether memory and
//! descriptors stay where they are. Then it is killed again and again while it writes, and then its
//! disk is full; memory is watched all the time. At the end everything that it ever called kept has to
//! be there.

mod client;
mod figures;
mod load;
mod served;

use std::time::{Duration, Instant};

use crate::Stop;
use crate::run::{program, run};
use figures::Figures;
use load::{Load, Promise};
use served::{Disk, Served};

/// How long if nothing is said.
const MINUTES: f64 = 3.0;

/// By how many seconds the clock is wrong, one after the other: a day back, an hour on, ten years on, before
/// there were clocks like ours, and right again.
const JUMPS: [i64; 5] = [-86_400, 3_600, 315_360_000, -100_000_000_000, 0];

/// Between two kills.
const ALIVE: Duration = Duration::from_secs(3);

pub fn soak(words: &[String]) -> Result<(), Stop> {
    let minutes = minutes(words).map_err(Stop::Refused)?;
    if !cfg!(target_os = "linux") {
        let why = "soak looks into /proc and limits the size of files with ulimit: it needs Linux";
        return Err(Stop::Refused(why.to_owned()));
    }
    // Another program can be named, one of an older revision perhaps.
    let program = match std::env::var("GRIDWRIGHT_BIN") {
        Ok(named) => named,
        Err(_) => {
            run("cargo", &["build", "--release", "--package", "gridwright"])?;
            program("release")
        }
    };
    let all = Duration::from_secs_f64(minutes * 60.0);
    Ok(run_all(&program, all)?)
}

fn minutes(words: &[String]) -> Result<f64, String> {
    let expected = "expected --minutes and a number from 0.2";
    match words {
        [] => Ok(MINUTES),
        [option, number] if option == "--minutes" => match number.parse() {
            Ok(minutes) if (0.2..=100_000.0).contains(&minutes) => Ok(minutes),
            _ => Err(expected.to_owned()),
        },
        _ => Err(expected.to_owned()),
    }
}

fn run_all(program: &str, all: Duration) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("gridwright-soak-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let library = folder.join("soak.library");
    let start = |disk: Disk| Served::start(program, &library, disk);
    let promise = Promise::default();
    let mut figures = Figures::default();

    println!("undisturbed, but for slow and vanishing clients, a pause and a clock that jumps");
    let served = start(Disk::Large)?;
    let load = Load::on(&served, &promise)?;
    let ends = Instant::now() + all.mul_f64(0.5);
    let paused = Instant::now() + all.mul_f64(0.25);
    let mut has_paused = false;
    let mut jumps = JUMPS.iter();
    let mut jumps_at = Instant::now() + all.mul_f64(0.05);
    let before = served.descriptors();
    while Instant::now() < ends {
        std::thread::sleep(Duration::from_millis(500));
        figures.memory.push(served.memory());
        if !has_paused && Instant::now() > paused {
            has_paused = true;
            served.pause(Duration::from_secs(3))?;
        }
        if Instant::now() > jumps_at
            && let Some(&jump) = jumps.next()
        {
            jumps_at += all.mul_f64(0.4 / JUMPS.len() as f64);
            figures.jumps.push((jump, served.jump(jump)?));
        }
    }
    served.jump(0)?;
    figures.count(load.stop());
    figures.descriptors = Some((before, served.settled_descriptors(before)));
    served.end()?;

    println!("killed every {} s", ALIVE.as_secs());
    let ends = Instant::now() + all.mul_f64(0.3);
    while Instant::now() < ends {
        let served = start(Disk::Large)?;
        figures.lost += promise.lost(&served)?;
        let load = Load::on(&served, &promise)?;
        let time = ALIVE.min(ends.saturating_duration_since(Instant::now()));
        figures.watch(&served, time);
        served.kill()?;
        figures.kills += 1;
        // Nobody is to blame for what a killed server did not answer.
        figures.count_disturbed(load.stop());
    }

    println!("with a disk that is full");
    let served = start(Disk::Full)?;
    let load = Load::on(&served, &promise)?;
    figures.watch(&served, all.mul_f64(0.2));
    figures.count_disturbed(load.stop());
    figures.is_full = served.is_full(&promise)?;
    served.end()?;

    let served = start(Disk::Large)?;
    figures.lost += promise.lost(&served)?;
    figures.kept = promise.kept();
    served.end()?;
    let _ = std::fs::remove_dir_all(&folder);
    figures.print();
    figures.judge()
}
