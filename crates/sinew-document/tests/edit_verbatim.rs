//! An edit changes what it names and leaves every other byte, wherever in whatever text.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use proptest::prelude::*;
use serde_json::{Value, json};
use sinew_document::{Document, NoResources};

fn document(members: &str) -> Document {
    Document::read(format!(r#"{{"asset":{{"version":"2.0"}},{members}}}"#), &NoResources).unwrap()
}

fn tree() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[a-z\"\\\\é/~]{0,4}".prop_map(Value::from)
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z/~\"é]{1,3}", inner, 0..4)
                .prop_map(|map| map.into_iter().collect::<Value>()),
        ]
    })
}

/// The text of a value with blanks wherever there may be some.
fn spaced(value: &Value, blanks: &mut impl Iterator<Item = &'static str>) -> String {
    match value {
        Value::Array(list) => {
            let inner: Vec<_> =
                list.iter().map(|value| format!("{}{}", blank_of(blanks), spaced(value, blanks))).collect();
            format!("[{}{}]", inner.join(","), blank_of(blanks))
        }
        Value::Object(map) => {
            let inner: Vec<_> = map
                .iter()
                .map(|(key, value)| {
                    let key = Value::from(key.as_str());
                    format!(
                        "{}{key}{}:{}{}",
                        blank_of(blanks),
                        blank_of(blanks),
                        spaced(value, blanks),
                        blank_of(blanks)
                    )
                })
                .collect();
            format!("{{{}{}}}", inner.join(","), blank_of(blanks))
        }
        scalar => format!("{}{scalar}{}", blank_of(blanks), blank_of(blanks)),
    }
}

fn blank_of(blanks: &mut impl Iterator<Item = &'static str>) -> &'static str {
    blanks.next().unwrap_or("")
}

fn pointers(value: sinew_document::Value<'_>) -> Vec<String> {
    let mut rest = vec![value];
    let mut pointers = Vec::new();
    while let Some(value) = rest.pop() {
        pointers.push(value.pointer());
        rest.extend(value.elements());
        rest.extend(value.members().map(|(_, value)| value));
    }
    pointers
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_replaced_value_leaves_every_byte_outside_it(
        tree in tree(),
        pick in any::<prop::sample::Index>(),
        blanks in prop::collection::vec(prop::sample::select(vec!["", " ", "\n", "\t", " \r\n  "]), 40),
    ) {
        let mut blanks = blanks.into_iter().cycle().take(10_000);
        let document = document(&format!("\"x\":{}", spaced(&tree, &mut blanks)));
        let all = pointers(document.root().get("x").unwrap());
        let pointer = &all[pick.index(all.len())];
        let value = document.json().at_pointer(pointer).unwrap();
        let text = document.json().text();
        let start = value.text().as_ptr() as usize - text.as_ptr() as usize;
        let expected = format!("{}{}{}", &text[..start], "[\"new\"]", &text[start + value.text().len()..]);
        let mut edit = document.edit();
        edit.set(pointer, json!(["new"])).unwrap();
        prop_assert_eq!(edit.get(pointer), Some(json!(["new"])));
        let edited = edit.finish().unwrap();
        prop_assert_eq!(edited.json().text(), expected);
    }

    #[test]
    fn a_removed_and_a_pushed_value_leave_the_meaning_of_the_rest(
        tree in tree(),
        pick in any::<prop::sample::Index>(),
        blanks in prop::collection::vec(prop::sample::select(vec!["", " ", "\n", "\t", " \r\n  "]), 40),
    ) {
        let mut blanks = blanks.into_iter().cycle().take(10_000);
        // In `extras` nothing goes for being empty.
        let document = document(&format!("\"extras\":{{\"x\":{}}}", spaced(&tree, &mut blanks)));
        let all = pointers(document.root().at_pointer("/extras/x").unwrap());
        let pointer = &all[pick.index(all.len())];
        let mut expected = document.root().to_serde();
        let mut edit = document.edit();
        if let Some(Value::Array(list)) = expected.pointer_mut(pointer) {
            prop_assert_eq!(edit.push(pointer, json!(1)), Ok(list.len()));
            list.push(json!(1));
        } else {
            let (parent, token) = pointer.rsplit_once('/').unwrap();
            match expected.pointer_mut(parent).unwrap() {
                Value::Object(map) => drop(map.shift_remove(&token.replace("~1", "/").replace("~0", "~"))),
                Value::Array(list) => drop(list.remove(token.parse().unwrap())),
                _ => unreachable!(),
            }
            prop_assert_eq!(edit.remove(pointer), Ok(true));
        }
        prop_assert_eq!(edit.get(""), Some(expected.clone()));
        prop_assert_eq!(edit.finish().unwrap().root().to_serde(), expected);
    }
}
