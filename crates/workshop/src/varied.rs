//! Orders that differ from index to index, for test sets: sizes and options drawn from ranges, and
//! rules that are allowed in some of the puzzles only. What an index draws depends on the seed and
//! the index alone, as everything does that is made.

use puzzles::make::Maker;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::generate::Order;
use crate::order::OrderForm;

/// What varies. An order without any of it is the same for every index.
#[derive(Clone, Debug, Default)]
pub struct Varied {
    /// Sides of square boards, both ends included.
    pub sides: Option<(usize, usize)>,
    /// The sides take turns instead of being drawn.
    pub in_turn: bool,
    /// Options of the method from a least to a most value.
    pub options: Vec<(String, i64, i64)>,
    /// Rules (or groups) that are allowed in one of so many puzzles.
    pub sometimes: Vec<(String, u32)>,
}

/// Draws apart from those of the makers.
const APART: u64 = 0x005e_7d1f_fe4e_0000;

impl Varied {
    /// Does nothing vary?
    pub fn is_nothing(&self) -> bool {
        self.sides.is_none() && self.options.is_empty() && self.sometimes.is_empty()
    }

    /// An error if an order at one of the ends could not be given.
    pub fn check(&self, form: &OrderForm, family: &'static puzzles::Family) -> Result<(), String> {
        for largest in [false, true] {
            let mut form = form.clone();
            if let Some((least, most)) = self.sides {
                let side = if largest { most } else { least };
                (form.rows, form.cols) = (side, side);
            }
            for (id, least, most) in &self.options {
                form.options
                    .push((id, if largest { *most } else { *least }));
            }
            let names = self.sometimes.iter().map(|(rule, _)| rule.clone());
            form.wish.rules.choice.without.extend(names);
            form.order(family)?;
        }
        Ok(())
    }

    /// The order for an index. The ranges have been checked.
    pub fn at(&self, order: &Order, index: u64) -> Order {
        let mut order = order.clone();
        let mut rng = ChaCha8Rng::seed_from_u64(order.seed ^ APART);
        rng.set_stream(index);
        if let Some((least, most)) = self.sides {
            let side = match self.in_turn {
                true => least + (index % (most - least + 1) as u64) as usize,
                false => rng.random_range(least..=most),
            };
            (order.request.rows, order.request.cols) = (side, side);
        }
        for (id, least, most) in &self.options {
            let value = rng.random_range(*least..=*most);
            set(&mut order, id, value);
        }
        for (rule, one_in) in &self.sometimes {
            if rng.random_range(0..*one_in) != 0 {
                order.wish.rules.choice.without.push(rule.clone());
            }
        }
        order
    }
}

fn set(order: &mut Order, id: &str, value: i64) {
    let Maker { options, .. } = order.maker;
    let place = options.iter().position(|option| option.id == id);
    if let Some(place) = place {
        order.request.options[place].1 = value;
    }
}
