//! The operations of behaviour graphs: a table of their names, value sockets and flow sockets.
//!
//! A row reads like the tables of the text. Behind the name are the input values and, behind an arrow, the output values; then, of
//! operations that are activated, the input flows and the output flows. Types are written with their signatures or with a capital
//! letter for a set of types of which a node chooses one: see [`TypeSet`].

use super::ValueType;

/// The types of which a socket has one; all sockets of a node with the same set have the same type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeSet {
    /// One type.
    One(ValueType),
    /// `N`: floats and vectors.
    FloatN,
    /// `M`: matrices.
    FloatNxN,
    /// `A`: floats, vectors and matrices.
    Floats,
    /// `X`: floats, vectors, matrices and integers.
    Arithmetic,
    /// `C`: float or integer.
    Ordered,
    /// `E`: floats, vectors, matrices, integers and booleans.
    Equal,
    /// `L`: integer or boolean.
    Logical,
    /// `V`: vectors that `math/transform` takes.
    Vector,
    /// `W`: the matrix of as many rows as the node's vector `V` has.
    MatrixOfVector,
    /// `S`: vectors that `math/slerp` takes.
    Slerp,
    /// `T`: any type.
    Any,
}

impl TypeSet {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "N" => Self::FloatN,
            "M" => Self::FloatNxN,
            "A" => Self::Floats,
            "X" => Self::Arithmetic,
            "C" => Self::Ordered,
            "E" => Self::Equal,
            "L" => Self::Logical,
            "V" => Self::Vector,
            "W" => Self::MatrixOfVector,
            "S" => Self::Slerp,
            "T" => Self::Any,
            signature => Self::One(ValueType::from_signature(signature)?),
        })
    }

    /// Whether a socket can have a type. `chosen` is the type that the node has chosen before.
    pub fn allows(self, value_type: ValueType, chosen: Option<ValueType>) -> bool {
        use ValueType::{Bool, Float, Float2, Float3, Float4, Int};
        let is_in_set = match self {
            Self::One(one) => return value_type == one,
            Self::MatrixOfVector => {
                return value_type.matrix_size().is_some_and(|size| Some(size) == chosen.map(ValueType::len));
            }
            Self::FloatN => value_type.is_float_or_vector(),
            Self::FloatNxN => value_type.matrix_size().is_some(),
            Self::Floats => value_type.is_floats(),
            Self::Arithmetic => value_type.is_floats() || value_type == Int,
            Self::Ordered => matches!(value_type, Float | Int),
            Self::Equal => value_type.is_floats() || matches!(value_type, Int | Bool),
            Self::Logical => matches!(value_type, Int | Bool),
            Self::Vector => matches!(value_type, Float2 | Float3 | Float4),
            Self::Slerp => matches!(value_type, Float2 | Float3),
            Self::Any => true,
        };
        is_in_set && chosen.is_none_or(|chosen| chosen == value_type)
    }
}

/// The row of an operation.
#[derive(Clone, Copy, Debug)]
pub struct OperationRow {
    /// Which operation.
    pub operation: Operation,
    /// The name that declarations have.
    pub name: &'static str,
    /// The extension that defines it; `None` for `KHR_interactivity` itself.
    pub extension: Option<&'static str>,
    inputs: &'static str,
    outputs: &'static str,
    input_flows: &'static str,
    output_flows: &'static str,
}

