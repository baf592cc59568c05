//! Satogaeri as text: the collections' notation here, puzz.link and pzprv3 in files of their own.

mod link;
mod pzprv3;

use super::{CHANGED, Circle, FAMILY, MARKED, Satogaeri, Way, build};
use crate::kit::codec::{Bounds, Number, Numbers, notes};
use crate::kit::prelude::*;

pub(super) use link::{read_link, write_link};
pub(super) use pzprv3::{read_pzprv3, write_pzprv3};

/// Up to the largest number that every format can hold; no circle can move that far.
const CIRCLES: Bounds = Bounds::new("a circle", 0, 4095);

const NUMBERS: Numbers = Numbers {
    bounds: CIRCLES,
    nothing: &["-", ".", ""],
    // The study writes "#".
    hidden: &["?", "#"],
};

/// Marks in cells that also have a line, most of all circles whose track is known to go no
/// further: a grid of marks cannot say them.
const MARKS: notes::List = notes::List {
    name: "marked",
    what: "marked cells",
    form: "[row, column]",
};

fn circles(size: Size, numbers: Vec<Option<Number>>) -> Vec<Circle> {
    let numbered = size.cells().zip(numbers);
    numbered
        .filter_map(|(at, number)| {
            let number = number?.given();
            Some(Circle { at, number })
        })
        .collect()
}

/// The number of each cell's circle.
fn numbers(puzzle: &Satogaeri) -> impl Iterator<Item = Option<Number>> + '_ {
    let circles = puzzle.circle_at.iter();
    circles.map(|circle| Some(puzzle.circles[(*circle)?].number.into()))
}

pub(super) fn read(record: &Record) -> Result<Arc<dyn Puzzle>, FieldError> {
    let size = record.size()?;
    let given = record.problem()?.read("problem", &NUMBERS)?;
    record.variant(&FAMILY, &[])?;
    Ok(build(read_areas(record, size)?, circles(size, given)))
}

fn read_areas(record: &Record, size: Size) -> Result<Regions, FieldError> {
    let Some(areas) = &record.areas else {
        let message = "the countries (\"areas\") are missing";
        return Err(FieldError::field("areas", message));
    };
    areas.check_size("areas", size.rows(), size.cols())?;
    let nothing = |sign: &str| ["-", ".", ""].contains(&sign);
    if let Some((r, c, sign)) = areas.cells().find(|&(.., sign)| nothing(sign)) {
        return Err(FieldError::cell(
            "areas",
            r,
            c,
            format!("expected the name of a country, found {sign:?}"),
        ));
    }
    let labels: Vec<&str> = areas.cells().map(|(.., label)| label).collect();
    let countries = Regions::from_labels(size, &labels);
    match countries.first_scattered() {
        None => Ok(countries),
        Some(at) => Err(FieldError::cell(
            "areas",
            at.row as usize,
            at.col as usize,
            format!(
                "the cells of country {:?} do not all touch",
                labels[size.index(at)]
            ),
        )),
    }
}

/// The cells about which a board, made of what all solutions share, says everything. All are bare
/// or part of a straight track from a circle.
fn sure_cells(puzzle: &Satogaeri, board: &Board) -> Vec<bool> {
    let size = puzzle.size;
    // If nobody can enter it, it is empty in every solution.
    let mut is_sure = vec![true; size.len()];
    for step in &puzzle.moves {
        for at in puzzle.entered(step.circle, step.way) {
            is_sure[size.index(at)] = false;
        }
    }
    for at in size.cells() {
        is_sure[size.index(at)] |= puzzle.is_marked(board, at);
    }
    for circle in 0..puzzle.circles.len() {
        let Some(way) = puzzle.track(board, circle) else {
            continue;
        };
        let start = puzzle.circles[circle].at;
        let settled = puzzle.is_settled(board, circle, way);
        for at in puzzle.entered(circle, way) {
            is_sure[size.index(at)] = true;
        }
        let end = puzzle.landing(circle, way);
        is_sure[size.index(start)] = settled || way != Way::Stay;
        is_sure[size.index(end)] = settled;
    }
    is_sure
}

impl Records for Satogaeri {
    /// Each bit is a line: 1 north, 2 east, 4 south, 8 west. A piece of a track that is right stands
    /// for the whole move.
    fn recorded(&self, at: Cell, value: u16, truth: &[Fact]) -> Vec<Fact> {
        if !self.size.contains(at) || value == 0 {
            return Vec::new();
        }
        let lines = [
            (Dir::North, 1),
            (Dir::East, 2),
            (Dir::South, 4),
            (Dir::West, 8),
        ];
        let drawn: Vec<Dir> = (lines.into_iter())
            .filter(|(_, bit)| value & bit != 0)
            .map(|(dir, _)| dir)
            .collect();
        let passes = |fact: &Fact| {
            let mut board = self.blank();
            let step = self.moves[fact.var()];
            self.set_track(&mut board, step.circle, step.way, 1);
            let there: Vec<Dir> = self.lines_at(&board, at).collect();
            drawn.iter().all(|dir| there.contains(dir))
        };
        let made = truth.iter().copied().filter(|fact| fact.is_yes());
        made.filter(passes).take(1).collect()
    }

