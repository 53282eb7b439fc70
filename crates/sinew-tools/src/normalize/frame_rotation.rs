//! The frame rotations of all nodes.

use std::collections::{HashMap, HashSet};

use glam::{DMat4, DQuat, DVec3};
use sinew_document::{Document, Value};

use super::rule::{Demand, Rule, is_uniform, rotated_diagonal};
use sinew_model::model::{HumanBone, Model, NodeId};

/// A rotation with a shorter vector part is the identity in single precision.
const NONE: f64 = 1e-7;

/// The maximum distance of a matrix from translation · rotation · scale, relative to its largest column, to be decomposed.
const MATRIX_TOLERANCE: f64 = 1e-5;

/// The maximum number of passes over the rules, as one can break another; then every node that they name keeps its frame.
const ROUNDS: usize = 16;

/// The rest transform of a node, in double precision.
pub(super) struct Rest {
    pub(super) translation: DVec3,
    pub(super) rotation: DQuat,
    pub(super) scale: DVec3,
    /// The matrix of the node, if the file has one.
    pub(super) matrix: Option<DMat4>,
}

/// The frame rotations of all nodes, each list by slot.
pub(super) struct FrameRotations {
    pub(super) rest: Vec<Rest>,
    /// Cᵢ.
    of_node: Vec<DQuat>,
    parents: Vec<Option<NodeId>>,
    /// The nodes that keep a rest rotation: the pointer and the reason.
    kept: HashMap<NodeId, (String, String)>,
    /// The non-uniform scales of a node, at rest and in clips.
    scales: HashMap<NodeId, Vec<DVec3>>,
}

impl FrameRotations {
    /// Finds frame rotations that remove as many rotations as the rules allow. `scales` are
    /// the non-uniform scales of nodes in clips.
    pub(super) fn new(document: &Document, model: &Model, scales: HashMap<NodeId, Vec<DVec3>>, rules: &[Rule]) -> Self {
        let hierarchy = model.hierarchy();
        let rest: Vec<Rest> = hierarchy
            .nodes()
            .map(|node| {
                let rest = hierarchy.rest(node);
                let matrix = document.get(hierarchy.index(node)).and_then(|value| read_matrix(value.get("matrix")?));
                let rotation = rest.rotation.as_dquat().normalize();
                Rest {
                    translation: matrix.map_or(rest.translation.as_dvec3(), |matrix| matrix.w_axis.truncate()),
                    rotation: if rotation.is_finite() { snapped(rotation) } else { DQuat::IDENTITY },
                    scale: rest.scale.as_dvec3(),
                    matrix,
                }
            })
            .collect();
        let count = rest.len();
        let mut frames = Self {
            rest,
            of_node: vec![DQuat::IDENTITY; count],
            parents: hierarchy.parents().to_vec(),
            kept: HashMap::new(),
            scales,
        };
        let mut fixed = vec![None; count];
        frames.keep_sheared(model, &mut fixed);
        frames.settle(model, rules, &mut fixed);
        frames
    }

    /// Cᵢ.
    pub(super) fn frame_rotation(&self, node: NodeId) -> DQuat {
        self.of_node[node.slot()]
    }

    /// Cₚ, for the parent of a node.
    pub(super) fn parent_frame_rotation(&self, node: NodeId) -> DQuat {
        self.frame_rotation_or_root(self.parents[node.slot()])
    }

    /// The rest rotation that a node is left with: Cₚ⁻¹·R·C.
    pub(super) fn new_rotation(&self, node: NodeId) -> DQuat {
        let rotation =
            self.parent_frame_rotation(node).conjugate() * self.rest[node.slot()].rotation * self.frame_rotation(node);
        snapped(rotation.normalize())
    }

    /// Whether the frame rotations of the node and its parent are the identity, so that its motion stays as it is.
    pub(super) fn is_untouched(&self, node: NodeId) -> bool {
        self.frame_rotation(node) == DQuat::IDENTITY && self.parent_frame_rotation(node) == DQuat::IDENTITY
    }

    /// The pointer and the reason of a node that keeps a rotation.
    pub(super) fn reason(&self, node: NodeId) -> Option<(&str, &str)> {
        self.kept.get(&node).map(|(pointer, why)| (pointer.as_str(), why.as_str()))
    }

    fn frame_rotation_or_root(&self, node: Option<NodeId>) -> DQuat {
        node.map_or(DQuat::IDENTITY, |node| self.frame_rotation(node))
    }

    /// Fixes the frames of nodes whose matrix cannot be decomposed.
    fn keep_sheared(&mut self, model: &Model, fixed: &mut [Option<DQuat>]) {
        for node in model.hierarchy().nodes() {
            let rest = &self.rest[node.slot()];
            let Some(matrix) = rest.matrix else { continue };
            let near = DMat4::from_scale_rotation_translation(rest.scale, rest.rotation, rest.translation);
            let size = rest.scale.abs().max_element();
            if !matrix.abs_diff_eq(near, MATRIX_TOLERANCE * size) {
                fixed[node.slot()] = Some(DQuat::IDENTITY);
                let pointer = format!("{}/matrix", model.hierarchy().index(node));
                self.kept.insert(node, (pointer, "its matrix is no translation · rotation · scale".to_owned()));
            }
        }
    }

