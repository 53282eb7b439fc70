//! The animations that play, for those who sample what a pose does not have.

use sinew_model::model::{Animation, Model};

use super::{Playback, time_in};

impl Playback {
    /// Whether an animation that plays animates properties besides transforms and weights.
    pub(in crate::world) fn animates_properties(&self, model: &Model) -> bool {
        let mut playing = self.animations.iter().filter_map(|playing| model.animations().get(playing.animation));
        playing.any(|animation| !animation.properties.is_empty())
    }

    /// Calls `work` with each animation that plays and the time in it, in the order of the file.
    pub(in crate::world) fn each_animation(&self, model: &Model, mut work: impl FnMut(&Animation, f32)) {
        for playing in &self.animations {
            if let Some(animation) = model.animations().get(playing.animation) {
                work(animation, time_in(playing.time, playing.wrap_mode, animation.duration));
            }
        }
    }

    /// Notes that others move nodes than before.
    pub(in crate::world) fn note_change(&mut self) {
        self.is_changed = true;
    }
}
