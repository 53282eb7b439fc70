//! A clip on an avatar with other proportions, eyes that follow the camera, and a smile.
//!
//! `cargo run --example avatar_clip`, without a window `cargo run --example avatar_clip -- --headless 300`

mod support;

use bevy::prelude::*;
use bevy_sinew::{
    SinewClip, SinewExpressions, SinewInstance, SinewLink, SinewLookAt, SinewLookAtTarget, SinewQuery, SinewSystems,
};

fn main() -> AppExit {
    let camera = support::Camera { from: Vec3::new(0.6, 1.4, 2.6), at: Vec3::new(0.0, 0.9, 0.0) };
    support::run(camera, |app| {
        app.add_systems(Startup, setup);
        app.add_systems(FixedUpdate, smile.before(SinewSystems::Apply));
        app.add_systems(Update, draw_bones.run_if(resource_exists::<GizmoConfigStore>));
    })
}

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    let avatar =
        SinewInstance::new(assets.load("conformance/human_pose/blend_of_the_gaze_by_an_expression/vrm-1.0.gltf"));
    let clip = SinewClip::new(assets.load("conformance/human_pose/from_a_turned_figure/clip.vrma"));
    let eyes = SinewLookAt::new(SinewLookAtTarget::Point(Vec3::new(0.6, 1.4, 2.6)));
    commands.spawn((avatar, clip, eyes, SinewExpressions::default()));
}

/// A smile that comes and goes, in triangles of two seconds.
fn smile(sinew: SinewQuery, mut avatars: Query<&mut SinewExpressions>) {
    let Some(world) = sinew.world() else { return };
    let phase = (world.world().time() * 0.5) as f32 % 1.0;
    for mut face in &mut avatars {
        face.set("happy", 1.0 - (2.0 * phase - 1.0).abs());
    }
}

/// A line from every bone to the one above.
fn draw_bones(mut gizmos: Gizmos, avatars: Query<&SinewLink>, places: Query<&GlobalTransform>) {
    for link in &avatars {
        let hierarchy = link.model().hierarchy();
        for node in hierarchy.nodes() {
            let above = hierarchy.parent(node).and_then(|parent| link.entity(parent));
            let ends = [link.entity(node), above].map(|entity| entity.and_then(|entity| places.get(entity).ok()));
            if let [Some(end), Some(start)] = ends {
                gizmos.line(start.translation(), end.translation(), Color::WHITE);
            }
        }
    }
}
