//! A list with stable indices that are reused.

use std::collections::BTreeSet;

/// Values whose indices stay theirs until they are removed. The index of a new one follows from those that are there: the smallest
/// that is free.
pub(super) struct Slab<T> {
    entries: Vec<Option<T>>,
    free: BTreeSet<u32>,
}

impl<T> Slab<T> {
    pub(super) fn new() -> Self {
        Self { entries: Vec::new(), free: BTreeSet::new() }
    }

    pub(super) fn insert(&mut self, entry: T) -> u32 {
        match self.free.pop_first() {
            Some(index) => {
                self.entries[index as usize] = Some(entry);
                index
            }
            None => {
                self.entries.push(Some(entry));
                self.entries.len() as u32 - 1
            }
        }
    }

    pub(super) fn remove(&mut self, index: u32) -> Option<T> {
        let entry = self.entries.get_mut(index as usize)?.take();
        if entry.is_some() {
            self.free.insert(index);
        }
        entry
    }

    /// Puts a value at an index of a saved list; `false` where another one is.
    pub(super) fn put(&mut self, index: u32, entry: T) -> bool {
        let place = index as usize;
        if place >= self.entries.len() {
            self.free.extend(self.entries.len() as u32..index);
            self.entries.resize_with(place + 1, || None);
        }
        self.free.remove(&index);
        self.entries[place].replace(entry).is_none()
    }

    pub(super) fn get_mut(&mut self, index: u32) -> Option<&mut T> {
        self.entries.get_mut(index as usize)?.as_mut()
    }

    pub(super) fn get(&self, index: u32) -> Option<&T> {
        self.entries.get(index as usize)?.as_ref()
    }
}
