//! Pointers of graphs, and the properties that they refer to: those of the object model, which everything else that runs the file
//! reads and sets, too, and those that only graphs have.

use sinew_document::{Code, Value};

use super::configuration::{Configured, Settings, whole};
use super::inputs::Expected;
use super::template::{Segment, parse_pointer};
use super::{Context, Reader};
use crate::model::graph::{
    Configuration, Operation, OperationRow, Pointer, PointerIndex, Property, ReferenceKind, ValueType,
};
use crate::model::property::{PropertyKind, PropertyRow};

impl<'a> Reader<'a> {
    pub(super) fn configure_pointer(
        &mut self,
        row: &OperationRow,
        node: Value<'a>,
        settings: &Settings<'a>,
        configured: &mut Configured,
    ) -> Option<()> {
        let value_type = self.pointer_type(row, node, settings);
        let place = settings.get("pointer").or(node.get("configuration")).unwrap_or(node);
        let Some(template) = settings.single("pointer").and_then(Value::as_str) else {
            self.report(Code::GRAPH_CONFIGURATION_INVALID, place, "`pointer` is an array of one string");
            return None;
        };
        let segments = match parse_pointer(&template) {
            Ok(segments) => segments,
            Err(message) => {
                self.report(Code::GRAPH_POINTER_SYNTAX, place, message);
                return None;
            }
        };
        let value_type = value_type?;
        for expected in &mut configured.inputs {
            if expected.id == "value" {
                *expected = Expected::one("value", value_type);
            }
        }
        let mut path = Path::default();
        for segment in segments {
            let taken = match &segment {
                Segment::Int(id) | Segment::Ref(id) => configured.inputs.iter().any(|input| input.id == *id),
                Segment::Literal(_) => false,
            };
            if taken {
                let message = format!("a parameter has the name of an input of `{}`", row.name);
                self.report(Code::GRAPH_POINTER_SYNTAX, place, message);
                return None;
            }
            path.push(segment, &mut configured.inputs);
        }
        let property = self.property(&path, value_type, place);
        configured.outputs = match row.operation {
            Operation::PointerGet => {
                vec![("value".to_owned(), Some(value_type)), ("isValid".to_owned(), Some(ValueType::Bool))]
            }
            _ => Vec::new(),
        };
        let template = template.into_owned();
        configured.configuration =
            Configuration::Pointer(Pointer { template, value_type, property, indices: path.indices });
        Some(())
    }

    fn pointer_type(&mut self, row: &OperationRow, node: Value<'a>, settings: &Settings<'a>) -> Option<ValueType> {
        let index = settings.single("type").and_then(whole).and_then(|index| usize::try_from(index).ok());
        let found = index.and_then(|index| self.types.get(index).copied());
        let is_discrete = |found: ValueType| matches!(found, ValueType::Bool | ValueType::Int);
        let valid = found.filter(|found| row.operation != Operation::PointerInterpolate || !is_discrete(*found));
        if valid.is_none() {
            let place = settings.get("type").or(node.get("configuration")).unwrap_or(node);
            let message = match found {
                Some(found) => format!("`type` is `{found}`, which has nothing between two values"),
                None => "`type` is not the index of a type".to_owned(),
            };
            self.report(Code::GRAPH_CONFIGURATION_INVALID, place, message);
        }
        valid
    }

    /// The property of a pattern, if it is of a type; otherwise a warning, for the text makes it an error of the running graph.
    fn property(&mut self, path: &Path, value_type: ValueType, place: Value<'a>) -> Option<Property> {
        let pattern = path.pattern.as_str();
        let running =
            RUNNING.iter().find(|(other, ..)| *other == pattern).map(|&(_, property, found)| (property, found));
        let found = running.or_else(|| object(pattern)).or_else(|| fixed(self.context, pattern));
        match found {
            Some((Property::Delay | Property::Event, _)) if path.has_indices() => {
                self.report(Code::GRAPH_POINTER_UNKNOWN, place, format!("{pattern} has references, not indices"));
                None
            }
            Some((property, found)) if found == value_type => Some(property),
            Some((_, found)) => {
                let message = format!("{pattern} is `{found}`, not `{value_type}`");
                self.report(Code::GRAPH_POINTER_UNKNOWN, place, message);
                None
            }
            None => {
                self.report(Code::GRAPH_POINTER_UNKNOWN, place, format!("{pattern} is not a property that is known"));
                None
            }
        }
    }
}

/// The path of a template: its pattern, and what its indices are.
#[derive(Default)]
struct Path {
    pattern: String,
    indices: Vec<PointerIndex>,
    list: String,
}

impl Path {
    /// Whether anything in it is an index, and not a reference.
    fn has_indices(&self) -> bool {
        self.indices.iter().any(|index| !matches!(index, PointerIndex::Ref { .. }))
    }

    fn push(&mut self, segment: Segment, inputs: &mut Vec<Expected>) {
        self.pattern.push('/');
        let index = match segment {
            Segment::Literal(text) => match text.parse::<u32>() {
                Ok(index) if index.to_string() == text => PointerIndex::Constant(index),
                _ => {
                    self.pattern.push_str(&text);
                    self.list = text;
                    return;
                }
            },
            Segment::Int(id) => {
                inputs.push(Expected::one(id, ValueType::Int));
                PointerIndex::Int(inputs.len() - 1)
            }
            Segment::Ref(id) => {
                inputs.push(Expected::reference(id));
                PointerIndex::Ref { input: inputs.len() - 1, kind: ReferenceKind::of_list(&self.list) }
            }
        };
        self.pattern.push_str("{}");
        self.indices.push(index);
    }
}

