//! How long the stages of a step take, by the caller's clock.

use js_sys::Function;
use sinew::Stage;
use wasm_bindgen::JsValue;

/// Sums the milliseconds of each stage.
pub(crate) struct Stopwatch<'a> {
    clock: &'a Function,
    last: f64,
    /// By stage: animate, drive, simulate, follow, events.
    pub(crate) milliseconds: [f64; 5],
}

impl<'a> Stopwatch<'a> {
    pub(crate) fn start(clock: &'a Function) -> Self {
        let mut stopwatch = Self { clock, last: 0.0, milliseconds: [0.0; 5] };
        stopwatch.last = stopwatch.now();
        stopwatch
    }

    /// A stage is over.
    pub(crate) fn lap(&mut self, stage: Stage) {
        let now = self.now();
        let slot = match stage {
            Stage::Animate => 0,
            Stage::UpdateBodies => 1,
            Stage::Simulate => 2,
            Stage::Follow => 3,
            Stage::EmitEvents => 4,
            _ => return,
        };
        self.milliseconds[slot] += now - self.last;
        self.last = now;
    }

    /// A clock that fails stands still.
    fn now(&self) -> f64 {
        self.clock.call0(&JsValue::NULL).ok().and_then(|time| time.as_f64()).unwrap_or(self.last)
    }
}