impl OperationRow {
    /// The row of an operation that is defined by `KHR_interactivity`, or by an extension.
    pub fn find(name: &str, extension: Option<&str>) -> Option<&'static Self> {
        ROWS.iter().find(|row| row.name == name && row.extension == extension)
    }

    /// Every row, in the order of the table.
    pub fn all() -> &'static [Self] {
        ROWS
    }

    /// The input value sockets with their types. One whose id ends with `?` in the table need not be there.
    pub fn inputs(&self) -> impl Iterator<Item = (&'static str, TypeSet)> {
        sockets(self.inputs).map(|(id, set)| (id.trim_end_matches('?'), set))
    }

    /// The input value sockets that a declaration or a node may lack.
    pub fn optional_inputs(&self) -> impl Iterator<Item = &'static str> {
        sockets(self.inputs).filter_map(|(id, _)| id.strip_suffix('?'))
    }

    /// The output value sockets with their types. One whose id ends with `~` in the table is of a draft.
    pub fn outputs(&self) -> impl Iterator<Item = (&'static str, TypeSet)> {
        sockets(self.outputs).map(|(id, set)| (id.trim_end_matches('~'), set))
    }

    /// Whether an output value socket is only in files from before the release candidate.
    pub fn is_draft_output(&self, id: &str) -> bool {
        sockets(self.outputs).any(|(other, _)| other.strip_suffix('~') == Some(id))
    }

    /// The ids of the input flow sockets.
    pub fn input_flows(&self) -> impl Iterator<Item = &'static str> {
        self.input_flows.split_whitespace()
    }

    /// The ids of the output flow sockets.
    pub fn output_flows(&self) -> impl Iterator<Item = &'static str> {
        self.output_flows.split_whitespace()
    }

    /// Whether nodes of it are activated by flows or by events; the others are evaluated when somebody reads their outputs.
    pub fn has_flows(&self) -> bool {
        !self.input_flows.is_empty() || !self.output_flows.is_empty()
    }
}

fn sockets(list: &'static str) -> impl Iterator<Item = (&'static str, TypeSet)> {
    list.split_whitespace().filter_map(|socket| {
        let (id, set) = socket.split_once(':')?;
        Some((id, TypeSet::parse(set)?))
    })
}

macro_rules! operations {
    ($($operation:ident $name:literal $(of $extension:literal)?:
        $inputs:literal => $outputs:literal $(; $input_flows:literal => $output_flows:literal)?,)*) => {
        /// What a node of a graph does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each has the name of the text's operation")]
        pub enum Operation {
            $($operation,)*
            /// Nothing: an operation that is not supported. Its outputs have the defaults of their types.
            NoOperation,
        }

        static ROWS: &[OperationRow] = &[$(OperationRow {
            operation: Operation::$operation,
            name: $name,
            extension: operations!(@extension $($extension)?),
            inputs: $inputs,
            outputs: $outputs,
            input_flows: operations!(@flows $($input_flows)?),
            output_flows: operations!(@flows $($output_flows)?),
        }),*];
    };
    (@extension) => { None };
    (@extension $extension:literal) => { Some($extension) };
    (@flows) => { "" };
    (@flows $flows:literal) => { $flows };
}

