//! The codes of all diagnostics.
//!
//! Where Khronos's validator has the same rule, the name is its name.

use std::fmt;

use crate::severity::Severity;

/// The name of a rule, such as `UNRESOLVED_REFERENCE`. Names are stable; messages are not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(&'static str);

impl Code {
    /// The name as it is printed.
    pub fn as_str(self) -> &'static str {
        self.0
    }

    /// Returns the default severity of the rule.
    pub fn severity(self) -> Severity {
        self.position().and_then(|at| SEVERITIES.get(at).copied()).unwrap_or(Severity::Error)
    }

    /// Returns the rule as one sentence.
    pub fn summary(self) -> &'static str {
        self.position().and_then(|at| SUMMARIES.get(at).copied()).unwrap_or_default()
    }

    /// Returns the code with this name, such as `"NODE_CYCLE"`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.0 == name)
    }

    /// Its position in the table.
    fn position(self) -> Option<usize> {
        Self::ALL.iter().position(|code| *code == self)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.0)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}

/// One line a rule: its name, its severity, and what it says.
macro_rules! rules {
    ($($code:ident: $severity:ident, $summary:literal;)*) => {
        impl Code {
            $(#[doc = $summary] pub const $code: Code = Code(stringify!($code));)*

            /// Every code, in the order of this table.
            pub const ALL: &'static [Code] = &[$(Code::$code),*];
        }

        static SEVERITIES: &[Severity] = &[$(Severity::$severity),*];

        /// Beside the severities, so that a program that prints none is without their text.
        static SUMMARIES: &[&str] = &[$($summary),*];
    };
}

rules! {
    // The shape of the JSON.
    TYPE_MISMATCH: Error, "A property has a value of the wrong type.";
    UNDEFINED_PROPERTY: Error, "A required property is missing.";
    UNEXPECTED_PROPERTY: Warning, "A property is not defined by the specification of its object.";
    DUPLICATE_PROPERTY: Warning, "A key occurs twice in one object; the last value counts.";
    ARRAY_LENGTH_NOT_IN_LIST: Error, "An array has a number of elements that its property does not allow.";
    EMPTY_ENTITY: Error, "An array or an object that must hold something is empty.";
    VALUE_NOT_IN_LIST: Warning, "A value is none of those its property allows.";
    VALUE_NOT_IN_RANGE: Error, "A number lies outside the range its property allows.";
    VALUE_NOT_FINITE: Error, "A number is not finite.";
    INVALID_INDEX: Error, "An index is not a whole number of at least 0.";
    UNRESOLVED_REFERENCE: Error, "An index refers to an object that does not exist.";
    ONE_OF_MISMATCH: Error, "Exactly one of several properties must be present.";
    DUPLICATE_ELEMENTS: Error, "An array names one thing twice.";
    UNSATISFIED_DEPENDENCY: Error, "A property refers to something that the file as a whole does not have.";
    UNUSED_OBJECT: Information, "Nothing in the file refers to an object.";
    TOO_MANY_ELEMENTS: Error, "A file declares more objects than the reader's limits allow; the rest is left out.";

    // The file around the JSON.
    BYTE_ORDER_MARK: Warning, "The JSON begins with a byte order mark, which glTF forbids.";
    GLB_PADDING: Warning, "The JSON chunk of a GLB is padded with something other than spaces.";
    GLB_LENGTH_MISMATCH: Warning, "The length a GLB declares is not the length of the file.";
    GLB_UNKNOWN_CHUNK: Warning, "A GLB holds a chunk of an unknown type, which is preserved.";
    GLB_UNUSED_BINARY_CHUNK: Warning, "A GLB holds a binary chunk that no buffer refers to.";
    UNDECLARED_EXTENSION: Error, "An extension is used and not listed in extensionsUsed.";
    EXTENSION_NOT_PRESENT: Information, "An extension is listed in extensionsUsed, and nothing in the file uses it.";
    UNSUPPORTED_EXTENSION: Information, "A required extension is not supported; its data is preserved and has no effect.";
    GLB_CHUNK_DROPPED: Warning, "A chunk of a GLB has no place in the format that is written, and is left out.";
    BUFFER_UNAVAILABLE: Error, "The bytes of a buffer cannot be read.";
    BUFFER_TOO_SHORT: Error, "A buffer has fewer bytes than it declares.";
    IMAGE_UNAVAILABLE: Warning, "The bytes of an image cannot be read; its reference is left unchanged.";
    RESOURCE_NOT_COPIED: Warning, "A file that the asset refers to cannot be copied beside it; its reference is left unchanged.";

    // Accessors.
    BUFFER_VIEW_UNREADABLE: Error, "The compressed data of a buffer view cannot be decoded.";
    ACCESSOR_UNREADABLE: Error, "The data of an accessor cannot be read.";
    ACCESSOR_INDEX_OOB: Error, "An index of a mesh is beyond its vertices; the triangles that use it are left out.";

    // The node tree.
    NODE_CYCLE: Error, "A node is its own descendant; the edge that closes the cycle is left out.";
    NODE_PARENT_OVERRIDE: Error, "A node has more than one parent; the first one counts.";
    NODE_MATRIX_AND_TRS: Error, "A node has both a matrix and translation, rotation or scale; the matrix counts.";
    NODE_MATRIX_NON_TRS: Error, "A node's matrix is not a product of translation, rotation and scale; the nearest one is used.";
    ROTATION_NON_UNIT: Error, "A rotation is not of unit length; it is normalized.";
    SCENE_NON_ROOT_NODE: Error, "A scene lists a node that has a parent; it is drawn below that parent alone.";
    ROTATION_ZERO: Error, "A rotation has no length; the identity is used.";
    NO_SCENE: Information, "The file has no scene; every root node is taken.";

    // Node constraints.
    CONSTRAINT_KIND_NOT_ONE: Error, "A node constraint must name exactly one kind; of several, the first one counts.";
    CONSTRAINT_DIALECTS_CONFLICT: Error, "A node is constrained in two dialects at once; the later dialect counts.";
    CONSTRAINT_SOURCE_IS_DESTINATION: Error, "A node is constrained by itself; the constraint is left out.";
    CONSTRAINT_SOURCE_BELOW_DESTINATION: Error, "A source that is read in model space lies below the node it moves; the constraint is left out.";
    CONSTRAINT_SOURCE_ABOVE_DESTINATION: Warning, "The source of a constraint is an ancestor of the node it moves.";
    CONSTRAINT_AIM_DEGENERATE: Error, "The aim and up vectors of a constraint span no plane; the constraint is left out.";
    CONSTRAINT_CYCLE: Error, "Constraints depend on each other in a cycle; none of them is evaluated.";

    // Animations.
    ANIMATION_CHANNEL_NO_TARGET: Information, "An animation channel has no target node, and is skipped.";
    ANIMATION_CHANNEL_UNSUPPORTED: Information, "An animation channel moves something that is not a node's transform or weights, and is skipped.";
    ANIMATION_DUPLICATE_TARGETS: Error, "Two channels of one animation move the same property of one node; the last one counts.";
    KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE: Error, "A channel with a pointer names a node, too; the pointer counts.";
    KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH: Error, "A channel has a pointer, and its path is not \"pointer\"; the path counts.";
    ANIMATION_POINTER_UNKNOWN: Error, "The pointer of a channel is of no property of the object model; the channel is skipped.";
    ANIMATION_POINTER_UNDEFINED: Error, "The pointer of a channel leads to a property that the file does not define; the channel is skipped.";
    ANIMATION_POINTER_READ_ONLY: Error, "The pointer of a channel leads to a property that can only be read; the channel is skipped.";
    ANIMATION_POINTER_ACCESSOR: Error, "The values of a channel are not of the type of the property that its pointer leads to; the channel is skipped.";
    ANIMATION_POINTER_INTERPOLATION: Error, "A property that is true or false, or a whole number, is animated otherwise than by steps.";
    ANIMATION_POINTER_VALUE: Error, "A key has a value that the property of the channel's pointer cannot have; it is passed over.";
    ANIMATION_SAMPLER_UNREADABLE: Error, "The keys of an animation channel cannot be used, and the channel is skipped.";
    ANIMATION_KEYS_NOT_INCREASING: Error, "Key times do not increase; the channel is skipped.";

    // Virtual transforms.
    VIRTUAL_TRANSFORM_NO_PARENT: Information, "A virtual transform names no parent, and stays relative to the model's root.";
    VIRTUAL_TRANSFORM_DUPLICATE_NAME: Warning, "Two virtual transforms have one name; a search by name finds the first.";
    VIRTUAL_TRANSFORM_JOINT_NAME: Warning, "A virtual transform has the name of a skin's joint, with which it must not overlap.";
    VIRTUAL_TRANSFORM_DUPLICATE_TAG: Hint, "A virtual transform has a tag twice.";
    VIRTUAL_TRANSFORM_TWO_SPELLINGS: Warning, "A file has both spellings of the extension; the singular one counts.";
    CAMERA_HINT_TARGETS_ITSELF: Error, "A node where a camera may stand is to look at itself; its rotation counts.";
    NODE_HINT_SCALED: Warning, "A look-at target or a camera hint has a scale, which says nothing.";
    LOOK_AT_UNAVAILABLE: Information, "A look-at virtual transform was requested, and the file has no head bone and no lookAt.";

    // Behaviour graphs.
    GRAPH_REJECTED: Error, "A behaviour graph breaks a rule that its text rejects graphs for; nothing of it runs.";
    GRAPH_LIMIT: Error, "A behaviour graph has more of something than is allowed: it is rejected, or stopped while it runs.";
    GRAPH_TYPE_SIGNATURE: Error, "A type of a graph has a signature that is not defined.";
    GRAPH_TYPE_DUPLICATE: Error, "Two types of a graph have the same signature.";
    GRAPH_VALUE_MISMATCH: Error, "A constant of a graph does not suit its type.";
    GRAPH_EVENT_DUPLICATE_ID: Error, "Two custom events of a graph have the same id.";
    GRAPH_EVENT_RESERVED_SOCKET: Error, "A value of a custom event is called `event`, the name of the event's own reference.";
    GRAPH_OPERATION_UNKNOWN: Error, "A declaration names an operation that is not defined, and no extension that defines it.";
    GRAPH_OPERATION_UNSUPPORTED: Warning, "An operation of another extension is not supported; nodes that use it do nothing.";
    GRAPH_DECLARATION_SOCKETS: Error, "A declaration of an operation of `KHR_interactivity` lists value sockets.";
    GRAPH_DECLARATION_DUPLICATE: Error, "Two declarations of a graph are equal.";
    GRAPH_CONFIGURATION_INVALID: Error, "A node's operation has no default configuration, and its own is not valid.";
    GRAPH_CONFIGURATION_DEFAULT: Warning, "A node's configuration is not valid; the default one is used.";
    GRAPH_CONFIGURATION_UNUSED: Warning, "A node has a configuration that its operation does not define.";
    GRAPH_POINTER_SYNTAX: Error, "A pointer template of a graph is not valid.";
    GRAPH_POINTER_UNKNOWN: Warning, "A pointer of a graph is not one of a supported property; reading it fails while the graph runs.";
    GRAPH_SOCKET_MISSING: Error, "A node lacks an input value that its operation has.";
    GRAPH_SOCKET_SOURCE: Error, "An input value has no source, or two.";
    GRAPH_SOCKET_TYPE: Error, "The type of an input value is not one that the operation takes there.";
    GRAPH_SOCKET_UNKNOWN: Error, "An input value refers to an output that the other node does not have.";
    GRAPH_VALUE_ORDER: Error, "An input value refers to a node that does not come before its own.";
    GRAPH_FLOW_ORDER: Error, "A flow leads to a node that does not come after its own; it runs as long as flows form no cycle.";
    GRAPH_FLOW_CYCLE: Error, "Flows of a graph lead back to where they came from.";
    GRAPH_FLOW_UNCONNECTED: Warning, "A flow leads to an input that the other node does not have; activating it does nothing.";
    GRAPH_FLOW_UNKNOWN: Warning, "A node names an output flow that its operation does not have, which is ignored.";
    GRAPH_TRIGGER_NODE: Error, "An event of a trigger names a node that is no trigger, or one that another such event names.";
    GRAPH_DRAFT_SPELLING: Information, "A graph uses a spelling from before the release candidate, which is read as what replaced it.";

    // Spring bones.
    SPRING_JOINT_NOT_DESCENDANT: Error, "A joint of a spring is not below the joint before it, which then does not swing.";
    SPRING_JOINT_REPEATED: Error, "A node is a joint of two springs, or twice of one; the first counts.";
    SPRING_CHAINS_OVERLAP: Warning, "A spring shares its end with another, or passes over a joint of another.";
    SPRING_CENTER_MISPLACED: Warning, "The center of a spring is neither its first joint nor above it, or another spring moves it.";
    SPRING_MOVES_HUMAN_BONE: Warning, "A spring rotates a human bone, over whatever animations say.";
    SPRING_JOINT_WITHOUT_LENGTH: Warning, "The tail of a spring's joint rests where the joint is, so that it does not swing.";
    SPRING_JOINT_IS_SIMULATED: Warning, "A joint of a spring has a dynamic body, which moves it instead of the spring.";
    SPRING_WITHOUT_TAIL: Warning, "A spring has fewer than two joints, so that nothing swings.";
    SPRING_COLLIDER_SHAPE: Error, "A collider of springs does not have exactly one shape.";

    // Humanoids.
    SPEC_VERSION_MISSING: Error, "An extension does not say its version; it is read as 1.0.";
    SPEC_VERSION_UNKNOWN: Warning, "An extension has an unsupported version; it is read as 1.0.";
    HUMANOID_REPEATED: Warning, "A file names its human bones in more than one extension; the newest one counts.";
    HUMANOID_REQUIRED_BONE_MISSING: Error, "A required human bone is missing.";
    HUMANOID_PARENT_BONE_MISSING: Error, "A human bone is present without the parent bone that it requires.";
    HUMANOID_BONE_REPEATED: Error, "A human bone is named twice; the first node is used.";
    HUMANOID_NODE_SHARED: Error, "One node is named for two human bones; it is the first one alone.";
    HUMANOID_BONE_OUTSIDE_PARENT: Error, "The node of a human bone is not below the node of its parent bone.";
    HUMANOID_SCALE_NOT_POSITIVE: Error, "A human bone's scale is zero or negative.";
    HUMANOID_HIPS_HEIGHT: Warning, "The hips do not rest above the ground, so their motion cannot be scaled to another humanoid.";
    HUMANOID_NOT_T_POSE: Warning, "A limb rests far from its direction in the T-pose.";
    HUMANOID_THUMB_NAMES: Warning, "The thumbs have the names of before 1.0.";
    CLIP_CHANNEL_FORBIDDEN: Error, "A clip moves a property of a human bone that it must not move; the channel is left out.";
    CLIP_SEVERAL_ANIMATIONS: Information, "A clip holds several animations; the first one is used.";
    CLIP_TIME_OUT_OF_RANGE: Information, "The requested time is outside the range of a clip's keys; its first or last pose is returned.";
    CLIP_LEGS_UNMEASURED: Warning, "The hips' motion is to be scaled by leg length, and a humanoid has no leg that can be measured; it is not scaled.";
    EXPRESSION_NAME_TAKEN: Error, "A custom expression has the name of a preset, or of another expression, and is left out.";
    EXPRESSION_CHANNEL_KIND: Warning, "An expression lists a channel as another kind than it is; the channel counts as what it is.";
    EXPRESSION_CHANNEL_UNSUPPORTED: Warning, "The animation of an expression changes a property that expressions do not change; the channel is left out.";
    EXPRESSION_NOT_NORMALIZED: Warning, "The animation of an expression does not go from rest at 0 s to the whole expression at 1 s.";
    EXPRESSION_BIND_UNUSED: Information, "An expression changes a property that its material does not have; the bind has no effect.";

    // BVH clips.
    BVH_SECOND_ROOT: Warning, "A BVH file has more than one root; bones are taken from the skeleton with the most human bones.";
    BVH_CHANNEL_UNKNOWN: Warning, "A channel of a BVH file is neither a position nor a rotation; its values are ignored.";
    BVH_FRAME_TIME: Error, "The frame time of a BVH file is not positive; 1/30 s is used.";
    BVH_FRAME_COUNT: Warning, "A BVH file holds another number of frames than it declares; whole frames up to that number count.";
    BVH_BONE_NAMES: Information, "The human bones of a BVH file were found by the names that a kind of rig gives its joints.";
    BVH_NO_BONES: Error, "No joint of a BVH file has the name of a human bone in any rig that is known.";
    BVH_JOINT_UNKNOWN: Warning, "A list of bone names refers to a joint that the BVH file does not have.";
    BVH_FIGURE_RAISED: Information, "The hips of a BVH file do not rest above the ground; the skeleton is raised to stand on it.";
    BVH_SIZE: Warning, "The skeleton of a BVH file has a size that no human has; its unit of length may be another.";

    // Shapes.
    KHR_COLLISION_SHAPES_DEGENERATE_SHAPE: Information, "A shape has no volume; a point or a line is left out.";
    KHR_IMPLICIT_SHAPES_DEGENERATE_SHAPE: Information, "A shape has no volume; a point or a line is left out.";
    SHAPE_EMPTY: Error, "A shape refers to a mesh without usable geometry; colliders and triggers with that shape are left out.";
    SHAPE_MESH_COMPRESSED: Error, "A shape refers to a mesh with primitives in an unsupported compression; the other primitives are used.";
    SHAPE_HULL_FLAT: Warning, "The points of a hull lie in one plane; their triangles are taken instead.";
    SHAPE_STRAY_PROPERTY: Warning, "A shape has properties of another type than its own, which are ignored.";
    SHAPE_PRIMITIVE_NOT_TRIANGLES: Warning, "A shape is made of a mesh with points or lines, which have no triangles.";

    // Bodies, colliders, triggers and joints.
    PHYSICS_OUTSIDE_SCENE: Information, "A node outside the scene that runs has physics, which is left out.";
    BODY_WITHOUT_COLLIDER: Warning, "A body has no collider with a volume to take its mass or inertia from; unit moments stand in.";
    BODY_PARTLY_ANIMATED: Information, "An animation moves only the position or only the rotation of a body; the whole body is kinematic.";
    COLLIDER_WITHOUT_SHAPE: Warning, "A collider or a trigger names a shape that cannot be used, and is left out.";
    COLLIDER_DISABLED: Information, "A node's scale is zero along all axes, which disables its collider or trigger.";
    COLLIDER_FLAT: Warning, "A scale of zero leaves a shape without extent; it is left out.";
    COLLIDER_SCALE_NON_UNIFORM: Warning, "A round shape is scaled differently along its axes; a convex hull of it is used.";
    COLLIDER_SHEARED: Warning, "A shape is sheared by the scales and rotations above it; a convex hull of it is used.";
    KHR_RIGID_BODIES_COLLISION_FILTER_INVALID_FILTER_SET: Error, "A collision filter names what it meets and what it does not; both count.";
    TRIGGER_PART_NOT_BELOW: Error, "A compound trigger names a node that is not below it; the part is left out.";
    TRIGGER_PART_NOT_SINGLE: Error, "A compound trigger names a node that is no trigger with a shape of its own; the part is left out.";
    JOINT_WITHOUT_BODY: Warning, "Neither side of a joint moves; the joint is left out.";
    JOINT_NODE_OUTSIDE_SCENE: Warning, "A joint is connected to a node outside the scene that runs; that end is fixed where the node would be.";
    JOINT_OF_ONE_BODY: Warning, "Both sides of a joint are on one body; the joint is left out.";
    KHR_RIGID_BODIES_JOINT_INVALID_RANGE: Error, "The minimum of a joint limit is above its maximum; the limit is left out.";
    JOINT_LIMIT_IMPOSSIBLE: Warning, "No pose satisfies a limit of a joint; the nearest one is held.";
    JOINT_DRIVE_TARGET_UNUSED: Warning, "A drive has a target, and no stiffness or damping to reach it with.";
    KHR_RIGID_BODIES_JOINT_LIMITS_INVALID_AXIS: Error, "An axis of a joint limit is not 0, 1 or 2; the limit is left out.";

    // OMI's physics.
    PHYSICS_DIALECTS_CONFLICT: Error, "A node has physics in both KHR's and OMI's extensions; KHR's take precedence.";
    OMI_SHAPE_DEGENERATE: Information, "A shape is a point or a line; colliders and triggers with it are left out.";
    OMI_INERTIA_TENSOR: Error, "An inertia tensor is not symmetric or not positive; that of the shapes is taken.";
    OMI_COLLIDER_NOT_DIRECT: Warning, "A collider is below a body, but not right below it, and so stands on its own.";
    OMI_TRIGGER_MISMATCH: Warning, "A solid collider belongs to a trigger body; it stays solid.";
    OMI_TRIGGER_WITHOUT_SHAPE: Information, "A trigger has no shape with a volume; it is left out.";
    OMI_JOINT_SHARES_NODE: Warning, "A joint is on the node of something else, and should have one of its own.";
    OMI_JOINT_NO_RIGID_BODY: Error, "A joint connects nothing that it could move; the joint is left out.";
    OMI_JOINT_TRIGGER: Error, "A joint names a trigger as one of its bodies; the joint is left out.";
    OMI_JOINT_NOT_A_BODY: Error, "A joint names a node that is no body; the joint is left out.";
    OMI_JOINT_NOT_ON_A_BODY: Warning, "A frame of a joint is below no body; it is attached to the fixed world.";
    OMI_CONSTRAINT_WITHOUT_AXES: Warning, "A limit of a joint names no axis, and is left out.";
    OMI_LIMIT_INVERTED: Error, "The lower end of a limit of a joint is above the upper; the limit is left out.";
    OMI_STIFFNESS_FRACTION: Information, "A stiffness of at most 1 is the fraction of the engine that wrote it; the limit is hard.";
    GRAVITY_WITHOUT_TRIGGER: Error, "A gravity field is not on a trigger of its own; it is left out.";
    GRAVITY_ON_A_BODY: Warning, "A gravity field is on the node of a body or a collider.";
    GRAVITY_DIRECTION: Warning, "The direction of gravity is not of unit length; it is normalized.";

    // Physics that is valid by the schemas and most likely a mistake.
    BODY_NESTED: Information, "A body is below another one, and does not follow it.";
    BODY_INERTIA_IMPOSSIBLE: Warning, "No solid has these moments of inertia: one is more than the two others together.";
    COLLIDER_MESH_MOVES: Information, "A triangle mesh collider on a dynamic body can collide with another triangle mesh.";
    FILTER_NEVER_MATCHES: Information, "A collision filter collides only with systems that nothing in the file belongs to.";
    JOINT_IMMOVABLE: Warning, "Neither side of a joint can be moved by it.";
    JOINT_WITHOUT_EFFECT: Warning, "A joint neither limits nor drives anything.";
    JOINT_TO_TRIGGER: Warning, "A frame of a joint is a trigger that is on no body.";
    JOINT_MASS_RATIO: Warning, "One body of a joint has more than a thousand times the mass of the other.";
    JOINT_LIMITS_OVERLAP: Warning, "Two limits of a joint are about the same axis.";
    JOINT_LIMIT_BROKEN_AT_REST: Warning, "A joint rests outside of its limits, so that it jumps when the simulation begins.";
    JOINT_DRIVE_LOCKED: Warning, "A drive pushes along or about an axis that a limit locks.";

    // Normalizing a model.
    NORMALIZE_NODE_KEPT: Warning, "A node keeps its rest rotation, because removing it would change how the model looks or moves.";
    NORMALIZE_NODE_ADDED: Information, "A camera or a light was moved to a new node with the old orientation.";
    NORMALIZE_NOT_REWRITTEN: Warning, "An unsupported extension refers to nodes whose axes were rotated.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_found_by_its_name() {
        for &code in Code::ALL {
            assert_eq!(Code::from_name(code.as_str()), Some(code));
            assert!(code.summary().ends_with('.'), "{code}");
        }
        assert_eq!(Code::from_name("NO_SUCH_CODE"), None);
    }
}
