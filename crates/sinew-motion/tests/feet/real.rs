use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use glam::Vec3;
use sinew_model::Model;
use sinew_model::model::{HumanBone, Humanoid};
use sinew_motion::bvh::{Bvh, BvhOptions};
use sinew_motion::rig::{RigOptions, RigRest, find_humanoid};
use sinew_motion::{ConversionOptions, FeetPolicy, HipsPolicy, HumanClip};
use sinew_testkit::assets;

use crate::{RATE, places, slide};

/// A foot stands that stays this near to a place, metres.
const STILL: f32 = 0.005;

/// For at least as long, seconds.
const SHORTEST: f32 = 0.2;

/// And no higher above the lowest place of both feet, metres.
const LOW: f32 = 0.05;

fn named(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// A model with its own humanoid, or one by its names.
fn humanoid(path: &Path) -> Option<Model> {
    let (model, _) = if path.extension().is_some_and(|ending| ending == "bvh") {
        Bvh::parse(&std::fs::read_to_string(path).unwrap()).unwrap().to_model(&BvhOptions::default())
    } else {
        Model::open(path).ok()?
    };
    let leg = |humanoid: &Humanoid, bone| humanoid.t_pose().limb(bone).is_some_and(|limb| limb.degrees > 15.0);
    let legs = [HumanBone::LeftUpperLeg, HumanBone::RightUpperLeg, HumanBone::LeftLowerLeg, HumanBone::RightLowerLeg];
    let rest = match model.humanoid() {
        // Legs that point elsewhere at rest have no ground; this is what `--rest a` is for.
        Some(humanoid) if legs.into_iter().any(|bone| leg(humanoid, bone)) => RigRest::APose,
        Some(_) => return Some(model),
        None => RigRest::Auto,
    };
    let (humanoid, report) = find_humanoid(&model, &RigOptions::default().with_rest(rest))?;
    report.missing.is_empty().then(|| model.with_humanoid(humanoid))
}

/// The times in which a foot stands, as frames.
fn stances(places: &[Vec3], lowest: f32) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut from = 0;
    while from < places.len() {
        let stays = |at: &usize| places[*at].distance(places[from]) <= STILL && places[*at].y - lowest <= LOW;
        let to = (from..places.len()).take_while(stays).last().unwrap_or(from);
        if (to - from) as f32 / RATE >= SHORTEST {
            found.push((from, to));
            from = to;
        }
        from += 1;
    }
    found
}

#[test]
fn every_foot_that_stands_in_a_real_clip_stands_on_every_real_avatar() {
    let Some(folder) = assets::folder() else { return };
    let misc = [folder.join("misc/pirouette.bvh"), folder.join("misc/RiggedFigure.glb")];
    let clips: Vec<PathBuf> = assets::models("vrma").into_iter().chain(misc.clone()).collect();
    let avatars: Vec<PathBuf> = assets::models("vrm").into_iter().chain([misc[1].clone()]).collect();
    let mut worst = [(0.0_f32, 0.0_f32); 2];
    let mut pairs = 0;
    for clip_path in &clips {
        let Some(clip) = humanoid(clip_path).and_then(|model| HumanClip::new(model, 0).ok()) else { continue };
        let source = clip.humanoid().unwrap();
        let feet = [HumanBone::LeftFoot, HumanBone::RightFoot];
        let in_clip = feet.map(|bone| places(clip.model(), clip.animation().unwrap(), bone, clip.duration()));
        let lowest = in_clip.iter().flatten().map(|place| place.y).fold(f32::INFINITY, f32::min);
        let standing = in_clip.each_ref().map(|places| stances(places, lowest));
        for avatar_path in &avatars {
            let Some(avatar) = humanoid(avatar_path) else { continue };
            let target = avatar.humanoid().unwrap();
            let ratio = HipsPolicy::Height.ratio(&source.proportions(), &target.proportions());
            let mut row = String::new();
            for (policy, worst) in [FeetPolicy::Follow, FeetPolicy::Lock].into_iter().zip(&mut worst) {
                let conversion = clip.convert(&avatar, &ConversionOptions::default().with_feet(policy));
                let mut pair = (0.0_f32, 0.0_f32);
                for ((bone, standing), in_clip) in feet.into_iter().zip(&standing).zip(&in_clip) {
                    let places = places(&avatar, &conversion.animation, bone, clip.duration());
                    let [from, to] = [source, target].map(|it| it.at_rest(bone).unwrap().position.y);
                    for &(first, last) in standing {
                        pair.0 = pair.0.max(slide(&places[first..=last]));
                        let off = |at: usize| (places[at].y - to - (in_clip[at].y - from) * ratio).abs();
                        pair.1 = pair.1.max((first..=last).map(off).fold(0.0, f32::max));
                    }
                }
                let _ = write!(row, "  slides {:6.1} mm, height off {:6.1} mm;", pair.0 * 1e3, pair.1 * 1e3);
                *worst = (worst.0.max(pair.0), worst.1.max(pair.1));
            }
            let count: usize = standing.iter().map(Vec::len).sum();
            eprintln!("{} on {}: {count} stances;{row}", named(clip_path), named(avatar_path));
            pairs += 1;
        }
    }
    eprintln!("{pairs} pairs; worst without and with a lock, metres: {worst:?}");
    assert!(pairs >= 30, "{pairs}");
    let [_, (slides, height)] = worst;
    assert!(slides <= 0.01 && height <= 0.01, "{worst:?}");
}
