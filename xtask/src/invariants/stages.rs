//! A stage is named by the list of stages alone, so that adding one touches nothing else in the world.

use super::Finding;
use super::rust::{code_without_tests, words};
use super::tree::Tree;

const WORLD: &str = "crates/sinew/src/world";
const LIST: &str = "crates/sinew/src/world/stages.rs";

/// Outside `stages.rs` and the stages themselves, nothing in the world reaches for the state of one stage
/// (`stages.playback`, `shared.physics`).
pub(super) fn the_world_names_no_stage(tree: &Tree) -> Vec<Finding> {
    let Some(list) = tree.get(LIST) else { return Vec::new() };
    let stages = modules(&list.text);
    let others = tree
        .rust_below(WORLD)
        .filter(|file| file.path != LIST && !file.path.contains("/stages/") && !file.path.contains("/world/step/"));
    let mut findings = Vec::new();
    for file in others {
        let code = code_without_tests(&file.text);
        for (offset, word) in words(&code).filter(|(_, word)| stages.contains(&(*word).to_owned())) {
            let before = &code[..offset];
            if before.ends_with("stages.") || before.ends_with("shared.") {
                let message = format!("the stage `{word}` is named outside of the list of stages");
                findings.push(Finding { path: file.path.clone(), line: file.line_of(offset), message });
            }
        }
    }
    findings
}

/// The names of the stages' modules and of the fields that hold their state.
fn modules(list: &str) -> Vec<String> {
    let name = |line: &str| {
        let line = line.trim_start().strip_prefix("pub(super) ")?;
        let (name, _) = line.strip_prefix("mod ").unwrap_or(line).split_once([';', ':'])?;
        name.chars().all(|c| c.is_ascii_lowercase() || c == '_').then(|| name.to_owned())
    };
    list.lines().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_is_named_in_the_list_and_in_itself_alone() {
        let list = "pub(super) mod playback;\npub(super) struct InstanceStages {\n    pub(super) bodies: Bodies,\n}";
        let text = "fn f() {\n    spawned.stages.bodies.follow();\n    stages.playback.save();\n    stages.save();\n}";
        let tree = Tree::of_texts(&[
            (LIST, list),
            ("crates/sinew/src/world/digests.rs", text),
            ("crates/sinew/src/world/stages/physics.rs", text),
        ]);
        let findings = the_world_names_no_stage(&tree);
        assert_eq!(findings.iter().map(|finding| finding.line).collect::<Vec<_>>(), [2, 3]);
    }
}
