//! The figures in `fixtures/humanoid` are those that the program here writes. `SINEW_WRITE_FIXTURES=1` writes them.

use std::path::Path;

use glam::Quat;
use sinew_testkit::scene::humanoid::{Figure, Revision, arbitrary_rotation};

#[test]
fn written_figures_are_those_of_the_program() {
    let figures = [
        ("figure_vrm1.gltf", Figure::default()),
        (
            "figure_vrm1_turned.gltf",
            Figure {
                rest: &arbitrary_rotation,
                missing: &["upperChest", "jaw", "leftToes"],
                between: &["spine", "leftLowerArm"],
                between_rotation: Quat::from_xyzw(0.0, 0.6, 0.0, 0.8),
                root_scale: 0.01,
                size: 0.75,
                ..Figure::default()
            },
        ),
        ("figure_vrm0.gltf", Figure { revision: Revision::Vrm0, ..Figure::default() }),
        ("figure_clip.gltf", Figure { revision: Revision::Clip, rest: &arbitrary_rotation, ..Figure::default() }),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/humanoid");
    for (name, figure) in figures {
        let text = figure.to_gltf();
        if std::env::var_os("SINEW_WRITE_FIXTURES").is_some() {
            std::fs::write(folder.join(name), &text).unwrap();
        }
        // A checkout may have other line ends.
        let written = std::fs::read_to_string(folder.join(name)).unwrap_or_default().replace("\r\n", "\n");
        assert!(written == text, "{name} is not what the program writes; SINEW_WRITE_FIXTURES=1 writes it anew");
    }
}
