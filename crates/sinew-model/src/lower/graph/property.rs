//! Pointers of graphs, and the properties of the file that they refer to (glTF 2.0 Asset Object Model).
//!
//! What runs — transforms, weights, animations — is read from the running world. Everything else is read here once for all
//! objects of the file that have the property, into a table that a graph then reads, and sets where the model says "mutable".

use sinew_document::{Code, Document, NodeIndex, Value};

use super::configuration::{Configured, Settings, whole};
use super::inputs::Expected;
use super::template::{Segment, parse_pointer};
use super::{Context, Reader};
use crate::model::graph::{
    Configuration, Operation, OperationRow, Pointer, PointerIndex, Property, PropertyTable, ReferenceKind, ValueType,
};

/// The most numbers that one table has; a property beyond is not supported.
const MAX_NUMBERS: usize = 1 << 20;

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
        let property = self.property(&path.pattern, value_type, place);
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
    fn property(&mut self, pattern: &str, value_type: ValueType, place: Value<'a>) -> Option<Property> {
        let found = match RUNNING.iter().find(|(other, ..)| *other == pattern) {
            Some((_, property, found)) => Some((*property, *found)),
            None => self.table(pattern),
        };
        match found {
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

    /// The table of a property of the file.
    fn table(&mut self, pattern: &str) -> Option<(Property, ValueType)> {
        if let Some(at) = self.graph.tables.iter().position(|table| table.pattern == pattern) {
            return Some((Property::Table(at), self.graph.tables[at].value_type));
        }
        let table = read_table(self.context, pattern)?;
        let value_type = table.value_type;
        self.graph.tables.push(table);
        Some((Property::Table(self.graph.tables.len() - 1), value_type))
    }

    /// The tables that events of nodes need, whether or not a pointer reads them.
    pub(super) fn add_scene_tables(&mut self) {
        let selects = |operation: Operation| operation == Operation::OnSelect;
        let hovers = |operation: Operation| matches!(operation, Operation::OnHoverIn | Operation::OnHoverOut);
        if self.graph.nodes.iter().any(|node| selects(node.operation)) {
            self.table(SELECTABLE);
        }
        if self.graph.nodes.iter().any(|node| hovers(node.operation)) {
            self.table(HOVERABLE);
        }
    }
}

/// Whether a node can be selected.
pub(crate) const SELECTABLE: &str = "/nodes/{}/extensions/KHR_node_selectability/selectable";

/// Whether a pointer hovers over a node.
pub(crate) const HOVERABLE: &str = "/nodes/{}/extensions/KHR_node_hoverability/hoverable";

/// The path of a template: its pattern, and what its indices are.
#[derive(Default)]
struct Path {
    pattern: String,
    indices: Vec<PointerIndex>,
    list: String,
}

impl Path {
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

/// A property of the file: pattern, type, whether it is mutable, and its value where the file is silent; without one it is then
/// undefined.
type Row = (&'static str, ValueType, bool, Option<&'static [f64]>);

const F: ValueType = ValueType::Float;
const F2: ValueType = ValueType::Float2;
const F3: ValueType = ValueType::Float3;
const F4: ValueType = ValueType::Float4;
const INT: ValueType = ValueType::Int;
const BOOL: ValueType = ValueType::Bool;

const FILE: &[Row] = &[
    ("/cameras/{}/orthographic/xmag", F, true, None),
    ("/cameras/{}/orthographic/ymag", F, true, None),
    ("/cameras/{}/orthographic/zfar", F, true, None),
    ("/cameras/{}/orthographic/znear", F, true, None),
    ("/cameras/{}/perspective/aspectRatio", F, true, None),
    ("/cameras/{}/perspective/yfov", F, true, None),
    ("/cameras/{}/perspective/zfar", F, true, Some(&[f64::INFINITY])),
    ("/cameras/{}/perspective/znear", F, true, None),
    ("/materials/{}/alphaCutoff", F, true, Some(&[0.5])),
    ("/materials/{}/emissiveFactor", F3, true, Some(&[0.0; 3])),
    ("/materials/{}/normalTexture/scale", F, true, Some(&[1.0])),
    ("/materials/{}/occlusionTexture/strength", F, true, Some(&[1.0])),
    ("/materials/{}/pbrMetallicRoughness/baseColorFactor", F4, true, Some(&[1.0; 4])),
    ("/materials/{}/pbrMetallicRoughness/metallicFactor", F, true, Some(&[1.0])),
    ("/materials/{}/pbrMetallicRoughness/roughnessFactor", F, true, Some(&[1.0])),
    ("/materials/{}/doubleSided", BOOL, false, Some(&[0.0])),
    ("/meshes/{}/primitives/{}/material", INT, false, None),
    ("/nodes/{}/camera", INT, false, None),
    ("/nodes/{}/children/{}", INT, false, None),
    ("/nodes/{}/mesh", INT, false, None),
    ("/nodes/{}/parent", INT, false, None),
    ("/nodes/{}/skin", INT, false, None),
    ("/scene", INT, false, None),
    ("/scenes/{}/nodes/{}", INT, false, None),
    ("/skins/{}/joints/{}", INT, false, None),
    ("/skins/{}/skeleton", INT, false, None),
    ("/nodes/{}/extensions/KHR_node_visibility/visible", BOOL, true, Some(&[1.0])),
    (SELECTABLE, BOOL, true, Some(&[1.0])),
    (HOVERABLE, BOOL, true, Some(&[1.0])),
    ("/extensions/KHR_lights_punctual/lights/{}/color", F3, true, Some(&[1.0; 3])),
    ("/extensions/KHR_lights_punctual/lights/{}/intensity", F, true, Some(&[1.0])),
    ("/extensions/KHR_lights_punctual/lights/{}/range", F, true, Some(&[f64::INFINITY])),
    ("/extensions/KHR_lights_punctual/lights/{}/spot/innerConeAngle", F, true, Some(&[0.0])),
    ("/extensions/KHR_lights_punctual/lights/{}/spot/outerConeAngle", F, true, Some(&[std::f64::consts::FRAC_PI_4])),
    ("/nodes/{}/extensions/KHR_lights_punctual/light", INT, false, None),
    ("/materials/{}/extensions/KHR_materials_anisotropy/anisotropyStrength", F, true, Some(&[0.0])),
    ("/materials/{}/extensions/KHR_materials_anisotropy/anisotropyRotation", F, true, Some(&[0.0])),
    ("/materials/{}/extensions/KHR_materials_clearcoat/clearcoatFactor", F, true, Some(&[0.0])),
    ("/materials/{}/extensions/KHR_materials_clearcoat/clearcoatRoughnessFactor", F, true, Some(&[0.0])),
    ("/materials/{}/extensions/KHR_materials_clearcoat/clearcoatNormalTexture/scale", F, true, Some(&[1.0])),
    ("/materials/{}/extensions/KHR_materials_dispersion/dispersion", F, true, Some(&[0.0])),
    ("/materials/{}/extensions/KHR_materials_emissive_strength/emissiveStrength", F, true, Some(&[1.0])),
    ("/materials/{}/extensions/KHR_materials_ior/ior", F, true, Some(&[1.5])),
    ("/materials/{}/extensions/KHR_materials_iridescence/iridescenceFactor", F, true, Some(&[0.0])),
    ("/materials/{}/extensions/KHR_materials_iridescence/iridescenceIor", F, true, Some(&[1.3])),
    ("/materials/{}/extensions/KHR_materials_iridescence/iridescenceThicknessMinimum", F, true, Some(&[100.0])),
    ("/materials/{}/extensions/KHR_materials_iridescence/iridescenceThicknessMaximum", F, true, Some(&[400.0])),
    ("/materials/{}/extensions/KHR_materials_sheen/sheenColorFactor", F3, true, Some(&[0.0; 3])),
    ("/materials/{}/extensions/KHR_materials_sheen/sheenRoughnessFactor", F, true, Some(&[0.0])),
    ("/materials/{}/extensions/KHR_materials_specular/specularFactor", F, true, Some(&[1.0])),
    ("/materials/{}/extensions/KHR_materials_specular/specularColorFactor", F3, true, Some(&[1.0; 3])),
    ("/materials/{}/extensions/KHR_materials_transmission/transmissionFactor", F, true, Some(&[0.0])),
    ("/materials/{}/extensions/KHR_materials_volume/thicknessFactor", F, true, Some(&[0.0])),
    ("/materials/{}/extensions/KHR_materials_volume/attenuationDistance", F, true, Some(&[f64::INFINITY])),
    ("/materials/{}/extensions/KHR_materials_volume/attenuationColor", F3, true, Some(&[1.0; 3])),
];

/// Lists whose lengths can be read.
const LENGTHS: &[&str] = &[
    "/animations.length",
    "/cameras.length",
    "/materials.length",
    "/meshes.length",
    "/meshes/{}/primitives.length",
    "/meshes/{}/weights.length",
    "/nodes.length",
    "/nodes/{}/children.length",
    "/nodes/{}/weights.length",
    "/scenes.length",
    "/scenes/{}/nodes.length",
    "/skins.length",
    "/skins/{}/joints.length",
    "/extensions/KHR_lights_punctual/lights.length",
];

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

fn read_table(context: Context<'_>, pattern: &str) -> Option<PropertyTable> {
    let constant = |value_type: ValueType, number: f64| PropertyTable {
        pattern: pattern.to_owned(),
        value_type,
        is_mutable: false,
        index_count: 0,
        indices: Vec::new(),
        values: vec![number; value_type.len()],
    };
    if let Some((_, value_type, number)) = IMPLEMENTATION.iter().find(|(other, ..)| *other == pattern) {
        return Some(constant(*value_type, *number));
    }
    if let Some(name) = pattern.strip_prefix("/extensions/KHR_interactivity/asset/extensions/") {
        let name = name.strip_suffix("/enabled")?;
        let is_used = context.document.extensions_used().any(|used| used == name);
        return (is_used && sinew_document::extension::is_known(name)).then(|| constant(BOOL, 1.0));
    }
    if LENGTHS.contains(&pattern) {
        return collect(context, pattern, INT, false, &|place| Some(vec![place.length(context.document) as f64]));
    }
    let (value_type, is_mutable, default) = describe(pattern)?;
    collect(context, pattern, value_type, is_mutable, &|place| place.value(context, value_type, default))
}

/// Type, mutability and default of a property of the file.
fn describe(pattern: &str) -> Option<(ValueType, bool, Option<&'static [f64]>)> {
    if let Some((_, value_type, is_mutable, default)) = FILE.iter().find(|(other, ..)| *other == pattern) {
        return Some((*value_type, *is_mutable, *default));
    }
    let (texture, property) = pattern.split_once("Texture/extensions/KHR_texture_transform/")?;
    if !texture.starts_with("/materials/{}/") {
        return None;
    }
    match property {
        "offset" => Some((F2, true, Some(&[0.0; 2]))),
        "rotation" => Some((F, true, Some(&[0.0]))),
        "scale" => Some((F2, true, Some(&[1.0; 2]))),
        _ => None,
    }
}

/// A place that a pattern leads to.
struct Place<'a, 'p> {
    indices: Vec<u32>,
    /// The object around the property, if the file has it.
    parent: Option<Value<'a>>,
    /// The name of the property; `{}` for an element of a list, which `value` is.
    name: &'p str,
    value: Option<Value<'a>>,
}

impl Place<'_, '_> {
    fn value(&self, context: Context<'_>, value_type: ValueType, default: Option<&[f64]>) -> Option<Vec<f64>> {
        if self.name == "parent" {
            let node = context.hierarchy.id(NodeIndex(*self.indices.first()?))?;
            let parent = context.hierarchy.index(context.hierarchy.parent(node)?);
            return Some(vec![f64::from(parent.0)]);
        }
        let read = |value: Value<'_>| -> Option<Vec<f64>> {
            match value_type {
                ValueType::Bool => Some(vec![f64::from(value.as_bool()?)]),
                ValueType::Int => Some(vec![f64::from(whole(value)?)]),
                ValueType::Float => Some(vec![value.as_f64()?]),
                _ => {
                    let numbers: Vec<f64> = value.elements().map(Value::as_f64).collect::<Option<_>>()?;
                    (numbers.len() == value_type.len()).then_some(numbers)
                }
            }
        };
        match self.value {
            Some(value) => read(value),
            None => default.map(<[f64]>::to_vec),
        }
    }

    /// The length of the list that the property is; of a node's weights, the number of morph targets of its mesh.
    fn length(&self, document: &Document) -> usize {
        let of_mesh = |mesh: Value<'_>| {
            let targets =
                mesh.get("primitives").and_then(|list| list.element(0)).and_then(|found| found.get("targets"));
            targets.map_or(0, Value::len)
        };
        if self.name != "weights" {
            return self.value.map_or(0, Value::len);
        }
        let Some(parent) = self.parent else { return 0 };
        if parent.get("primitives").is_some() {
            return of_mesh(parent);
        }
        let mesh = parent.get("mesh").and_then(Value::as_u64).and_then(|mesh| usize::try_from(mesh).ok());
        let mesh = mesh.and_then(|mesh| document.root().get("meshes")?.element(mesh));
        mesh.map_or(0, of_mesh)
    }
}

