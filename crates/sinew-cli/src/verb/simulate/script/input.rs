//! Any input of a world, as logs have it, with names instead of indices.

use serde_json::Value as Tree;
use sinew::{Input, Model};
use sinew_document::{Code, Value};

use super::action::What;
use super::{Names, Reader};

impl Reader {
    /// Reads `"input": {"do": …}`. The instance is that of the action; nodes and animations may be named.
    pub(super) fn read_input(&mut self, instance: u32, value: Value<'_>, model: &Model, what: &mut Vec<What>) {
        let Ok(Tree::Object(mut members)) = serde_json::from_str(value.text()) else {
            self.problems.report(Code::TYPE_MISMATCH, value, "\"input\" is an object with \"do\"");
            return;
        };
        let kind = members.get("do").and_then(Tree::as_str).unwrap_or_default().to_owned();
        if kind == "spawn" {
            let message = "an instance is spawned by an action of its own — write {\"spawn\": \"file\"}";
            self.problems.report(Code::VALUE_NOT_IN_LIST, value, message);
            return;
        }
        if kind != "gravity" {
            members.entry("instance").or_insert(instance.into());
        }
        let mut tree = Tree::Object(members);
        let is_named = ["/node", "/to/node", "/settings/mask/nodes", "/settings/mask/withoutNodes"]
            .into_iter()
            .all(|pointer| self.name_nodes(tree.pointer_mut(pointer), value, model))
            && ["/playing/animation", "/animation"]
                .into_iter()
                .all(|pointer| self.name_animation(tree.pointer_mut(pointer), value, model));
        if !is_named {
            return;
        }
        match serde_json::from_value::<Input>(tree) {
            Ok(input) => {
                if let Input::AddBody { instance, node, .. } | Input::AddJoint { instance, node, .. } = &input {
                    self.added.insert((*instance, *node));
                }
                what.push(What::Input(input));
            }
            Err(error) => self.problems.report(Code::VALUE_NOT_IN_LIST, value, format!("`{kind}`: {error}")),
        }
    }

    /// Replaces names of nodes by their indices. Returns `false` if a name is unknown.
    fn name_nodes(&mut self, found: Option<&mut Tree>, value: Value<'_>, model: &Model) -> bool {
        let Some(found) = found else { return true };
        let names = Names::of(model.hierarchy());
        let list = if let Tree::Array(list) = found { list.iter_mut().collect() } else { vec![found] };
        for entry in list {
            let Some(name) = entry.as_str() else { continue };
            match names.find(name) {
                Ok(node) => *entry = model.hierarchy().index(node).0.into(),
                Err(why) => {
                    self.problems.report(Code::UNRESOLVED_REFERENCE, value, why);
                    return false;
                }
            }
        }
        true
    }

    fn name_animation(&mut self, found: Option<&mut Tree>, value: Value<'_>, model: &Model) -> bool {
        let Some(found) = found else { return true };
        let Some(name) = found.as_str().map(str::to_owned) else { return true };
        let index = model.animations().iter().position(|animation| animation.name.as_deref() == Some(&name));
        if let Some(index) = index {
            *found = index.into();
        } else {
            let message = format!("there is no animation `{name}` — `sinew inspect` lists the animations");
            self.problems.report(Code::UNRESOLVED_REFERENCE, value, message);
        }
        index.is_some()
    }
}
