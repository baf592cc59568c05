//! What the rules have in common that suppose a mark in a blank cell and look a little way ahead:
//! they go over the board in the same way, and tell and draw in the same way what goes wrong.

use std::marker::PhantomData;

use super::paper::{At, Clash, How, Paper, Placed, Sign, Tried};
use super::tell::{end_words, group_words, places};
use super::{Fobidoshi, State};
use crate::kit::lists::sort_by_number;
use crate::kit::prelude::*;
use crate::kit::words::several;

/// How far one of these rules looks ahead.
pub(super) trait Look: Send + Sync + 'static {
    /// The marks to suppose in each cell.
    const SIGNS: &'static [Sign];

    /// What the look wants to know before anything is supposed: see [`Paper::ways`].
    fn ways_before(_: &mut Paper) -> Vec<u32> {
        Vec::new()
    }

    /// Suppose this mark. If it goes wrong: the circle whose group is to be followed, or anything
    /// if [`Look::follow`] needs none.
    fn goes_wrong(paper: &mut Paper, _ways_before: &[u32], at: At) -> Option<usize> {
        Self::follow(paper, at, at.0).map(|_| at.0)
    }

    /// Suppose this mark and follow it, with the group of this circle, to the clash.
    fn follow(paper: &mut Paper, at: At, circle: usize) -> Option<Clash>;
}

/// A mark that would lead to a clash, as this look found it.
pub(super) struct Supposed<L> {
    at: At,
    /// What follows and matters for the clash, in order.
    waves: Vec<Wave>,
    /// The groups that would have to take their last ways out.
    groups: Vec<Vec<usize>>,
    clash: Clash,
    look: PhantomData<L>,
}

/// Marks that are placed one after another for the same reason.
struct Wave {
    how: How,
    marks: Vec<At>,
    /// How the ways go wrong that are closed.
    tried: Vec<Tried>,
}

impl<L: Look> Deduction<Fobidoshi> for Supposed<L> {
    fn find(puzzle: &Fobidoshi, state: &State, found: &mut Findings<Self>) {
        let mut paper = Paper::new(puzzle, state, found.known());
        let ways_before = L::ways_before(&mut paper);
        found.each(0..puzzle.size.len(), |cell, found| {
            if !paper.is_open(cell) {
                return;
            }
            for &sign in L::SIGNS {
                let at = (cell, sign);
                if let Some(circle) = L::goes_wrong(&mut paper, &ways_before, at) {
                    found.conclude(&[Fact::new(cell, sign == Sign::Cross)], |because| {
                        let mut again = paper.again();
                        let clash = L::follow(&mut again, at, circle);
                        let clash = clash.expect("it did so before");
                        because.extend(again.grounds(&again.story(&clash, 0).1));
                        Supposed {
                            at,
                            waves: waves(&again, &clash),
                            groups: groups(&again, &clash),
                            clash,
                            look: PhantomData,
                        }
                    });
                }
                paper.rub_out(0);
            }
        });
    }

    /// One sentence: what was supposed, what it forces, how it ends, and so what is true.
    fn say(&self, puzzle: &Fobidoshi, step: &Step) -> String {
        let (cell, sign) = self.at;
        let other = match sign {
            Sign::Circle => "cross",
            _ => "circle",
        };
        let place = puzzle.cell_words(cell);
        let (so, but) = (
            format!("so a {other} goes there"),
            format!("but {place} has one"),
        );
        let so = step.so_or_but(so, but);
        let head = format!("A {} in {place} would ", sign.word());
        let told = |detail| {
            let parts = self.forced_words(puzzle, detail);
            let end = self.end_words(puzzle);
            match parts.is_empty() {
                true => format!("{head}{end}, {so}."),
                false => format!("{head}{}, and {end}, {so}.", parts.join(", ")),
            }
        };
        let details = [Detail::All, Detail::Circles, Detail::Numbers];
        let is_short = |text: &String| text.split_whitespace().count() <= LONG_SENTENCE;
        let short = details.into_iter().map(told).find(is_short);
        short.unwrap_or_else(|| told(Detail::Numbers))
    }

    fn picture(&self, puzzle: &Fobidoshi, _: &Step) -> Picture {
        let fact = |&(cell, sign): &At| Fact::new(cell, sign == Sign::Circle);
        let facts = |marks: &[At]| marks.iter().map(fact).collect::<Vec<_>>();
        let mut picture = clash_picture(puzzle, &self.clash, &self.placed());
        picture = picture.suppose(facts(&[self.at]));
        for wave in &self.waves {
            for Tried { way, marks, clash } in &wave.tried {
                let so_far = picture.supposed.concat();
                let words = end_words(puzzle, clash, &cells(marks));
                let words = format!("{} would {words}", puzzle.cell_words(*way));
                picture = picture.case([so_far, facts(marks)].concat(), words, true);
            }
            picture = picture.suppose(facts(&wave.marks));
        }
        picture
    }
}

fn cells(marks: &[At]) -> Vec<usize> {
    marks.iter().map(|mark| mark.0).collect()
}

