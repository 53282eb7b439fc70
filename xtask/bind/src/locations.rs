//! The places in sources that panics would have named.
//!
//! They are records of a path, its length, a line and a column. Where the last call that was given one is a trap, its bytes are
//! zeros, and so are those of a path that no record has any more: zeros take no room on the way.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use walrus::ir::{Instr, InstrSeq, Visitor, dfs_in_order};
use walrus::{ConstExpr, Data, DataId, DataKind, Module};

use crate::traps::number;

/// Bytes of a record.
const LENGTH: usize = 16;

/// The longest path, line and column that are believed.
const MAX_PATH: usize = 400;
const MAX_LINE: usize = 1 << 17;
const MAX_COLUMN: usize = 1 << 12;

/// Clears the records at these addresses that nothing refers to, and their paths; returns the number of bytes.
pub(crate) fn clear(module: &mut Module, arguments: &HashSet<u32>) -> usize {
    let mut memory = Memory::of(module);
    let used = memory.words().chain(numbers(module)).collect::<HashSet<u32>>();
    let mut paths = BTreeSet::new();
    let mut cleared = 0;
    for &address in arguments.iter().filter(|address| !used.contains(*address)) {
        if let Some(path) = memory.location(address as usize) {
            memory.clear(address as usize..address as usize + LENGTH);
            cleared += LENGTH;
            paths.insert((path.start, path.end));
        }
    }
    let used = memory.words().chain(numbers(module)).collect::<HashSet<u32>>();
    for (from, to) in paths {
        if !used.contains(&(from as u32)) {
            cleared += to - from;
            memory.clear(from..to);
        }
    }
    memory.write(module);
    cleared
}

/// All numbers in the code that may be addresses.
fn numbers(module: &Module) -> Vec<u32> {
    struct Numbers(Vec<u32>);
    impl<'a> Visitor<'a> for Numbers {
        fn start_instr_seq(&mut self, sequence: &'a InstrSeq) {
            self.0.extend(sequence.instrs.iter().filter_map(|(instruction, _): &(Instr, _)| number(instruction)));
        }
    }
    let mut numbers = Numbers(Vec::new());
    for (_, function) in module.funcs.iter_local() {
        dfs_in_order(&mut numbers, function, function.entry_block());
    }
    numbers.0
}

/// The constants of a module, by address.
struct Memory(Vec<Segment>);

struct Segment {
    id: DataId,
    first: usize,
    bytes: Vec<u8>,
}

impl Memory {
    fn of(module: &Module) -> Self {
        let segment =
            |data: &Data| Some(Segment { id: data.id(), first: start(&data.kind)?, bytes: data.value.clone() });
        Self(module.data.iter().filter_map(segment).collect())
    }

    fn write(self, module: &mut Module) {
        for Segment { id, bytes, .. } in self.0 {
            module.data.get_mut(id).value = bytes;
        }
    }

    /// Whatever may be an address.
    fn words(&self) -> impl Iterator<Item = u32> {
        self.0.iter().flat_map(|Segment { first, bytes, .. }| {
            let aligned = bytes.get(first.wrapping_neg() % 4..).unwrap_or_default();
            aligned.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        })
    }

    fn get(&self, range: Range<usize>) -> Option<&[u8]> {
        let within = |first: usize| Some(range.start.checked_sub(first)?..range.end.checked_sub(first)?);
        self.0.iter().find_map(|Segment { first, bytes, .. }| bytes.get(within(*first)?))
    }

    fn clear(&mut self, range: Range<usize>) {
        for Segment { first, bytes, .. } in &mut self.0 {
            let (Some(from), Some(to)) = (range.start.checked_sub(*first), range.end.checked_sub(*first)) else {
                continue;
            };
            if let Some(bytes) = bytes.get_mut(from..to) {
                bytes.fill(0);
            }
        }
    }

    /// The path of the record at an address, if there is one.
    fn location(&self, address: usize) -> Option<Range<usize>> {
        let record = self.get(address..address + LENGTH)?;
        let word = |at: usize| record[at..at + 4].iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
        let [path, length, line, column] = [0, 4, 8, 12].map(word);
        let is_likely = length <= MAX_PATH && (1..MAX_LINE).contains(&line) && (1..MAX_COLUMN).contains(&column);
        let path = path..path + length;
        (is_likely && self.get(path.clone())?.ends_with(b".rs")).then_some(path)
    }
}

fn start(kind: &DataKind) -> Option<usize> {
    match kind {
        DataKind::Active { offset: ConstExpr::Value(walrus::ir::Value::I32(first)), .. } => {
            usize::try_from(*first).ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use walrus::FunctionBuilder;

    use super::*;

    /// Two records at 64 and 80 of the path at 96, and whether the code has the address of the second.
    fn module(is_used: bool) -> Module {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        let record = |line: u32| [96_u32, 4, line, 5].into_iter().flat_map(u32::to_le_bytes);
        let bytes: Vec<u8> = record(12).chain(record(13)).chain(*b"a.rs").collect();
        let offset = ConstExpr::Value(walrus::ir::Value::I32(64));
        module.data.add(DataKind::Active { memory, offset }, bytes);
        let mut builder = FunctionBuilder::new(&mut module.types, &[], &[]);
        builder.func_body().i32_const(if is_used { 80 } else { 0 }).drop();
        builder.finish(Vec::new(), &mut module.funcs);
        module
    }

    fn bytes(module: &Module) -> Vec<u8> {
        module.data.iter().flat_map(|data| data.value.clone()).collect()
    }

    #[test]
    fn places_that_nothing_refers_to_are_zeros() {
        let mut unused = module(false);
        assert_eq!(clear(&mut unused, &HashSet::from([64, 80])), 36);
        assert!(bytes(&unused).iter().all(|byte| *byte == 0));
    }

    #[test]
    fn a_place_in_use_stays_with_its_path() {
        let mut used = module(true);
        let before = bytes(&used);
        assert_eq!(clear(&mut used, &HashSet::from([64, 80])), 16);
        let after = bytes(&used);
        assert!(after[..16].iter().all(|byte| *byte == 0));
        assert_eq!(after[16..], before[16..]);
    }

    #[test]
    fn what_is_no_place_stays() {
        let mut module = module(false);
        let before = bytes(&module);
        assert_eq!(clear(&mut module, &HashSet::from([65, 68, 96, 4000])), 0);
        assert_eq!(bytes(&module), before);
    }
}
