//! From what somebody asks for to an order that can be carried out, or why it cannot.

use grid::Size;
use puzzles::Family;
use puzzles::make::{BoardSpec, ClueMap, ClueSymmetry, Maker, MakerOption};

use crate::generate::Order;
use crate::wish::Wish;

/// What somebody asks for; nothing is checked yet.
#[derive(Clone, Debug)]
pub struct OrderForm<'a> {
    /// How to make it; defaults to the family's first method.
    pub method: Option<&'a str>,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The symmetry of the clues.
    pub symmetry: ClueSymmetry,
    /// How full, from 0 to 1; defaults to what the method finds best.
    pub density: Option<f64>,
    /// The method's own options, where they differ from the defaults.
    pub options: Vec<(&'a str, i64)>,
    /// Where clues must and may be, on a board of the same size.
    pub map: Option<ClueMap>,
    /// What is wanted beyond one solution.
    pub wish: Wish,
    /// Seed for the random numbers.
    pub seed: u64,
    /// Give up on an index after this many candidates; defaults to what is usual for the wish.
    pub attempts: Option<u32>,
    /// Give up on a proof after this many conflicts.
    pub conflicts: u64,
    /// Take the first candidate as it is, without proof or rating.
    pub unchecked: bool,
}

/// The default number of candidates for one index.
pub const ATTEMPTS: u32 = 5_000;

/// The default if the hardest grade is wanted: some families have one such puzzle in thousands (of
/// 5000 candidates on boards of usual size one in ten indices found none).
pub const ATTEMPTS_AT_HARDEST: u32 = 20_000;

/// The default number of conflicts for one proof.
pub const CONFLICTS: u64 = 20_000;

impl OrderForm<'_> {
    /// The order, or what is wrong with it in words.
    pub fn order(self, family: &'static Family) -> Result<Order, String> {
        let maker = maker(family, self.method)?;
        let (least, most) = family.sides;
        let fits = |side: usize| (least..=most).contains(&side);
        if !fits(self.rows) || !fits(self.cols) {
            return Err(format!(
                "a {} board has {least} to {most} rows and columns, not {}×{}",
                family.name, self.rows, self.cols
            ));
        }
        let size = Size::new(self.rows, self.cols).ok_or("no such board")?;
        (family.empty)(size).map_err(|e| e.message)?;
        let is_ours = family
            .makers
            .first()
            .is_some_and(|first| first.id == maker.id);
        if let Some(map) = &self.map {
            self.check(map, is_ours, maker)?;
        }
        if self.symmetry != ClueSymmetry::Any && !maker.shapes.contains(&self.symmetry) {
            return Err(format!(
                "the method {} of {} cannot make puzzles of this symmetry",
                maker.id, family.name
            ));
        }
        if self.density.is_some_and(|d| !(0.0..=1.0).contains(&d)) {
            return Err("the density must be from 0 to 1".to_owned());
        }
        if self.density.is_some() && maker.density.is_none() {
            return Err(format!(
                "the method {} of {} takes no density",
                maker.id, family.name
            ));
        }
        if self.unchecked && !self.wish.is_none() {
            return Err(
                "unchecked candidates are not rated, so they cannot be combined with a difficulty \
                 or rules"
                    .to_owned(),
            );
        }
        self.wish.check(&(family.deductions)())?;
        let mut wish = self.wish;
        // Whoever asks for nothing in particular gets what can be solved without trial. The studies'
        // ways make what they make.
        wish.rules.no_trial |= wish.is_none() && is_ours && !self.unchecked;
        let usual = match wish.wants_hardest() {
            true => ATTEMPTS_AT_HARDEST,
            false => ATTEMPTS,
        };
        Ok(Order {
            maker,
            request: BoardSpec {
                rows: self.rows,
                cols: self.cols,
                symmetry: self.symmetry,
                density: self.density,
                options: options(maker, &self.options)?,
                map: self.map,
            },
            wish,
            seed: self.seed,
            attempts: self.attempts.unwrap_or(usual),
            conflicts: self.conflicts,
            unchecked: self.unchecked,
        })
    }
}

impl OrderForm<'_> {
    /// An error if what is asked for does not go with a picture of where the clues are to be.
    fn check(&self, map: &ClueMap, is_ours: bool, maker: &Maker) -> Result<(), String> {
        let size = (map.size().rows(), map.size().cols());
        if size != (self.rows, self.cols) {
            return Err(format!(
                "the layout is for a board of {}×{}, not {}×{}",
                size.0, size.1, self.rows, self.cols
            ));
        }
        if !is_ours {
            return Err(format!("the method {} keeps to no layout", maker.id));
        }
        if self.symmetry != ClueSymmetry::Any || self.density.is_some() {
            return Err("a layout says itself how symmetric and how full the puzzle is".to_owned());
        }
        Ok(())
    }
}

fn maker(family: &'static Family, name: Option<&str>) -> Result<&'static Maker, String> {
    let Some(first) = family.makers.first() else {
        return Err(format!("no {} can be generated yet", family.name));
    };
    let Some(name) = name else {
        return Ok(first);
    };
    let found = family.makers.iter().find(|maker| maker.id == name);
    found.ok_or_else(|| {
        let all: Vec<&str> = family.makers.iter().map(|maker| maker.id).collect();
        format!(
            "{} has no method {name:?}; it has {}",
            family.name,
            all.join(", ")
        )
    })
}

/// All options of a maker, with the values chosen or the defaults.
fn options(
    maker: &'static Maker,
    chosen: &[(&str, i64)],
) -> Result<Vec<(&'static str, i64)>, String> {
    let mut all: Vec<(&'static str, i64)> = maker.options.iter().map(|o| (o.id, o.usual)).collect();
    for &(id, value) in chosen {
        let Some(place) = maker.options.iter().position(|o| o.id == id) else {
            let all: Vec<&str> = maker.options.iter().map(|o| o.id).collect();
            let all = match all.is_empty() {
                true => "it has none".to_owned(),
                false => format!("it has {}", all.join(", ")),
            };
            return Err(format!(
                "the method {} has no option {id:?}; {all}",
                maker.id
            ));
        };
        let MakerOption { least, most, .. } = maker.options[place];
        if !(least..=most).contains(&value) {
            return Err(format!("{id} must be from {least} to {most}, not {value}"));
        }
        all[place].1 = value;
    }
    Ok(all)
}