    /// Changes frame rotations until every rule holds.
    fn settle(&mut self, model: &Model, rules: &[Rule], fixed: &mut [Option<DQuat>]) {
        let bones = bone_nodes(model);
        for round in 0..=ROUNDS {
            self.pass(model, fixed);
            let mut all_granted = true;
            for rule in rules {
                if rule.demand.is_granted(|node| self.frame_rotation_or_root(node)) {
                    continue;
                }
                all_granted = false;
                let reason = || (rule.pointer.clone(), rule.why.clone());
                if let (Demand::Alike(a, b), true) = (rule.demand, round + 1 < ROUNDS)
                    && let Some((giving, following)) = self.who_gives_way(model, [a, b], fixed, &bones)
                {
                    fixed[giving.slot()] = Some(self.frame_rotation_or_root(following));
                    self.kept.entry(giving).or_insert_with(reason);
                    continue;
                }
                for node in rule.demand.nodes() {
                    fixed[node.slot()] = Some(DQuat::IDENTITY);
                    self.kept.entry(node).or_insert_with(reason);
                }
            }
            if all_granted {
                return;
            }
            if round + 1 == ROUNDS {
                // The rules form a cycle: they all hold once every node that they name keeps its frame.
                for rule in rules {
                    for node in rule.demand.nodes() {
                        fixed[node.slot()] = Some(DQuat::IDENTITY);
                        self.kept.entry(node).or_insert_with(|| (rule.pointer.clone(), rule.why.clone()));
                    }
                }
            }
        }
    }

    /// Of two nodes that must have equal frame rotations, the one that takes the other's, and the other; `None` if both are
    /// fixed. A human bone stays without rotation if possible, and a node cannot follow its descendant.
    fn who_gives_way(
        &self,
        model: &Model,
        pair: [Option<NodeId>; 2],
        fixed: &[Option<DQuat>],
        bones: &HashSet<NodeId>,
    ) -> Option<(NodeId, Option<NodeId>)> {
        let can = |giving: Option<NodeId>, following: Option<NodeId>| {
            let giving = giving.filter(|giving| fixed[giving.slot()].is_none())?;
            let hangs_on_it = following.is_some_and(|following| model.hierarchy().is_within(following, giving));
            (!hangs_on_it).then_some((giving, following))
        };
        let [a, b] = pair;
        // A node with a fixed frame does not change: the other keeps its frame too.
        let choices =
            if self.frame_rotation_or_root(b) == DQuat::IDENTITY { [(a, b), (b, a)] } else { [(b, a), (a, b)] };
        let [first, second] = choices.map(|(giving, following)| can(giving, following));
        let is_bone = |choice: &Option<(NodeId, _)>| choice.is_some_and(|(giving, _)| bones.contains(&giving));
        if is_bone(&first) && second.is_some() && !is_bone(&second) { second } else { first.or(second) }
    }

    /// Computes the frame rotations that follow from the fixed ones.
    fn pass(&mut self, model: &Model, fixed: &[Option<DQuat>]) {
        for node in model.hierarchy().nodes() {
            let above = self.parent_frame_rotation(node);
            let rest = &self.rest[node.slot()];
            let free = snapped((rest.rotation.conjugate() * above).normalize());
            let mut frame_rotation = fixed[node.slot()].unwrap_or(free);
            let keyed = self.scales.get(&node).into_iter().flatten();
            let mut scales = keyed.chain([&rest.scale]).filter(|scale| !is_uniform(**scale));
            if !scales.all(|&scale| rotated_diagonal(frame_rotation, scale).is_some()) {
                frame_rotation = DQuat::IDENTITY;
                let why = "its scale is not the same along all axes, so it would shear".to_owned();
                let pointer = format!("{}/scale", model.hierarchy().index(node));
                self.kept.entry(node).or_insert((pointer, why));
            }
            self.of_node[node.slot()] = frame_rotation;
        }
    }
}

/// The quaternion of a rotation with w ≥ 0, and the exact identity for a rotation below the threshold.
fn snapped(rotation: DQuat) -> DQuat {
    if rotation.xyz().length() < NONE {
        DQuat::IDENTITY
    } else if rotation.w < 0.0 {
        -rotation
    } else {
        rotation
    }
}

fn bone_nodes(model: &Model) -> HashSet<NodeId> {
    let humanoid = model.humanoid();
    humanoid
        .into_iter()
        .flat_map(|humanoid| HumanBone::ALL.into_iter().filter_map(|bone| humanoid.node(bone)))
        .collect()
}

fn read_matrix(value: Value<'_>) -> Option<DMat4> {
    let numbers: Vec<f64> = value.elements().filter_map(Value::as_f64).collect();
    Some(DMat4::from_cols_array(&numbers.try_into().ok()?)).filter(|matrix: &DMat4| matrix.is_finite())
}
