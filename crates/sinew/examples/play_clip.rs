//! Plays a `.vrma` on an avatar with other proportions and another T-pose.
//!
//! `cargo run -p sinew --example play_clip -- CLIP AVATAR`

use std::error::Error;
use std::sync::Arc;

use sinew::math::Rigid;
use sinew::{ClipOptions, HumanClip, Model, World, WorldOptions, WrapMode};

const CLIP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/human_pose/from_a_turned_figure/clip.vrma");
const AVATAR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/humanoid/avatar_vrm1.gltf");

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (clip, _) = HumanClip::open(arguments.next().unwrap_or_else(|| CLIP.to_owned()))?;
    let (avatar, _) = Model::open(arguments.next().unwrap_or_else(|| AVATAR.to_owned()))?;
    println!("{} s of motion", clip.duration());

    let mut world = World::new(WorldOptions::default());
    let avatar = world.spawn(Arc::new(avatar), Rigid::IDENTITY);
    world.play_clip(avatar, Arc::new(clip), ClipOptions::default(), WrapMode::Loop)?;
    let hand = world.node(avatar, "leftHand")?;
    for frame in 0..4 {
        // What a renderer does 60 times a second: advance by the time that has passed, and draw the pose.
        world.advance(0.25);
        let hand = world.world_from_node(avatar, hand).ok_or("the avatar is gone")?.translation;
        println!("{:.2} s: the left hand is at {hand:.3}", f64::from(frame + 1) * 0.25);
    }
    Ok(())
}