operations! {
    // Constants.
    E "math/E": "" => "value:float",
    Pi "math/Pi": "" => "value:float",
    Tau "math/Tau": "" => "value:float",
    Inf "math/Inf": "" => "value:float",
    NaN "math/NaN": "" => "value:float",
    // Arithmetic, component by component.
    Abs "math/abs": "a:X" => "value:X",
    Sign "math/sign": "a:X" => "value:X",
    Trunc "math/trunc": "a:A" => "value:A",
    Floor "math/floor": "a:A" => "value:A",
    Ceil "math/ceil": "a:A" => "value:A",
    Round "math/round": "a:A" => "value:A",
    Fract "math/fract": "a:A" => "value:A",
    Neg "math/neg": "a:X" => "value:X",
    Add "math/add": "a:X b:X" => "value:X",
    Sub "math/sub": "a:X b:X" => "value:X",
    Mul "math/mul": "a:X b:X" => "value:X",
    Div "math/div": "a:X b:X" => "value:X",
    Rem "math/rem": "a:X b:X" => "value:X",
    Min "math/min": "a:X b:X" => "value:X",
    Max "math/max": "a:X b:X" => "value:X",
    Clamp "math/clamp": "a:X b:X c:X" => "value:X",
    Saturate "math/saturate": "a:A" => "value:A",
    Mix "math/mix": "a:A b:A c:A" => "value:A",
    SmoothStep "math/smoothStep": "a:N b:N c:N" => "value:N",
    // Comparison.
    Eq "math/eq": "a:E b:E" => "value:bool",
    Lt "math/lt": "a:C b:C" => "value:bool",
    Le "math/le": "a:C b:C" => "value:bool",
    Gt "math/gt": "a:C b:C" => "value:bool",
    Ge "math/ge": "a:C b:C" => "value:bool",
    // Special.
    IsNaN "math/isNaN": "a:float" => "value:bool",
    IsInf "math/isInf": "a:float" => "value:bool",
    Select "math/select": "condition:bool a:T b:T" => "value:T",
    Switch "math/switch": "selection:int default:T" => "value:T",
    Random "math/random": "" => "value:float",
    // Angles.
    Rad "math/rad": "a:N" => "value:N",
    Deg "math/deg": "a:N" => "value:N",
    Sin "math/sin": "a:N" => "value:N",
    Cos "math/cos": "a:N" => "value:N",
    Tan "math/tan": "a:N" => "value:N",
    Asin "math/asin": "a:N" => "value:N",
    Acos "math/acos": "a:N" => "value:N",
    Atan "math/atan": "a:N" => "value:N",
    Atan2 "math/atan2": "a:N b:N" => "value:N",
    Sinh "math/sinh": "a:N" => "value:N",
    Cosh "math/cosh": "a:N" => "value:N",
    Tanh "math/tanh": "a:N" => "value:N",
    Asinh "math/asinh": "a:N" => "value:N",
    Acosh "math/acosh": "a:N" => "value:N",
    Atanh "math/atanh": "a:N" => "value:N",
    Exp "math/exp": "a:N" => "value:N",
    Log "math/log": "a:N" => "value:N",
    Log2 "math/log2": "a:N" => "value:N",
    Log10 "math/log10": "a:N" => "value:N",
    Sqrt "math/sqrt": "a:N" => "value:N",
    Cbrt "math/cbrt": "a:N" => "value:N",
    Pow "math/pow": "a:N b:N" => "value:N",
    // Vectors.
    Length "math/length": "a:N" => "value:float",
    Normalize "math/normalize": "a:N" => "value:N isValid:bool",
    Dot "math/dot": "a:N b:N" => "value:float",
    Cross "math/cross": "a:float3 b:float3" => "value:float3",
    Rotate2D "math/rotate2D": "a:float2 angle:float" => "value:float2",
    Rotate3D "math/rotate3D": "a:float3 rotation:float4" => "value:float3",
    Transform "math/transform": "a:V b:W" => "value:V",
    Slerp "math/slerp": "a:S b:S c:float" => "value:S",
    // Matrices.
    Transpose "math/transpose": "a:M" => "value:M",
    Determinant "math/determinant": "a:M" => "value:float",
    Inverse "math/inverse": "a:M" => "value:M isValid:bool",
    MatMul "math/matMul": "a:M b:M" => "value:M",
    MatCompose "math/matCompose": "translation:float3 rotation:float4 scale:float3" => "value:float4x4",
    MatDecompose "math/matDecompose": "a:float4x4" => "translation:float3 rotation:float4 scale:float3",
    // Quaternions.
    QuatConjugate "math/quatConjugate": "a:float4" => "value:float4",
    QuatMul "math/quatMul": "a:float4 b:float4" => "value:float4",
    QuatAngleBetween "math/quatAngleBetween": "a:float4 b:float4" => "value:float",
    QuatFromAxisAngle "math/quatFromAxisAngle": "axis:float3 angle:float" => "value:float4",
    QuatToAxisAngle "math/quatToAxisAngle": "a:float4" => "axis:float3 angle:float",
    QuatFromDirections "math/quatFromDirections": "a:float3 b:float3" => "value:float4",
    QuatFromUpForward "math/quatFromUpForward": "up:float3 forward:float3" => "value:float4",
    QuatFromAngles "math/quatFromAngles": "x:float y:float z:float" => "value:float4",
    QuatSlerp "math/quatSlerp": "a:float4 b:float4 c:float" => "value:float4",
    // Swizzles.
    Combine2 "math/combine2": "a:float b:float" => "value:float2",
    Combine3 "math/combine3": "a:float b:float c:float" => "value:float3",
    Combine4 "math/combine4": "a:float b:float c:float d:float" => "value:float4",
    Combine2x2 "math/combine2x2": "a:float b:float c:float d:float" => "value:float2x2",
    Combine3x3 "math/combine3x3":
        "a:float b:float c:float d:float e:float f:float g:float h:float i:float" => "value:float3x3",
    Combine4x4 "math/combine4x4":
        "a:float b:float c:float d:float e:float f:float g:float h:float \
         i:float j:float k:float l:float m:float n:float o:float p:float" => "value:float4x4",
    Extract2 "math/extract2": "a:float2" => "0:float 1:float",
    Extract3 "math/extract3": "a:float3" => "0:float 1:float 2:float",
    Extract4 "math/extract4": "a:float4" => "0:float 1:float 2:float 3:float",
    Extract2x2 "math/extract2x2": "a:float2x2" => "0:float 1:float 2:float 3:float",
    Extract3x3 "math/extract3x3": "a:float3x3"
        => "0:float 1:float 2:float 3:float 4:float 5:float 6:float 7:float 8:float",
    Extract4x4 "math/extract4x4": "a:float4x4"
        => "0:float 1:float 2:float 3:float 4:float 5:float 6:float 7:float \
            8:float 9:float 10:float 11:float 12:float 13:float 14:float 15:float",
    // Integers and booleans.
    Not "math/not": "a:L" => "value:L",
    And "math/and": "a:L b:L" => "value:L",
    Or "math/or": "a:L b:L" => "value:L",
    Xor "math/xor": "a:L b:L" => "value:L",
    Asr "math/asr": "a:int b:int" => "value:int",
    Lsl "math/lsl": "a:int b:int" => "value:int",
    Clz "math/clz": "a:int" => "value:int",
    Ctz "math/ctz": "a:int" => "value:int",
    Popcnt "math/popcnt": "a:int" => "value:int",
    // Colours.
    RgbToOkLCh "math/rgbToOkLCh": "r:float g:float b:float" => "l:float c:float h:float",
    RgbFromOkLCh "math/rgbFromOkLCh": "l:float c:float h:float" => "r:float g:float b:float",
    // References and conversions.
    RefEq "ref/eq": "a:ref b:ref" => "value:bool",
    BoolToInt "type/boolToInt": "a:bool" => "value:int",
    BoolToFloat "type/boolToFloat": "a:bool" => "value:float",
    IntToBool "type/intToBool": "a:int" => "value:bool",
    IntToFloat "type/intToFloat": "a:int" => "value:float",
    FloatToBool "type/floatToBool": "a:float" => "value:bool",
    FloatToInt "type/floatToInt": "a:float" => "value:int",
    // Flows.
    Sequence "flow/sequence": "" => ""; "in" => "",
    Branch "flow/branch": "condition:bool" => ""; "in" => "true false",
    FlowSwitch "flow/switch": "selection:int" => ""; "in" => "default",
    While "flow/while": "condition:bool" => ""; "in" => "loopBody completed",
    For "flow/for": "startIndex:int endIndex:int" => "index:int"; "in" => "loopBody completed",
    DoN "flow/doN": "n:int" => "currentCount:int"; "in reset" => "out",
    MultiGate "flow/multiGate": "" => "lastIndex:int"; "in reset" => "",
    WaitAll "flow/waitAll": "" => "remainingInputs:int"; "reset" => "out completed",
    Throttle "flow/throttle": "duration:float" => "lastRemainingTime:float"; "in reset" => "out err",
    SetDelay "flow/setDelay": "duration:float" => "lastDelay:ref lastDelayIndex~:int"; "in cancel" => "out err done",
    CancelDelay "flow/cancelDelay": "delay:ref" => ""; "in" => "out",
    // Variables and properties.
    VariableGet "variable/get": "" => "value:T",
    VariableSet "variable/set": "" => ""; "in" => "out",
    VariableInterpolate "variable/interpolate":
        "value:T duration:float p1:float2 p2:float2" => ""; "in" => "out err done",
    PointerGet "pointer/get": "" => "value:T isValid:bool",
    PointerSet "pointer/set": "value:T" => ""; "in" => "out err",
    PointerInterpolate "pointer/interpolate":
        "value:T duration:float p1:float2 p2:float2" => ""; "in" => "out err done",
    // Animations.
    AnimationStart "animation/start":
        "animation:ref startTime:float endTime:float speed:float" => ""; "in" => "out err done",
    AnimationStop "animation/stop": "animation:ref" => ""; "in" => "out err",
    AnimationStopAt "animation/stopAt": "animation:ref stopTime:float" => ""; "in" => "out err done",
    // Events.
    OnStart "event/onStart": "" => "event:ref"; "" => "out",
    OnTick "event/onTick": "" => "timeSinceStart:float timeSinceLastTick:float event:ref"; "" => "out",
    StopPropagation "event/stopPropagation": "stopImmediate:bool event:ref" => ""; "in" => "out",
    Receive "event/receive": "" => ""; "" => "out",
    Send "event/send": "" => ""; "in" => "out",
    DebugLog "debug/log": "" => ""; "in" => "out",
    // Other extensions.
    OnSelect "event/onSelect" of "KHR_node_selectability":
        "" => "selectedNode:ref controllerIndex:int selectionPoint:float3 selectionRayOrigin:float3 event:ref \
               selectedNodeIndex~:int"; "" => "out",
    OnHoverIn "event/onHoverIn" of "KHR_node_hoverability":
        "" => "hoveredNode:ref controllerIndex:int event:ref hoverNodeIndex~:int"; "" => "out",
    OnHoverOut "event/onHoverOut" of "KHR_node_hoverability":
        "" => "hoveredNode:ref controllerIndex:int event:ref hoverNodeIndex~:int"; "" => "out",
    ApplyImpulse "rigid_body/applyImpulse" of "KHR_physics_rigid_bodies":
        "nodeIndex:int linearImpulse?:float3 angularImpulse?:float3" => ""; "in" => "out",
    ApplyPointImpulse "rigid_body/applyPointImpulse" of "KHR_physics_rigid_bodies":
        "nodeIndex:int impulse:float3 position:float3" => ""; "in" => "out",
    RayCast "rigid_body/rayCast" of "KHR_physics_rigid_bodies":
        "rayStart:float3 rayEnd:float3 collisionFilterIndex?:int"
        => "hitNodeIndex:int hitFraction:float hitNormal:float3"; "in" => "hit miss",
    TriggerEntered "event/rigid_body_triggerEntered" of "KHR_physics_rigid_bodies":
        "" => "colliderNodeIndex:int motionNodeIndex:int"; "" => "out",
    TriggerExited "event/rigid_body_triggerExited" of "KHR_physics_rigid_bodies":
        "" => "colliderNodeIndex:int motionNodeIndex:int"; "" => "out",
}

