//! When an animation begins and ends, whether or not what it moves can be moved here.

use sinew_document::core::{self, Channel as RawChannel, Sampler};
use sinew_document::{Diagnostics, FromJson, Value};

use super::keys::Keys;

/// The first and the last key of all channels whose keys can be read. Samplers that no channel uses do not count. What is wrong has
/// been reported.
pub(super) fn key_range(value: Value<'_>, keys: &mut Keys<'_>) -> Option<[f32; 2]> {
    let mut quiet = Diagnostics::new();
    let raw = core::Animation::from_json(value, &mut quiet)?;
    let ends = raw.channels.iter().filter_map(|&channel| {
        let channel = RawChannel::from_json(channel, &mut quiet)?;
        let sampler = Sampler::from_json(*raw.samplers.get(channel.sampler as usize)?, &mut quiet)?;
        let times = keys.times(sampler.input, &mut quiet).ok()?;
        Some([*times.first()?, *times.last()?])
    });
    ends.reduce(|all, one| [all[0].min(one[0]), all[1].max(one[1])])
}
