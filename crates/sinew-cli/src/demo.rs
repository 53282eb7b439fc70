//! The demos that the command carries with it.

use sinew::LowerOptions;
#[cfg(feature = "physics")]
use sinew_document::{Checksum, Checksums};
use sinew_document::{Document, NoResources};

use crate::failure::Failure;
use crate::source::Source;

/// A file, or two, and how it is shown.
#[derive(Debug)]
pub(crate) struct Demo {
    /// As it is typed.
    pub(crate) name: &'static str,
    /// One line for people.
    pub(crate) about: &'static str,
    /// The name of the file, where it is written.
    pub(crate) file: &'static str,
    pub(crate) bytes: &'static [u8],
    /// A clip for its avatar: the name of the file, and its content.
    pub(crate) clip: Option<(&'static str, &'static [u8])>,
    /// Seconds that it is shown.
    pub(crate) seconds: &'static str,
    /// The camera, and what it looks at.
    pub(crate) view: [[f32; 3]; 2],
}

/// The first is shown where nothing is asked for.
pub(crate) static DEMOS: [Demo; 4] = [
    Demo {
        name: "crane",
        about: "a crane at work: animations, a constraint, crates and a trigger",
        file: "demo.gltf",
        bytes: include_bytes!("../demo/demo.gltf"),
        clip: None,
        seconds: "5",
        view: [[4.6, 3.6, 6.4], [0.2, 0.9, -0.5]],
    },
    Demo {
        name: "ragdolls",
        about: "ragdolls fall down stairs: joints with limits",
        file: "ragdolls.gltf",
        bytes: include_bytes!("../demo/ragdolls.gltf"),
        clip: None,
        seconds: "5",
        view: [[2.4, 3.4, 7.4], [-1.1, 1.1, 0.0]],
    },
    Demo {
        name: "avatar",
        about: "an avatar dances to a clip, and her hair swings",
        file: "avatar.gltf",
        bytes: include_bytes!("../demo/avatar.gltf"),
        clip: Some(("dance.vrma", include_bytes!("../demo/dance.vrma"))),
        seconds: "8",
        view: [[1.1, 1.5, 4.1], [0.0, 0.86, 0.0]],
    },
    Demo {
        name: "machine",
        about: "a behaviour graph runs a machine: switches, triggers, impulses and joints",
        file: "machine.gltf",
        bytes: include_bytes!("../demo/machine.gltf"),
        clip: None,
        seconds: "12",
        view: [[2.6, 3.0, 7.4], [0.0, 1.1, 0.0]],
    },
];

impl Demo {
    /// The demo of a name.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        DEMOS.iter().find(|demo| demo.name == name)
    }

    /// The demo that is shown where nothing is asked for.
    pub(crate) fn first() -> &'static Self {
        let [first, ..] = &DEMOS;
        first
    }

    pub(crate) fn source(&self, options: &LowerOptions) -> Result<Source, Failure> {
        Ok(Source::new(self.file.as_ref(), read(self.file, self.bytes)?, options))
    }

    /// Without buffers of its own: they are in the file.
    #[cfg(feature = "physics")]
    pub(crate) fn checksums(&self) -> Checksums {
        Checksums { file: Checksum::of(self.bytes), buffers: std::collections::BTreeMap::new() }
    }
}

/// Reads a file that the command carries.
pub(crate) fn read(name: &str, bytes: &[u8]) -> Result<Document, Failure> {
    Document::read(bytes, &NoResources).map_err(|error| Failure::unreadable(name.as_ref(), &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_demo_is_without_findings_and_has_a_name_of_its_own() {
        for demo in &DEMOS {
            let source = demo.source(&LowerOptions::default()).unwrap();
            let found: Vec<String> = source.diagnostics.iter().map(ToString::to_string).collect();
            assert!(found.is_empty(), "{}: {found:?}", demo.name);
            assert_eq!(Demo::named(demo.name).unwrap().about, demo.about);
            assert_eq!(demo.clip.is_some(), source.model.humanoid().is_some());
        }
    }
}
