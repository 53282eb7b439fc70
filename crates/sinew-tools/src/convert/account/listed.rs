//! Maps of a joint's limits and drives by their properties, so that each is found without a search.

use std::collections::HashMap;

use sinew_document::Value;

use sinew_model::math::Axis;
use sinew_model::model::physics::{DofKind, DriveMode, JointDrive, JointLimit, LimitAxes};

/// The kind, the axes and both ends; stiffness and damping as well, for the one that agrees in all.
type Range = (DofKind, LimitAxes, [Option<u32>; 2]);

/// Limits by axes and range.
pub(super) struct Limits<'l> {
    whole: HashMap<(Range, [Option<u32>; 2]), &'l JointLimit>,
    ranges: HashMap<Range, &'l JointLimit>,
}

impl<'l> Limits<'l> {
    pub(super) fn new(limits: &'l [JointLimit]) -> Self {
        let mut found = Self { whole: HashMap::new(), ranges: HashMap::new() };
        for limit in limits {
            let range = (limit.kind, limit.axes, [limit.min, limit.max].map(bits));
            found.whole.entry((range, [limit.stiffness, Some(limit.damping)].map(bits))).or_insert(limit);
            found.ranges.entry(range).or_insert(limit);
        }
        found
    }

    /// The limit of an object: equal in everything, or at least in its range.
    pub(super) fn find(&self, kind: DofKind, axes: LimitAxes, value: Value<'_>) -> Option<&'l JointLimit> {
        let range = (kind, axes, ["min", "max"].map(|key| bits(finite(value.get(key)))));
        let damping = finite(value.get("damping")).or(Some(0.0));
        let whole = self.whole.get(&(range, [finite(value.get("stiffness")), damping].map(bits)));
        whole.or_else(|| self.ranges.get(&range)).copied()
    }
}

/// The kind, the axis, the mode and both targets.
type Target = (DofKind, Axis, DriveMode, [Option<u32>; 2]);

/// Drives by axis and targets.
pub(super) struct Drives<'d> {
    whole: HashMap<(Target, [Option<u32>; 3]), &'d JointDrive>,
    targets: HashMap<Target, &'d JointDrive>,
}

impl<'d> Drives<'d> {
    pub(super) fn new(drives: &'d [JointDrive]) -> Self {
        let mut found = Self { whole: HashMap::new(), targets: HashMap::new() };
        for drive in drives {
            let targets = [drive.position_target, drive.velocity_target].map(bits);
            let target = (drive.kind, drive.axis, drive.mode, targets);
            let strength = [drive.max_force, Some(drive.stiffness), Some(drive.damping)].map(bits);
            found.whole.entry((target, strength)).or_insert(drive);
            found.targets.entry(target).or_insert(drive);
        }
        found
    }

    /// The drive of an object: equal in everything, or at least in its targets.
    pub(super) fn find(&self, value: Value<'_>) -> Option<&'d JointDrive> {
        let word = |key: &str| value.get(key).and_then(Value::as_str);
        let kind = match &*word("type")? {
            "linear" => DofKind::Linear,
            "angular" => DofKind::Angular,
            _ => return None,
        };
        let mode = match &*word("mode")? {
            "force" => DriveMode::Force,
            "acceleration" => DriveMode::Acceleration,
            _ => return None,
        };
        let axis = value.get("axis")?.as_u64().and_then(|axis| Axis::from_index(usize::try_from(axis).ok()?))?;
        let number = |key: &str| finite(value.get(key));
        let target = (kind, axis, mode, [number("positionTarget"), number("velocityTarget")].map(bits));
        let [stiffness, damping] = ["stiffness", "damping"].map(|key| number(key).or(Some(0.0)));
        let whole = self.whole.get(&(target, [number("maxForce"), stiffness, damping].map(bits)));
        whole.or_else(|| self.targets.get(&target)).copied()
    }
}

/// A number that the reader accepts.
pub(super) fn finite(value: Option<Value<'_>>) -> Option<f32> {
    value.and_then(Value::as_f32).filter(|number| number.is_finite())
}

/// The bits of a number as a key; adding zero makes +0 of −0.
fn bits(number: Option<f32>) -> Option<u32> {
    number.map(|number| (number + 0.0).to_bits())
}
