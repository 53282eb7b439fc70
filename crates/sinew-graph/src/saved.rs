//! The state of a graph as data, and back.
//!
//! A saved state may come from anywhere: nothing in it is used before [`State::check`] has found that it is one of the program.

use serde::{Deserialize, Serialize};
use sinew_model::model::graph::{Operation, ValueType};

use crate::program::{Program, Settings};
use crate::state::animation::PlayingAnimation;
use crate::state::delay::{Delay, MAX_DELAYS};
use crate::state::event::{Pending, Queue};
use crate::state::interpolation::{Interpolation, MAX_INTERPOLATIONS, Subject};
use crate::state::log::LogEntry;
use crate::state::pointer::Place;
use crate::state::{Halt, HaltReason, MAX_EVENT_NUMBERS, MAX_PENDING, SentEvent, State};

/// The state of a graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedGraph {
    registers: Vec<f64>,
    ticks: u64,
    time: f64,
    random: u64,
    /// The last to be due first.
    delays: Vec<Delay>,
    next_delay: u64,
    next_event: u64,
    interpolations: Vec<SavedInterpolation>,
    next_interpolation: u64,
    animations: Vec<PlayingAnimation>,
    playheads: Vec<[f64; 2]>,
    ended: Vec<u32>,
    pending: Vec<Pending>,
    hovered: Vec<(i32, u32)>,
    /// The node, and whether there were too many operations.
    halt: Option<(u32, bool)>,
    sent: Vec<(usize, Vec<f64>)>,
    log: Vec<LogEntry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SavedInterpolation {
    sequence: u64,
    /// It says what is interpolated: a variable, or a property.
    node: u32,
    indices: [u32; 3],
    start: f64,
    duration: f64,
    control: [f64; 4],
    from: Vec<f64>,
    to: Vec<f64>,
}

/// Every NaN as one, so that snapshots are the same on every platform.
fn plain(number: f64) -> f64 {
    if number.is_nan() { f64::NAN } else { number }
}

impl State {
    /// The state to be written.
    pub fn save(&self, program: &Program) -> SavedGraph {
        let interpolation = |entry: &Interpolation| SavedInterpolation {
            sequence: entry.sequence,
            node: entry.node,
            indices: if let Subject::Property(place) = entry.subject { place.indices } else { [0; 3] },
            start: entry.start,
            duration: entry.duration,
            control: entry.control,
            from: entry.from.iter().copied().map(plain).collect(),
            to: entry.to.iter().copied().map(plain).collect(),
        };
        SavedGraph {
            registers: self.registers[program.lasting.clone()].iter().copied().map(plain).collect(),
            ticks: self.ticks,
            time: self.time,
            random: self.random,
            delays: self.delays.iter().rev().copied().collect(),
            next_delay: self.next_delay,
            next_event: self.next_event,
            interpolations: self.interpolations.iter().map(interpolation).collect(),
            next_interpolation: self.next_interpolation,
            animations: self.animations.clone(),
            playheads: self.playheads.clone(),
            ended: self.ended.clone(),
            pending: self.pending.iter().cloned().collect(),
            hovered: self.hovered.clone(),
            halt: self.halt.map(|halt| (halt.node, halt.reason == HaltReason::Operations)),
            sent: self.sent.iter().map(|sent| (sent.event, sent.numbers.clone())).collect(),
            log: self.log.clone(),
        }
    }