    fn record(&self) -> Record {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let country = |r, c| (self.countries.of(cell(r, c)) + 1).to_string();
        Record {
            problem: Some(Grid::of(self.size, &NUMBERS, numbers(self))),
            areas: Some(Grid::from_fn(rows, cols, country)),
            ..Record::new(FAMILY.id, rows, cols)
        }
    }

    /// The directions of the lines in each cell; marks say "nothing here" where there is no line.
    fn write_grid(&self, board: &Board, notation: Notation) -> Grid {
        let size = self.size;
        let mut is_sure = vec![true; size.len()];
        if notation == Notation::Forced {
            is_sure = sure_cells(self, board);
        }
        Grid::from_fn(size.rows(), size.cols(), |r, c| {
            let at = cell(r, c);
            let mut letters: String = self.lines_at(board, at).map(Dir::letter).collect();
            let sure = is_sure[size.index(at)];
            if board.slots[self.mark_slot(at)] & CHANGED != 0 {
                let given = self.circle_at(at).map(|i| self.circles[i].number);
                // Which other circle it was makes no difference.
                letters.push(if given == Some(None) { '0' } else { '?' });
            }
            match notation {
                Notation::Forced if !sure => ".".to_owned(),
                _ if !letters.is_empty() => letters,
                Notation::Marks if !self.is_marked(board, at) => ".".to_owned(),
                _ => "-".to_owned(),
            }
        })
    }

    fn read_grid(&self, grid: &Grid, notation: Notation) -> Result<Board, FieldError> {
        let field = notation.field();
        let mut board = self.blank();
        let mut empty = Vec::new();
        for (r, c, sign) in grid.cells() {
            let at = cell(r, c);
            match sign {
                "-" => empty.push(at),
                "." | "" => {}
                _ => {
                    // Some write the circle here again, and behind lines we do if it is another one.
                    let digit = |c: char| c.is_ascii_digit();
                    let letters =
                        (sign.strip_suffix('?')).unwrap_or_else(|| sign.trim_end_matches(digit));
                    let circle = &sign[letters.len()..];
                    let given = self.circle_at(at).map(|i| self.circles[i].number);
                    if !circle.is_empty() && given != Some(CIRCLES.read(circle).ok()) {
                        board.slots[self.mark_slot(at)] = CHANGED;
                    }
                    for letter in letters.chars() {
                        let error = |m: String| FieldError::cell(field, r, c, m);
                        let dir = Dir::from_letter(letter).ok_or_else(|| {
                            error(format!(
                                "expected directions (n, e, s, w) or \"-\", found {sign:?}"
                            ))
                        })?;
                        let border = self
                            .size
                            .border(at, dir)
                            .ok_or_else(|| error(format!("the line {sign:?} leaves the board")))?;
                        board.slots[border] = 1;
                    }
                }
            }
        }
        if notation == Notation::Solution {
            // All circles have arrived.
            empty = self.circles.iter().map(|c| c.at).collect();
        } else {
            empty.retain(|&at| self.is_bare(&board, at));
        }
        for at in empty {
            board.slots[self.mark_slot(at)] |= MARKED;
        }
        Ok(board)
    }

    fn write_board(&self, board: &Board, notation: Notation, record: &mut Record) {
        record.set_board(notation, self.write_grid(board, notation));
        if notation == Notation::Marks {
            let is_changed = |at| board.slots[self.mark_slot(at)] & CHANGED != 0;
            let is_shown = |at| self.is_bare(board, at) && !is_changed(at);
            let marked =
                (self.size.cells()).filter(|&at| self.is_marked(board, at) && !is_shown(at));
            notes::write(record, [(MARKS.name, notes::cells(marked))]);
        }
    }

    fn read_board(&self, record: &Record, notation: Notation) -> Result<Option<Board>, FieldError> {
        let mut board = self.read_signs(record, notation)?;
        if notation == Notation::Marks {
            for at in MARKS.read_cells(record, self.size)? {
                let board = board.get_or_insert_with(|| self.blank());
                board.slots[self.mark_slot(at)] |= MARKED;
            }
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::split;

    #[test]
    fn a_solution_says_that_all_circles_have_arrived_and_nothing_more() {
        let text = "puzzle satogaeri\nsize 2x3\nproblem\n1 - ?\n- - -\nareas\n1 2 2\n1 2 2\n\
                    solution\ns - -\nn - -\n";
        let document = split(text)[0].read().unwrap_or_else(|e| panic!("{e}"));
        let puzzle: &Satogaeri = crate::engine::own(document.puzzle.as_ref());
        let solution = document.solution.as_ref().expect("a solution");
        assert_eq!(solution.slots.iter().filter(|&&slot| slot != 0).count(), 3);
        for at in puzzle.size.cells() {
            let is_circle = puzzle.circle_at(at).is_some();
            assert_eq!(puzzle.is_marked(solution, at), is_circle);
        }
    }
}
