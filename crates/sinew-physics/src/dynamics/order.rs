//! The elimination order of the blocks of a symmetric matrix, and its fill-in.

use std::collections::BTreeSet;

/// A block of the matrix: the rows of a body, or the hard rows between two bodies.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The number of rows.
    pub rows: usize,
    /// Blocks of which at least one must be eliminated before this one; none for a body. The diagonal of hard rows is
    /// almost zero until a body is eliminated into them.
    pub after_one_of: Vec<usize>,
    /// The adjacent blocks.
    pub meets: Vec<usize>,
}

/// A step of the elimination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Eliminated {
    /// The block.
    pub block: usize,
    /// The adjacent blocks that are eliminated later, in the order of their elimination.
    pub later: Vec<usize>,
}

/// Returns the minimum degree order: the block adjacent to the fewest rows is next, ties by index. A tree of bodies is
/// eliminated from its leaves without fill-in.
pub(super) fn eliminate(blocks: &[Block]) -> Vec<Eliminated> {
    let mut meets: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); blocks.len()];
    for (index, block) in blocks.iter().enumerate() {
        for &other in &block.meets {
            meets[index].insert(other);
            meets[other].insert(index);
        }
    }
    let mut position = vec![None; blocks.len()];
    let mut steps: Vec<Eliminated> = Vec::with_capacity(blocks.len());
    while let Some(next) = cheapest(blocks, &meets, &position) {
        position[next] = Some(steps.len());
        let neighbours = std::mem::take(&mut meets[next]);
        for &one in &neighbours {
            meets[one].remove(&next);
            for &other in neighbours.range(one + 1..) {
                meets[one].insert(other);
                meets[other].insert(one);
            }
        }
        steps.push(Eliminated { block: next, later: neighbours.into_iter().collect() });
    }
    for step in &mut steps {
        step.later.sort_by_key(|&block| position[block]);
    }
    steps
}

fn cheapest(blocks: &[Block], meets: &[BTreeSet<usize>], position: &[Option<usize>]) -> Option<usize> {
    let allowed = |index: &usize| {
        let first = &blocks[*index].after_one_of;
        position[*index].is_none() && (first.is_empty() || first.iter().any(|&body| position[body].is_some()))
    };
    let cost = |index: &usize| meets[*index].iter().map(|&other| blocks[other].rows).sum::<usize>();
    (0..blocks.len()).filter(allowed).min_by_key(|index| (cost(index), *index))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body() -> Block {
        Block { rows: 6, after_one_of: Vec::new(), meets: Vec::new() }
    }

    fn edge(a: usize, b: usize) -> Block {
        Block { rows: 5, after_one_of: vec![a, b], meets: vec![a, b] }
    }

    #[test]
    fn a_chain_is_eliminated_from_its_ends_without_fill() {
        // Bodies 0–1–2 with hinges 3 (0–1) and 4 (1–2). Both end bodies are adjacent to five rows and go first, then
        // hinge 3, adjacent to the six rows of the middle body, which is then adjacent to only the five of hinge 4.
        let blocks = [body(), body(), body(), edge(0, 1), edge(1, 2)];
        let steps = eliminate(&blocks);
        let order: Vec<usize> = steps.iter().map(|step| step.block).collect();
        assert_eq!(order, [0, 2, 3, 1, 4]);
        assert!(steps.iter().all(|step| step.later.len() <= 1), "{steps:?}");
    }

    #[test]
    fn hard_rows_wait_for_a_body() {
        let mut blocks = vec![body(), body(), body()];
        blocks.extend([edge(0, 1), edge(1, 2), edge(0, 2)]);
        let mut gone = BTreeSet::new();
        for step in eliminate(&blocks) {
            let first = &blocks[step.block].after_one_of;
            assert!(first.is_empty() || first.iter().any(|body| gone.contains(body)));
            gone.insert(step.block);
        }
        assert_eq!(gone.len(), 6);
    }
}