impl<L> Supposed<L> {
    /// How it ends; the group that was followed needs no second name.
    fn end_words(&self, puzzle: &Fobidoshi) -> String {
        if let ([group], Clash::Apart { circles, .. }) = (&self.groups[..], &self.clash)
            && circles.contains(&group[0])
        {
            return format!("shut {} in", them(&self.groups));
        }
        end_words(puzzle, &self.clash, &self.placed())
    }

    /// "force crosses in row 1, columns 2 and 5", "leave only the way through row 1, column 2".
    fn forced_words(&self, puzzle: &Fobidoshi, detail: Detail) -> Vec<String> {
        let mut parts: Vec<String> = Vec::new();
        let mut named = false;
        // With less detail, circles are told together, however many crosses come between them.
        let told = |wave: &&Wave| detail == Detail::All || wave.how != How::Four;
        let mut waves: Vec<&Wave> = self.waves.iter().filter(told).collect();
        if detail == Detail::Numbers {
            // What goes back and forth is told by kinds.
            let hows: Vec<How> = waves.iter().map(|wave| wave.how).collect();
            let first = |wave: &&Wave| hows.iter().position(|&how| how == wave.how);
            sort_by_number(&mut waves, |wave| first(wave).unwrap_or(hows.len()));
        }
        let same = |a: &&Wave, b: &&Wave| detail != Detail::All && a.how == b.how;
        for together in waves.chunk_by(same) {
            let cells: Vec<usize> = together.iter().flat_map(|w| cells(&w.marks)).collect();
            let at = places(puzzle, &cells);
            let (one, many) = (cells.len() == 1, several(cells.len(), "cell"));
            parts.push(match together[0].how {
                How::Four if one => format!("force a cross in {at}"),
                How::Four => format!("force crosses in {at}"),
                How::Gap => {
                    let connections = if one { "a connection" } else { "connections" };
                    let at = if detail == Detail::Numbers && !one {
                        many
                    } else {
                        at
                    };
                    format!("leave only {at} as {connections}")
                }
                How::Way => {
                    let through = match detail {
                        Detail::Numbers => format!("over {many}"),
                        _ => format!("through {at}"),
                    };
                    let groups: Vec<String> = match std::mem::replace(&mut named, true) {
                        true => vec![them(&self.groups).to_owned()],
                        false => self.groups.iter().map(|g| group_words(puzzle, g)).collect(),
                    };
                    match groups.len() {
                        _ if self.groups.is_empty() => format!("have only the way {through}"),
                        1 => format!("leave {} only the way {through}", groups[0]),
                        _ => format!("leave {} only the ways {through}", list(groups, "and")),
                    }
                }
                How::NoWay if one => format!("make a circle in {at} impossible"),
                How::NoWay => format!("make circles in {at} impossible"),
                How::Supposed => String::new(),
            });
        }
        parts
    }

    /// All cells in which something is only supposed.
    fn placed(&self) -> Vec<usize> {
        let waves = self.waves.iter().flat_map(|wave| cells(&wave.marks));
        [self.at.0].into_iter().chain(waves).collect()
    }
}

/// What is shown of a clash: a four, or what is cut off, and the circles of it that are there.
pub(super) fn clash_picture(puzzle: &Fobidoshi, clash: &Clash, supposed: &[usize]) -> Picture {
    let at = |c: &usize| puzzle.size.cell(*c);
    match clash {
        Clash::Four(four) => Picture::default().thing(four.iter().map(at)),
        Clash::Apart { circles, area, .. } => {
            let known = circles.iter().filter(|c| !supposed.contains(c));
            let picture = Picture::default().area(area.iter().map(at));
            picture.thing(known.map(at))
        }
    }
}

/// What was placed on a paper and matters for the clash, after the supposed mark.
fn waves(paper: &Paper, clash: &Clash) -> Vec<Wave> {
    let (story, _) = paper.story(clash, 0);
    let after = story.split_first().map_or(&[][..], |(_, after)| after);
    let wave = |wave: &[&Placed]| {
        let closes = |way| (wave.iter()).any(|p| p.how == How::NoWay && p.cell == way);
        let tried = paper.tried.iter().filter(|tried| closes(tried.way));
        Wave {
            how: wave[0].how,
            marks: wave.iter().map(|p| (p.cell, p.sign)).collect(),
            tried: tried.cloned().collect(),
        }
    };
    after.chunk_by(|a, b| a.how == b.how).map(wave).collect()
}

/// The groups that have to take their last ways; one that is followed further is the same.
fn groups(paper: &Paper, clash: &Clash) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let (story, _) = paper.story(clash, 0);
    for way in story.iter().filter(|placed| placed.how == How::Way) {
        let group = paper.group_of_way(way);
        let is_same = |other: &Vec<usize>| group.iter().any(|c| other.contains(c));
        if !group.is_empty() && !groups.iter().any(is_same) {
            groups.push(group);
        }
    }
    groups
}

/// What groups are called that have been named.
fn them(groups: &[Vec<usize>]) -> &'static str {
    match groups {
        [group] if group.len() == 1 => "it",
        _ => "them",
    }
}

/// A sentence with more words than this is told with less detail.
const LONG_SENTENCE: usize = 48;

/// How much is told of what follows; a picture shows it all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Where every mark is.
    All,
    /// Where circles are.
    Circles,
    /// How many circles there are.
    Numbers,
}
