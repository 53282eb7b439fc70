//! Clips with arbitrary numbers and keys: playing and converting terminates.

use glam::{Quat, Vec3};
use sinew::document::{Document, NoResources, WriteOptions};
use sinew::{ConversionOptions, FeetPolicy, HumanClip, Model};
use sinew_testkit::scene::humanoid::{Avatar, Revision};
use sinew_tools::clip::{animate_model, to_vrma};
use sinew_tools::retarget::Retargeting;

use crate::{animated, clip_document, degrees_about, document, rotations, translations};

const FINGERS: [&str; 6] = ["Thumb", "Index", "Middle", "Ring", "Little", "Toes"];

/// A clip of few bones with some of everything, as a GLB.
fn small_clip() -> Vec<u8> {
    let all = sinew_testkit::scene::humanoid::BONES.map(|(name, ..)| name);
    let missing: Vec<&str> =
        all.into_iter().filter(|name| FINGERS.iter().any(|part| name.contains(part))).chain(["jaw"]).collect();
    let avatar = Avatar { revision: Revision::Clip, missing: &missing, between: &["spine"], ..Avatar::default() };
    let key_rotations = [0.0, 70.0, -50.0].map(|degrees| degrees_about(Vec3::new(1.0, 0.5, 0.2), degrees));
    let spline: Vec<Quat> = key_rotations.into_iter().flat_map(|rotation| [rotation; 3]).collect();
    let keys = [
        rotations("chest", "LINEAR", &[0.0, 0.5, 1.0], &key_rotations),
        rotations("upperChest", "CUBICSPLINE", &[0.0, 0.7, 1.0], &spline),
        rotations("above spine", "STEP", &[0.0, 0.5, 1.0], &key_rotations),
        translations("root", "LINEAR", &[0.0, 1.0], &[Vec3::ZERO, Vec3::ONE]),
        translations("hips", "LINEAR", &[0.0, 1.0], &[Vec3::new(0.0, 0.9, 0.0), Vec3::new(0.1, 0.7, 0.3)]),
        translations("happy", "LINEAR", &[0.0, 0.4], &[Vec3::ZERO, Vec3::X]),
        rotations("gaze", "LINEAR", &[0.0, 1.0], &[Quat::IDENTITY, degrees_about(Vec3::Y, 50.0)]),
    ];
    let document = animated(&clip_document(&avatar), &keys);
    document.to_glb(WriteOptions::default(), &NoResources).unwrap().main
}

fn use_clip(bytes: Vec<u8>, target: &Document) {
    let Ok(document) = Document::read(bytes, &NoResources) else { return };
    let (model, diagnostics) = Model::from_document(&document);
    let Ok(clip) = HumanClip::new(model, 0) else { return };
    let (avatar, _) = Model::from_document(target);
    let options = ConversionOptions::default().with_degrees(1.0);
    Retargeting::new(&clip, &avatar, &options.with_feet(FeetPolicy::Lock), &[-1.0, 0.3, 1e30], diagnostics);
    // An error is as good an end as a file; what is written can be read.
    let written = [animate_model(target, &avatar, &clip, &options), to_vrma(&clip, &options)];
    for (document, _) in written.into_iter().flatten() {
        let package = document.to_glb(WriteOptions::default(), &NoResources).unwrap();
        Document::read(package.main, &NoResources).unwrap();
    }
}

#[test]
fn no_number_and_no_byte_of_a_key_breaks_a_clip() {
    let original = small_clip();
    let json_end = 20 + u32::from_le_bytes(original[12..16].try_into().unwrap()) as usize;
    let target = document(&Avatar { missing: &["chest", "upperChest", "neck"], ..Avatar::default() });
    use_clip(original.clone(), &target);
    for at in (20..json_end).filter(|&at| original[at].is_ascii_digit()) {
        // The same length, so that the chunks stay where they are.
        for other in *b"079" {
            let mut changed = original.clone();
            changed[at] = other;
            use_clip(changed, &target);
        }
    }
    // NaN, infinities, huge and tiny numbers, and none, in place of every number of the keys.
    for at in (json_end + 8..original.len() - 3).step_by(4) {
        for other in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 3e38, -1e30, 1e-40, 0.0] {
            let mut changed = original.clone();
            changed[at..at + 4].copy_from_slice(&other.to_le_bytes());
            use_clip(changed, &target);
        }
    }
}
