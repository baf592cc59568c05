//! Words for places, and the sentence for something supposed that goes wrong.

use logic::Step;

use super::Fobidoshi;
use super::paper::{Clash, How, Paper, Placed, Sign};
use crate::kit::words::list;

/// Cells in words; short if they are all in one row or column.
pub(super) fn places(game: &Fobidoshi, cells: &[usize]) -> String {
    let at: Vec<_> = cells.iter().map(|&c| game.size.cell(c)).collect();
    if let [first, _, ..] = at[..] {
        let mut rows: Vec<_> = at.iter().map(|c| c.row + 1).collect();
        let mut cols: Vec<_> = at.iter().map(|c| c.col + 1).collect();
        rows.sort_unstable();
        cols.sort_unstable();
        if at.iter().all(|c| c.row == first.row) {
            let cols: Vec<String> = cols.iter().map(ToString::to_string).collect();
            return format!("row {}, columns {}", first.row + 1, list(&cols, "and"));
        }
        if at.iter().all(|c| c.col == first.col) {
            let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
            return format!("column {}, rows {}", first.col + 1, list(&rows, "and"));
        }
    }
    let words: Vec<String> = cells.iter().map(|&c| game.cell_words(c)).collect();
    words.join(" and ")
}

/// "… the circle in row 1, column 1 off from the one in row 5, column 5".
pub(super) fn cut_words(game: &Fobidoshi, clash: &Clash, start: &str) -> String {
    let Clash::Split {
        inside, outside, ..
    } = clash
    else {
        return format!("{start} the circles apart");
    };
    format!(
        "{start} the circle in {} off from the one in {}",
        game.cell_words(*inside),
        game.cell_words(*outside)
    )
}

fn end_words(game: &Fobidoshi, clash: &Clash, supposed: usize) -> String {
    match clash {
        Clash::Four(four) if game.is_row(four) => {
            format!(
                "make four in a row in row {}",
                game.size.cell(four[0]).row + 1
            )
        }
        Clash::Four(four) => {
            format!(
                "make four in a row in column {}",
                game.size.cell(four[0]).col + 1
            )
        }
        Clash::Split { .. } => cut_words(game, clash, "cut"),
        Clash::Shut { group, .. } => match group[..] {
            [circle] if circle == supposed => "shut itself in".to_owned(),
            [circle] => format!("shut in the circle in {}", game.cell_words(circle)),
            _ => format!("shut in the group around {}", game.cell_words(group[0])),
        },
    }
}

/// One sentence: what was supposed, what it forces, how it ends, and so what is true.
pub(super) fn supposed(
    game: &Fobidoshi,
    step: &Step,
    retell: impl Fn(&mut Paper, usize, Sign) -> Option<Clash>,
) -> String {
    let cell = step.words[0] as usize;
    let sign = match step.words[1] == Sign::Circle as u32 {
        true => Sign::Circle,
        false => Sign::Cross,
    };
    let (name, other) = match sign {
        Sign::Circle => ("circle", "cross"),
        _ => ("cross", "circle"),
    };
    let place = game.cell_words(cell);
    let mut paper = Paper::of_grounds(game, &step.because, cell);
    let mut text = format!("A {name} in {place} would");
    if let Some(clash) = retell(&mut paper, cell, sign) {
        let story = paper.story(&clash);
        let mut parts: Vec<(How, Vec<usize>)> = Vec::new();
        for Placed { cell, how, .. } in story {
            match parts.last_mut() {
                Some((last, cells)) if last == how => cells.push(*cell),
                _ if *how != How::Supposed => parts.push((*how, vec![*cell])),
                _ => {}
            }
        }
        for (i, (how, cells)) in parts.iter().enumerate() {
            let at = match cells[..] {
                [first, _, _, .., last] if *how == How::Way => {
                    let (first, last) = (game.cell_words(first), game.cell_words(last));
                    format!("that runs over {first} to {last}")
                }
                _ => places(game, cells),
            };
            let crosses = if cells.len() == 1 {
                "a cross"
            } else {
                "crosses"
            };
            let part = match (how, i) {
                (How::Four, _) => format!("force {crosses} in {at}"),
                (How::Gap, _) => format!("leave {at} as the only connection"),
                (How::Way, _) if cells.len() > 3 => format!("leave only the way {at}"),
                (How::Way, _) => format!("leave only the way through {at}"),
                (How::Supposed, _) => String::new(),
            };
            let joint = if i == 0 { " " } else { ", then " };
            text.push_str(joint);
            text.push_str(&part);
        }
        let joint = if parts.is_empty() { " " } else { " and " };
        text.push_str(joint);
        text.push_str(&end_words(game, &clash, cell));
    } else {
        text.push_str(" cut the circles apart");
    }
    match step.is_clash() {
        true => format!("{text}, but {place} has one."),
        false => format!("{text}, so it gets a {other}."),
    }
}