/// Reads a property of all objects that have it.
fn collect(
    context: Context<'_>,
    pattern: &str,
    value_type: ValueType,
    is_mutable: bool,
    read: &dyn Fn(&Place<'_, '_>) -> Option<Vec<f64>>,
) -> Option<PropertyTable> {
    let path = pattern.strip_suffix(".length").unwrap_or(pattern);
    let mut places = vec![Place { indices: Vec::new(), parent: None, name: "", value: Some(context.document.root()) }];
    // A node can be set visible, or selectable, that says nothing of it; a material's factors have defaults without their object.
    let may_be_absent =
        |name: &str| name == "pbrMetallicRoughness" || name == "extensions" || name.starts_with("KHR_node_");
    for name in path.split('/').skip(1) {
        let mut next = Vec::new();
        for place in places {
            if name == "{}" {
                for (index, element) in place.value.into_iter().flat_map(Value::elements).enumerate() {
                    let indices = [place.indices.as_slice(), &[index as u32]].concat();
                    next.push(Place { indices, parent: place.value, name, value: Some(element) });
                }
            } else if place.value.is_some() || may_be_absent(place.name) {
                let value = place.value.and_then(|value| value.get(name));
                next.push(Place { indices: place.indices, parent: place.value, name, value });
            }
            if next.len() * value_type.len() > MAX_NUMBERS {
                return None;
            }
        }
        places = next;
    }
    let index_count = path.matches("{}").count();
    let mut table = PropertyTable {
        pattern: pattern.to_owned(),
        value_type,
        is_mutable,
        index_count,
        indices: Vec::new(),
        values: Vec::new(),
    };
    for place in places {
        // Not the file's value but a broken one is left out, as if the object had none.
        if let Some(numbers) = read(&place) {
            table.indices.extend(&place.indices);
            table.values.extend(numbers);
        }
    }
    Some(table)
}
