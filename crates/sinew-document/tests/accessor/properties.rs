//! Whatever a naive encoder writes is read back, and no table of nonsense makes the reader panic.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use sinew_document::{AccessorIndex, ComponentType};

use crate::{document, first, read_flat};

const TYPES: [(u32, usize); 6] = [(5120, 1), (5121, 1), (5122, 2), (5123, 2), (5125, 4), (5126, 4)];
const SHAPES: [(&str, usize); 7] =
    [("SCALAR", 1), ("VEC2", 2), ("VEC3", 3), ("VEC4", 4), ("MAT2", 4), ("MAT3", 9), ("MAT4", 16)];

/// Where each number of an element is, and the bytes to the next element: the pictures of section 3.6.2.4, by hand.
fn places(shape: &str, components: usize, bytes: usize) -> (Vec<usize>, usize) {
    match (shape, bytes) {
        ("MAT2", 1) => (vec![0, 1, 4, 5], 8),
        ("MAT3", 1) => (vec![0, 1, 2, 4, 5, 6, 8, 9, 10], 12),
        ("MAT3", 2) => (vec![0, 2, 4, 8, 10, 12, 16, 18, 20], 24),
        _ => ((0..components).map(|component| component * bytes).collect(), components * bytes),
    }
}

/// A finite number of the type, made from any bits, and its bytes.
fn number(code: u32, bits: u32) -> (f64, Vec<u8>) {
    match code {
        5120 => (f64::from(bits as i8), vec![bits as u8]),
        5121 => (f64::from(bits as u8), vec![bits as u8]),
        5122 => (f64::from(bits as i16), (bits as i16).to_le_bytes().to_vec()),
        5123 => (f64::from(bits as u16), (bits as u16).to_le_bytes().to_vec()),
        5125 => (f64::from(bits), bits.to_le_bytes().to_vec()),
        _ => {
            let float = f32::from_bits(bits);
            let float = if float.is_finite() { float } else { bits as f32 };
            (f64::from(float), float.to_le_bytes().to_vec())
        }
    }
}

/// In double precision: rounding a quotient of such small integers twice gives what rounding it once does.
fn expected(code: u32, normalized: bool, number: f64) -> f32 {
    let fraction = match (code, normalized) {
        (5120, true) => (number / 127.0).max(-1.0),
        (5121, true) => number / 255.0,
        (5122, true) => (number / 32767.0).max(-1.0),
        (5123, true) => number / 65535.0,
        _ => number,
    };
    fraction as f32
}

#[derive(Clone, Debug)]
struct Case {
    kind: usize,
    shape: usize,
    normalized: bool,
    /// Bits for the numbers of each element.
    elements: Vec<[u32; 16]>,
    view_offset: usize,
    offset: usize,
    /// Bytes between elements, or no stride at all.
    gap: Option<usize>,
    /// Which elements are replaced, with what, and the type of the indices.
    sparse: Option<(Vec<Option<[u32; 16]>>, usize)>,
    has_base: bool,
}

fn cases() -> impl Strategy<Value = Case> {
    let sparse = (prop::collection::vec(prop::option::of(any::<[u32; 16]>()), 24), 0..3_usize);
    (
        (0..TYPES.len(), 0..SHAPES.len(), any::<bool>()),
        prop::collection::vec(any::<[u32; 16]>(), 0..300),
        (0..9_usize, 0..9_usize, prop::option::of(0..9_usize)),
        (prop::option::of(sparse), any::<bool>()),
    )
        .prop_map(|((kind, shape, normalized), elements, (view_offset, offset, gap), (sparse, has_base))| {
            // There is no formula for normalized ints; a test of errors covers them.
            let normalized = normalized && TYPES[kind].0 != 5125;
            Case { kind, shape, normalized, elements, view_offset, offset, gap, sparse, has_base }
        })
}

