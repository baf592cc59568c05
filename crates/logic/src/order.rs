//! Order with little code. What the standard library sorts with is some kilobytes for every kind of thing
//! and for every key, and a page that carries its engine carries all of it. So lists that are short, or
//! seldom sorted, are sorted by these: half of what sorting weighed (244 KB of 2.6 MB) went with them.

/// Lists up to this length are sorted by moving one thing after the other to its place.
const SHORT: usize = 16;

/// In order, and each once.
pub fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    if items.len() <= SHORT {
        for end in 1..items.len() {
            let mut at = end;
            while at > 0 && items[at] < items[at - 1] {
                items.swap(at, at - 1);
                at -= 1;
            }
        }
    } else {
        heap_sort(&mut items);
    }
    items.dedup();
    items
}

/// Numbers below a bound in order, and each once: many of them faster than by sorting.
pub fn distinct_below(bound: usize, numbers: impl IntoIterator<Item = usize>) -> Vec<usize> {
    let mut numbers = numbers.into_iter();
    let Some(first) = numbers.next() else {
        return Vec::new();
    };
    let mut bits = vec![0u64; bound.div_ceil(64)];
    let mut mark = |number: usize| bits[number / 64] |= 1 << (number % 64);
    mark(first);
    numbers.for_each(&mut mark);
    let count = bits.iter().map(|word| word.count_ones() as usize).sum();
    let mut distinct = Vec::with_capacity(count);
    for (place, mut word) in bits.into_iter().enumerate() {
        while word != 0 {
            distinct.push(64 * place + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
    distinct
}

/// By a heap, which is slower than the standard library's ways and a tenth of their size.
fn heap_sort<T: Ord>(items: &mut [T]) {
    let count = items.len();
    for at in (0..count + count / 2).rev() {
        let (top, end) = match at.checked_sub(count) {
            Some(top) => (top, count),
            None => {
                items.swap(0, at);
                (0, at)
            }
        };
        sink(&mut items[..end], top);
    }
}

/// Let what stands here go down until nothing below it is larger.
fn sink<T: Ord>(heap: &mut [T], mut at: usize) {
    loop {
        let mut below = 2 * at + 1;
        if below + 1 < heap.len() && heap[below] < heap[below + 1] {
            below += 1;
        }
        if below >= heap.len() || heap[below] <= heap[at] {
            return;
        }
        heap.swap(at, below);
        at = below;
    }
}

/// Those of which this is so go to the end; otherwise the order stays.
pub fn put_last<T>(items: &mut Vec<T>, goes_last: impl FnMut(&T) -> bool) {
    let (last, mut first): (Vec<T>, Vec<T>) = items.drain(..).partition(goes_last);
    first.extend(last);
    *items = first;
}

/// In the order of a number; where it is the same, the order stays.
pub fn sort_by_number<T>(items: &mut [T], number: impl Fn(&T) -> usize) {
    let order = in_order(items.iter().map(number).collect());
    for (at, &wanted) in order.iter().enumerate() {
        // What stood there may have been moved, by the steps that came before.
        let mut from = wanted;
        while from < at {
            from = order[from];
        }
        items.swap(at, from);
    }
}

/// The places of numbers, from the smallest number to the largest.
fn in_order(numbers: Vec<usize>) -> Vec<usize> {
    let mut places: Vec<(usize, usize)> = numbers.into_iter().zip(0..).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, place)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers as if thrown, the same each time.
    fn thrown(count: usize) -> Vec<usize> {
        let step = |seed: &mut usize| {
            *seed = (*seed * 1_103 + 12_345) % 10_007;
            Some(*seed % (count + 1))
        };
        std::iter::repeat_with(|| 0)
            .scan(count, |seed, _: usize| step(seed))
            .take(count)
            .collect()
    }

    #[test]
    fn distinct_lists_are_those_of_the_standard_library() {
        for count in (0..40).chain([100, 1_000]) {
            let mut expected = thrown(count);
            expected.sort();
            expected.dedup();
            assert_eq!(distinct(thrown(count)), expected, "{count}");
            let below = distinct_below(count + 1, thrown(count));
            assert_eq!(below, expected, "{count}");
        }
    }

    #[test]
    fn by_a_number_what_is_equal_stays_in_order() {
        for count in (0..40).chain([100, 1_000]) {
            let things: Vec<(usize, usize)> = thrown(count).into_iter().zip(0..).collect();
            let (mut sorted, mut expected) = (things.clone(), things);
            sort_by_number(&mut sorted, |thing| thing.0 / 3);
            expected.sort_by_key(|thing| thing.0 / 3);
            assert_eq!(sorted, expected, "{count}");
        }
    }

    #[test]
    fn what_goes_last_keeps_its_order() {
        let mut letters = vec!['a', 'B', 'c', 'D'];
        put_last(&mut letters, |letter| letter.is_uppercase());
        assert_eq!(letters, ['a', 'c', 'B', 'D']);
    }
}
