//! Expressions: by name in 1.0, as a list of blend shape groups in VRM 0.x.

use sinew_document::extension::vrm_0x::{BlendShapeBind, BlendShapeGroup};
use sinew_document::extension::vrmc_vrm;
use sinew_document::{
    Code, Diagnostics, FromJson, Kind, MeshIndex, Value, expect_object, report_mismatch, report_unexpected,
};

use super::Context;
use super::material_bind::MaterialBinds;
use crate::model::{Expression, ExpressionPreset, Expressions, MorphTargetBind, NodeId};

/// The most morph targets that the expressions of a file of VRM 0.x may move: far above every face, far below what a few
/// bytes that let many nodes share one mesh could ask for.
const LIMIT: usize = 1 << 20;

/// The expressions of a file of 1.0.
pub(super) fn lower(
    table: &vrmc_vrm::Expressions<'_>,
    context: Context<'_>,
    diagnostics: &mut Diagnostics,
) -> Expressions {
    let mut expressions = Expressions::default();
    let mut materials = MaterialBinds::new(context.document, None);
    walk((table.preset, table.custom), diagnostics, |name, preset, value, diagnostics| {
        add((&mut expressions, &mut materials), name, preset, value, context, diagnostics);
    });
    expressions.set_material_properties(materials.finish());
    expressions
}

/// Calls back for each expression of `preset` and `custom` that has a name which it may have there.
pub(super) fn walk<'json>(
    (preset, custom): (Option<Value<'json>>, Option<Value<'json>>),
    diagnostics: &mut Diagnostics,
    mut take: impl FnMut(&str, Option<ExpressionPreset>, Value<'json>, &mut Diagnostics),
) {
    for (name, value) in members(preset, diagnostics) {
        match ExpressionPreset::from_name(&name) {
            Some(preset) => take(&name, Some(preset), value, diagnostics),
            None => report_unexpected(&name, value, diagnostics),
        }
    }
    for (name, value) in members(custom, diagnostics) {
        if ExpressionPreset::from_name(&name).is_some() {
            let message = format!("{name} is the name of a preset, which a custom expression must not have");
            diagnostics.report(Code::EXPRESSION_NAME_TAKEN, value, message);
        } else {
            take(&name, None, value, diagnostics);
        }
    }
}

/// Reports an expression that has the name of one before it.
pub(super) fn report_taken(name: &str, value: Value<'_>, diagnostics: &mut Diagnostics) {
    let message = format!("\"{name}\" is the name of an expression before it, which counts");
    diagnostics.report(Code::EXPRESSION_NAME_TAKEN, value, message);
}

/// The blend shape groups of a file of VRM 0.x.
pub(super) fn lower_0x<'a>(
    groups: Value<'_>,
    material_properties: Option<Value<'a>>,
    context: Context<'a>,
    diagnostics: &mut Diagnostics,
) -> Expressions {
    let mut materials = MaterialBinds::new(context.document, material_properties);
    let nodes = context.meshes.iter().filter_map(|shown| Some((shown.mesh, context.hierarchy.id(shown.node)?)));
    let mut shown: Vec<(MeshIndex, NodeId)> = nodes.collect();
    shown.sort_unstable();
    let mut room = LIMIT;
    let mut expressions = Expressions::default();
    for value in elements(Some(groups), diagnostics) {
        let Some(group) = BlendShapeGroup::from_json(value, diagnostics) else { continue };
        let preset = group.preset_name.as_deref().and_then(ExpressionPreset::from_name_0x);
        let name = preset.map(ExpressionPreset::name).or(group.name.as_deref()).unwrap_or_default();
        let mut binds = Vec::new();
        for value in elements(group.binds, diagnostics) {
            if let Some(bind) = BlendShapeBind::from_json(value, diagnostics) {
                lower_bind_0x(bind, value, &shown, context, &mut binds, diagnostics);
            }
            if binds.len() > room {
                let message = format!("more than {LIMIT} morph targets are moved by expressions; the rest is left out");
                diagnostics.report(Code::TOO_MANY_ELEMENTS, value, message);
                expressions.set_material_properties(materials.finish());
                return expressions;
            }
        }
        room -= binds.len();
        let mut material_binds = Vec::new();
        for value in elements(group.material_values, diagnostics) {
            materials.add_0x(value, &mut material_binds, diagnostics);
        }
        let expression = Expression {
            morph_target_binds: binds,
            material_binds,
            is_binary: group.is_binary,
            ..Expression::new(name.to_owned(), preset)
        };
        push(&mut expressions, expression, value, diagnostics);
    }
    expressions.set_material_properties(materials.finish());
    expressions
}

