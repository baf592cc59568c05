//! From what somebody asks for to an order that can be filled, or why it cannot.

use grid::Size;
use puzzles::Family;
use puzzles::make::{Maker, MakerOption, Request, Shape};

use crate::generate::Order;
use crate::wish::Wish;

/// What somebody asks for; nothing is checked yet.
#[derive(Clone, Debug)]
pub struct Ask<'a> {
    /// None is the family's first.
    pub method: Option<&'a str>,
    pub rows: usize,
    pub cols: usize,
    pub symmetry: Shape,
    pub density: Option<f64>,
    /// The method's own options, those that are not to be as usual.
    pub options: Vec<(&'a str, i64)>,
    pub wish: Wish,
    pub seed: u64,
    pub attempts: u32,
    pub conflicts: u64,
    pub unchecked: bool,
}

/// Candidates for one index, unless somebody asks for another number.
pub const ATTEMPTS: u32 = 5_000;

/// Conflicts for one proof, likewise.
pub const CONFLICTS: u64 = 20_000;

impl Ask<'_> {
    /// The order, or in words what is wrong with it.
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
        if self.symmetry != Shape::Any && !maker.shapes.contains(&self.symmetry) {
            return Err(format!(
                "the method {} of {} cannot make puzzles of this symmetry",
                maker.id, family.name
            ));
        }
        if self.density.is_some_and(|d| !(0.0..=1.0).contains(&d)) {
            return Err("a density goes from 0 to 1".to_owned());
        }
        if self.density.is_some() && maker.density.is_none() {
            return Err(format!(
                "the method {} of {} takes no density",
                maker.id, family.name
            ));
        }
        if self.unchecked && !self.wish.is_none() {
            return Err(
                "unchecked candidates are not rated, so nothing can be wished of them".to_owned(),
            );
        }
        self.wish.check(&(family.deductions)())?;
        Ok(Order {
            maker,
            request: Request {
                rows: self.rows,
                cols: self.cols,
                symmetry: self.symmetry,
                density: self.density,
                options: options(maker, &self.options)?,
            },
            wish: self.wish,
            seed: self.seed,
            attempts: self.attempts,
            conflicts: self.conflicts,
            unchecked: self.unchecked,
        })
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

/// All options of a maker, those that were chosen with their values.
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
            return Err(format!("{id} goes from {least} to {most}, found {value}"));
        }
        all[place].1 = value;
    }
    Ok(all)
}
