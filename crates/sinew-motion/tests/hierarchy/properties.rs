//! The forward pass beside a naive one in double precision, on random trees.

use glam::{DMat4, Mat4, Quat};
use proptest::prelude::*;
use serde_json::{Value, json};
use sinew_document::{Document, NoResources};
use sinew_motion::Pose;
use sinew_testkit::frames::six_parents;

#[derive(Clone, Debug)]
struct Local {
    translation: [f32; 3],
    rotation: [f32; 4],
    scale: [f32; 3],
}

impl Local {
    fn matrix(&self) -> DMat4 {
        let rotation = Quat::from_array(self.rotation).as_dquat().normalize();
        let (translation, scale) = (glam::Vec3::from(self.translation), glam::Vec3::from(self.scale));
        DMat4::from_scale_rotation_translation(scale.as_dvec3(), rotation, translation.as_dvec3())
    }
}

/// A tree by parents: each node is below one before it, or a root (`None`).
type Forest = Vec<(Option<usize>, Local)>;

fn any_local() -> impl Strategy<Value = Local> {
    let number = || -2.0_f32..2.0;
    let rotation = [-1.0_f32..1.0, -1.0..1.0, -1.0..1.0, 0.1..1.0];
    // Scales near 1 keep long chains from growing beyond what single precision resolves; signs mirror.
    let scale = || prop_oneof![4 => 0.7_f32..1.4, 1 => -1.4_f32..-0.7];
    ([number(), number(), number()], rotation, [scale(), scale(), scale()]).prop_map(
        |(translation, rotation, scale)| Local {
            translation,
            rotation: Quat::from_array(rotation).normalize().to_array(),
            scale,
        },
    )
}

fn any_forest() -> impl Strategy<Value = Forest> {
    prop::collection::vec((any::<prop::sample::Index>(), prop::bool::weighted(0.15), any_local()), 1..24).prop_map(
        |nodes| {
            let node = |(position, (parent, is_root, local)): (usize, (prop::sample::Index, bool, Local))| {
                ((position > 0 && !is_root).then(|| parent.index(position)), local)
            };
            nodes.into_iter().enumerate().map(node).collect()
        },
    )
}

/// The forest as a file whose node `places[i]` is node `i` of the forest.
fn document(forest: &Forest, places: &[usize]) -> Document {
    let mut nodes = vec![Value::Null; forest.len()];
    for (position, (_, local)) in forest.iter().enumerate() {
        nodes[places[position]] =
            json!({"translation": local.translation, "rotation": local.rotation, "scale": local.scale});
    }
    for (position, (parent, _)) in forest.iter().enumerate() {
        if let Some(parent) = parent {
            let place = places[*parent];
            if nodes[place].get("children").is_none() {
                nodes[place]["children"] = json!([]);
            }
            nodes[place]["children"].as_array_mut().unwrap().push(places[position].into());
        }
    }
    Document::read(json!({"asset": {"version": "2.0"}, "nodes": nodes}).to_string(), &NoResources).unwrap()
}

/// Model matrices by the file's index.
fn matrices(document: &Document) -> Vec<Mat4> {
    let (model, _) = sinew_model::Model::from_document(document);
    let pose = Pose::rest(&model);
    model.hierarchy().nodes_in_file_order().map(|node| pose.model_from_node(node).into()).collect()
}

/// Products along the chains of parents, in double precision.
fn expected(forest: &Forest) -> Vec<DMat4> {
    let mut products: Vec<DMat4> = Vec::new();
    for (parent, local) in forest {
        products.push(parent.map_or(DMat4::IDENTITY, |parent| products[parent]) * local.matrix());
    }
    products
}

fn assert_near(found: Mat4, expected: DMat4, what: &str) {
    let size = expected.to_cols_array().iter().fold(1.0_f64, |most, number| most.max(number.abs()));
    for (found, expected) in found.to_cols_array().into_iter().zip(expected.to_cols_array()) {
        assert!((f64::from(found) - expected).abs() < 2e-5 * size, "{what}: {found} is not {expected}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn model_matrices_are_the_products_along_the_chain_of_parents(forest in any_forest()) {
        for above in six_parents() {
            let above_local = Local {
                translation: above.translation.to_array(),
                rotation: above.rotation.to_array(),
                scale: above.scale.to_array(),
            };
            // One more root, and all roots of the forest below it.
            let mut below: Forest = vec![(None, above_local)];
            below.extend(forest.iter().map(|(parent, local)| (Some(parent.map_or(0, |parent| parent + 1)), local.clone())));
            let places: Vec<usize> = (0..below.len()).collect();
            for (found, expected) in matrices(&document(&below, &places)).into_iter().zip(expected(&below)) {
                assert_near(found, expected, above.name);
            }
        }
    }

    #[test]
    fn the_order_of_nodes_in_the_file_changes_no_matrix(
        (forest, places) in any_forest().prop_flat_map(|forest| {
            let places: Vec<usize> = (0..forest.len()).collect();
            (Just(forest), Just(places).prop_shuffle())
        })
    ) {
        let in_order: Vec<usize> = (0..forest.len()).collect();
        let straight = matrices(&document(&forest, &in_order));
        let shuffled = matrices(&document(&forest, &places));
        for (position, &place) in places.iter().enumerate() {
            prop_assert_eq!(straight[position], shuffled[place]);
        }
    }
}
