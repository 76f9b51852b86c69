//! Mutations of words and of what stands between brackets or quotes. Changing bytes alone seldom
//! gets past the parsers; these mostly do.

use libfuzzer_sys::fuzzer_mutate;
use std::ops::Range;

/// Numbers of every size and tier, and some that are none.
const NUMBERS: [&str; 40] = [
    "0", "1", "-1", "2", "3", "1/2", "1/3", "9/10", "0.1", "1e-5", "1e-300", "1e-100000", "1e100000", "1e9", "2^63", "2^64",
    "18446744073709551615", "0x1.999999999999ap-4", "ln(2)", "ln(3)", "ln(4)/2", "ln(1e9)", "ln(10^4000)", "3*ln(2)", "-ln(2)",
    "exp(1)", "exp(-1)", "exp(-30)", "exp(1/3)/(exp(1/2)+1)", "sqrt(2)", "sqrt(1e-9)", "1-1e-30", "1+exp(-50)", "ln(sqrt(2))",
    "exp(exp(exp(10)))", "exp(-exp(30))", "sqrt(2)*sqrt(3)-sqrt(6)", "1/0", "nan", "(",
];

/// A mutation for `fuzz_mutator!`; `groups` are parts that may stand in place of another one with
/// the same first character.
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32, groups: &[&str]) -> usize {
    let mut random = Random(u64::from(seed) | 1 << 40);
    if random.below(4) == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let mut text = data[..size].to_vec();
    for _ in 0..=random.below(3) {
        step(&mut text, &mut random, groups);
    }
    if text.is_empty() || text.len() > max_size {
        return fuzzer_mutate(data, size, max_size);
    }
    data[..text.len()].copy_from_slice(&text);
    text.len()
}

fn step(text: &mut Vec<u8>, random: &mut Random, groups: &[&str]) {
    let words = words(text);
    let brackets = brackets(text);
    let number = NUMBERS[random.below(NUMBERS.len())].as_bytes();
    let word = random.pick(&words);
    let group = random.pick(&brackets);
    match random.below(8) {
        0 => replace(text, word, number),
        1 => {
            let other = random.pick(&words).map(|other| text[other].to_vec());
            replace(text, word, &other.unwrap_or_default());
        }
        // A whole text in quotes, or the argument of a function.
        2 => replace(text, group.map(|group| group.start + 1..group.end - 1), number),
        3 | 4 => {
            let Some(group) = group else { return };
            let first = text[group.start];
            let mut others: Vec<Vec<u8>> = groups.iter().map(|other| other.as_bytes().to_vec()).collect();
            others.extend(brackets.into_iter().map(|other| text[other].to_vec()));
            others.retain(|other| other[0] == first);
            let other = others[random.below(others.len())].clone();
            replace(text, Some(group), &other);
        }
        5 => {
            let Some(group) = group else { return };
            let separator = [",", "*", "+", "-", "/", ":"][random.below(6)].as_bytes();
            let double = [&text[group.clone()], separator, &text[group.clone()]].concat();
            replace(text, Some(group), &double);
        }
        6 => replace(text, group, b""),
        _ => {
            let Some(word) = word else { return };
            let around = [("exp(", ")"), ("ln(", ")"), ("sqrt(", ")"), ("1/(", ")"), ("(", ")^-3"), ("1-", "")];
            let (before, after) = around[random.below(6)];
            let wrapped = [before.as_bytes(), &text[word.clone()], after.as_bytes()].concat();
            replace(text, Some(word), &wrapped);
        }
    }
}

fn replace(text: &mut Vec<u8>, range: Option<Range<usize>>, by: &[u8]) {
    if let Some(range) = range {
        text.splice(range, by.iter().copied());
    }
}

/// Runs of letters, digits and points.
fn words(text: &[u8]) -> Vec<Range<usize>> {
    let is_word = |c: &u8| c.is_ascii_alphanumeric() || matches!(*c, b'.' | b'-' | b'_');
    let mut words: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.iter().enumerate().filter(|(_, c)| is_word(c)) {
        match words.last_mut().filter(|word| word.end == at) {
            Some(word) => word.end = at + 1,
            None => words.push(at..at + 1),
        }
    }
    words
}

/// What is between matching brackets or quotes, with them.
fn brackets(text: &[u8]) -> Vec<Range<usize>> {
    let (mut open, mut found, mut quote) = (Vec::new(), Vec::new(), None);
    for (at, c) in text.iter().enumerate() {
        match c {
            b'"' => match quote.take() {
                Some(start) => found.push(start..at + 1),
                None => quote = Some(at),
            },
            b'(' | b'[' | b'{' => open.push(at),
            b')' | b']' | b'}' => found.extend(open.pop().map(|start| start..at + 1)),
            _ => {}
        }
    }
    found
}

/// Numbers from a seed: Steele and Vigna's splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % n.max(1) as u64).unwrap_or(0)
    }

    fn pick(&mut self, ranges: &[Range<usize>]) -> Option<Range<usize>> {
        let index = self.below(ranges.len());
        ranges.get(index).cloned()
    }
}