fn add(
    (expressions, materials): (&mut Expressions, &mut MaterialBinds<'_>),
    name: &str,
    preset: Option<ExpressionPreset>,
    value: Value<'_>,
    context: Context<'_>,
    diagnostics: &mut Diagnostics,
) {
    let Some(table) = vrmc_vrm::Expression::from_json(value, diagnostics) else { return };
    let mut binds = Vec::new();
    for value in elements(table.morph_target_binds, diagnostics) {
        let Some(bind) = vrmc_vrm::MorphTargetBind::from_json(value, diagnostics) else { continue };
        match context.hierarchy.id(bind.node) {
            Some(node) => push_bind(node, (bind.index, bind.weight), value, context, &mut binds, diagnostics),
            None => {
                let message = format!("there is no node {}", bind.node.0);
                diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get("node").unwrap_or(value), message);
            }
        }
    }
    let mut material_binds = Vec::new();
    for value in elements(table.material_color_binds, diagnostics) {
        materials.add_color(value, &mut material_binds, diagnostics);
    }
    for value in elements(table.texture_transform_binds, diagnostics) {
        materials.add_texture_transform(value, &mut material_binds, diagnostics);
    }
    let expression = Expression {
        name: name.to_owned(),
        preset,
        morph_target_binds: binds,
        material_binds,
        is_binary: table.is_binary,
        override_blink: table.override_blink,
        override_look_at: table.override_look_at,
        override_mouth: table.override_mouth,
        animation: None,
        masks: Vec::new(),
        sources: Vec::new(),
    };
    push(expressions, expression, value, diagnostics);
}

fn push(expressions: &mut Expressions, expression: Expression, value: Value<'_>, diagnostics: &mut Diagnostics) {
    let name = expression.name.clone();
    if !expressions.push(expression) {
        report_taken(&name, value, diagnostics);
    }
}

/// A bind of VRM 0.x names a mesh: it is meant for every node that shows it, and its weight is in percent.
fn lower_bind_0x(
    bind: BlendShapeBind,
    value: Value<'_>,
    shown: &[(MeshIndex, NodeId)],
    context: Context<'_>,
    binds: &mut Vec<MorphTargetBind>,
    diagnostics: &mut Diagnostics,
) {
    let start = shown.partition_point(|&(mesh, _)| mesh < bind.mesh);
    let end = shown.partition_point(|&(mesh, _)| mesh <= bind.mesh);
    if start == end {
        let message = format!("no node shows mesh {}", bind.mesh.0);
        diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get("mesh").unwrap_or(value), message);
    }
    for &(_, node) in &shown[start..end] {
        push_bind(node, (bind.index, bind.weight / 100.0), value, context, binds, diagnostics);
    }
}

fn push_bind(
    node: NodeId,
    (index, weight): (u32, f32),
    value: Value<'_>,
    context: Context<'_>,
    binds: &mut Vec<MorphTargetBind>,
    diagnostics: &mut Diagnostics,
) {
    let targets = context.morph_targets.range(node).len();
    if index as usize >= targets {
        let message = format!("the mesh has {targets} morph targets; there is none {index}");
        diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get("index").unwrap_or(value), message);
        return;
    }
    binds.push(MorphTargetBind { node, index, weight });
}

/// The members of a property that should be an object.
fn members<'json>(
    value: Option<Value<'json>>,
    diagnostics: &mut Diagnostics,
) -> impl Iterator<Item = (std::borrow::Cow<'json, str>, Value<'json>)> + use<'json> {
    let object = value.filter(|&value| expect_object(value, diagnostics).is_some());
    object.into_iter().flat_map(Value::members)
}

/// The elements of a property that should be an array.
fn elements<'json>(
    value: Option<Value<'json>>,
    diagnostics: &mut Diagnostics,
) -> impl Iterator<Item = Value<'json>> + use<'json> {
    if let Some(value) = value
        && value.kind() != Kind::Array
    {
        report_mismatch(value, "an array", diagnostics);
    }
    value.into_iter().flat_map(Value::elements)
}
