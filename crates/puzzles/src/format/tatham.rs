//! Game IDs and save files of Simon Tatham's Portable Puzzle Collection.

use std::sync::Arc;

use super::error::found;
use super::gather::stands_alone;
use super::table::{BlockEnd, Format, Sign};
use super::{Document, TextError, WriteError};
use crate::FAMILIES;
use crate::board::Board;
use crate::engine::own;
use crate::puzzle::Puzzle;

pub(super) const ID: Format = Format {
    name: "tatham",
    carries: "puzzle (game ID)",
    is_line: true,
    shared_by: |family| family.tatham().is_some(),
    sign: Sign::Look(looks_like_id),
    end: |_| BlockEnd::Line,
    interrupts: |line, _| stands_alone(line),
    read,
    write,
};

pub(super) const SAVE: Format = Format {
    name: "tatham-save",
    carries: "puzzle, solution (save file)",
    is_line: false,
    shared_by: |family| family.tatham().is_some(),
    sign: Sign::Beginning("SAVEFILE"),
    end: |_| BlockEnd::Next,
    interrupts: |_, _| true,
    read: read_save,
    write: write_save,
};

/// What a family knows about its game.
pub struct Tatham {
    /// The game's name: unchanged in save files, in lower case in front of an ID.
    pub game: &'static str,
    /// Could these be the parameters of this game? No other game's may look the same.
    pub looks: fn(params: &str) -> bool,
    /// Read parameters and description. Errors are placed in `params:desc`.
    pub read: fn(params: &str, desc: &str) -> Result<Arc<dyn Puzzle>, TextError>,
    /// Parameters and description of a puzzle.
    pub write: fn(&dyn Puzzle) -> Result<(String, String), WriteError>,
    /// Read a solution as save files hold it. Errors are placed in that text.
    pub read_solution: fn(&dyn Puzzle, &str) -> Result<Board, TextError>,
    /// A solution as save files hold it.
    pub write_solution: fn(&dyn Puzzle, &Board) -> Result<String, WriteError>,
}

/// What a family's puzzles are in a game of the collection.
pub(crate) trait InGames: Puzzle + Sized + 'static {
    /// Could these be the parameters of this game? No other game's may look the same.
    fn looks(params: &str) -> bool;

    /// Read parameters and description. Errors are placed in `params:desc`.
    fn read_id(params: &str, desc: &str) -> Result<Self, TextError>;

    /// Parameters and description.
    fn write_id(&self) -> Result<(String, String), WriteError>;

    /// Read a solution as save files hold it. Errors are placed in that text.
    fn read_solution(&self, text: &str) -> Result<Board, TextError>;

    /// A solution as save files hold it.
    fn write_solution(&self, board: &Board) -> Result<String, WriteError>;
}

impl Tatham {
    pub(super) const fn of<P: InGames>(game: &'static str) -> Tatham {
        Tatham {
            game,
            looks: P::looks,
            read: |params, desc| Ok(Arc::new(P::read_id(params, desc)?)),
            write: |puzzle| own::<P>(puzzle).write_id(),
            read_solution: |puzzle, text| own::<P>(puzzle).read_solution(text),
            write_solution: |puzzle, board| own::<P>(puzzle).write_solution(board),
        }
    }
}

fn games() -> impl Iterator<Item = &'static Tatham> {
    FAMILIES.iter().filter_map(|f| f.tatham())
}

/// The game of a puzzle whose family has one.
fn game_of(document: &Document) -> &'static Tatham {
    (document.puzzle.family().tatham()).expect("only families with a game")
}

fn named(name: &str) -> Option<&'static Tatham> {
    games().find(|game| game.game.eq_ignore_ascii_case(name))
}

/// The game's name in front, if there is one, and the rest of the ID. A game's own page has the
/// name, too, and takes the ID behind its address: `https://…/bridges.html#7x7m2:…`.
fn split_game(id: &str) -> (Option<&'static Tatham>, &str) {
    let page = || {
        let (address, rest) = id.split_once('#').filter(|_| id.starts_with("http"))?;
        let name = address.rsplit('/').next()?;
        Some((named(name.strip_suffix(".html").unwrap_or(name))?, rest))
    };
    let prefix = || {
        id.split_once(':')
            .and_then(|(name, rest)| Some((named(name)?, rest)))
    };
    match page().or_else(prefix) {
        Some((game, rest)) => (Some(game), rest),
        None => (None, id),
    }
}

pub(super) fn looks_like_id(line: &str) -> bool {
    let (game, rest) = split_game(line);
    game.is_some()
        || rest
            .split_once([':', '#'])
            .is_some_and(|(params, _)| games().any(|g| (g.looks)(params)))
}

/// Read an ID; also says which game it is for.
fn read_id(id: &str) -> Result<(&'static Tatham, Arc<dyn Puzzle>), TextError> {
    let (named, rest) = split_game(id);
    let base = id.len() - rest.len();
    if let Some(at) = rest.find('#') {
        return Err(TextError::at(
            base + at,
            "this ID holds a random seed, not a puzzle; give the one with a colon instead",
        ));
    }
    let Some((params, desc)) = rest.split_once(':') else {
        return Err(TextError::at(
            id.len(),
            "expected a game ID like 7x7m2:…, found no colon",
        ));
    };
    let game = named
        .or_else(|| games().find(|g| (g.looks)(params)))
        .ok_or_else(|| {
            TextError::at(
                base,
                format!("no known game has parameters like {params:?}"),
            )
        })?;
    let puzzle = (game.read)(params, desc).map_err(|e| e.shifted(base))?;
    Ok((game, puzzle))
}

