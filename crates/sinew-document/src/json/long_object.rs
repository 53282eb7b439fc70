//! Members by key, for objects of so many members that walking them for each question would take long.

use std::hash::{DefaultHasher, Hasher as _};

use super::{Json, Value};

/// Where the members of a long object are.
#[derive(Clone, Debug)]
pub(super) struct LongObject {
    /// The entries of the keys, in the order of the text.
    keys: Vec<u32>,
    /// The hash of each key with its entry, ascending.
    by_hash: Vec<(u32, u32)>,
}

impl LongObject {
    /// Indexes the members of the object at an entry.
    pub(super) fn new(json: &Json, object: u32) -> Self {
        let mut keys = Vec::new();
        let mut by_hash = Vec::new();
        for (key, value) in (Value { json, at: object }).members() {
            // A key is one entry, and its value the next.
            keys.push(value.at - 1);
            by_hash.push((hash(&key), value.at - 1));
        }
        by_hash.sort_unstable();
        Self { keys, by_hash }
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The value of the last member with this key.
    pub(super) fn get<'a>(&self, json: &'a Json, key: &str) -> Option<Value<'a>> {
        let hash = hash(key);
        let end = self.by_hash.partition_point(|&(other, _)| other <= hash);
        let same_hash = self.by_hash[..end].iter().rev().take_while(|&&(other, _)| other == hash);
        let mut members = same_hash.map(|&(_, at)| (Value { json, at }.string(), Value { json, at: at + 1 }));
        members.find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The key and the value of the member that holds an entry inside the object.
    pub(super) fn member_around<'a>(&self, json: &'a Json, at: u32) -> Option<(Value<'a>, Value<'a>)> {
        let position = self.keys.partition_point(|&key| key < at).checked_sub(1)?;
        let key = *self.keys.get(position)?;
        Some((Value { json, at: key }, Value { json, at: key + 1 }))
    }

    pub(super) fn memory(&self) -> usize {
        self.keys.capacity() * size_of::<u32>() + self.by_hash.capacity() * size_of::<(u32, u32)>()
    }
}

fn hash(key: &str) -> u32 {
    let mut hasher = DefaultHasher::new();
    hasher.write(key.as_bytes());
    hasher.finish() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_objects_answer_like_short_ones() {
        let members: Vec<String> = (0..1000).map(|i| format!("\"k{i}\": [{i}], \"\\u0061/{i}\": {i}")).collect();
        let json = Json::parse(format!("{{\"x\": {{{}, \"k5\": \"again\"}}}}", members.join(",")), 8).unwrap();
        assert_eq!(json.long_objects.len(), 1);
        let object = json.root().get("x").unwrap();
        assert_eq!(object.len(), 2001);
        assert_eq!(object.get("k5").unwrap().text(), "\"again\"", "the last one counts");
        assert_eq!(object.get("a/7").unwrap().as_u64(), Some(7), "keys are compared without their escapes");
        assert_eq!((object.get("k1000"), object.get("")), (None, None));
        for i in [0, 1, 499, 999] {
            let inner = object.get(&format!("k{i}")).unwrap().element(0).unwrap();
            assert_eq!(inner.pointer(), format!("/x/k{i}/0"));
            assert_eq!(object.get(&format!("a/{i}")).unwrap().pointer(), format!("/x/a~1{i}"));
        }
    }
}
