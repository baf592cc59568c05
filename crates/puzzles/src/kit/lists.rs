//! Small lists.

use std::ops::Deref;

pub(crate) use logic::order::{distinct, distinct_below, put_last, sort_by_number};

/// A list without an allocation, for rules that make thousands of them: no longer than `MOST`.
pub(crate) struct Short<T, const MOST: usize> {
    items: [T; MOST],
    count: usize,
}

impl<T: Copy, const MOST: usize> Short<T, MOST> {
    /// These; `blank` is any value, for the places that stay empty.
    pub fn of(blank: T, items: impl Iterator<Item = T>) -> Short<T, MOST> {
        let mut short = Short {
            items: [blank; MOST],
            count: 0,
        };
        for item in items {
            short.items[short.count] = item;
            short.count += 1;
        }
        short
    }
}

impl<T, const MOST: usize> Deref for Short<T, MOST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_list_holds_what_it_was_made_of() {
        let short: Short<char, 4> = Short::of(' ', "abc".chars());
        assert_eq!(*short, ['a', 'b', 'c']);
    }
}
