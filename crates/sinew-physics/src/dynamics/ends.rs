//! The two frames of a joint at one time, and their metrics.

use glam::{DMat3, DQuat, DVec3};

use sinew_model::kernel::limit::{Frame, Gradient, Measure, Metric};

/// Where the frames of a joint are, and what its metrics are made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub frames: [Frame; 2],
    /// The rotation from frame a to frame b. Of its two quaternions, the one nearest to that before.
    pub relative: DQuat,
    /// The axes of frame a.
    pub axes: DMat3,
    /// From the origin of a to that of b: in the world, and along the axes of a.
    pub between: DVec3,
    pub along: DVec3,
}

impl Ends {
    /// The value of a metric.
    pub(super) fn value(&self, metric: Metric) -> f64 {
        match metric {
            Metric::Along(axis) => self.along[axis.index()],
            _ => metric.value(&self.frames[0], &self.frames[1]),
        }
    }

    /// The value of a metric and its gradient.
    pub(super) fn measure(&self, metric: Metric) -> Measure {
        match metric {
            Metric::Along(axis) => Measure {
                value: self.along[axis.index()],
                gradient: Gradient::of_distance(self.axes.col(axis.index()), self.between),
            },
            _ => metric.measure(&self.frames[0], &self.frames[1]),
        }
    }
}
