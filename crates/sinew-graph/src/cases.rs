//! The cases of a switch.

/// Integers without repetition.
#[derive(Clone, Debug)]
pub(crate) enum Cases {
    /// In ascending order, each with its position.
    Listed(Box<[(i32, u32)]>),
    /// Those that follow each other, which most graphs have: nothing is searched.
    Consecutive { first: i32, count: u32 },
}

impl Cases {
    pub(crate) fn new(cases: &[i32]) -> Self {
        let is_consecutive = cases.is_sorted_by(|a, b| a.checked_add(1) == Some(*b));
        match cases.first() {
            Some(&first) if is_consecutive => Self::Consecutive { first, count: cases.len() as u32 },
            _ => {
                let mut listed: Vec<(i32, u32)> = cases.iter().copied().zip(0..).collect();
                listed.sort_unstable();
                Self::Listed(listed.into())
            }
        }
    }

    /// The position of a selection.
    pub(crate) fn position(&self, selection: i32) -> Option<usize> {
        match self {
            Self::Listed(cases) => {
                let found = cases.binary_search_by_key(&selection, |(case, _)| *case).ok()?;
                Some(cases[found].1 as usize)
            }
            Self::Consecutive { first, count } => {
                let place = u32::try_from(i64::from(selection) - i64::from(*first)).ok();
                place.filter(|place| place < count).map(|place| place as usize)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_is_found_where_it_is_listed() {
        for cases in [&[3, 4, 5][..], &[5, 4], &[-1, 0, 2], &[i32::MAX], &[i32::MAX, i32::MIN], &[]] {
            let compiled = Cases::new(cases);
            for selection in [i32::MIN, -2, -1, 0, 1, 2, 3, 4, 5, 6, i32::MAX] {
                let listed = cases.iter().position(|case| *case == selection);
                assert_eq!(compiled.position(selection), listed, "{selection} in {cases:?}");
            }
        }
        assert!(matches!(Cases::new(&[3, 4, 5]), Cases::Consecutive { first: 3, count: 3 }));
    }
}
