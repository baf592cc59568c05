//! What came of it.

use std::time::{Duration, Instant};

use super::load::Seen;
use super::served::Served;

#[derive(Default)]
pub struct Figures {
    /// Resident memory while it was undisturbed, in megabytes, twice a second.
    pub memory: Vec<f64>,
    /// The most that it had while it was killed or could not write.
    pub memory_disturbed: f64,
    /// By how many seconds the clock jumped, and whether the server dated what happened by that.
    pub jumps: Vec<(i64, bool)>,
    /// Open files and connections before and after that.
    pub descriptors: Option<(usize, usize)>,
    /// How often it was killed.
    pub kills: usize,
    /// Puzzles that were called kept, and how often one of them was not there.
    pub kept: usize,
    pub lost: usize,
    /// Did a full disk refuse what it could not keep, and go on reading?
    pub is_full: bool,
    millis: Vec<f64>,
    disturbed: usize,
    busy: usize,
    odd: Vec<String>,
}

impl Figures {
    pub fn count(&mut self, mut seen: Seen) {
        self.millis.append(&mut seen.millis);
        self.odd.append(&mut seen.odd);
        self.busy += seen.busy;
    }

    /// The same while the server was killed or could not write: only what it answered counts.
    pub fn count_disturbed(&mut self, seen: Seen) {
        self.disturbed += seen.millis.len();
        let is_defect = |odd: &&String| odd.contains(": 500 ");
        self.odd.extend(seen.odd.iter().filter(is_defect).cloned());
    }

    /// Look at a server for so long that is about to be killed, or cannot write.
    pub fn watch(&mut self, served: &Served, time: Duration) {
        let ends = Instant::now() + time;
        while Instant::now() < ends {
            std::thread::sleep(Duration::from_millis(500).min(time));
            self.memory_disturbed = self.memory_disturbed.max(served.memory());
        }
    }

    /// Memory in the second and in the last quarter of the time, the middle value of each.
    fn growth(&self) -> (f64, f64) {
        let quarter = self.memory.len() / 4;
        let middle = |part: &[f64]| {
            let mut sorted = part.to_vec();
            sorted.sort_by(f64::total_cmp);
            sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
        };
        let early = middle(&self.memory[quarter..2 * quarter]);
        (early, middle(&self.memory[self.memory.len() - quarter..]))
    }

    fn latency(&self, share: f64) -> f64 {
        let mut sorted = self.millis.clone();
        sorted.sort_by(f64::total_cmp);
        let at = (sorted.len() as f64 * share) as usize;
        sorted
            .get(at.min(sorted.len().saturating_sub(1)))
            .copied()
            .unwrap_or(0.0)
    }

    pub fn print(&self) {
        let (early, late) = self.growth();
        let most = self.memory.iter().copied().fold(0.0, f64::max);
        let (before, after) = self.descriptors.unwrap_or_default();
        println!(
            "answers       {} undisturbed, {} beside faults",
            self.millis.len(),
            self.disturbed
        );
        println!("too busy      {}", self.busy);
        println!(
            "latency       {:.1} ms in the middle, {:.1} ms for 99 of 100, {:.1} ms at most",
            self.latency(0.5),
            self.latency(0.99),
            self.latency(1.0)
        );
        println!("memory        {early:.1} MB early, {late:.1} MB late, {most:.1} MB at most");
        let disturbed = self.memory_disturbed;
        println!("              {disturbed:.1} MB at most while it was killed or could not write");
        println!("descriptors   {before} before, {after} after");
        println!(
            "kept          {} puzzles, {} kills, {} lost",
            self.kept, self.kills, self.lost
        );
        let full = if self.is_full {
            "refused writing, went on reading"
        } else {
            "NOT NOTICED"
        };
        println!("full disk     {full} (by a limit for files)");
        let right = self.jumps.iter().filter(|(_, right)| *right).count();
        let jumps = self.jumps.len();
        println!(
            "clock         stopped for 3 s; jumped {jumps} times (its own, which a file sets), \
             {right} times followed"
        );
        for odd in self.odd.iter().take(10) {
            println!("odd           {odd}");
        }
    }

    pub fn judge(&self) -> Result<(), String> {
        let (early, late) = self.growth();
        let (before, after) = self.descriptors.unwrap_or_default();
        let mut wrong = Vec::new();
        let mut demand = |holds: bool, what: &str| {
            if !holds {
                wrong.push(what.to_owned());
            }
        };
        demand(self.lost == 0, "something that was called kept was lost");
        demand(self.odd.is_empty(), "some answers must not be");
        demand(self.kept > 0 && !self.millis.is_empty(), "nothing was done");
        demand(late <= early * 1.25 + 10.0, "memory grows");
        let most = self.memory.iter().copied().fold(0.0, f64::max);
        demand(
            self.memory_disturbed <= most * 1.25 + 20.0,
            "memory grows beside faults",
        );
        demand(
            self.jumps.iter().all(|(_, right)| *right) && !self.jumps.is_empty(),
            "the clock jumped and the server did not follow, or not go on",
        );
        demand(after <= before + 2, "descriptors are left open");
        demand(self.is_full, "a full disk was not noticed");
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(wrong.join("; ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Figures {
        let mut figures = Figures {
            memory: vec![50.0; 40],
            descriptors: Some((10, 10)),
            kept: 5,
            is_full: true,
            memory_disturbed: 55.0,
            jumps: vec![(-86_400, true), (0, true)],
            ..Figures::default()
        };
        figures.count(Seen {
            millis: vec![1.0, 2.0, 3.0],
            ..Seen::default()
        });
        figures
    }

    #[test]
    fn what_must_not_be_fails() {
        assert_eq!(good().judge(), Ok(()));
        let fails = |change: fn(&mut Figures)| {
            let mut figures = good();
            change(&mut figures);
            figures.judge().is_err()
        };
        assert!(fails(|figures| figures.lost = 1));
        assert!(fails(|figures| figures.memory[30..].fill(90.0)));
        assert!(fails(|figures| figures.descriptors = Some((10, 20))));
        assert!(fails(|figures| figures.is_full = false));
        assert!(fails(|figures| figures.odd.push("GET /: 500 x".to_owned())));
        assert!(fails(|figures| figures.kept = 0));
        assert!(fails(|figures| figures.memory_disturbed = 100.0));
        assert!(fails(|figures| figures.jumps[0].1 = false));
        assert!(fails(|figures| figures.jumps.clear()));
    }
}