    /// Whether a saved state is one of a program with this state.
    pub fn check(&self, program: &Program, saved: &SavedGraph) -> bool {
        let is_node = |node: u32, operation: Operation| {
            program.nodes.get(node as usize).is_some_and(|found| found.operation == operation)
        };
        let first = program.lasting.start;
        let registers_suit = saved.registers.len() == program.lasting.len()
            && program.slots.iter().all(|&(register, value_type)| {
                let numbers = &saved.registers[register as usize - first..][..value_type.len()];
                numbers.iter().all(|number| value_type.allows(*number))
            });
        let delays_suit = saved.delays.len() <= MAX_DELAYS
            && saved.delays.iter().all(|delay| is_node(delay.node, Operation::SetDelay) && delay.time.is_finite())
            && saved.delays.is_sorted_by(|a, b| (a.time, a.id) > (b.time, b.id));
        let animations_suit = saved.playheads.len() == program.animations
            && saved.animations.len() <= program.animations
            && saved.ended.len() <= program.animations
            && saved.animations.iter().all(|playing| {
                (playing.animation as usize) < program.animations
                    && is_node(playing.end_node, Operation::AnimationStart)
                    && playing.stop_node.is_none_or(|node| is_node(node, Operation::AnimationStopAt))
            });
        let interpolations_suit = saved.interpolations.len() <= MAX_INTERPOLATIONS + program.variables.len()
            && saved.interpolations.is_sorted_by(|a, b| a.sequence < b.sequence)
            && saved.interpolations.iter().all(|entry| entry.restore(program).is_some());
        let waiting = saved.pending.iter().map(|pending| match pending {
            Pending::Custom { numbers, .. } => numbers.len(),
            _ => 0,
        });
        let events_suit = saved.pending.len() <= MAX_PENDING
            && waiting.sum::<usize>() <= MAX_EVENT_NUMBERS
            && saved.pending.iter().all(|pending| match pending {
                Pending::Custom { event, numbers } => program.suits_event(*event, numbers),
                _ => true,
            })
            && saved.sent.iter().all(|(event, numbers)| program.suits_event(*event, numbers));
        registers_suit
            && delays_suit
            && animations_suit
            && interpolations_suit
            && events_suit
            && saved.time.is_finite()
            && saved.halt.is_none_or(|(node, _)| (node as usize) < program.nodes.len())
    }

    /// Goes back to a saved state that [`State::check`] has found to be one.
    pub fn restore(&mut self, program: &Program, saved: &SavedGraph) {
        self.registers[program.lasting.clone()].copy_from_slice(&saved.registers);
        // What was evaluated and activated is of another time.
        let evaluated = program.lasting.end..;
        self.registers[evaluated.clone()].copy_from_slice(&program.initial[evaluated]);
        self.forget_activations();
        self.ticks = saved.ticks;
        self.time = saved.time;
        self.random = saved.random;
        self.delays = saved.delays.iter().rev().copied().collect();
        self.next_delay = saved.next_delay;
        self.next_event = saved.next_event;
        self.interpolations = saved.interpolations.iter().filter_map(|entry| entry.restore(program)).collect();
        self.next_interpolation = saved.next_interpolation;
        self.animations.clone_from(&saved.animations);
        self.playheads.clone_from(&saved.playheads);
        self.ended.clone_from(&saved.ended);
        self.pending = Queue::default();
        for pending in &saved.pending {
            // There are no more than fit in: that was checked.
            self.pending.push(pending.clone());
        }
        self.hovered.clone_from(&saved.hovered);
        self.halt = saved.halt.map(|(node, is_operations)| Halt {
            node,
            reason: if is_operations { HaltReason::Operations } else { HaltReason::Events },
        });
        let sent = |(event, numbers): &(usize, Vec<f64>)| SentEvent { event: *event, numbers: numbers.clone() };
        self.sent = saved.sent.iter().map(sent).collect();
        self.log.clone_from(&saved.log);
    }
}

impl SavedInterpolation {
    /// The interpolation, if its node starts such.
    fn restore(&self, program: &Program) -> Option<Interpolation> {
        let (subject, value_type) = match &program.nodes.get(self.node as usize)?.settings {
            Settings::Interpolation { variable, .. } => {
                (Subject::Variable(*variable), program.variables.get(*variable as usize)?.1)
            }
            Settings::Pointer(pointer) if program.nodes[self.node as usize].flows.len() == 3 => {
                let property = pointer.property.filter(|_| pointer.is_mutable)?;
                let count = pointer.indices.len();
                (Subject::Property(Place { property, indices: self.indices, count }), pointer.value_type)
            }
            _ => return None,
        };
        let is_valid = self.from.len() == value_type.len()
            && self.to.len() == value_type.len()
            && value_type != ValueType::Custom
            && self.duration >= 0.0
            && self.start.is_finite()
            && self.control.iter().all(|number| number.is_finite());
        is_valid.then(|| Interpolation {
            sequence: self.sequence,
            node: self.node,
            subject,
            start: self.start,
            duration: self.duration,
            control: self.control,
            from: self.from.clone(),
            to: self.to.clone(),
        })
    }
}
