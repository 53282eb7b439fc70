//! Attachments to virtual transforms.

use glam::{Affine3A, Quat, Vec3};
use sinew_model::math::Transform;
use sinew_model::{LowerOptions, Model};
use sinew_motion::{Attachments, NodeOverride, Pose};

use super::{all_matrices, assert_near, chain};

/// A hand at (0,1,0) with two sockets: one at the hand, one 1 m along its X.
fn hand() -> Model {
    let hand = Transform::from_translation(Vec3::Y);
    let sockets = [serde_json::json!({}), serde_json::json!({"translation": [1, 0, 0]})];
    chain(&[hand], &sockets, &LowerOptions::default())
}

#[test]
fn a_sword_follows_the_hand_that_holds_it() {
    let knight = hand();
    let tip = Transform::from_translation(Vec3::new(0.0, 2.0, 0.0));
    let sword = chain(&[tip], &[], &LowerOptions::default());
    let socket = knight.virtual_transforms().find("virtual 1").unwrap();
    let mut held = Attachments::new();
    let grip = Transform::from_translation(Vec3::new(0.0, -0.5, 0.0));
    let id = held.attach(socket, grip, Pose::rest(&sword));

    let mut pose = Pose::rest(&knight);
    let hand = knight.hierarchy().find("parent").unwrap();
    let rotation = Some(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
    pose.apply_override(hand, NodeOverride { rotation, ..NodeOverride::default() });
    pose.evaluate(&knight);
    held.update(&all_matrices(&knight, &pose));

    // In the socket's space the tip is at (0, −0.5 + 2, 0), in the hand's at (1, 1.5, 0); a quarter turn about Z makes
    // that (−1.5, 1, 0), the hand's position (−1.5, 2, 0), and the knight's own place in the world (8.5, 2, 0).
    let world_from_knight = Affine3A::from_translation(Vec3::new(10.0, 0.0, 0.0));
    let attachment = held.get(id).unwrap();
    let tip = attachment.item.model_from_node(sword.hierarchy().find("parent").unwrap());
    let world_from_tip = attachment.world_from_item(world_from_knight) * tip;
    assert_near(world_from_tip.translation.into(), [8.5, 2.0, 0.0], "tip");
}

#[test]
fn items_keep_the_order_of_attaching() {
    let model = hand();
    let [near, far] = ["virtual 0", "virtual 1"].map(|name| model.virtual_transforms().find(name).unwrap());
    let mut things = Attachments::default();
    assert!(things.is_empty());
    let first = things.attach(far, Transform::IDENTITY, "lamp");
    let second = things.attach(near, Transform::IDENTITY, "rope");
    let third = things.attach(far, Transform::from_translation(Vec3::Z), "bell");
    things.update(&all_matrices(&model, &Pose::rest(&model)));
    let places = |things: &Attachments<&'static str>| -> Vec<(&'static str, Vec3)> {
        things.iter().map(|(_, thing)| (thing.item, thing.model_from_item().translation.into())).collect()
    };
    let (lamp, rope, bell) = (Vec3::new(1.0, 1.0, 0.0), Vec3::new(0.0, 1.0, 0.0), Vec3::new(1.0, 1.0, 1.0));
    assert_eq!(places(&things), [("lamp", lamp), ("rope", rope), ("bell", bell)]);

    assert_eq!(things.detach(second), Some("rope"));
    assert_eq!(things.detach(second), None);
    assert_eq!(places(&things), [("lamp", lamp), ("bell", bell)]);
    let fourth = things.attach(near, Transform::IDENTITY, "flag");
    assert!(![first, second, third].contains(&fourth), "an id is never used again");
    assert!(things.get(second).is_none() && things.get_mut(second).is_none());

    // Moving a thing along the same virtual transform shows at the next update.
    things.get_mut(first).unwrap().offset.translation = Vec3::X;
    assert_eq!(places(&things)[0].1, lamp);
    things.update(&all_matrices(&model, &Pose::rest(&model)));
    assert_eq!(places(&things)[0].1, lamp + Vec3::X);
    assert_eq!((things.len(), things.iter_mut().len()), (3, 3));
}

#[test]
fn an_item_attached_to_no_virtual_transform_stays_where_it_was() {
    let model = hand();
    let mut things = Attachments::new();
    let socket = model.virtual_transforms().find("virtual 1").unwrap();
    let id = things.attach(socket, Transform::from_translation(Vec3::Z), ());
    // Only the first of the two matrices.
    things.update(&[Affine3A::IDENTITY]);
    assert_eq!(things.get(id).unwrap().model_from_item(), Affine3A::from_translation(Vec3::Z));
}
