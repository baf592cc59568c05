//! All formats, in one table. What several families have is listed here; what one family has alone
//! is in that family's list, as an entry of the same kind.

use super::gather::Braces;
use super::{Document, InFiles, InGames, InLinks, Links, Pzprv3, Tatham, TextError, WriteError};
use super::{janko, json, link, pzprv3, tatham};
use crate::FAMILIES;
use crate::engine::own;
use crate::puzzle::{Family, Puzzle};

/// A format: how it is recognised, where a text in it ends, how it is read and written.
pub struct Format {
    /// The name that callers choose it by.
    pub name: &'static str,
    /// What it can hold, in a few words.
    pub carries: &'static str,
    /// Is a puzzle always one line?
    pub is_line: bool,
    /// Do puzzles of this family have it, among other families?
    pub(crate) shared_by: fn(&Family) -> bool,
    /// How its texts begin.
    pub sign: Sign,
    /// How a text with this first line ends.
    pub end: fn(&str) -> BlockEnd,
    /// Does a line with the sign begin a new text even inside another one? `Braces` if that one is
    /// in braces.
    pub interrupts: fn(&str, Option<&Braces>) -> bool,
    /// Read the one puzzle in a text.
    pub read: fn(&str) -> Result<Document, TextError>,
    /// Write a document of a family that it holds, without a line end after the last line.
    pub write: fn(&Document) -> Result<String, WriteError>,
}

/// How the first line of a text, without blanks around it, is recognised.
pub enum Sign {
    /// It begins with these letters, whatever else it looks like.
    Beginning(&'static str),
    /// It looks right. No line may look right to two formats.
    Look(fn(&str) -> bool),
}

/// How a text ends, where others follow.
#[derive(Clone, Copy, Debug)]
pub enum BlockEnd {
    /// With its first line.
    Line,
    /// After this many words, including those of the first line.
    Words(usize),
    /// At a blank line.
    Blank,
    /// Where anything else begins.
    Next,
    /// With the first line that is its last.
    Last(fn(&str) -> bool),
    /// With its last brace.
    Braces,
    /// With the braces that may come after it, or where anything else begins.
    Tail,
}

/// What a family says about a format: what is special to it, for one that several families have,
/// or all of one that it has alone.
pub enum FamilyFormat {
    /// puzz.link URLs.
    Links(Links),
    /// `pzprv3` files.
    Pzprv3(Pzprv3),
    /// Tatham's game IDs and save files.
    Tatham(Tatham),
    /// A format of its own.
    Own(Format),
}

impl FamilyFormat {
    /// puzz.link URLs with these names of the puzzle, the first of which is written.
    pub(crate) const fn links<P: InLinks>(pids: &'static [&'static str]) -> FamilyFormat {
        FamilyFormat::Links(Links::of::<P>(pids))
    }

    /// `pzprv3` files with this name of the puzzle.
    pub(crate) const fn pzprv3<P: InFiles>(pid: &'static str) -> FamilyFormat {
        FamilyFormat::Pzprv3(Pzprv3::of::<P>(pid))
    }

    /// IDs and save files of the game with this name in Tatham's collection.
    pub(crate) const fn tatham<P: InGames>(game: &'static str) -> FamilyFormat {
        FamilyFormat::Tatham(Tatham::of::<P>(game))
    }

    /// A format of one family's own, of several lines, recognised by how its first line looks.
    pub(crate) const fn own<P: OwnFormat>(
        name: &'static str,
        carries: &'static str,
    ) -> FamilyFormat {
        FamilyFormat::Own(Format {
            name,
            carries,
            is_line: false,
            shared_by: |_| false,
            sign: Sign::Look(P::looks),
            end: P::end,
            interrupts: |_, _| false,
            read: P::read_own,
            write: |document| own::<P>(document.puzzle.as_ref()).write_own(document),
        })
    }
}

