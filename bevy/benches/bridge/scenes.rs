//! What is measured: files whose nodes all move, or half of them.

use std::fmt::Write as _;

/// How many boxes there are.
const BOXES: usize = 1000;

/// How many bones a clip rotates.
const BONES: usize = 55;

/// Strands of hair, and the bones of each, which springs move.
const STRANDS: usize = 4;
const STRAND: usize = 3;

/// A body of 1 kg in a box of 1 m.
fn cube(at: [f32; 3], motion: &str) -> String {
    format!(
        r#"{{"translation": {at:?}, "extensions": {{"KHR_physics_rigid_bodies": {{"motion": {{"mass": 1{motion}}},
            "collider": {{"geometry": {{"shape": 0}}}}}}}}}}"#
    )
}

/// Boxes above a floor whose top is at 0.
fn boxes(each: impl Fn(usize) -> String) -> String {
    let mut nodes = String::from(
        r#"{"extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}}}}, "translation": [0, -1, 0]}"#,
    );
    for place in 0..BOXES {
        let _ = write!(nodes, ",{}", each(place));
    }
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "nodes": [{nodes}], "extensions": {{"KHR_implicit_shapes": {{"shapes": [
            {{"type": "box", "box": {{"size": [1, 1, 1]}}}}, {{"type": "box", "box": {{"size": [200, 2, 200]}}}}]}}}},
            "extensionsUsed": ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"]}}"#
    )
}

/// The place of a box in a lattice of 10 by 10 by 10.
fn lattice(place: usize, spacing: f32, bottom: f32) -> [f32; 3] {
    let along = |part: usize| (part % 10) as f32 * spacing;
    [along(place), bottom + along(place / 100), along(place / 10)]
}

/// Thrown upwards at 20 m/s, so that they are in the air for four seconds, each turning in its own way.
fn thrown(at: [f32; 3], place: usize) -> String {
    let turning = [1.0 + (place % 3) as f32, 2.0 - (place % 5) as f32, 0.5 + (place % 7) as f32];
    cube(at, &format!(r#", "linearVelocity": [0, 20, 0], "angularVelocity": {turning:?}"#))
}

/// All in the air: nothing is touched, so that no step of 1,000 bodies that move is shorter.
pub(crate) fn in_flight() -> String {
    boxes(|place| thrown(lattice(place, 2.0, 2.0), place))
}

/// One of them alone, without a floor: there are as many instances of it.
pub(crate) fn one_in_flight() -> String {
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "nodes": [{}], "extensions": {{"KHR_implicit_shapes": {{"shapes": [
            {{"type": "box", "box": {{"size": [1, 1, 1]}}}}]}}}},
            "extensionsUsed": ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"]}}"#,
        thrown([0.0, 2.0, 0.0], 1)
    )
}

/// Where these are.
pub(crate) fn places() -> Vec<[f32; 3]> {
    (0..BOXES).map(|place| lattice(place, 2.0, 0.0)).collect()
}

/// All in a pile that falls apart.
pub(crate) fn pile() -> String {
    boxes(|place| cube(lattice(place, 1.02, 0.6), ""))
}

/// Each second one stands on the floor and falls asleep; the others are in the air.
pub(crate) fn half_asleep() -> String {
    boxes(|place| {
        let at = [(place % 32) as f32 * 4.0 - 60.0, 0.5, (place / 32) as f32 * 4.0 - 60.0];
        if place % 2 == 0 { cube(at, "") } else { thrown([at[0], 2.0, at[2]], place) }
    })
}

/// A tree of bones, all of which a clip rotates, and strands of hair on the last of them: half a revolution about Z in 4 s.
pub(crate) fn avatar() -> String {
    let all = BONES + STRANDS * STRAND;
    let children = |bone: usize| -> Vec<usize> {
        let strands = BONES - STRANDS..BONES;
        match bone {
            _ if strands.contains(&bone) => vec![BONES + (bone - strands.start) * STRAND],
            0..BONES => [2 * bone + 1, 2 * bone + 2].into_iter().filter(|child| *child < BONES).collect(),
            _ if (bone - BONES) % STRAND + 1 < STRAND => vec![bone + 1],
            _ => Vec::new(),
        }
    };
    let node = |bone: usize| match children(bone) {
        below if below.is_empty() => r#"{"translation": [0, 0.1, 0]}"#.to_owned(),
        below => format!(r#"{{"translation": [0, 0.1, 0], "children": {below:?}}}"#),
    };
    let nodes: Vec<String> = (0..all).map(node).collect();
    let channel = |bone| format!(r#"{{"sampler": 0, "target": {{"node": {bone}, "path": "rotation"}}}}"#);
    let channels: Vec<String> = (0..BONES).map(channel).collect();
    let joint = |node| format!(r#"{{"node": {node}, "stiffness": 0.5, "gravityPower": 0.2, "dragForce": 0.2}}"#);
    let strand = |strand: usize| {
        let first = BONES + strand * STRAND;
        let joints: Vec<String> = (first..first + STRAND).map(joint).collect();
        format!(r#"{{"joints": [{}]}}"#, joints.join(", "))
    };
    let springs: Vec<String> = (0..STRANDS).map(strand).collect();
    // Times 0, 4; rotations 1 and k, as little endian.
    let keys = "AAAAAAAAgEAAAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAIA/AAAAAA==";
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "nodes": [{}],
            "extensionsUsed": ["VRMC_springBone"],
            "extensions": {{"VRMC_springBone": {{"specVersion": "1.0", "springs": [{}]}}}},
            "buffers": [{{"byteLength": 40, "uri": "data:application/octet-stream;base64,{keys}"}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 8}}, {{"buffer": 0, "byteOffset": 8, "byteLength": 32}}],
            "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [4]}},
                {{"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC4"}}],
            "animations": [{{"channels": [{}], "samplers": [{{"input": 0, "output": 1}}]}}]}}"#,
        nodes.join(", "),
        springs.join(", "),
        channels.join(", ")
    )
}
