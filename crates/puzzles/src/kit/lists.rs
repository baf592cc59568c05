//! Small lists.

use std::ops::Deref;

/// In order, and each once.
pub(crate) fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items.dedup();
    items
}

// The code that sorts is large, and there is another for whatever is sorted by whatever; a page carries
// all of it. So what is seldom sorted is sorted by these.

/// Those of which this is so go to the end; otherwise the order stays.
pub(crate) fn put_last<T>(items: &mut Vec<T>, goes_last: impl FnMut(&T) -> bool) {
    let (last, mut first): (Vec<T>, Vec<T>) = items.drain(..).partition(goes_last);
    first.extend(last);
    *items = first;
}

/// In the order of a number; where it is the same, the order stays.
pub(crate) fn sort_by_number<T: Copy>(items: &mut [T], number: impl Fn(T) -> usize) {
    let numbers = items.iter().map(|&item| number(item));
    let mut order: Vec<(usize, usize)> = numbers.zip(0..).collect();
    order.sort_unstable();
    let before = items.to_vec();
    for (item, (_, at)) in items.iter_mut().zip(order) {
        *item = before[at];
    }
}

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
    fn a_distinct_list_is_sorted_and_has_nothing_twice() {
        assert_eq!(distinct([3, 1, 3, 2, 1]), [1, 2, 3]);
        assert!(distinct([0; 0]).is_empty());
    }

    #[test]
    fn a_short_list_holds_what_it_was_made_of() {
        let short: Short<char, 4> = Short::of(' ', "abc".chars());
        assert_eq!(*short, ['a', 'b', 'c']);
    }
}
