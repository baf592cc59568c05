//! Changing an input a little: at some bytes, at some words, in its lines, or as JSON.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

/// The longest input that is made.
const LONGEST_INPUT: usize = 32 << 10;

/// Numbers at which programs stumble.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "7",
    "8",
    "9",
    "10",
    "16",
    "17",
    "99",
    "100",
    "101",
    "255",
    "256",
    "-1",
    "-0",
    "0.5",
    "1e3",
    "1e400",
    "65535",
    "65536",
    "2147483648",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999",
    "007",
    "+1",
];

/// Bytes that mean something in some format, or nothing in any.
const BYTES: &[u8] = b"\"{}[],:;/.-+?#@()=_ \t\n\r\\0159axzAZ\0\x1b\x7f\xff\xc3\xa4";

/// What inputs are made from.
pub struct Material {
    /// Whole inputs.
    pub inputs: Vec<Vec<u8>>,
    /// Words that stand in them.
    words: Vec<Vec<u8>>,
}

impl Material {
    /// The words of these inputs, and the inputs themselves.
    pub fn new(inputs: Vec<Vec<u8>>) -> Material {
        const MOST_WORDS: usize = 2000;
        let mut words: Vec<Vec<u8>> = (inputs.iter())
            .flat_map(|input| tokens(input))
            .filter(|word| word.len() <= 24)
            .map(<[u8]>::to_vec)
            .collect();
        words.sort_unstable();
        words.dedup();
        // Evenly, if there are too many.
        let step = words.len().div_ceil(MOST_WORDS).max(1);
        let words = words.into_iter().step_by(step).collect();
        Material { inputs, words }
    }
}

/// Runs of letters and digits, and what stands between them.
fn tokens(input: &[u8]) -> impl Iterator<Item = &[u8]> {
    input.chunk_by(|a, b| a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric())
}

/// An input made of one of these, and perhaps of parts of others.
pub fn mutated(material: &Material, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut input = material.inputs.choose(rng).cloned().unwrap_or_default();
    // One change is often enough to be refused, so that is the usual number.
    let changes = [1, 1, 1, 2, 2, 3, 5].choose(rng).copied().unwrap_or(1);
    for _ in 0..changes {
        change(&mut input, material, rng);
        input.truncate(LONGEST_INPUT);
    }
    input
}

fn change(input: &mut Vec<u8>, material: &Material, rng: &mut ChaCha8Rng) {
    match rng.random_range(0..16) {
        0 => {
            if let Some(byte) = any_mut(input, rng) {
                *byte ^= 1 << rng.random_range(0..8);
            }
        }
        1 => {
            let with = BYTES.choose(rng).copied().unwrap_or_default();
            if let Some(byte) = any_mut(input, rng) {
                *byte = with;
            }
        }
        2 => {
            let with = BYTES.choose(rng).copied().unwrap_or_default();
            input.insert(rng.random_range(0..=input.len()), with);
        }
        3 => {
            input.drain(range(input.len(), rng));
        }
        4 => {
            let copied = input[range(input.len(), rng)].to_vec();
            insert(input, &copied, rng);
        }
        5 => {
            let other = material.inputs.choose(rng).map_or(&[][..], |other| other);
            let part = other[range(other.len(), rng)].to_vec();
            insert(input, &part, rng);
        }
        6 => input.truncate(rng.random_range(0..=input.len())),
        7 | 8 => {
            let number = NUMBERS.choose(rng).map_or(&b""[..], |n| n.as_bytes());
            exchange(input, number, rng, |word| word[0].is_ascii_digit());
        }
        9 | 10 => {
            let word = material.words.choose(rng).cloned().unwrap_or_default();
            exchange(input, &word, rng, |_| true);
        }
        11 => {
            let word = material.words.choose(rng).cloned().unwrap_or_default();
            insert(input, &word, rng);
        }
        12 => change_lines(input, rng),
        _ => change_json(input, material, rng),
    }
}

fn any_mut<'a>(input: &'a mut [u8], rng: &mut ChaCha8Rng) -> Option<&'a mut u8> {
    let at = rng.random_range(0..input.len().max(1));
    input.get_mut(at)
}

