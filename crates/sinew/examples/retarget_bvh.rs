//! Retargets motion capture to an avatar, and writes it as a BVH file of the avatar's own skeleton.
//!
//! `cargo run -p sinew --example retarget_bvh -- MOTION.bvh AVATAR OUT.bvh` (`sinew-tools` has an example that writes a `.glb`)

use std::error::Error;

use sinew::bvh::{self, Bvh, BvhOptions, BvhWriteOptions};
use sinew::{ClipMap, ClipOptions, ExpressionState, HumanClip, Model, Pose};

const MOTION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/bvh/cmu.bvh");
const AVATAR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/humanoid/avatar_vrm1.gltf");

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let motion = Bvh::parse(&std::fs::read_to_string(arguments.next().unwrap_or_else(|| MOTION.to_owned()))?)?;
    let (avatar, _) = Model::open(arguments.next().unwrap_or_else(|| AVATAR.to_owned()))?;
    let out = arguments.next().unwrap_or_else(|| std::env::temp_dir().join("sinew.bvh").display().to_string());
    let humanoid = avatar.humanoid().ok_or("the avatar has no human bones")?;

    let (source, diagnostics) = motion.to_model(&BvhOptions::default());
    diagnostics.iter().for_each(|finding| eprintln!("{finding}"));
    let clip = HumanClip::new(source, 0)?;
    let map = ClipMap::new(&clip, &avatar, ClipOptions::default());
    let (mut sample, mut expressions, mut pose) = (clip.start(), ExpressionState::new(&avatar), Pose::rest(&avatar));
    let poses = (0..motion.frame_count()).filter_map(|frame| {
        clip.sample((frame as f64 * motion.frame_time()) as f32, &mut sample);
        map.apply(&avatar, &sample, &mut expressions, &mut pose);
        pose.evaluate(&avatar);
        pose.human_pose(&avatar)
    });
    let frame_time = motion.frame_time() as f32;
    let text = bvh::write(humanoid, avatar.hierarchy(), poses, frame_time, &BvhWriteOptions::default());
    std::fs::write(&out, text)?;
    println!("{} frames of {frame_time} s written to {out}", motion.frame_count());
    Ok(())
}
