//! Dependencies between the modules of a crate go one way.
//!
//! Two modules that import each other can only be read together. What both need belongs in a module of its own.

use std::collections::BTreeMap;

use super::Finding;
use super::imports::imports;
use super::rust::{code, code_without_tests, inline_modules, test_ranges, words};
use super::tree::{File, Tree};

/// No two top-level modules of a crate below `crates/` import each other. Paths count that begin with `crate` or that go up
/// to the root by `super`; what the root re-exports counts as an import of the module that defines it. Test code may
/// import anything.
pub(super) fn dependencies_go_one_way(tree: &Tree) -> Vec<Finding> {
    let mut crates: BTreeMap<&str, Vec<&File>> = BTreeMap::new();
    for file in tree.rust_below("crates/") {
        if let Some((name, _)) = file.path["crates/".len()..].split_once("/src/") {
            crates.entry(name).or_default().push(file);
        }
    }
    crates.iter().flat_map(|(name, files)| check(name, files)).collect()
}

fn check(name: &str, files: &[&File]) -> Vec<Finding> {
    let sources = Sources::new(name, files);
    let mut edges: BTreeMap<(&str, &str), (&File, usize)> = BTreeMap::new();
    for &file in files {
        let module = sources.modules_of(file);
        let Some(&from) = module.first() else { continue };
        if sources.is_test(file) {
            continue;
        }
        let code = code_without_tests(&file.text);
        let inline = inline_modules(&code);
        for import in imports(&code) {
            let nested = inline.iter().filter(|range| range.contains(&import.offset)).count();
            let to = sources.target(&import.parts, module.len() + nested).filter(|to| *to != from);
            if let Some(to) = to {
                edges.entry((from, to)).or_insert((file, import.offset));
            }
        }
    }
    let mut findings = Vec::new();
    for (&(a, b), &(file, offset)) in &edges {
        let Some((other, other_offset)) = edges.get(&(b, a)).filter(|_| a < b) else { continue };
        let back = format!("{}:{}", other.path, other.line_of(*other_offset));
        let message =
            format!("`{a}` and `{b}` import each other (`{b}` at {back}); move what both need to a third module");
        findings.push(Finding { path: file.path.clone(), line: file.line_of(offset), message });
    }
    findings
}

/// What is known of a crate before its imports are looked at.
struct Sources<'a> {
    /// `crates/NAME/src/`.
    folder: String,
    modules: Vec<&'a str>,
    /// What the root re-exports: the name and the module that it is from.
    exports: BTreeMap<String, &'a str>,
    /// The paths, without extension, of modules that are declared for tests alone.
    tests: Vec<String>,
}

impl<'a> Sources<'a> {
    fn new(name: &str, files: &[&'a File]) -> Self {
        let folder = format!("crates/{name}/src/");
        let mut sources = Self { folder, modules: Vec::new(), exports: BTreeMap::new(), tests: Vec::new() };
        for file in files {
            if let Some(module) = sources.modules_of(file).first() {
                sources.modules.push(module);
            }
            sources.tests.extend(test_modules(file));
        }
        sources.modules.sort_unstable();
        sources.modules.dedup();
        let roots: Vec<_> = files.iter().filter(|file| sources.modules_of(file).is_empty()).collect();
        for file in roots {
            for import in imports(&code_without_tests(&file.text)) {
                let start = usize::from(matches!(import.parts[0].as_str(), "crate" | "self"));
                let module = import.parts.get(start).and_then(|first| sources.module(first));
                let name = import.alias.as_ref().or(import.parts.last());
                if let (Some(module), Some(name)) = (module, name) {
                    sources.exports.entry(name.clone()).or_insert(module);
                }
            }
        }
        sources
    }

    /// The module that a file is, from the crate's root down; empty for the root itself.
    fn modules_of(&self, file: &'a File) -> Vec<&'a str> {
        let inner =
            file.path.strip_prefix(&self.folder).and_then(|inner| inner.strip_suffix(".rs")).unwrap_or_default();
        let inner = inner.strip_suffix("/mod").unwrap_or(inner);
        if matches!(inner, "lib" | "main") { Vec::new() } else { inner.split('/').collect() }
    }

    fn module(&self, name: &str) -> Option<&'a str> {
        self.modules.iter().copied().find(|module| *module == name)
    }

    /// The top-level module that a path leads to, from a module at some depth below the root.
    fn target(&self, parts: &[String], depth: usize) -> Option<&'a str> {
        let ups = parts.iter().take_while(|part| *part == "super").count();
        let first = match parts.first()?.as_str() {
            "crate" => parts.get(1)?,
            "super" if ups == depth => parts.get(ups)?,
            _ => return None,
        };
        self.module(first).or_else(|| self.exports.get(first).copied())
    }