/// What a family's puzzles are in a format of its own.
pub(crate) trait OwnFormat: Puzzle + Sized + 'static {
    /// Does a text begin with this line?
    fn looks(line: &str) -> bool;

    /// How a text with this first line ends.
    fn end(first_line: &str) -> BlockEnd;

    /// Read the one puzzle in a text.
    fn read_own(text: &str) -> Result<Document, TextError>;

    /// Write the puzzle with what came along with it, without a line end after the last line.
    fn write_own(&self, document: &Document) -> Result<String, WriteError>;
}

/// The formats that several families have.
static SHARED: [Format; 6] = [
    json::FORMAT,
    janko::FORMAT,
    link::FORMAT,
    pzprv3::FORMAT,
    tatham::ID,
    tatham::SAVE,
];

/// All formats.
pub fn formats() -> impl Iterator<Item = &'static Format> {
    let own = FAMILIES.iter().flat_map(|family| family.own_formats());
    SHARED.iter().chain(own)
}

/// The format of this name.
pub fn format(name: &str) -> Option<&'static Format> {
    formats().find(|format| format.name == name)
}

/// The format of a text that begins with this line, which has no blanks around it.
pub(super) fn format_of(line: &str) -> Option<&'static Format> {
    let begins = |format: &&Format| match format.sign {
        Sign::Beginning(letters) => line.starts_with(letters),
        Sign::Look(_) => false,
    };
    let looks = |format: &&Format| match format.sign {
        Sign::Beginning(_) => false,
        Sign::Look(looks) => looks(line),
    };
    (formats().find(begins)).or_else(|| formats().find(looks))
}

impl Format {
    /// Can it hold puzzles of this family?
    pub fn holds(&self, family: &Family) -> bool {
        let is_own = || family.own_formats().any(|own| own.name == self.name);
        (self.shared_by)(family) || is_own()
    }

    /// The families that have it.
    pub fn families(&'static self) -> impl Iterator<Item = &'static Family> {
        FAMILIES.iter().copied().filter(|family| self.holds(family))
    }

    /// What stands between two puzzles, after the end of the first one's last line: formats of one
    /// line need nothing, all others end at a blank line.
    pub fn separator(&self) -> &'static str {
        match self.is_line {
            true => "",
            false => "\n",
        }
    }
}

/// What stands between two puzzles of the format of this name; see [`Format::separator`].
pub fn separator(name: &str) -> &'static str {
    format(name).map_or("\n", Format::separator)
}

/// Write a document in the format of this name, without a line end after the last line.
pub fn write(document: &Document, name: &str) -> Result<String, WriteError> {
    let format = format(name).ok_or_else(|| WriteError {
        message: format!("unknown format {name:?}; see `gridwright formats`"),
    })?;
    let family = document.puzzle.family();
    if !format.holds(family) {
        return Err(WriteError {
            message: format!("{name} cannot hold {} puzzles", family.name),
        });
    }
    (format.write)(document)
}

impl Family {
    fn own_formats(&self) -> impl Iterator<Item = &'static Format> + use<> {
        (self.formats.iter()).filter_map(|format| match format {
            FamilyFormat::Own(own) => Some(own),
            _ => None,
        })
    }

    /// How it is written in puzz.link URLs, if it can be.
    pub(super) fn links(&self) -> Option<&'static Links> {
        self.formats.iter().find_map(|format| match format {
            FamilyFormat::Links(links) => Some(links),
            _ => None,
        })
    }

    /// How it is written in `pzprv3` files, if it can be.
    pub(super) fn pzprv3(&self) -> Option<&'static Pzprv3> {
        self.formats.iter().find_map(|format| match format {
            FamilyFormat::Pzprv3(files) => Some(files),
            _ => None,
        })
    }

    /// How it is written in Tatham's game IDs and save files, if it can be.
    pub(super) fn tatham(&self) -> Option<&'static Tatham> {
        self.formats.iter().find_map(|format| match format {
            FamilyFormat::Tatham(game) => Some(game),
            _ => None,
        })
    }
}