impl Operation {
    /// Its row; `None` for one that is not supported.
    pub fn row(self) -> Option<&'static OperationRow> {
        ROWS.iter().find(|row| row.operation == self)
    }

    /// Whether something outside the graph activates it.
    pub fn is_event(self) -> bool {
        matches!(
            self,
            Self::OnStart
                | Self::OnTick
                | Self::Receive
                | Self::OnSelect
                | Self::OnHoverIn
                | Self::OnHoverOut
                | Self::TriggerEntered
                | Self::TriggerExited
        )
    }

    /// Whether a node of it has no memory and no flows: its outputs follow from its inputs whenever somebody reads them.
    pub fn is_evaluated(self) -> bool {
        let flows = self.row().is_some_and(OperationRow::has_flows);
        !flows && !matches!(self, Self::VariableGet | Self::NoOperation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A socket with a misspelled type would be left out in silence.
    #[test]
    fn every_socket_of_the_table_can_be_read() {
        for row in ROWS {
            assert_eq!(row.inputs.split_whitespace().count(), row.inputs().count(), "{}", row.name);
            assert_eq!(row.outputs.split_whitespace().count(), row.outputs().count(), "{}", row.name);
        }
    }

    #[test]
    fn sockets_of_one_set_have_one_type() {
        assert!(TypeSet::Arithmetic.allows(ValueType::Int, None));
        assert!(!TypeSet::Arithmetic.allows(ValueType::Int, Some(ValueType::Float)));
        assert!(!TypeSet::Arithmetic.allows(ValueType::Bool, None));
        assert!(TypeSet::MatrixOfVector.allows(ValueType::Float3x3, Some(ValueType::Float3)));
        assert!(!TypeSet::MatrixOfVector.allows(ValueType::Float2x2, Some(ValueType::Float3)));
    }
}
