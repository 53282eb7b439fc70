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
    eliminate_within(blocks, usize::MAX).unwrap_or_default()
}

/// As [`eliminate`]; `None` if that connects blocks more than `most` times, which is what it costs.
pub(super) fn eliminate_within(blocks: &[Block], most: usize) -> Option<Vec<Eliminated>> {
    let mut graph = Graph::new(blocks);
    let mut connected = 0_usize;
    let mut position = vec![None; blocks.len()];
    let mut steps: Vec<Eliminated> = Vec::with_capacity(blocks.len());
    while let Some((_, next)) = graph.allowed.pop_first() {
        position[next] = Some(steps.len());
        let neighbours = std::mem::take(&mut graph.meets[next]);
        for &one in &neighbours {
            graph.allowed.remove(&(graph.costs[one], one));
        }
        connected = connected.saturating_add(neighbours.len() * neighbours.len());
        if connected > most {
            return None;
        }
        for &one in &neighbours {
            graph.disconnect(one, next);
            for &other in neighbours.range(one + 1..) {
                graph.connect(one, other);
            }
        }
        for &one in &neighbours {
            // What waits for a body may have this one as the first.
            graph.is_allowed[one] |= blocks[one].after_one_of.contains(&next);
            if graph.is_allowed[one] {
                graph.allowed.insert((graph.costs[one], one));
            }
        }
        steps.push(Eliminated { block: next, later: neighbours.into_iter().collect() });
    }
    for step in &mut steps {
        step.later.sort_by_key(|&block| position[block]);
    }
    Some(steps)
}

/// Blocks that are not eliminated yet, and which of them meet.
struct Graph<'a> {
    blocks: &'a [Block],
    meets: Vec<BTreeSet<usize>>,
    /// The number of rows that each block is adjacent to.
    costs: Vec<usize>,
    is_allowed: Vec<bool>,
    /// The blocks that may be next, by cost, then by index.
    allowed: BTreeSet<(usize, usize)>,
}

impl<'a> Graph<'a> {
    fn new(blocks: &'a [Block]) -> Self {
        let mut graph = Self {
            blocks,
            meets: vec![BTreeSet::new(); blocks.len()],
            costs: vec![0; blocks.len()],
            is_allowed: blocks.iter().map(|block| block.after_one_of.is_empty()).collect(),
            allowed: BTreeSet::new(),
        };
        for (index, block) in blocks.iter().enumerate() {
            for &other in &block.meets {
                graph.connect(index, other);
            }
        }
        for index in 0..blocks.len() {
            if graph.is_allowed[index] {
                graph.allowed.insert((graph.costs[index], index));
            }
        }
        graph
    }

    fn connect(&mut self, one: usize, other: usize) {
        if self.meets[one].insert(other) {
            self.meets[other].insert(one);
            self.costs[one] += self.blocks[other].rows;
            self.costs[other] += self.blocks[one].rows;
        }
    }

    fn disconnect(&mut self, one: usize, gone: usize) {
        if self.meets[one].remove(&gone) {
            self.costs[one] -= self.blocks[gone].rows;
        }
    }
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
