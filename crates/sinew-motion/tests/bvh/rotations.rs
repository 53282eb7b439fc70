//! Euler angles in the order of the channels.

use glam::{Quat, Vec3};
use sinew_model::model::{Interpolation, Track};

use super::{model, one_joint, posed};

fn base_rotation(channels: &str, frame: &str) -> Quat {
    let model = model(&one_joint(channels, &[frame]));
    posed(&model, 0.0).local[0].rotation
}

fn assert_axes(rotation: Quat, images: [Vec3; 3], what: &str) {
    for (axis, image) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().zip(images) {
        assert!((rotation * axis).distance(image) < 1e-6, "{what}: {axis} goes to {}, not {image}", rotation * axis);
    }
}

#[test]
fn quarter_turns_in_every_order_end_where_they_do_by_hand() {
    // A quarter about X takes Y→Z, Z→−Y; about Y takes Z→X, X→−Z; about Z takes X→Y, Y→−X. "A B C" is Ra·Rb·Rc: a vector
    // goes through Rc, then Rb, then Ra. Each line: where X, Y and Z go, step by step from the last channel to the first.
    let (x, y, z) = (Vec3::X, Vec3::Y, Vec3::Z);
    let cases = [
        // X –z→ Y –y→ Y –x→ Z;   Y –z→ −X –y→ Z –x→ −Y;   Z –z→ Z –y→ X –x→ X.
        ("Xrotation Yrotation Zrotation", [z, -y, x]),
        // X –y→ −Z –z→ −Z –x→ Y;   Y –y→ Y –z→ −X –x→ −X;   Z –y→ X –z→ Y –x→ Z.
        ("Xrotation Zrotation Yrotation", [y, -x, z]),
        // X –z→ Y –x→ Z –y→ X;   Y –z→ −X –x→ −X –y→ Z;   Z –z→ Z –x→ −Y –y→ −Y.
        ("Yrotation Xrotation Zrotation", [x, z, -y]),
        // X –x→ X –z→ Y –y→ Y;   Y –x→ Z –z→ Z –y→ X;   Z –x→ −Y –z→ X –y→ −Z.
        ("Yrotation Zrotation Xrotation", [y, x, -z]),
        // X –y→ −Z –x→ Y –z→ −X;   Y –y→ Y –x→ Z –z→ Z;   Z –y→ X –x→ X –z→ Y.
        ("Zrotation Xrotation Yrotation", [-x, z, y]),
        // X –x→ X –y→ −Z –z→ −Z;   Y –x→ Z –y→ X –z→ Y;   Z –x→ −Y –y→ −Y –z→ X.
        ("Zrotation Yrotation Xrotation", [-z, y, x]),
    ];
    for (order, images) in cases {
        assert_axes(base_rotation(&format!("3 {order}"), "90 90 90"), images, order);
        // Positions between and around the angles change nothing.
        let mixed = order.replacen(' ', " Yposition ", 1);
        assert_axes(base_rotation(&format!("4 {mixed}"), "90 7 90 90"), images, &mixed);
    }
}

#[test]
fn one_or_two_angles_are_enough() {
    assert_axes(base_rotation("1 Yrotation", "90"), [-Vec3::Z, Vec3::Y, Vec3::X], "Y");
    // X –x→ X –z→ Y;   Y –x→ Z –z→ Z;   Z –x→ −Y –z→ X.
    assert_axes(base_rotation("2 Zrotation Xrotation", "90 90"), [Vec3::Y, Vec3::Z, Vec3::X], "Z X");
}

#[test]
fn with_the_middle_angle_at_a_quarter_the_outer_ones_add_up() {
    // Rz(a)·Rx(90°)·Ry(c) = Rz(a + c)·Rx(90°), since Rx(90°) takes Y to Z: Rx·Ry(c)·Rx⁻¹ is a turn by c about Rx·Y = Z.
    let order = "3 Zrotation Xrotation Yrotation";
    let locked = base_rotation(order, "20 90 30");
    assert!(locked.dot(base_rotation(order, "50 90 0")).abs() > 1.0 - 1e-6);
    // With −90° it takes Y to −Z, and they subtract.
    let locked = base_rotation(order, "20 -90 30");
    assert!(locked.dot(base_rotation(order, "-10 -90 0")).abs() > 1.0 - 1e-6);
}

#[test]
fn keys_that_follow_each_other_are_on_one_side() {
    // About Y by 170°, 190°, 350° (written as −10°) and 370° (written as 10°): the cosine of half the angle changes its
    // sign where the file jumps, the keys must not.
    let model = model(&one_joint("1 Yrotation", &["170", "190", "-10", "10"]));
    let Track::Rotation(curve) = &model.animations()[0].channels[0].track else { panic!("no rotation") };
    assert_eq!(curve.interpolation, Interpolation::Linear);
    for pair in curve.values.windows(2) {
        assert!(pair[0].dot(pair[1]) >= 0.0);
    }
    // Halfway between 170° and 190° it looks back: X goes to −X.
    let pose = posed(&model, 0.125);
    assert!((pose.local[0].rotation * Vec3::X).distance(-Vec3::X) < 1e-6);
}

#[test]
fn a_parent_joint_rotates_its_child() {
    // A quarter about Z takes the tip, a metre along Y, to −X; the base is at (1, 2, 3) cm.
    let model = model(&one_joint("1 Zrotation", &["90"]));
    let pose = posed(&model, 0.0);
    let tip = pose.model_from_node(model.hierarchy().find("tip").unwrap()).translation;
    assert!(tip.distance(glam::Vec3A::new(0.01 - 1.0, 0.02, 0.03)) < 1e-6);
}
