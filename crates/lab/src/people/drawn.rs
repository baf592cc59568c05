//! The report in pictures.

use super::{OfPlay, Report};
use crate::experiment::{Axis, BoxOf, Cloud, Drawing, Plot, Summary};

impl Report {
    /// The plots, each with the name of its file.
    pub fn plots(&self) -> Vec<(&'static str, Plot)> {
        vec![
            ("times", self.boxes()),
            ("each", self.each()),
            ("ratings", self.ratings()),
        ]
    }

    fn solved(&self, category: &str) -> impl Iterator<Item = &OfPlay> {
        let own = move |play: &&OfPlay| play.solved && play.category == *category;
        self.plays.iter().filter(own)
    }

    /// A box for each category.
    fn boxes(&self) -> Plot {
        let one = |name: &String| {
            let times: Vec<f64> = self.solved(name).map(|play| play.seconds).collect();
            let all = Summary::of(&times)?;
            Some(BoxOf {
                name: name.clone(),
                series: String::new(),
                five: [all.min, all.low, all.median, all.high, all.max],
                published: false,
            })
        };
        let names = self.categories.iter().map(|row| &row.category);
        Plot {
            title: "Times by category".to_owned(),
            x: Axis::plain(""),
            y: Axis::plain("seconds"),
            drawing: Drawing::Boxes(names.filter_map(one).collect()),
        }
    }

    /// Every single time, in the order of the puzzles, as in the study's Fig. 6.4.
    fn each(&self) -> Plot {
        let cloud = |name: &String| Cloud {
            name: name.clone(),
            points: (self.solved(name))
                .map(|play| (play.place as f64, play.seconds))
                .collect(),
        };
        let names = self.categories.iter().map(|row| &row.category);
        Plot {
            title: "Every single time".to_owned(),
            x: Axis::plain("puzzle, in the order of the trial"),
            y: Axis::plain("seconds"),
            drawing: Drawing::Scatter(names.map(cloud).collect()),
        }
    }

    /// Our scores beside the mean times.
    fn ratings(&self) -> Plot {
        let cloud = |name: &String| Cloud {
            name: name.clone(),
            points: (self.puzzles.iter())
                .filter(|puzzle| puzzle.category == *name)
                .filter_map(|puzzle| puzzle.score.zip(puzzle.times.mean))
                .collect(),
        };
        let names = self.categories.iter().map(|row| &row.category);
        Plot {
            title: "Our rating and people's times".to_owned(),
            x: Axis::plain("our score of difficulty"),
            y: Axis::plain("mean time in seconds"),
            drawing: Drawing::Scatter(names.map(cloud).collect()),
        }
    }
}
