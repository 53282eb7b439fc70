//! Retargets motion capture to an avatar, and writes the avatar with the motion as its animation.
//!
//! `cargo run -p sinew-tools --example retarget_to_glb -- MOTION.bvh AVATAR OUT.glb`

use std::error::Error;
use std::path::PathBuf;

use sinew::bvh::{Bvh, BvhOptions};
use sinew::document::{Document, Folder, SaveOptions};
use sinew::{ConversionOptions, HumanClip, Model};
use sinew_tools::clip::animate_model;

const MOTION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/bvh/cmu.bvh");
const AVATAR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/humanoid/avatar_vrm1.gltf");

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let motion = std::fs::read_to_string(arguments.next().unwrap_or_else(|| MOTION.to_owned()))?;
    let path = PathBuf::from(arguments.next().unwrap_or_else(|| AVATAR.to_owned()));
    let avatar = Document::open(&path)?;
    let out = arguments.next().map_or_else(|| std::env::temp_dir().join("sinew.glb"), PathBuf::from);

    let (source, _) = Bvh::parse(&motion)?.to_model(&BvhOptions::default());
    let clip = HumanClip::new(source, 0)?;
    let (model, _) = Model::from_document(&avatar);
    let (animated, conversion) = animate_model(&avatar, &model, &clip, &ConversionOptions::default())?;
    // What no one has changed is copied byte for byte, with the buffers and images beside the avatar.
    animated.save(&out, &SaveOptions { overwrite: true, ..SaveOptions::default() }, &Folder::of_file(&path))?;
    println!("written to {}, at most {:.3}° off the motion", out.display(), conversion.error.degrees);
    Ok(())
}
