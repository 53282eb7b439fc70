//! Look-at: `lookAt` in 1.0, a part of `firstPerson` in VRM 0.x.

use std::sync::Arc;

use glam::Vec3;
use sinew_document::extension::vrm_0x::{self, DegreeMap, FirstPerson};
use sinew_document::extension::vrmc_vrm;
use sinew_document::{Code, Diagnostics, Value};

use crate::kernel::look_at::CurveKey;
use crate::model::{LookAt, LookAtKind, RangeMap};

pub(super) fn lower(table: &vrmc_vrm::LookAt) -> LookAt {
    let kind = table.kind.unwrap_or(LookAtKind::Bone);
    let map = |map: Option<vrmc_vrm::RangeMap>| {
        let default = RangeMap::default_of(kind);
        let Some(map) = map else { return default };
        RangeMap {
            input_max_value: map.input_max_value.unwrap_or(default.input_max_value),
            output_scale: map.output_scale.unwrap_or(default.output_scale),
            curve: None,
        }
    };
    LookAt {
        kind,
        offset_from_head_bone: table.offset_from_head_bone.map(Vec3::from),
        space: None,
        horizontal_inner: map(table.range_map_horizontal_inner),
        horizontal_outer: map(table.range_map_horizontal_outer),
        vertical_down: map(table.range_map_vertical_down),
        vertical_up: map(table.range_map_vertical_up),
    }
}

pub(super) fn lower_0x(table: &FirstPerson<'_>, value: Value<'_>, diagnostics: &mut Diagnostics) -> LookAt {
    let kind = match table.look_at_type_name {
        Some(vrm_0x::LookAtKind::BlendShape) => LookAtKind::Expression,
        Some(vrm_0x::LookAtKind::Bone) | None => LookAtKind::Bone,
    };
    let mut map = |map: &Option<DegreeMap>, key: &str| {
        let default = RangeMap::default_of(kind);
        let Some(map) = map else { return default };
        let place = value.get(key).and_then(|map| map.get("curve")).unwrap_or(value);
        RangeMap {
            input_max_value: map.x_range.unwrap_or(default.input_max_value),
            output_scale: map.y_range.unwrap_or(default.output_scale),
            curve: map.curve.as_deref().and_then(|numbers| curve(numbers, place, diagnostics)),
        }
    };
    // The engine that wrote these files is left-handed and left this one vector as it was: forward is +z there.
    let offset = table.first_person_bone_offset.map(|offset| Vec3::new(offset.x, offset.y, 0.0 - offset.z));
    LookAt {
        kind,
        offset_from_head_bone: offset,
        space: None,
        horizontal_inner: map(&table.look_at_horizontal_inner, "lookAtHorizontalInner"),
        horizontal_outer: map(&table.look_at_horizontal_outer, "lookAtHorizontalOuter"),
        vertical_down: map(&table.look_at_vertical_down, "lookAtVerticalDown"),
        vertical_up: map(&table.look_at_vertical_up, "lookAtVerticalUp"),
    }
}

/// The keys of a curve; `None` for a straight line from 0 to 1, and where the keys cannot be used.
fn curve(numbers: &[f32], place: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Arc<[CurveKey]>> {
    let (keys, rest) = numbers.as_chunks();
    if !rest.is_empty() {
        let message = format!("{} numbers are no whole keys of four; a straight line is taken", numbers.len());
        diagnostics.report(Code::ARRAY_LENGTH_NOT_IN_LIST, place, message);
        return None;
    }
    let key = |&[input, output, slope_before, slope_behind]: &[f32; 4]| CurveKey {
        input,
        output,
        slope_before,
        slope_behind,
    };
    let keys: Vec<CurveKey> = keys.iter().map(key).collect();
    if !keys.is_sorted_by(|before, after| before.input < after.input) {
        let message = "the places of the keys do not increase; a straight line is taken";
        diagnostics.report(Code::VALUE_NOT_IN_RANGE, place, message);
        return None;
    }
    let is_line = matches!(
        keys[..],
        [
            CurveKey { input: 0.0, output: 0.0, slope_behind: 1.0, .. },
            CurveKey { input: 1.0, output: 1.0, slope_before: 1.0, .. }
        ]
    );
    (!keys.is_empty() && !is_line).then(|| keys.into())
}
