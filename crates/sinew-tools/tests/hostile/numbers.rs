//! Numbers that no float holds, in the JSON and in buffers.

use sinew::document::{AccessorIndex, Document, NoResources, glb};
use sinew::math::Transform;

use crate::{findings, run, run_members};

#[test]
fn numbers_beyond_every_float_are_as_good_as_absent() {
    let nodes = r#""scenes":[{"nodes":[0,1,2,3,4]}],"nodes":[
        {"translation":[1e999,0,0]}, {"scale":[1,-1e999,1]}, {"rotation":[0,0,0,3.5e38]},
        {"matrix":[1e40,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]}, {"translation":[1e-999,0,-0.0]}]"#;
    let (model, diagnostics) = run_members(nodes);
    let expected = [
        "VALUE_NOT_FINITE /nodes/0/translation/0",
        "VALUE_NOT_FINITE /nodes/1/scale/1",
        "VALUE_NOT_FINITE /nodes/2/rotation/3",
        "VALUE_NOT_FINITE /nodes/3/matrix/0",
        "LOOK_AT_UNAVAILABLE ",
    ];
    assert_eq!(findings(&diagnostics), expected);
    assert_eq!(model.hierarchy().rest_pose(), [Transform::IDENTITY; 5], "1e-999 is nearest to 0");
}

#[test]
fn numbers_at_the_edge_of_floats_break_nothing() {
    // The largest single is 3.4028235e38; squares of these overflow on the way to lengths.
    let nodes = r#""scenes":[{"nodes":[0,1,2]}],"nodes":[
        {"translation":[3.4e38,-3.4e38,3.4e38],"scale":[3.4e38,3.4e38,3.4e38],"children":[3]},
        {"rotation":[3e38,3e38,3e38,3e38]}, {"rotation":[1e-45,0,0,0]}, {"scale":[1e-45,3.4e38,0],"children":[4]},
        {"matrix":[3e38,3e38,3e38,0, 3e38,3e38,3e38,0, 3e38,3e38,3e38,0, 0,0,0,1]}]"#;
    let (model, diagnostics) = run_members(nodes);
    let expected = [
        "ROTATION_ZERO /nodes/1/rotation",
        "ROTATION_ZERO /nodes/2/rotation",
        "NODE_MATRIX_NON_TRS /nodes/4/matrix",
        "LOOK_AT_UNAVAILABLE ",
    ];
    assert_eq!(findings(&diagnostics), expected);
    assert!(model.hierarchy().rest_pose().iter().all(|rest| rest.is_finite()));
}

#[test]
fn whole_numbers_beyond_counting_are_no_indices() {
    let members =
        r#""scene":99999999999999999999,"scenes":[{"nodes":[4294967295,4294967296,1e30,-0,0.5]}],"nodes":[{}]"#;
    let (_, diagnostics) = run_members(members);
    let expected = [
        "INVALID_INDEX /scene",
        "UNRESOLVED_REFERENCE /scenes/0/nodes/0",
        "INVALID_INDEX /scenes/0/nodes/1",
        "INVALID_INDEX /scenes/0/nodes/2",
        "INVALID_INDEX /scenes/0/nodes/4",
        "LOOK_AT_UNAVAILABLE ",
    ];
    assert_eq!(findings(&diagnostics), expected);
}

#[test]
fn floats_in_buffers_that_are_not_finite_are_reported() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let numbers = [0.0, 1.0, 0.0, 0.0, 0.0, bad, 0.0, 0.0_f32];
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let json = r#"{"asset":{"version":"2.0"},"nodes":[{}],"scenes":[{"nodes":[0]}],
            "buffers":[{"byteLength":32}],
            "bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":24}],
            "accessors":[{"bufferView":0,"componentType":5126,"type":"SCALAR","count":2},
                         {"bufferView":1,"componentType":5126,"type":"VEC3","count":2}],
            "animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],
                           "samplers":[{"input":0,"output":1}]}]}"#;
        let (model, diagnostics) = run(&glb::write(json, Some(&bytes), &[]).unwrap()).unwrap();
        let found = findings(&diagnostics);
        let expected = ["ACCESSOR_UNREADABLE /accessors/1", "ANIMATION_SAMPLER_UNREADABLE /animations/0/samplers/0"];
        assert_eq!(found[..2], expected);
        assert!(model.animations()[0].channels.is_empty());
    }
}

#[test]
fn views_and_accessors_over_the_same_bytes_read_them_each_for_itself() {
    let json = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":8}],
        "bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":2,"byteLength":6},
                       {"buffer":0,"byteLength":8,"byteStride":4}],
        "accessors":[{"bufferView":0,"componentType":5121,"type":"SCALAR","count":8},
                     {"bufferView":1,"componentType":5121,"type":"SCALAR","count":6},
                     {"bufferView":2,"componentType":5123,"type":"SCALAR","count":2},
                     {"bufferView":2,"componentType":5121,"type":"VEC4","count":2,"byteOffset":1},
                     {"bufferView":0,"componentType":5125,"type":"SCALAR","count":1,"byteOffset":3}]}"#;
    let bytes = glb::write(json, Some(&[0, 1, 2, 3, 4, 5, 6, 7]), &[]).unwrap();
    let document = Document::read(bytes, &NoResources).unwrap();
    let read = |index| document.accessor(AccessorIndex(index)).and_then(|accessor| accessor.read_indices());
    assert_eq!(read(0).unwrap(), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(read(1).unwrap(), [2, 3, 4, 5, 6, 7]);
    // Little-endian shorts at 0 and 4: 0x0100 and 0x0504.
    assert_eq!(read(2).unwrap(), [0x0100, 0x0504]);
    // Two elements of four bytes at 1 and 5 end at 9 of 8.
    let error = document.accessor(AccessorIndex(3)).unwrap_err();
    assert_eq!(error.to_string(), "/accessors/3: its elements end at byte 9 of a buffer view of 8 bytes");
    assert_eq!(read(4).unwrap(), [0x0605_0403], "alignment is of no concern");
}