fn read(text: &str) -> Result<Document, TextError> {
    let start = text.len() - text.trim_start().len();
    let (_, puzzle) = read_id(text.trim()).map_err(|e| e.shifted(start))?;
    Ok(Document::new(puzzle))
}

/// A game whose ID was read.
pub(super) struct Game {
    rules: &'static Tatham,
    pub(super) puzzle: Arc<dyn Puzzle>,
}

/// The game with this ID.
pub(super) fn read_game(id: &str) -> Result<Game, TextError> {
    let (rules, puzzle) = read_id(id)?;
    Ok(Game { rules, puzzle })
}

impl Game {
    /// A solution in the game's own notation, as our collections keep them.
    pub(super) fn read_solution(&self, solution: &str) -> Result<Board, TextError> {
        (self.rules.read_solution)(self.puzzle.as_ref(), solution)
    }
}

fn write(document: &Document) -> Result<String, WriteError> {
    let game = game_of(document);
    let (params, desc) = (game.write)(document.puzzle.as_ref())?;
    Ok(format!("{params}:{desc}"))
}

/// One `KEY     :length:value` of a save file.
struct Entry<'a> {
    key: &'a str,
    value: &'a str,
    offset: usize,
}

fn entries(text: &str) -> Result<Vec<Entry<'_>>, TextError> {
    let mut entries = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(['\n', '\r', ' ']);
        let offset = text.len() - rest.len();
        if rest.is_empty() {
            return Ok(entries);
        }
        let broken = |what: &str| TextError::at(offset, format!("expected {what} of a save file"));
        let (key, after) = rest
            .split_once(':')
            .ok_or_else(|| broken("a line KEY:length:value"))?;
        let (length, after) = after
            .split_once(':')
            .ok_or_else(|| broken("a line KEY:length:value"))?;
        let length: usize = length
            .parse()
            .map_err(|_| broken("the length in a line KEY:length:value"))?;
        let value = after
            .get(..length)
            .ok_or_else(|| broken("the whole value in a line KEY:length:value"))?;
        entries.push(Entry {
            key: key.trim(),
            value,
            offset: text.len() - after.len(),
        });
        rest = &after[length..];
        if !rest.is_empty() && !rest.starts_with(['\n', '\r']) {
            return Err(TextError::at(
                text.len() - rest.len(),
                format!(
                    "expected the end of the line after {length} bytes, found {}",
                    found(rest.chars().next())
                ),
            ));
        }
    }
}

fn read_save(text: &str) -> Result<Document, TextError> {
    let entries = entries(text)?;
    let find = |key: &str| entries.iter().find(|e| e.key == key);
    let need = |key: &str| {
        find(key).ok_or_else(|| {
            TextError::at(text.trim_end().len(), format!("the save file has no {key}"))
        })
    };
    let name = need("GAME")?;
    let game = games()
        .find(|g| g.game.eq_ignore_ascii_case(name.value))
        .ok_or_else(|| TextError::at(name.offset, format!("unknown game {:?}", name.value)))?;
    let params = find("PARAMS").map_or_else(|| need("CPARAMS"), Ok)?;
    let desc = need("DESC")?;
    let puzzle = (game.read)(params.value, desc.value).map_err(|e| {
        // The two parts are on different lines here.
        match e.offset.checked_sub(params.value.len() + 1) {
            Some(in_desc) => TextError::at(desc.offset + in_desc, e.message),
            None => TextError::at(params.offset + e.offset, e.message),
        }
    })?;
    let mut document = Document::new(puzzle);
    if let Some(solve) = find("SOLVE") {
        let solution = (game.read_solution)(document.puzzle.as_ref(), solve.value)
            .map_err(|e| e.shifted(solve.offset))?;
        document.solution = Some(solution);
    }
    Ok(document)
}

fn write_save(document: &Document) -> Result<String, WriteError> {
    let game = game_of(document);
    let (params, desc) = (game.write)(document.puzzle.as_ref())?;
    let mut out = String::new();
    let mut line = |key: &str, value: &str| {
        out.push_str(&format!("{key:<8}:{}:{value}\n", value.len()));
    };
    line("SAVEFILE", "Simon Tatham's Portable Puzzle Collection");
    line("VERSION", "1");
    line("GAME", game.game);
    line("PARAMS", &params);
    line("CPARAMS", &params);
    line("DESC", &desc);
    match &document.solution {
        // The game opens on the empty board; "redo" shows the solution.
        Some(board) => {
            let solution = (game.write_solution)(document.puzzle.as_ref(), board)?;
            line("NSTATES", "2");
            line("STATEPOS", "1");
            line("SOLVE", &solution);
        }
        None => {
            line("NSTATES", "1");
            line("STATEPOS", "1");
        }
    }
    out.pop();
    Ok(out)
}
