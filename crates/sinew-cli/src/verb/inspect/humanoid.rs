//! The humanoid of a file.

use std::fmt::Write as _;

use sinew_tools::humanoid::{BoneAnswer, ExpressionAnswer, HumanoidAnswer, LimbAnswer};
use sinew_tools::inspection::Inspection;

use crate::text::table::{self, Column};
use crate::text::{number, plain, style};

/// The maximum width of a list of names, columns.
const MEASURE: usize = 78;

/// Names of missing bones that are shown without --all.
const SHOWN_MISSING: usize = 12;

/// The deviation from the T-pose that is reported, degrees.
const NOTABLE: f32 = 1.0;

const COLUMNS: &[Column] = &[
    Column::left("bone"),
    Column::right("node").styled(style::DIM),
    Column::right("rest, local"),
    Column::right("rest, model"),
    Column::left("limb to"),
    Column::right("off T-pose"),
];

/// The humanoid below a heading; empty where there is none.
pub(super) fn section(inspection: &Inspection, rows: usize) -> String {
    let Some(humanoid) = &inspection.humanoid else { return expressions_alone(inspection) };
    let mut text = format!("\n{}  {}\n", style::paint(style::HEADING, "Humanoid"), about(humanoid));
    let cells: Vec<Vec<String>> = humanoid.bones.iter().take(rows).map(|bone| row(humanoid, bone)).collect();
    text += &table::render(COLUMNS, &cells);
    if humanoid.bones.len() > rows {
        let more = format!("… and {} more (--all shows them)", humanoid.bones.len() - rows);
        let _ = writeln!(text, "  {}", style::paint(style::DIM, &more));
    }
    push_names(&mut text, "missing, required", &owned(&humanoid.missing_required));
    let is_optional = |name: &&&str| !humanoid.missing_required.contains(name);
    let optional: Vec<String> = humanoid.missing.iter().filter(is_optional).map(|&name| name.to_owned()).collect();
    let shown = if rows == usize::MAX { optional.len() } else { SHOWN_MISSING };
    push_names(&mut text, "missing", &shortened(optional, shown));
    if let Some(LimbAnswer { bone, to, degrees }) = humanoid.worst_limb().copied() {
        let reported = match humanoid.t_pose.iter().filter(|limb| limb.degrees >= NOTABLE).count() {
            0 => format!("every limb within {NOTABLE}°"),
            off => {
                let limbs = number::counted(off, "limb is", "limbs are");
                format!("{limbs} {NOTABLE}° or more off; largest {bone} to {to}, {}°", number::short(degrees))
            }
        };
        push_line(&mut text, "T-pose", &reported);
    }
    push_names(&mut text, "expressions", &humanoid.expressions.iter().map(expression).collect::<Vec<_>>());
    if let Some(look_at) = &humanoid.look_at {
        let offset = look_at.offset_from_head_bone.map(|offset| format!(", {} from the head", number::triple(offset)));
        let node = look_at.node.map(|node| format!(" (node {node})"));
        let look_at = format!("{}{}{}", look_at.kind, node.unwrap_or_default(), offset.unwrap_or_default());
        push_line(&mut text, "look-at", &look_at);
    }
    text
}

/// The expressions of a file that has no humanoid.
fn expressions_alone(inspection: &Inspection) -> String {
    let list = &inspection.expressions;
    if list.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", style::paint(style::HEADING, "Expressions"));
    push_names(&mut text, "expressions", &list.iter().map(expression).collect::<Vec<_>>());
    for weakening in list.iter().filter(|expression| !expression.masks.is_empty()) {
        push_names(&mut text, "weakens", &[format!("{}: {}", weakening.name, weakening.masks.join(", "))]);
    }
    text
}

fn about(humanoid: &HumanoidAnswer) -> String {
    let mut parts = vec![number::counted(humanoid.bones.len(), "bone", "bones"), format!("facing {}", humanoid.facing)];
    parts.extend(humanoid.extension.map(str::to_owned));
    parts.extend(humanoid.hips_height.map(|height| format!("hips at {} m", number::short(height))));
    style::paint(style::DIM, &parts.join(" · "))
}

fn row(humanoid: &HumanoidAnswer, bone: &BoneAnswer) -> Vec<String> {
    let limb = humanoid.t_pose.iter().find(|limb| limb.bone == bone.bone);
    vec![
        bone.bone.to_owned(),
        format!("#{}", bone.node),
        format!("{}°", number::short(bone.rest_local_degrees)),
        format!("{}°", number::short(bone.rest_model_degrees)),
        limb.map(|limb| limb.to.to_owned()).unwrap_or_default(),
        limb.map(|limb| format!("{}°", number::short(limb.degrees))).unwrap_or_default(),
    ]
}

fn expression(expression: &ExpressionAnswer) -> String {
    let parts = |count: usize, what: &str| (count > 0).then(|| format!("{count}\u{a0}{what}"));
    if !expression.sources.is_empty() {
        let sources = expression.sources.join(" + ").replace(' ', "\u{a0}");
        return format!("{}\u{a0}({sources})", expression.name);
    }
    if expression.animation.is_some() {
        let parts = [
            parts(expression.morph_targets, "morph\u{a0}targets"),
            parts(expression.joints, "joints"),
            parts(expression.materials, "properties"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        return format!("{}\u{a0}({})", expression.name, parts.join(",\u{a0}"));
    }
    match (expression.morph_targets, expression.node) {
        (_, Some(node)) => format!("{}\u{a0}(node\u{a0}{node})", expression.name),
        (0, None) if expression.materials > 0 => format!("{}\u{a0}(materials)", expression.name),
        (0, None) => expression.name.clone(),
        (targets, None) => format!("{}\u{a0}({targets})", expression.name),
    }
}

fn shortened(mut names: Vec<String>, shown: usize) -> Vec<String> {
    if names.len() > shown {
        let more = format!("… and {} more", names.len() - shown);
        names.truncate(shown);
        names.push(more);
    }
    names
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// A title and names in lines that fit a terminal; nothing for an empty list.
fn push_names(text: &mut String, title: &str, names: &[String]) {
    if names.is_empty() {
        return;
    }
    let line = plain::line(&names.join(", ")).replace("\\u{a0}", "\u{a0}");
    for (place, part) in plain::wrap(&line, MEASURE - 20).into_iter().enumerate() {
        push_line(text, if place == 0 { title } else { "" }, &part.replace('\u{a0}', " "));
    }
}

fn push_line(text: &mut String, title: &str, line: &str) {
    let _ = writeln!(text, "  {}{line}", style::paint(style::DIM, &format!("{title:<18}")));
}
