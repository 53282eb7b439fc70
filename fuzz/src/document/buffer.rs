//! Meshes, skins and animations, with their numbers in a buffer that the text holds itself.

use serde_json::{Map, Value, json};

use super::Counts;
use super::dice::Dice;

/// The numbers of a document, and the lists that lead to them.
#[derive(Default)]
struct Numbers {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Numbers {
    /// Adds an accessor over new bytes and returns its index.
    fn add(&mut self, bytes: &[u8], component: u32, kind: &str, count: usize) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let view = json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()});
        let accessor =
            json!({"bufferView": self.views.len(), "componentType": component, "type": kind, "count": count});
        self.bytes.extend_from_slice(bytes);
        self.views.push(view);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn add_floats(&mut self, numbers: &[f32], kind: &str, width: usize) -> usize {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.add(&bytes, 5126, kind, numbers.len() / width)
    }
}

/// Compresses a buffer view whose bytes are few, so that a stream of version 1 can hold them as they are; now and then the
/// stream is another one.
fn compress(dice: &mut Dice<'_>, numbers: &mut Numbers, view: usize) {
    let bytes = |key: &str| numbers.views[view][key].as_u64().unwrap_or(0) as usize;
    let (offset, length) = (bytes("byteOffset"), bytes("byteLength"));
    if length == 0 || !length.is_multiple_of(4) {
        return;
    }
    let mut stream = literal(&numbers.bytes[offset..offset + length]);
    if dice.has_faults() && dice.once_in(4) {
        let at = dice.below(stream.len());
        stream[at] = dice.byte();
    }
    numbers.bytes.resize(numbers.bytes.len().next_multiple_of(4), 0);
    let name = if dice.once_in(2) { "KHR_meshopt_compression" } else { "EXT_meshopt_compression" };
    numbers.views[view] = json!({"buffer": 1, "byteOffset": offset, "byteLength": length, "extensions": {name: {
        "buffer": 0, "byteOffset": numbers.bytes.len(), "byteLength": stream.len(), "byteStride": 4, "count": length / 4,
        "mode": "ATTRIBUTES"}}});
    numbers.bytes.extend_from_slice(&stream);
}

/// Words as a stream of their differences, a byte each (`KHR_meshopt_compression`, "Mode 0: attributes": control mode 3).
fn literal(bytes: &[u8]) -> Vec<u8> {
    let mut stream = vec![0xa1];
    let mut last = [0u8; 4];
    for block in bytes.as_chunks::<4>().0.chunks(256) {
        stream.push(0xff);
        let before: Vec<[u8; 4]> = std::iter::once(last).chain(block.iter().copied()).collect();
        for byte in 0..4 {
            let differences =
                block.iter().zip(&before).map(|(word, before)| word[byte].wrapping_sub(before[byte]).cast_signed());
            stream.extend(differences.map(|difference| ((difference << 1) ^ (difference >> 7)).cast_unsigned()));
        }
        last = block[block.len() - 1];
    }
    // A baseline of zeros and differences of bytes, filled up to 24.
    stream.resize(stream.len() + 24, 0);
    stream
}

/// Adds what has numbers in buffers to the root of a document.
pub(crate) fn add(dice: &mut Dice<'_>, counts: &Counts, root: &mut Map<String, Value>) {
    let mut numbers = Numbers::default();
    let meshes: Vec<Value> = (0..counts.meshes).map(|_| mesh(dice, &mut numbers)).collect();
    let skins: Vec<Value> = (0..counts.skins).map(|_| skin(dice, counts, &mut numbers)).collect();
    let animations: Vec<Value> = (0..counts.animations).map(|_| animation(dice, counts, &mut numbers)).collect();
    for (key, list) in [("meshes", meshes), ("skins", skins), ("animations", animations)] {
        if !list.is_empty() {
            root.insert(key.to_owned(), Value::Array(list));
        }
    }
    let is_compressed = dice.once_in(3);
    if is_compressed {
        for view in 0..numbers.views.len() {
            if dice.once_in(2) {
                compress(dice, &mut numbers, view);
            }
        }
    }
    if !numbers.bytes.is_empty() {
        let uri = format!("data:application/octet-stream;base64,{}", base64(&numbers.bytes));
        let mut buffers = json!([{"byteLength": numbers.bytes.len(), "uri": uri}]);
        if let (Some(buffers), true) = (buffers.as_array_mut(), is_compressed) {
            buffers.push(json!({"byteLength": numbers.bytes.len()}));
        }
        root.insert("buffers".to_owned(), buffers);
        root.insert("bufferViews".to_owned(), Value::Array(numbers.views));
        root.insert("accessors".to_owned(), Value::Array(numbers.accessors));
    }
}