    fn is_test(&self, file: &File) -> bool {
        let path = file.path.trim_end_matches(".rs");
        self.tests
            .iter()
            .any(|test| path.strip_prefix(test.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    }
}

/// The modules that a file declares below `#[cfg(test)]`, as paths without extension.
fn test_modules(file: &File) -> Vec<String> {
    let code = code(&file.text);
    let folder = match file.path.rsplit_once('/') {
        Some((folder, "lib.rs" | "main.rs" | "mod.rs")) => folder,
        _ => file.path.trim_end_matches(".rs"),
    };
    let mut modules = Vec::new();
    for range in test_ranges(&code) {
        let item: Vec<&str> = words(&code[range]).map(|(_, word)| word).collect();
        // `cfg`, `test`, and behind them the item.
        if let [_, _, "mod", name] | [_, _, "pub", "mod", name] = item.as_slice() {
            modules.push(format!("{folder}/{name}"));
        }
    }
    modules
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        dependencies_go_one_way(&Tree::of_texts(files)).iter().map(ToString::to_string).collect()
    }

    const MESSAGE: &str = "crates/x/src/a.rs:1: `a` and `b` import each other (`b` at crates/x/src/b.rs:2); \
                           move what both need to a third module";

    #[test]
    fn modules_that_import_each_other_are_found() {
        let b = "\nuse crate::a::A;";
        for a in ["use crate::b::B;", "use super::b;", "use crate::{b, c};", "fn f() { crate::b::g() }"] {
            assert_eq!(found(&[("crates/x/src/a.rs", a), ("crates/x/src/b.rs", b)]), [MESSAGE], "{a}");
        }
    }

    #[test]
    fn one_way_is_no_finding() {
        let c = ("crates/x/src/c.rs", "use crate::a;\nuse crate::b;");
        assert!(found(&[("crates/x/src/a.rs", "use crate::b;"), ("crates/x/src/b.rs", "use std::fmt;"), c]).is_empty());
        // The same names in another crate are other modules.
        assert!(found(&[("crates/x/src/a.rs", "use crate::b;"), ("crates/y/src/b.rs", "use crate::a;")]).is_empty());
    }

    #[test]
    fn a_file_in_a_folder_belongs_to_the_module_of_that_name() {
        let files = [
            ("crates/x/src/a.rs", "mod deep;"),
            ("crates/x/src/a/deep.rs", "use super::b;\nuse super::super::b;"),
            ("crates/x/src/b.rs", "use crate::a;"),
        ];
        let findings = found(&files);
        assert_eq!(findings.len(), 1);
        assert!(findings[0].starts_with("crates/x/src/a/deep.rs:2: `a` and `b`"), "{findings:?}");
    }

    #[test]
    fn a_module_inside_a_file_is_one_level_deeper() {
        let b = ("crates/x/src/b.rs", "use crate::a;");
        assert!(found(&[("crates/x/src/a.rs", "mod inner { use super::b; }"), b]).is_empty());
        assert_eq!(found(&[("crates/x/src/a.rs", "mod inner { use super::super::b; }"), b]).len(), 1);
    }

    #[test]
    fn what_the_root_exports_is_an_import_of_its_module() {
        for root in ["pub use b::B;", "pub use b::{C, B};", "pub use b::C as B;", "use crate::b::B;"] {
            let files = [
                ("crates/x/src/lib.rs", root),
                ("crates/x/src/a.rs", "use crate::B;"),
                ("crates/x/src/b.rs", "\nuse crate::a;"),
            ];
            assert_eq!(found(&files), [MESSAGE], "{root}");
        }
        let files = [
            ("crates/x/src/lib.rs", "pub use b::B as C;"),
            ("crates/x/src/a.rs", "use crate::B;"),
            ("crates/x/src/b.rs", "use crate::a;"),
        ];
        assert!(found(&files).is_empty());
    }

    #[test]
    fn tests_may_import_anything() {
        let b = ("crates/x/src/b.rs", "use crate::a;");
        assert!(found(&[("crates/x/src/a.rs", "#[cfg(test)]\nmod tests { use crate::b; }"), b]).is_empty());
        let declared = ("crates/x/src/a.rs", "#[cfg(test)]\nmod demos;");
        assert!(found(&[declared, ("crates/x/src/a/demos.rs", "use crate::b;"), b]).is_empty());
        assert!(found(&[declared, ("crates/x/src/a/demos/deep.rs", "use crate::b;"), b]).is_empty());
        assert_eq!(found(&[declared, ("crates/x/src/a/demos2.rs", "use crate::b;"), b]).len(), 1);
    }
}
