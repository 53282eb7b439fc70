//! Whatever number a file has in place of another, loading it and posing its humanoid ends, with finite numbers.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use glam::{Quat, Vec3};
use sinew_document::{Document, NoResources};
use sinew_model::{HumanBone, Model};
use sinew_motion::{HipsPolicy, HumanPose, Pose, RetargetMap};

fn use_figure(text: String, what: &str) {
    let Ok(document) = Document::read(text, &NoResources) else { return };
    let (model, _) = Model::from_document(&document);
    let Some(humanoid) = model.humanoid() else { return };
    humanoid.t_pose();
    let mut human_pose = HumanPose::rest(humanoid);
    human_pose.set_rotation(HumanBone::UpperChest, Quat::from_rotation_x(1.0));
    human_pose.set_hips_position(Some(Vec3::new(0.1, 0.7, 0.2)));
    let mut pose = Pose::rest(&model);
    let at_rest_is_finite = pose.local.iter().all(|local| local.is_finite());
    human_pose.apply(humanoid, HipsPolicy::Height, &mut pose.local);
    pose.evaluate(&model);
    let map = RetargetMap::new(humanoid, humanoid, HipsPolicy::Legs);
    let mut again = Pose::rest(&model);
    map.apply(pose.model_space(), &mut again.local);
    for local in pose.local.iter().chain(&again.local) {
        assert!(!at_rest_is_finite || local.is_finite(), "{what}: {local:?}");
    }
}

#[test]
fn no_number_in_a_file_breaks_a_humanoid() {
    let folder = format!("{}/../../fixtures/humanoid", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    // The generated humanoids have ten times the digits and nothing new.
    files.retain(|path| !path.file_name().unwrap().to_string_lossy().starts_with("figure"));
    assert!(files.len() > 10);
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        for (at, _) in text.match_indices(|character: char| character.is_ascii_digit()) {
            for other in ["0", "7", "-1", "1e30", "1e-40", "null", "{}", "[]"] {
                let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
                use_figure(changed, &format!("{} with {other} at {at}", path.display()));
            }
        }
    }
}