fn mesh(dice: &mut Dice<'_>, numbers: &mut Numbers) -> Value {
    let count = 1 + dice.below(8);
    let positions: Vec<f32> = (0..3 * count).map(|_| dice.float() as f32).collect();
    let mut primitive = json!({"attributes": {"POSITION": numbers.add_floats(&positions, "VEC3", 3)}});
    if dice.once_in(2) {
        let indices: Vec<u8> = (0..3 * dice.below(9)).map(|_| dice.below(count) as u8).collect();
        primitive["indices"] = json!(numbers.add(&indices, 5121, "SCALAR", indices.len()));
    }
    if dice.once_in(6) {
        primitive["mode"] = json!(dice.below(7));
    }
    if dice.once_in(4) {
        let moves: Vec<f32> = (0..3 * count).map(|_| dice.float() as f32).collect();
        primitive["targets"] = json!([{"POSITION": numbers.add_floats(&moves, "VEC3", 3)}]);
    }
    if dice.once_in(6) {
        let joints: Vec<u8> = (0..4 * count).map(|_| dice.below(3) as u8).collect();
        let weights: Vec<f32> = (0..count).flat_map(|_| [1.0, 0.0, 0.0, 0.0]).collect();
        primitive["attributes"]["JOINTS_0"] = json!(numbers.add(&joints, 5121, "VEC4", count));
        primitive["attributes"]["WEIGHTS_0"] = json!(numbers.add_floats(&weights, "VEC4", 4));
    }
    json!({"primitives": [primitive]})
}

fn skin(dice: &mut Dice<'_>, counts: &Counts, numbers: &mut Numbers) -> Value {
    let mut skin = json!({"joints": dice.list(3, |dice| dice.index(counts.nodes))});
    if dice.once_in(2) {
        let joints = skin["joints"].as_array().map_or(0, Vec::len);
        let mut matrices: Vec<f32> = Vec::new();
        for _ in 0..joints {
            let columns = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
            matrices.extend(columns.as_flattened());
            matrices.extend([dice.float() as f32, dice.float() as f32, dice.float() as f32, 1.0]);
        }
        skin["inverseBindMatrices"] = json!(numbers.add_floats(&matrices, "MAT4", 16));
    }
    skin
}

fn animation(dice: &mut Dice<'_>, counts: &Counts, numbers: &mut Numbers) -> Value {
    let (mut channels, mut samplers) = (Vec::new(), Vec::new());
    for _ in 0..=dice.below(3) {
        let (path, kind, width) =
            [("translation", "VEC3", 3), ("rotation", "VEC4", 4), ("scale", "VEC3", 3), ("weights", "SCALAR", 1)]
                [dice.below(4)];
        let interpolation = ["LINEAR", "STEP", "CUBICSPLINE"][dice.below(3)];
        let count = 1 + dice.below(4);
        let mut time = 0.0;
        let times: Vec<f32> = (0..count)
            .map(|_| {
                time += f32::from(dice.byte()) / 256.0 + 1.0 / 256.0;
                time
            })
            .collect();
        let keys = if interpolation == "CUBICSPLINE" { 3 * count } else { count };
        let values: Vec<f32> = (0..keys).flat_map(|_| key(dice, width)).collect();
        let (input, output) = (numbers.add_floats(&times, "SCALAR", 1), numbers.add_floats(&values, kind, width));
        channels.push(json!({"sampler": samplers.len(), "target": {"node": dice.index(counts.nodes), "path": path}}));
        samplers.push(json!({"input": input, "output": output, "interpolation": interpolation}));
    }
    json!({"channels": channels, "samplers": samplers})
}

fn key(dice: &mut Dice<'_>, width: usize) -> Vec<f32> {
    if width == 4 {
        let turn = dice.rotation();
        return turn.as_array().into_iter().flatten().map(|part| part.as_f64().unwrap_or(0.0) as f32).collect();
    }
    (0..width).map(|_| dice.float() as f32).collect()
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word = group.iter().enumerate().fold(0, |word, (at, byte)| word | u32::from(*byte) << (16 - 8 * at));
        for digit in 0..4 {
            let is_there = digit <= group.len();
            text.push(if is_there { char::from(DIGITS[(word >> (18 - 6 * digit)) as usize & 63]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_is_compressed_is_decoded_as_it_was() {
        use sinew_document::meshopt::{Filter, Layout, Mode, decode};
        for count in [1_u32, 2, 255, 256, 257, 1000] {
            let bytes: Vec<u8> = (0..4 * count).map(|at| (at * at / 7) as u8).collect();
            let layout = Layout::new(Mode::Attributes, Filter::None, 4, count.into()).unwrap();
            assert_eq!(decode(&super::literal(&bytes), layout), Ok(bytes));
        }
    }

    #[test]
    fn the_test_vectors_of_the_rfc_are_encoded() {
        // RFC 4648, section 10.
        let vectors =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (plain, encoded) in vectors {
            assert_eq!(super::base64(plain.as_bytes()), encoded);
        }
    }
}
