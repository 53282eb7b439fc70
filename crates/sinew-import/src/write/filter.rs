//! Masks and excluded pairs as collision filters.
//!
//! Two geoms collide if the type of one and the affinity of the other share a bit, and their bodies are no excluded pair. Every combination
//! of masks, and every body that is in such a pair, is a collision system of its own; its filter lists those that it does not collide with.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::error::ImportError;
use crate::robot::{Contact, Robot};

/// Systems of one robot: the lists grow with the square.
const MAX_SYSTEMS: usize = 2000;

/// Type, affinity, and the body if a pair names it.
type Key = (u32, u32, Option<usize>);

/// The filters of a robot.
pub(super) struct Filters {
    pub(super) list: Vec<Value>,
    paired: BTreeSet<usize>,
    by_key: BTreeMap<Key, usize>,
}

impl Filters {
    pub(super) fn new(robot: &Robot) -> Result<Self, ImportError> {
        let excluded: BTreeSet<(usize, usize)> =
            robot.excluded.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).filter(|(a, b)| a != b).collect();
        let paired: BTreeSet<usize> = excluded.iter().map(|(a, _)| *a).collect();
        let mut keys: BTreeSet<Key> = BTreeSet::new();
        for (index, body) in robot.bodies.iter().enumerate() {
            keys.extend(body.geoms.iter().filter_map(|geom| geom.contact).map(|contact| key(index, contact, &paired)));
        }
        let mut filters = Self { list: Vec::new(), paired, by_key: BTreeMap::new() };
        if keys.len() > MAX_SYSTEMS {
            let place = robot.bodies.first().map(|body| body.place.clone());
            let message = format!(
                "there are {} combinations of collision masks and pairs; at most {MAX_SYSTEMS} are written",
                keys.len()
            );
            return place.map_or(Ok(filters), |place| Err(ImportError::Invalid { place, message }));
        }
        let collide = |a: &Key, b: &Key| {
            let pair = a.2.zip(b.2);
            (a.0 & b.1 != 0 || b.0 & a.1 != 0) && !pair.is_some_and(|pair| excluded.contains(&pair))
        };
        if keys.iter().all(|a| keys.iter().all(|b| collide(a, b))) {
            return Ok(filters);
        }
        let name = |key: &Key| {
            let masks = format!("contype {} conaffinity {}", key.0, key.1);
            match key.2.and_then(|body| robot.bodies.get(body)) {
                Some(body) => format!("{} {masks}", body.name),
                None => masks,
            }
        };
        for key in &keys {
            let apart: Vec<String> = keys.iter().filter(|other| !collide(key, other)).map(name).collect();
            let mut filter = json!({"name": name(key), "collisionSystems": [name(key)]});
            if !apart.is_empty() {
                filter["notCollideWithSystems"] = json!(apart);
            }
            filters.by_key.insert(*key, filters.list.len());
            filters.list.push(filter);
        }
        Ok(filters)
    }

    /// The filter of a geom on a body.
    pub(super) fn of(&self, body: usize, contact: Contact) -> Option<usize> {
        self.by_key.get(&key(body, contact, &self.paired)).copied()
    }
}

fn key(body: usize, contact: Contact, paired: &BTreeSet<usize>) -> Key {
    (contact.kind, contact.affinity, paired.contains(&body).then_some(body))
}
