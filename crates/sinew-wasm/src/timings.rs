//! The duration of the stages of a step, by the caller's clock.

use js_sys::Function;
use serde::Serialize;
use sinew::Stage;
use wasm_bindgen::JsValue;

/// Milliseconds of each stage.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Timings {
    animate: f64,
    update_bodies: f64,
    simulate: f64,
    follow: f64,
    events: f64,
}

/// Adds up the milliseconds of each stage.
pub(crate) struct Stopwatch<'a> {
    clock: &'a Function,
    last: f64,
    pub(crate) timings: Timings,
}

impl<'a> Stopwatch<'a> {
    pub(crate) fn start(clock: &'a Function) -> Self {
        let mut stopwatch = Self { clock, last: 0.0, timings: Timings::default() };
        stopwatch.last = stopwatch.now();
        stopwatch
    }

    /// Ends a stage.
    pub(crate) fn lap(&mut self, stage: Stage) {
        let now = self.now();
        let sum = match stage {
            Stage::Animate => &mut self.timings.animate,
            Stage::UpdateBodies => &mut self.timings.update_bodies,
            Stage::Simulate => &mut self.timings.simulate,
            Stage::Follow => &mut self.timings.follow,
            Stage::EmitEvents => &mut self.timings.events,
            _ => return,
        };
        *sum += now - self.last;
        self.last = now;
    }

    /// The time of the clock; the last one if the clock fails.
    fn now(&self) -> f64 {
        self.clock.call0(&JsValue::NULL).ok().and_then(|time| time.as_f64()).unwrap_or(self.last)
    }
}