/// Writes elements at a stride into bytes that are otherwise all set, which as floats are no numbers.
fn encode(code: u32, places: &[usize], stride: usize, elements: &[[u32; 16]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (index, element) in elements.iter().enumerate() {
        for (place, &bits) in places.iter().zip(element) {
            let number = number(code, bits).1;
            let start = index * stride + place;
            bytes.resize(bytes.len().max(start + number.len()), 0xff);
            bytes[start..start + number.len()].copy_from_slice(&number);
        }
    }
    bytes
}

/// A buffer under construction, and its views.
#[derive(Default)]
struct Parts {
    bytes: Vec<u8>,
    views: Vec<Value>,
}

impl Parts {
    fn add(&mut self, offset: usize, view_offset: usize, data: &[u8], stride: Option<usize>) -> usize {
        self.bytes.extend(std::iter::repeat_n(0xff, view_offset));
        let mut view = json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": offset + data.len()});
        if let Some(stride) = stride {
            view["byteStride"] = stride.into();
        }
        self.bytes.extend(std::iter::repeat_n(0xff, offset));
        self.bytes.extend(data);
        self.views.push(view);
        self.views.len() - 1
    }

    fn views(&self) -> String {
        self.views.iter().map(Value::to_string).collect::<Vec<_>>().join(",")
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_was_encoded_is_read(case in cases()) {
        let ((code, size), (shape, components)) = (TYPES[case.kind], SHAPES[case.shape]);
        let (places, packed) = places(shape, components, size);
        let mut parts = Parts::default();
        let mut accessor = json!({
            "componentType": code, "type": shape, "count": case.elements.len(), "normalized": case.normalized,
        });
        let mut meant: Vec<Option<[u32; 16]>> = vec![None; case.elements.len()];
        if case.has_base {
            let stride = case.gap.map(|gap| packed + gap);
            let data = encode(code, &places, stride.unwrap_or(packed), &case.elements);
            accessor["bufferView"] = parts.add(case.offset, case.view_offset, &data, stride).into();
            accessor["byteOffset"] = case.offset.into();
            meant = case.elements.iter().copied().map(Some).collect();
        }
        if let Some((replaced, index_kind)) = &case.sparse {
            let (mut indices, mut values) = (Vec::new(), Vec::new());
            for (index, value) in replaced.iter().enumerate().take(meant.len()) {
                if let Some(value) = value {
                    indices.push(index);
                    values.push(*value);
                    meant[index] = Some(*value);
                }
            }
            let index_code = [5121, 5123, 5125][*index_kind];
            let index_bytes: Vec<u8> = indices.iter().flat_map(|&i| number(index_code, i as u32).1).collect();
            let value_bytes = encode(code, &places, packed, &values);
            accessor["sparse"] = json!({
                "count": indices.len(),
                "indices": {
                    "bufferView": parts.add(case.view_offset, case.offset, &index_bytes, None),
                    "byteOffset": case.view_offset, "componentType": index_code,
                },
                "values": {
                    "bufferView": parts.add(case.view_offset, case.offset, &value_bytes, None),
                    "byteOffset": case.view_offset,
                },
            });
        }

        let document = document(&parts.bytes, &parts.views(), &accessor.to_string());
        let accessor = first(&document);
        let wanted: Vec<f32> = meant.iter().flat_map(|element| {
            (0..components).map(|i| element.map_or(0.0, |bits| expected(code, case.normalized, number(code, bits[i]).0)))
        }).collect();
        prop_assert_eq!(read_flat(&accessor).unwrap(), wanted);

        let integers = meant.iter().flat_map(|element| {
            (0..components).map(|i| element.map_or(0, |bits| number(code, bits[i]).0 as u32))
        });
        if shape == "SCALAR" && matches!(code, 5121 | 5123 | 5125) {
            prop_assert_eq!(accessor.read_indices().unwrap(), integers.collect::<Vec<u32>>());
        } else if shape == "VEC4" && matches!(code, 5121 | 5123) {
            let read = accessor.read_u16x4().unwrap().into_flattened();
            prop_assert_eq!(read.into_iter().map(u32::from).collect::<Vec<_>>(), integers.collect::<Vec<_>>());
        }
    }

    #[test]
    fn nonsense_is_refused_or_read_and_never_panics(
        bytes in prop::collection::vec(any::<u8>(), 0..64),
        views in prop::collection::vec(tables(&["buffer", "byteOffset", "byteLength", "byteStride", "target"]), 0..4),
        accessor in tables(&["bufferView", "byteOffset", "componentType", "normalized", "count", "type"]),
        sparse in prop::option::of((
            tables(&["count"]), tables(&["bufferView", "byteOffset", "componentType"]),
            tables(&["bufferView", "byteOffset"]),
        )),
    ) {
        let mut accessor = accessor;
        if let Some((mut sparse, indices, values)) = sparse {
            sparse.insert("indices".to_owned(), indices.into());
            sparse.insert("values".to_owned(), values.into());
            accessor.insert("sparse".to_owned(), sparse.into());
        }
        let views: Vec<String> = views.into_iter().map(|view| Value::from(view).to_string()).collect();
        let document = document(&bytes, &views.join(","), &Value::from(accessor).to_string());
        if let Ok(accessor) = document.accessor(AccessorIndex(0)) {
            // Zeros without a view are bounded by a limit of 256 MiB, which is right and too slow to ask for often.
            if accessor.count() <= 1 << 16 {
                if let Ok(numbers) = read_flat(&accessor) {
                    prop_assert_eq!(numbers.len(), accessor.count() * accessor.shape().components());
                    prop_assert!(numbers.iter().all(|number| number.is_finite()));
                }
                prop_assert!(accessor.read_indices().is_err() || accessor.component_type() != ComponentType::F32);
                prop_assert!(accessor.read_u16x4().is_err() || accessor.shape().components() == 4);
            }
        }
    }
}

/// Objects with most of these properties, mostly of values that make sense somewhere.
fn tables(keys: &'static [&'static str]) -> impl Strategy<Value = Map<String, Value>> {
    let member = |key: &'static str| {
        let usual: BoxedStrategy<Value> = match key {
            "type" => prop::sample::select(SHAPES.to_vec()).prop_map(|(shape, _)| shape.into()).boxed(),
            "componentType" => prop::sample::select(TYPES.to_vec()).prop_map(|(code, _)| code.into()).boxed(),
            "normalized" => any::<bool>().prop_map(Value::from).boxed(),
            "buffer" => Just(0.into()).boxed(),
            "bufferView" => (0..4_u32).prop_map(Value::from).boxed(),
            "byteLength" => (0..80_u32).prop_map(Value::from).boxed(),
            _ => (0..12_u32).prop_map(Value::from).boxed(),
        };
        let odd = prop::sample::select(vec![
            json!(u64::MAX),
            json!(u64::MAX / 2 + 1),
            json!(1_u64 << 32),
            json!(1_u64 << 53),
            json!(u32::MAX),
            json!(-1),
            json!(1.5),
            json!("x"),
            json!(null),
            json!([]),
            json!({}),
            json!(5124),
            json!(1_000_000),
        ]);
        prop::option::weighted(0.9, prop_oneof![12 => usual, 1 => odd]).prop_map(move |value| (key, value))
    };
    keys.iter()
        .map(|&key| member(key))
        .collect::<Vec<_>>()
        .prop_map(|members| members.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect())
}
