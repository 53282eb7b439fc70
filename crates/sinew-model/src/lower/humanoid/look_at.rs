//! Look-at: `lookAt` in 1.0, a part of `firstPerson` in VRM 0.x.

use glam::Vec3;
use sinew_document::extension::vrm_0x::{self, DegreeMap, FirstPerson};
use sinew_document::extension::vrmc_vrm;

use crate::model::{LookAt, LookAtKind, RangeMap};

pub(super) fn lower(table: &vrmc_vrm::LookAt) -> LookAt {
    let kind = table.kind.unwrap_or(LookAtKind::Bone);
    let map = |map: Option<vrmc_vrm::RangeMap>| {
        let default = RangeMap::default_of(kind);
        map.map_or(default, |map| RangeMap {
            input_max_value: map.input_max_value.unwrap_or(default.input_max_value),
            output_scale: map.output_scale.unwrap_or(default.output_scale),
        })
    };
    LookAt {
        kind,
        offset_from_head_bone: table.offset_from_head_bone.map(Vec3::from),
        horizontal_inner: map(table.range_map_horizontal_inner),
        horizontal_outer: map(table.range_map_horizontal_outer),
        vertical_down: map(table.range_map_vertical_down),
        vertical_up: map(table.range_map_vertical_up),
    }
}

pub(super) fn lower_0x(table: &FirstPerson<'_>) -> LookAt {
    let kind = match table.look_at_type_name {
        Some(vrm_0x::LookAtKind::BlendShape) => LookAtKind::Expression,
        Some(vrm_0x::LookAtKind::Bone) | None => LookAtKind::Bone,
    };
    let map = |map: &Option<DegreeMap<'_>>| {
        let default = RangeMap::default_of(kind);
        map.as_ref().map_or(default, |map| RangeMap {
            input_max_value: map.x_range.unwrap_or(default.input_max_value),
            output_scale: map.y_range.unwrap_or(default.output_scale),
        })
    };
    // The engine that wrote these files is left-handed and left this one vector as it was: forward is +z there.
    let offset = table.first_person_bone_offset.map(|offset| Vec3::new(offset.x, offset.y, 0.0 - offset.z));
    LookAt {
        kind,
        offset_from_head_bone: offset,
        horizontal_inner: map(&table.look_at_horizontal_inner),
        horizontal_outer: map(&table.look_at_horizontal_outer),
        vertical_down: map(&table.look_at_vertical_down),
        vertical_up: map(&table.look_at_vertical_up),
    }
}
