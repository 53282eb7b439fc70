//! Walks over JSON values.

use serde_json::Value;

/// The JSON pointers of every member of every object in `value`. The members of an object whose pointer is `is_map` are
/// data and are left out.
pub fn member_pointers(value: &Value, is_map: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut pending = vec![(String::new(), value)];
    while let Some((pointer, value)) = pending.pop() {
        for (key, member) in value.as_object().into_iter().flatten().filter(|_| !is_map(&pointer)) {
            found.push(format!("{pointer}/{key}"));
            pending.push((format!("{pointer}/{key}"), member));
        }
        for (index, element) in value.as_array().into_iter().flatten().enumerate() {
            pending.push((format!("{pointer}/{index}"), element));
        }
    }
    found
}
