//! The avatars in `fixtures/humanoid` are those that the program here writes. `SINEW_WRITE_FIXTURES=1` writes them.

use std::path::Path;

use glam::Quat;
use sinew_testkit::scene::humanoid::{Avatar, Revision, arbitrary_rotation};

#[test]
fn written_avatars_are_those_of_the_program() {
    let avatars = [
        ("avatar_vrm1.gltf", Avatar::default()),
        (
            "avatar_vrm1_rotated.gltf",
            Avatar {
                rest: &arbitrary_rotation,
                missing: &["upperChest", "jaw", "leftToes"],
                between: &["spine", "leftLowerArm"],
                between_rotation: Quat::from_xyzw(0.0, 0.6, 0.0, 0.8),
                root_scale: 0.01,
                size: 0.75,
                ..Avatar::default()
            },
        ),
        ("avatar_vrm0.gltf", Avatar { revision: Revision::Vrm0, ..Avatar::default() }),
        ("avatar_clip.gltf", Avatar { revision: Revision::Clip, rest: &arbitrary_rotation, ..Avatar::default() }),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/humanoid");
    for (name, avatar) in avatars {
        let text = avatar.to_gltf();
        if std::env::var_os("SINEW_WRITE_FIXTURES").is_some() {
            std::fs::write(folder.join(name), &text).unwrap();
        }
        // A checkout may have other line ends.
        let written = std::fs::read_to_string(folder.join(name)).unwrap_or_default().replace("\r\n", "\n");
        assert!(written == text, "{name} is not what the program writes; SINEW_WRITE_FIXTURES=1 writes it anew");
    }
}