/// Properties of what runs.
const RUNNING: &[(&str, Property, ValueType)] = &[
    ("/nodes/{}/translation", Property::Translation, ValueType::Float3),
    ("/nodes/{}/rotation", Property::Rotation, ValueType::Float4),
    ("/nodes/{}/scale", Property::Scale, ValueType::Float3),
    ("/nodes/{}/weights/{}", Property::Weight, ValueType::Float),
    ("/nodes/{}/matrix", Property::Matrix, ValueType::Float4x4),
    ("/nodes/{}/globalMatrix", Property::GlobalMatrix, ValueType::Float4x4),
    ("/animations/{}/extensions/KHR_interactivity/isPlaying", Property::IsPlaying, ValueType::Bool),
    ("/animations/{}/extensions/KHR_interactivity/minTime", Property::MinTime, ValueType::Float),
    ("/animations/{}/extensions/KHR_interactivity/maxTime", Property::MaxTime, ValueType::Float),
    ("/animations/{}/extensions/KHR_interactivity/playhead", Property::Playhead, ValueType::Float),
    ("/animations/{}/extensions/KHR_interactivity/virtualPlayhead", Property::VirtualPlayhead, ValueType::Float),
    ("/extensions/KHR_interactivity/delays/{}", Property::Delay, ValueType::Ref),
    ("/extensions/KHR_interactivity/events/{}", Property::Event, ValueType::Ref),
];

/// A property of the object model, where graphs have its type.
fn object(pattern: &str) -> Option<(Property, ValueType)> {
    let (number, row) = PropertyRow::of_pointer(pattern)?;
    let value_type = match row.kind {
        PropertyKind::Bool => ValueType::Bool,
        PropertyKind::Int => ValueType::Int,
        PropertyKind::Float => ValueType::Float,
        PropertyKind::Float2 => ValueType::Float2,
        PropertyKind::Float3 => ValueType::Float3,
        PropertyKind::Float4 => ValueType::Float4,
        PropertyKind::Float4x4 => ValueType::Float4x4,
        PropertyKind::Floats => return None,
    };
    Some((Property::Object(number), value_type))
}

const F: ValueType = ValueType::Float;
const F3: ValueType = ValueType::Float3;
const F4: ValueType = ValueType::Float4;
const INT: ValueType = ValueType::Int;
const BOOL: ValueType = ValueType::Bool;

/// Properties that an implementation decides: the limits are those of `sinew-graph`, and there is no camera that it knows of.
const IMPLEMENTATION: &[(&str, ValueType, f64)] = &[
    ("/extensions/KHR_interactivity/asset/majorVersion", INT, 2.0),
    ("/extensions/KHR_interactivity/asset/minorVersion", INT, 0.0),
    ("/extensions/KHR_interactivity/limits/maxActiveAnimations", INT, 2_147_483_647.0),
    ("/extensions/KHR_interactivity/limits/maxActiveDelays", INT, 65_536.0),
    ("/extensions/KHR_interactivity/limits/maxActivePropertyInterpolations", INT, 65_536.0),
    ("/extensions/KHR_interactivity/limits/maxActiveVariableInterpolations", INT, 2_147_483_647.0),
    ("/extensions/KHR_interactivity/activeCamera/rotation", F4, f64::NAN),
    ("/extensions/KHR_interactivity/activeCamera/position", F3, f64::NAN),
    ("/extensions/KHR_interactivity/activeCamera/perspective/aspectRatio", F, f64::NAN),
    ("/extensions/KHR_interactivity/activeCamera/perspective/yfov", F, f64::NAN),
    ("/extensions/KHR_interactivity/activeCamera/perspective/znear", F, f64::NAN),
    ("/extensions/KHR_interactivity/activeCamera/perspective/zfar", F, f64::NAN),
    ("/extensions/KHR_interactivity/activeCamera/orthographic/xmag", F, f64::NAN),
    ("/extensions/KHR_interactivity/activeCamera/orthographic/ymag", F, f64::NAN),
    ("/extensions/KHR_interactivity/activeCamera/orthographic/znear", F, f64::NAN),
    ("/extensions/KHR_interactivity/activeCamera/orthographic/zfar", F, f64::NAN),
];

/// A property whose value never changes, of which every number is the same.
fn fixed(context: Context<'_>, pattern: &str) -> Option<(Property, ValueType)> {
    if let Some((_, value_type, number)) = IMPLEMENTATION.iter().find(|(other, ..)| *other == pattern) {
        return Some((Property::fixed(*number), *value_type));
    }
    let name = pattern.strip_prefix("/extensions/KHR_interactivity/asset/extensions/")?.strip_suffix("/enabled")?;
    let is_used = context.document.extensions_used().any(|used| used == name);
    (is_used && sinew_document::extension::is_known(name)).then(|| (Property::fixed(1.0), BOOL))
}