/// A part of so many bytes, mostly a short one.
fn range(length: usize, rng: &mut ChaCha8Rng) -> std::ops::Range<usize> {
    let most = match rng.random_range(0..4) {
        0 => length,
        _ => length.min(16),
    };
    let start = rng.random_range(0..=length);
    let end = (start + rng.random_range(0..=most)).min(length);
    start..end
}

fn insert(input: &mut Vec<u8>, part: &[u8], rng: &mut ChaCha8Rng) {
    let at = rng.random_range(0..=input.len());
    input.splice(at..at, part.iter().copied());
}

/// Put another word in place of one of these.
fn exchange(
    input: &mut Vec<u8>,
    with: &[u8],
    rng: &mut ChaCha8Rng,
    is_one: impl Fn(&[u8]) -> bool,
) {
    let mut places = Vec::new();
    let mut at = 0;
    for token in tokens(input) {
        if is_one(token) {
            places.push(at..at + token.len());
        }
        at += token.len();
    }
    if let Some(place) = places.choose(rng).cloned() {
        input.splice(place, with.iter().copied());
    }
}

/// Leave a line out, repeat one, or let two change places.
fn change_lines(input: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    let mut lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').collect();
    let (a, b) = (
        rng.random_range(0..lines.len()),
        rng.random_range(0..lines.len()),
    );
    match rng.random_range(0..3) {
        0 => drop(lines.remove(a)),
        1 => lines.insert(b, lines[a]),
        _ => lines.swap(a, b),
    }
    *input = lines.join(&b'\n');
}

/// Change a value somewhere in the first JSON object, if there is one.
fn change_json(input: &mut Vec<u8>, material: &Material, rng: &mut ChaCha8Rng) {
    let lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').collect();
    let objects = lines.iter().enumerate().filter_map(|(i, line)| {
        let value: Value = serde_json::from_slice(line).ok()?;
        value.is_object().then_some((i, value))
    });
    let objects: Vec<(usize, Value)> = objects.take(8).collect();
    let Some((line, mut value)) = objects.choose(rng).cloned() else {
        return;
    };
    let other = (material.inputs.choose(rng))
        .and_then(|other| serde_json::from_slice::<Value>(other).ok())
        .and_then(|mut other| {
            let at = rng.random_range(0..count(&other));
            nth(&mut other, &mut { at }).map(|part| part.clone())
        });
    let at = rng.random_range(0..count(&value));
    if let Some(part) = nth(&mut value, &mut { at }) {
        change_value(part, other, rng);
    }
    let mut changed: Vec<Vec<u8>> = lines.iter().map(|line| line.to_vec()).collect();
    changed[line] = value.to_string().into_bytes();
    *input = changed.join(&b'\n');
}

fn change_value(value: &mut Value, other: Option<Value>, rng: &mut ChaCha8Rng) {
    let number = NUMBERS.choose(rng).copied().unwrap_or("0");
    match value {
        Value::Array(list) if !list.is_empty() && rng.random_bool(0.7) => {
            let at = rng.random_range(0..list.len());
            match rng.random_range(0..4) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                2 => list.extend(other),
                _ => list.swap(0, at),
            }
        }
        Value::Object(fields) if !fields.is_empty() && rng.random_bool(0.7) => {
            let at = rng.random_range(0..fields.len());
            let key = fields.keys().nth(at).cloned().unwrap_or_default();
            match rng.random_range(0..3) {
                0 => drop(fields.shift_remove(&key)),
                1 => drop(fields.insert(format!("{key}s"), Value::Null)),
                _ => drop(other.map(|other| fields.insert(key, other))),
            }
        }
        _ => {
            *value = match rng.random_range(0..4) {
                0 => Value::String(number.to_owned()),
                1 => serde_json::from_str(number).unwrap_or(Value::Bool(true)),
                2 => Value::Null,
                _ => other.unwrap_or(Value::Null),
            }
        }
    }
}

/// How many values there are in this one, itself included.
fn count(value: &Value) -> usize {
    let inside: usize = match value {
        Value::Array(list) => list.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    };
    1 + inside
}

/// One of them by its number.
fn nth<'a>(value: &'a mut Value, at: &mut usize) -> Option<&'a mut Value> {
    if *at == 0 {
        return Some(value);
    }
    *at -= 1;
    match value {
        Value::Array(list) => list.iter_mut().find_map(|inside| nth(inside, at)),
        Value::Object(fields) => fields.values_mut().find_map(|inside| nth(inside, at)),
        _ => None,
    }
}
