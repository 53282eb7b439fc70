//! What bytes mean: component types, normalization, strides, matrix columns.

use sinew_document::{AccessorIndex, ComponentType, Document, ElementShape, NoResources};

use crate::{document, first, floats, packed};

fn scalars(bytes: &[u8], component_type: u32, normalized: bool, count: usize) -> Vec<f32> {
    let properties =
        format!(r#""componentType": {component_type}, "normalized": {normalized}, "type": "SCALAR", "count": {count}"#);
    first(&packed(bytes, &properties)).read_scalars().unwrap()
}

#[test]
fn integers_are_the_numbers_they_are() {
    assert_eq!(scalars(&[0x00, 0x7f, 0x80, 0xff], 5120, false, 4), [0.0, 127.0, -128.0, -1.0]);
    assert_eq!(scalars(&[0x00, 0x7f, 0x80, 0xff], 5121, false, 4), [0.0, 127.0, 128.0, 255.0]);
    let shorts = [0x01, 0x00, 0xff, 0x7f, 0x00, 0x80, 0xff, 0xff];
    assert_eq!(scalars(&shorts, 5122, false, 4), [1.0, 32767.0, -32768.0, -1.0]);
    assert_eq!(scalars(&shorts, 5123, false, 4), [1.0, 32767.0, 32768.0, 65535.0]);
    // 2^24 + 2 is the first number above 2^24 that a float can hold.
    assert_eq!(scalars(&[3, 0, 0, 0, 2, 0, 0, 1], 5125, false, 2), [3.0, 16_777_218.0]);
}

#[test]
fn normalized_integers_are_fractions_of_their_range() {
    // −128/127 is below −1 and is raised to it; 51/255 = 0.2.
    assert_eq!(scalars(&[0x00, 0x7f, 0x80, 0x81], 5120, true, 4), [0.0, 1.0, -1.0, -1.0]);
    assert_eq!(scalars(&[0, 51, 255], 5121, true, 3), [0.0, 0.2, 1.0]);
    // −32768/32767 is below −1; 13107/65535 = 0.2; 0x3333 = 13107.
    assert_eq!(scalars(&[0xff, 0x7f, 0x00, 0x80, 0x01, 0x80], 5122, true, 3), [1.0, -1.0, -1.0]);
    assert_eq!(scalars(&[0x33, 0x33, 0xff, 0xff], 5123, true, 2), [0.2, 1.0]);
}

#[test]
fn floats_are_read_as_they_are_normalized_or_not() {
    let bytes = floats(&[1.5, -0.0, f32::MAX, f32::MIN_POSITIVE]);
    for normalized in [false, true] {
        let read = scalars(&bytes, 5126, normalized, 4);
        assert_eq!(
            read.iter().map(|value| value.to_bits()).collect::<Vec<_>>(),
            [0x3fc0_0000, 0x8000_0000, 0x7f7f_ffff, 0x0080_0000]
        );
    }
}

#[test]
fn an_accessor_has_its_type_shape_and_count() {
    let document =
        packed(&[0; 8], r#""componentType": 5123, "normalized": true, "type": "VEC2", "count": 2, "name": "uv""#);
    let accessor = first(&document);
    assert_eq!(accessor.count(), 2);
    assert_eq!(accessor.component_type(), ComponentType::U16);
    assert_eq!(accessor.shape(), ElementShape::Vec2);
    assert!(accessor.is_normalized());
}

#[test]
fn interleaved_elements_are_picked_out_at_their_stride() {
    // Two elements of stride 7: a VEC3 of bytes, then a short which no alignment helps.
    let bytes = [9, 1, 2, 3, 0x34, 0x12, 9, 9, 4, 5, 6, 0x78, 0x56];
    let view = r#"{"buffer": 0, "byteOffset": 1, "byteLength": 12, "byteStride": 7}"#;
    let accessors = r#"{"bufferView": 0, "componentType": 5121, "type": "VEC3", "count": 2},
        {"bufferView": 0, "byteOffset": 3, "componentType": 5123, "type": "SCALAR", "count": 2}"#;
    let document = document(&bytes, view, accessors);
    assert_eq!(first(&document).read_f32::<3>().unwrap(), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!(document.accessor(AccessorIndex(1)).unwrap().read_indices().unwrap(), [0x1234, 0x5678]);
}

#[test]
fn small_matrices_have_padded_columns() {
    let mat2 = [1, 2, 0xee, 0xee, 3, 4, 0xee, 0xee, 5, 6, 0xee, 0xee, 7, 8];
    let read = packed(&mat2, r#""componentType": 5121, "type": "MAT2", "count": 2"#);
    // The padding behind the last number may be missing.
    assert_eq!(first(&read).read_f32::<4>().unwrap(), [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]);

    let mat3 = [1, 2, 3, 0xee, 4, 5, 6, 0xee, 7, 8, 9];
    let read = packed(&mat3, r#""componentType": 5120, "type": "MAT3", "count": 1"#);
    assert_eq!(first(&read).read_f32::<9>().unwrap(), [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]]);

    let mat3 = [1, 0, 2, 0, 3, 0, 0xee, 0xee, 4, 0, 5, 0, 6, 0, 0xee, 0xee, 7, 0, 8, 0, 9, 0];
    let read = packed(&mat3, r#""componentType": 5123, "type": "MAT3", "count": 1"#);
    assert_eq!(first(&read).read_f32::<9>().unwrap(), [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]]);

    let mat4: Vec<u8> = (0..16).collect();
    let read = packed(&mat4, r#""componentType": 5121, "type": "MAT4", "count": 1"#);
    assert_eq!(first(&read).read_f32::<16>().unwrap(), [std::array::from_fn(|i| i as f32)]);
}

#[test]
fn indices_come_from_every_unsigned_type() {
    for (component_type, bytes) in
        [(5121, vec![7, 255]), (5123, vec![7, 0, 255, 0]), (5125, vec![7, 0, 0, 0, 255, 0, 0, 0])]
    {
        let properties = format!(r#""componentType": {component_type}, "type": "SCALAR", "count": 2"#);
        assert_eq!(first(&packed(&bytes, &properties)).read_indices().unwrap(), [7, 255]);
    }
    let exact = packed(&[0xff; 4], r#""componentType": 5125, "type": "SCALAR", "count": 1"#);
    assert_eq!(first(&exact).read_indices().unwrap(), [u32::MAX]);
}

#[test]
fn joints_come_from_bytes_and_shorts() {
    let bytes = packed(&[0, 1, 2, 255], r#""componentType": 5121, "type": "VEC4", "count": 1"#);
    assert_eq!(first(&bytes).read_u16x4().unwrap(), [[0, 1, 2, 255]]);
    let shorts = packed(&[0, 0, 1, 0, 0, 1, 255, 255], r#""componentType": 5123, "type": "VEC4", "count": 1"#);
    assert_eq!(first(&shorts).read_u16x4().unwrap(), [[0, 1, 256, 65535]]);
}

#[test]
fn a_count_of_zero_is_an_empty_list() {
    let empty = packed(&[0; 4], r#""componentType": 5126, "type": "VEC3", "count": 0"#);
    assert_eq!(first(&empty).read_f32::<3>().unwrap(), [[0.0; 3]; 0]);
}

#[test]
fn one_element_needs_no_sound_stride() {
    let view = r#"{"buffer": 0, "byteLength": 12, "byteStride": 0}"#;
    let accessor = r#"{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 1}"#;
    let document = document(&floats(&[1.0, 2.0, 3.0]), view, accessor);
    assert_eq!(first(&document).read_f32::<3>().unwrap(), [[1.0, 2.0, 3.0]]);
}

#[test]
fn a_view_that_promises_too_much_does_no_harm_to_elements_that_are_there() {
    let accessor = r#"{"bufferView": 0, "componentType": 5126, "type": "SCALAR", "count": 2}"#;
    let document = document(&floats(&[1.0, 2.0]), r#"{"buffer": 0, "byteLength": 1000}"#, accessor);
    assert_eq!(first(&document).read_scalars().unwrap(), [1.0, 2.0]);
}

#[test]
fn data_uris_and_binary_chunks_hold_accessors_too() {
    // AACAPwAAAEA= is 00 00 80 3f 00 00 00 40: the floats 1 and 2.
    let rest = r#""bufferViews": [{"buffer": 0, "byteLength": 8}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "type": "SCALAR", "count": 2}]}"#;
    let uri = "data:application/octet-stream;base64,AACAPwAAAEA=";
    let text = format!(r#"{{"asset": {{"version": "2.0"}}, "buffers": [{{"uri": "{uri}", "byteLength": 8}}], {rest}"#);
    let document = Document::read(text, &NoResources).unwrap();
    assert_eq!(first(&document).read_scalars().unwrap(), [1.0, 2.0]);

    let mut text = format!(r#"{{"asset": {{"version": "2.0"}}, "buffers": [{{"byteLength": 8}}], {rest}"#);
    text.push_str(&" ".repeat(text.len().next_multiple_of(4) - text.len()));
    let mut glb = b"glTF\x02\0\0\0".to_vec();
    glb.extend((12 + 8 + text.len() as u32 + 8 + 8).to_le_bytes());
    glb.extend((text.len() as u32).to_le_bytes());
    glb.extend(b"JSON");
    glb.extend(text.as_bytes());
    glb.extend(8_u32.to_le_bytes());
    glb.extend(b"BIN\0");
    glb.extend(floats(&[1.0, 2.0]));
    let document = Document::read(glb, &NoResources).unwrap();
    assert_eq!(first(&document).read_scalars().unwrap(), [1.0, 2.0]);
}
