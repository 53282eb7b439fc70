//! Whether this build computes what this version of Sinew computes everywhere.
//!
//! Features of Cargo only add, and are those of a whole build: any crate in it can switch on in the engine, or in the libraries below,
//! what changes numbers. What is known to do so is on always. For the rest a small world is stepped once in a process, and
//! its digest compared with the one that is written down here.

use std::fmt;
use std::sync::{Arc, OnceLock};

use sinew_document::{Document, NoResources};
use sinew_model::math::Rigid;
use sinew_model::model::Model;

use super::digest::Digest;
use super::{World, WorldOptions};

/// Boxes, round shapes and hulls that fall on a mesh, and a driven arm beside them.
const SCENE: &str = include_str!("build_check/scene.gltf");

const STEPS: u32 = 300;

/// The digest of the scene's steps. It changes with every change of behaviour, as those of `tests/running/golden.txt` do.
const EXPECTED: u64 = 0x04c1_0b55_cb79_f236;

/// The digest of a small world in this build, and the one of this version of Sinew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildCheck {
    /// Of this version of Sinew, on every platform and in every profile.
    pub expected: u64,
    /// Of this build.
    pub found: u64,
}

impl BuildCheck {
    /// Steps the world, the first time in a process: some tens of milliseconds. Later calls return what that one found.
    pub fn get() -> Self {
        static FOUND: OnceLock<u64> = OnceLock::new();
        Self { expected: EXPECTED, found: *FOUND.get_or_init(|| digest(SCENE)) }
    }

    /// Whether this build gives the digests, snapshots and logs of others.
    pub fn is_same(&self) -> bool {
        self.expected == self.found
    }
}

/// Something that is wrong with a world as a whole, and not with a file in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorldDiagnostic {
    /// The build gives other numbers than this version of Sinew does elsewhere: digests, snapshots and logs are its own.
    OtherBits(BuildCheck),
}

impl fmt::Display for WorldDiagnostic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherBits(BuildCheck { expected, found }) => write!(
                out,
                "this build computes otherwise than Sinew {} elsewhere (digest {found:016x} instead of {expected:016x}): look \
                 for another version of rapier3d, parry3d, glam or libm in Cargo.lock, for features that another \
                 crate switches on in them (cargo tree -e features), and for flags of the compiler",
                env!("CARGO_PKG_VERSION")
            ),
        }
    }
}

impl World {
    /// What is wrong with the build that this world runs in: nothing, as a rule. The first call in a process takes some tens of
    /// milliseconds ([`BuildCheck::get`]).
    pub fn diagnostics(&self) -> Vec<WorldDiagnostic> {
        let check = BuildCheck::get();
        if check.is_same() { Vec::new() } else { vec![WorldDiagnostic::OtherBits(check)] }
    }
}

/// The digest of every tenth step of a scene; 0 for one that cannot be read.
fn digest(scene: &str) -> u64 {
    let Ok(document) = Document::read(scene, &NoResources) else { return 0 };
    let mut world = World::new(WorldOptions::default().with_threads(1));
    world.spawn(Arc::new(Model::from_document(&document).0), Rigid::IDENTITY);
    let mut digest = Digest::new();
    for step in 1..=STEPS {
        world.step();
        if step % 10 == 0 {
            digest.bytes(&world.digest().to_le_bytes());
        }
    }
    digest.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_build_gives_the_digest_that_is_written_down() {
        let BuildCheck { expected, found } = BuildCheck::get();
        assert_eq!(format!("{found:#018x}"), format!("{expected:#018x}"), "a change of behaviour: write it down here");
        assert!(World::new(WorldOptions::default()).diagnostics().is_empty());
    }

    #[test]
    fn the_scene_is_without_fault_and_has_what_features_change() {
        let document = Document::read(SCENE, &NoResources).unwrap();
        let (model, diagnostics) = Model::from_document(&document);
        assert_eq!(diagnostics.iter().count(), 0);
        assert_eq!((model.physics().bodies().len(), model.physics().joints().len()), (11, 2));
        // The last bit of one number is another digest.
        assert_ne!(digest(SCENE), digest(&SCENE.replace("[1.6, 1.0, 0.4]", "[1.6, 1.0000001, 0.4]")));
    }

    #[test]
    fn a_build_with_other_bits_says_so_and_where_to_look() {
        let other = WorldDiagnostic::OtherBits(BuildCheck { expected: 1, found: 0xAB });
        let text = other.to_string();
        assert!(text.contains("00000000000000ab instead of 0000000000000001"), "{text}");
        assert!(text.contains("cargo tree -e features"), "{text}");
    }
}
