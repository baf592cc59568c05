//! Satogaeri as text: the collections' notation here, puzz.link and pzprv3 in files of their own.

mod link;
mod pzprv3;

use super::{CHANGED, Circle, FAMILY, MARKED, Satogaeri, Way};
use crate::kit::codec::{Bounds, Number, Numbers, lines, notes, numbered};
use crate::kit::prelude::*;

/// Up to the largest number that every format can hold; no circle can move that far.
const CIRCLES: Bounds = Bounds::new("a circle", 0, 4095);

/// The study writes "#".
const NUMBERS: Numbers = Numbers::new(CIRCLES, &["-", ".", ""], &["?", "#"]);

/// Marks in cells that also have a line, most of all circles whose track is known to go no
/// further: a grid of marks cannot say them.
const MARKS: notes::List = notes::List {
    name: "marked",
    what: "marked cells",
    form: "[row, column]",
};

fn circles(size: Size, numbers: Vec<Option<Number>>) -> Vec<Circle> {
    let circles = numbered(size, numbers);
    circles.map(|(at, number)| Circle { at, number }).collect()
}

fn read_areas(record: &Record, size: Size) -> Result<Regions, FieldError> {
    let Some(areas) = &record.areas else {
        let message = "the countries (\"areas\") are missing";
        return Err(FieldError::field("areas", message));
    };
    areas.check_size("areas", size.rows(), size.cols())?;
    let wrong = |row, col, message| Err(FieldError::cell("areas", row, col, message));
    let nothing = |sign: &str| ["-", ".", ""].contains(&sign);
    if let Some((row, col, sign)) = areas.cells().find(|&(.., sign)| nothing(sign)) {
        let message = format!("expected the name of a country, found {sign:?}");
        return wrong(row, col, message);
    }
    let labels: Vec<&str> = areas.cells().map(|(.., label)| label).collect();
    let countries = Regions::from_labels(size, &labels);
    let Some(at) = countries.first_scattered() else {
        return Ok(countries);
    };
    let label = labels[size.index(at)];
    let message = format!("the cells of country {label:?} do not all touch");
    wrong(at.row as usize, at.col as usize, message)
}

/// The cells about which a board, made of what all solutions share, says everything. All are bare
/// or part of a straight track from a circle.
fn sure_cells(puzzle: &Satogaeri, board: &Board) -> Sheet<bool> {
    // If nobody can enter it, it is empty in every solution.
    let mut is_sure = Sheet::filled(puzzle.size, true);
    for step in &puzzle.moves {
        let entered = puzzle.entered(step.circle, step.way);
        entered.for_each(|at| is_sure[at] = false);
    }
    for at in puzzle.size.cells() {
        is_sure[at] |= puzzle.is_marked(board, at);
    }
    for circle in 0..puzzle.circles.len() {
        if let Some(way) = puzzle.track(board, circle) {
            let settled = puzzle.is_settled(board, circle, way);
            (puzzle.entered(circle, way)).for_each(|at| is_sure[at] = true);
            is_sure[puzzle.circles[circle].at] = settled || way != Way::Stay;
            is_sure[puzzle.landing(circle, way)] = settled;
        }
    }
    is_sure
}

impl Satogaeri {
    /// The number of each cell's circle.
    fn numbers(&self) -> impl Iterator<Item = Option<Number>> + '_ {
        let circles = self.circle_at.iter();
        circles.map(|circle| Some(self.circles[(*circle)?].number.into()))
    }

    fn is_changed(&self, board: &Board, at: Cell) -> bool {
        board.slots[self.mark_slot(at)] & CHANGED != 0
    }

    /// What a sign that is not empty says about its cell.
    fn enter(&self, board: &mut Board, at: Cell, sign: &str) -> Result<(), String> {
        const EXPECTED: &str = "directions (n, e, s, w) or \"-\"";
        // Some write the circle here again, and behind lines we do if it is another one.
        let digit = |c: char| c.is_ascii_digit();
        let letters = (sign.strip_suffix('?')).unwrap_or_else(|| sign.trim_end_matches(digit));
        let circle = &sign[letters.len()..];
        let given = self.circle_at(at).map(|i| self.circles[i].number);
        if !circle.is_empty() && given != Some(CIRCLES.read(circle).ok()) {
            board.slots[self.mark_slot(at)] = CHANGED;
        }
        for border in lines::borders(self.size, at, letters, (sign, EXPECTED))? {
            board.slots[border] = 1;
        }
        Ok(())
    }
}

impl Records for Satogaeri {
    fn read(record: &Record) -> Result<Satogaeri, FieldError> {
        let size = record.size()?;
        let circles = circles(size, record.problem()?.read("problem", &NUMBERS)?);
        record.variant(&FAMILY, &[])?;
        Ok(Satogaeri::new(read_areas(record, size)?, circles))
    }

    /// Each bit is a line. A piece of a track that is right stands for the whole move.
    fn recorded(&self, at: Cell, value: u16, truth: &[Fact]) -> Vec<Fact> {
        if !self.size.contains(at) || value == 0 {
            return Vec::new();
        }
        let passes = |fact: &Fact| {
            let mut board = self.blank();
            let step = self.moves[fact.var()];
            self.set_track(&mut board, step.circle, step.way, 1);
            lines::of_bits(value).all(|dir| self.has_line(&board, at, dir))
        };
        let made = truth.iter().copied().filter(|fact| fact.is_yes());
        made.filter(passes).take(1).collect()
    }

    fn record(&self) -> Record {
        let country = |at| (self.countries.of(at) + 1).to_string();
        Record {
            problem: Some(Grid::of(self.size, &NUMBERS, self.numbers())),
            areas: Some(Grid::by_cell(self.size, country)),
            ..Record::of(&FAMILY, self.size)
        }
    }

    /// The directions of the lines in each cell; marks say "nothing here" where there is no line.
    fn write_grid(&self, board: &Board, notation: Notation) -> Grid {
        let is_sure = match notation {
            Notation::Forced => sure_cells(self, board),
            _ => Sheet::filled(self.size, true),
        };
        Grid::by_cell(self.size, |at| {
            let mut letters: String = self.lines_at(board, at).map(Dir::letter).collect();
            if self.is_changed(board, at) {
                let given = self.circle_at(at).map(|i| self.circles[i].number);
                // Which other circle it was makes no difference.
                letters.push(if given == Some(None) { '0' } else { '?' });
            }
            match notation {
                Notation::Forced if !is_sure[at] => ".".to_owned(),
                _ if !letters.is_empty() => letters,
                Notation::Marks if !self.is_marked(board, at) => ".".to_owned(),
                _ => "-".to_owned(),
            }
        })
    }

    fn read_grid(&self, grid: &Grid, notation: Notation) -> Result<Board, FieldError> {
        let mut board = self.blank();
        let mut empty = Vec::new();
        for (r, c, sign) in grid.cells() {
            match sign {
                "-" => empty.push(cell(r, c)),
                "." | "" => {}
                _ => (self.enter(&mut board, cell(r, c), sign))
                    .map_err(|message| FieldError::cell(notation.field(), r, c, message))?,
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
            let is_shown = |at| self.is_bare(board, at) && !self.is_changed(board, at);
            let marked = self.size.cells().filter(|&at| self.is_marked(board, at));
            let marked = notes::cells(marked.filter(|&at| !is_shown(at)));
            notes::write(record, [(MARKS.name, marked)]);
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
