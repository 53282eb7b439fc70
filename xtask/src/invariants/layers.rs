//! What the kernel may import. Cargo enforces the dependencies between crates.

use super::Finding;
use super::imports::imports;
use super::rust::{code_without_tests, words};
use super::tree::{File, Tree};

const SOURCES: &str = "crates/sinew-model/src/";

/// Modules of the standard library that reach out of a pure function.
const EFFECTS: &[&str] = &["env", "fs", "io", "net", "os", "path", "process", "thread", "time"];

/// Methods whose result the standard library takes from the system, so that it differs from machine to machine.
/// (The square root is exact everywhere.)
const SYSTEM_MATHS: &[&str] = &[
    "sin", "cos", "tan", "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "exp2", "exp_m1",
    "ln", "ln_1p", "log", "log2", "log10", "powf", "cbrt", "hypot",
];

/// Files of the kernel import `glam`, `crate::math`, each other, and of the standard library what has no effect and
/// does no maths. Their tests may use anything.
pub(super) fn kernel_is_pure(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    // A test may use anything, also where it has a file of its own.
    for file in layer(tree, "kernel").filter(|file| !file.path.ends_with("/tests.rs")) {
        let code = code_without_tests(&file.text);
        let depth = module_depth(&file.path);
        for path in imports(&code) {
            let root = path.parts.first().map_or("", String::as_str);
            let second = path.parts.get(1).map_or("", String::as_str);
            let ups = path.parts.iter().take_while(|part| *part == "super").count();
            let is_allowed = match root {
                "glam" | "self" => true,
                "crate" => matches!(second, "math" | "kernel"),
                "core" | "std" | "alloc" => !EFFECTS.contains(&second),
                "super" => ups <= depth,
                _ => false,
            };
            if !is_allowed {
                let message = format!("the kernel must not use `{}`", path.parts.join("::"));
                findings.push(Finding { path: file.path.clone(), line: file.line_of(path.offset), message });
            }
        }
        for (offset, word) in words(&code) {
            let (before, behind) = (&code[..offset], &code[offset + word.len()..]);
            let is_call = before.ends_with('.') && behind.starts_with('(');
            let is_path = before.ends_with("f32::") || before.ends_with("f64::");
            if SYSTEM_MATHS.contains(&word) && (is_call || is_path) {
                let message = format!("`{word}` differs between machines; take it from `crate::math`");
                findings.push(Finding { path: file.path.clone(), line: file.line_of(offset), message });
            }
        }
    }
    findings
}

/// The files of a module of the library: `kernel.rs` and what is below `kernel/`.
fn layer<'a>(tree: &'a Tree, name: &str) -> impl Iterator<Item = &'a File> {
    let (module, folder) = (format!("{SOURCES}{name}.rs"), format!("{SOURCES}{name}/"));
    tree.rust_below(SOURCES).filter(move |file| file.path == module || file.path.starts_with(&folder))
}

/// How many `super` lead from a file to the layer that it is in: 0 for `kernel.rs`, 1 for `kernel/limit.rs`.
fn module_depth(path: &str) -> usize {
    let inner = path.strip_prefix(SOURCES).unwrap_or(path);
    let depth = inner.matches('/').count();
    if inner.ends_with("/mod.rs") { depth - 1 } else { depth }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(findings: &[Finding]) -> Vec<usize> {
        findings.iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn the_kernel_may_use_glam_and_math_alone() {
        let text = "use glam::Quat;\nuse crate::math::{angle, Transform};\nuse super::limit;\nuse std::ops::Range;\n\
                    use crate::{math, model};\nuse super::super::world;\nuse rapier3d::prelude;\n\
                    fn f(x: f32) -> f32 { x.sqrt() }\nfn g(x: f32) { std::fs::read(x) }\nfn h(x: f32) { x.sin() }\n\
                    #[cfg(test)]\nmod tests { use proptest::x; fn f() { 1.0.sin() } }";
        let tree = Tree::of_texts(&[
            ("crates/sinew-model/src/kernel/drive.rs", text),
            ("crates/sinew-model/src/lower/a.rs", text),
        ]);
        assert_eq!(lines(&kernel_is_pure(&tree)), [5, 6, 7, 9, 10]);
    }

    #[test]
    fn the_kernels_root_has_no_parent_to_use() {
        let tree = Tree::of_texts(&[("crates/sinew-model/src/kernel.rs", "use super::math;\nuse self::limit::x;")]);
        assert_eq!(lines(&kernel_is_pure(&tree)), [1]);
        assert_eq!(module_depth("crates/sinew-model/src/kernel/mod.rs"), 0);
        assert_eq!(module_depth("crates/sinew-model/src/kernel/limit/cone.rs"), 2);
    }
}
