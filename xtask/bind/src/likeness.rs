//! An order in which texts that are alike follow one another.
//!
//! Two texts are alike in as far as they have the same runs of a few bytes, where a run that few have counts for more. The next text is
//! the one, for its length, that is most alike to the last ones together.

use std::collections::{HashMap, VecDeque};

/// Bytes of a run.
const RUN: usize = 6;

/// Of so many runs one is looked at.
const SAMPLE: u64 = 2;

/// A run that more texts have says nothing.
const MAX_SHARED: usize = 300;

/// How many texts the next one is compared with.
const REMEMBERED: usize = 16;

/// Added to lengths, so that a few bytes do not come before everything else.
const MIN_LENGTH: u64 = 1500;

/// The weight of a run that two texts have.
const WEIGHT: u64 = 1 << 10;

/// The positions of texts in that order.
pub(crate) fn chain(texts: &[&[u8]]) -> Vec<usize> {
    let runs: Vec<Vec<u64>> = texts.iter().map(|text| runs(text)).collect();
    let mut scores = Scores::new(&runs);
    let mut left: Vec<usize> = (0..texts.len()).collect();
    let mut order = Vec::with_capacity(texts.len());
    while let Some(at) = best(&left, texts, &scores) {
        let next = left.remove(at);
        scores.remember(next);
        order.push(next);
    }
    order
}

/// Where the text that comes next is in the list: the longest where none is alike, of several the first.
fn best(left: &[usize], texts: &[&[u8]], scores: &Scores<'_>) -> Option<usize> {
    let likeness = |text: usize| {
        let length = texts[text].len() as u64;
        (scores.of[text] << 16) / (length + MIN_LENGTH)
    };
    let rank = |&(at, &text): &(usize, &usize)| (likeness(text), texts[text].len(), std::cmp::Reverse(at));
    left.iter().enumerate().max_by_key(rank).map(|(at, _)| at)
}

/// The runs of a text that are looked at, each once.
fn runs(text: &[u8]) -> Vec<u64> {
    // Any odd number whose high bits depend on all of a run does.
    let is_sampled = |run: &u64| run.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & (SAMPLE - 1) == 0;
    let mut runs: Vec<u64> = text
        .windows(RUN)
        .map(|run| run.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
        .filter(is_sampled)
        .collect();
    runs.sort_unstable();
    runs.dedup();
    runs
}

/// How alike each text is to those that came last.
struct Scores<'a> {
    runs: &'a [Vec<u64>],
    /// The texts with a run.
    with: HashMap<u64, Vec<usize>>,
    last: VecDeque<usize>,
    /// How many of the last texts have a run.
    seen: HashMap<u64, usize>,
    of: Vec<u64>,
}

impl<'a> Scores<'a> {
    fn new(runs: &'a [Vec<u64>]) -> Self {
        let mut with: HashMap<u64, Vec<usize>> = HashMap::new();
        for (text, runs) in runs.iter().enumerate() {
            for run in runs {
                with.entry(*run).or_default().push(text);
            }
        }
        with.retain(|_, texts| (2..=MAX_SHARED).contains(&texts.len()));
        Self { runs, with, last: VecDeque::new(), seen: HashMap::new(), of: vec![0; runs.len()] }
    }

    /// Adds a text to the last ones, and forgets the one before them.
    fn remember(&mut self, text: usize) {
        for run in &self.runs[text] {
            let count = self.seen.entry(*run).or_default();
            *count += 1;
            if *count == 1 {
                self.weigh(*run, |score, weight| score + weight);
            }
        }
        self.last.push_back(text);
        if self.last.len() <= REMEMBERED {
            return;
        }
        let Some(forgotten) = self.last.pop_front() else { return };
        for run in &self.runs[forgotten] {
            let Some(count) = self.seen.get_mut(run) else { continue };
            *count -= 1;
            if *count == 0 {
                self.weigh(*run, |score, weight| score - weight);
            }
        }
    }

    fn weigh(&mut self, run: u64, change: impl Fn(u64, u64) -> u64) {
        let texts = self.with.get(&run).map(Vec::as_slice).unwrap_or_default();
        let weight = WEIGHT / u64::from(texts.len().max(2).ilog2() + 1);
        for &text in texts {
            self.of[text] = change(self.of[text], weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_alike_follow_one_another() {
        // Bytes of a generator, so that no two families have a run in common.
        let family = |seed: u64| {
            let mut state = seed;
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 56) as u8
            };
            (0..400).map(|_| next()).collect::<Vec<u8>>()
        };
        let (one, other) = (family(1), family(2));
        let texts: Vec<Vec<u8>> = (0..8)
            .map(|index| {
                let mut text = if index % 2 == 0 { one.clone() } else { other.clone() };
                text.push(index);
                text
            })
            .collect();
        let texts: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
        let order = chain(&texts);
        let families: Vec<usize> = order.iter().map(|text| text % 2).collect();
        assert_eq!(families.windows(2).filter(|pair| pair[0] != pair[1]).count(), 1, "{order:?}");
        let mut all = order;
        all.sort_unstable();
        assert_eq!(all, (0..8).collect::<Vec<_>>());
    }

    #[test]
    fn texts_that_have_nothing_in_common_are_there_once() {
        assert_eq!(chain(&[b"", b"abc", b"something else"]), [2, 1, 0]);
        assert_eq!(chain(&[]), [0; 0]);
    }
}
