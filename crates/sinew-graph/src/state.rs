//! A graph while it runs: what it remembers, and one tick.

pub(crate) mod animation;
pub(crate) mod delay;
pub(crate) mod event;
mod flow;
pub(crate) mod interpolation;
pub(crate) mod log;
pub(crate) mod pointer;

use std::collections::VecDeque;
use std::fmt;

use crate::host::Host;
use crate::program::Program;
use crate::state::animation::PlayingAnimation;
use crate::state::delay::Delay;
use crate::state::event::Queue;
use crate::state::flow::Frame;
use crate::state::interpolation::Interpolation;
use crate::state::log::LogEntry;

/// The most operations in one tick: a second or less of any machine, and a thousand times what graphs need that people draw. A fuzzer has
/// better things to do than to wait for loops.
pub(crate) const MAX_OPERATIONS: u64 = if cfg!(fuzzing) { 50_000 } else { 20_000_000 };

/// The most events of one tick; the rest waits for the next.
pub(crate) const MAX_EVENTS: usize = 4096;

/// The most events that wait, and that are sent in one tick.
pub(crate) const MAX_PENDING: usize = 1 << 16;

/// The most numbers of all these events together.
pub(crate) const MAX_EVENT_NUMBERS: usize = 1 << 22;

/// So many elements of a list cost as much as an operation: whatever goes through a list is counted by its length, so that no file
/// decides how long a tick takes.
const ELEMENTS_OF_AN_OPERATION: usize = 16;

/// The most activations of one tick that are listed.
const MAX_ACTIVATIONS: usize = 1 << 20;

/// Steps add up with rounding: times that are this near, in seconds, are equal.
pub(crate) const TIME_TOLERANCE: f64 = 1e-9;

/// Why a graph was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HaltReason {
    /// A tick took more operations than are allowed.
    Operations,
    /// More events were waiting than are allowed.
    Events,
}

impl fmt::Display for HaltReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Operations => "more operations in a step than are allowed",
            Self::Events => "more events waiting than are allowed",
        })
    }
}

/// Where and why a graph was stopped. It does not run any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halt {
    /// The index of the node that was active.
    pub node: u32,
    /// Why.
    pub reason: HaltReason,
}

/// A custom event that a graph has sent.
#[derive(Clone, Debug, PartialEq)]
pub struct SentEvent {
    /// The index of the event.
    pub event: usize,
    /// Its values, one behind the other.
    pub numbers: Vec<f64>,
}

/// An activation of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activation {
    /// The index of the node.
    pub node: u32,
    /// The position in its input flows; `None` for an event.
    pub input: Option<u32>,
}

/// How far the occurrence of an event has been stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stopped {
    No,
    Propagation,
    Immediately,
}

/// A graph while it runs.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) registers: Vec<f64>,
    pub(crate) ticks: u64,
    /// Seconds since the first tick.
    pub(crate) time: f64,
    pub(crate) random: u64,
    /// The first to be due first.
    pub(crate) delays: VecDeque<Delay>,
    pub(crate) next_delay: u64,
    pub(crate) next_event: u64,
    /// Ascending by sequence number.
    pub(crate) interpolations: Vec<Interpolation>,
    pub(crate) next_interpolation: u64,
    pub(crate) animations: Vec<PlayingAnimation>,
    /// Of each animation, its time, and its time on a timeline that never ends.
    pub(crate) playheads: Vec<[f64; 2]>,
    /// Nodes whose animation has ended in this tick.
    pub(crate) ended: Vec<u32>,
    pub(crate) pending: Queue,
    /// What each controller hovers over.
    pub(crate) hovered: Vec<(i32, u32)>,
    pub(crate) halt: Option<Halt>,
    pub(crate) sent: Vec<SentEvent>,
    pub(crate) log: Vec<LogEntry>,
    pub(crate) work: Work,
}

/// What is empty between two ticks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Work {
    pub(crate) stack: Vec<Frame>,
    pub(crate) operations: u64,
    pub(crate) events: usize,
    /// The numbers of the events that were sent.
    pub(crate) sent_numbers: usize,
    /// The bytes of the messages.
    pub(crate) log_bytes: usize,
    /// The event that is being handled.
    pub(crate) current: Option<(u64, Stopped)>,
    pub(crate) inputs: Vec<f64>,
    /// Counts changes; 0 is never.
    pub(crate) stamp: u32,
    /// Of each node, the stamp when it was evaluated.
    pub(crate) evaluated: Vec<u32>,
    marks: Vec<u32>,
    round: u32,
    list: Vec<u32>,
    activations: Option<Vec<Activation>>,
}

impl State {
    /// A graph that has not started.
    pub fn new(program: &Program) -> Self {
        Self {
            registers: program.initial.clone(),
            ticks: 0,
            time: 0.0,
            random: 0x9e37_79b9_7f4a_7c15,
            delays: VecDeque::new(),
            next_delay: 0,
            next_event: 0,
            interpolations: Vec::new(),
            next_interpolation: 0,
            animations: Vec::new(),
            playheads: vec![[0.0; 2]; program.animations],
            ended: Vec::new(),
            pending: Queue::default(),
            hovered: Vec::new(),
            halt: None,
            sent: Vec::new(),
            log: Vec::new(),
            work: Work::default(),
        }
    }

    /// One tick of so many seconds: what has happened since the last, what was scheduled for now, and the tick itself.
    pub fn tick(&mut self, program: &Program, seconds: f64, host: &mut dyn Host) {
        self.sent.clear();
        self.log.clear();
        self.forget_activations();
        if self.halt.is_some() {
            return;
        }
        self.work.operations = 0;
        self.work.events = 0;
        self.work.sent_numbers = 0;
        self.work.log_bytes = 0;
        let mut run = Run { program, state: self, host };
        if run.state.ticks == 0 {
            run.start();
        }
        run.handle_pending();
        run.end_animations();
        run.handle_pending();
        run.activate_delays();
        run.handle_pending();
        run.interpolate();
        run.handle_pending();
        run.tick(seconds);
        run.handle_pending();
        self.ticks = self.ticks.saturating_add(1);
        self.time = self.ticks as f64 * seconds;
    }

    /// The numbers of a variable; none for one that the graph does not have.
    pub fn variable(&self, program: &Program, variable: usize) -> &[f64] {
        let Some(&(register, value_type)) = program.variables.get(variable) else { return &[] };
        &self.registers[register as usize..][..value_type.len()]
    }

    /// Numbers of the outputs of a node, which follow each other: those that were last evaluated. None beyond what there is.
    pub fn outputs(&self, program: &Program, node: usize, length: usize) -> &[f64] {
        let first = program.nodes.get(node).map_or(usize::MAX, |node| node.out as usize);
        self.registers.get(first..first.saturating_add(length)).unwrap_or_default()
    }

    /// The custom events that were sent in the last tick, in order.
    pub fn sent(&self) -> &[SentEvent] {
        &self.sent
    }

    /// The messages of the last tick.
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// Where and why the graph was stopped, if it was.
    pub fn halt(&self) -> Option<Halt> {
        self.halt
    }

    /// How many ticks there were.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Whether activations are listed from now on.
    pub fn trace(&mut self, is_on: bool) {
        self.work.activations = is_on.then(Vec::new);
    }

    /// The activations of the last tick, in order; none unless they are listed.
    pub fn activations(&self) -> &[Activation] {
        self.work.activations.as_deref().unwrap_or_default()
    }

    pub(crate) fn forget_activations(&mut self) {
        if let Some(activations) = &mut self.work.activations {
            activations.clear();
        }
    }

    /// Numbers that identify the state, without those that differ between platforms: every NaN is the same.
    pub fn digest(&self, program: &Program, mut add: impl FnMut(u64)) {
        let mut number = |number: f64| add(if number.is_nan() { f64::NAN.to_bits() } else { number.to_bits() });
        self.registers[program.lasting.clone()].iter().copied().for_each(&mut number);
        self.delays.iter().rev().for_each(|delay| number(delay.time));
        self.interpolations.iter().for_each(|entry| number(entry.start));
        for playing in &self.animations {
            number(f64::from(playing.animation));
            number(playing.created);
        }
        let counts = [self.ticks, self.random, self.next_delay, self.next_event, self.next_interpolation];
        counts.into_iter().chain([self.pending.len() as u64, u64::from(self.halt.is_some())]).for_each(add);
    }
}

/// A graph that runs, with its world.
pub(crate) struct Run<'a> {
    pub(crate) program: &'a Program,
    pub(crate) state: &'a mut State,
    pub(crate) host: &'a mut dyn Host,
}

impl Run<'_> {
    /// Stops the graph for good.
    pub(crate) fn stop(&mut self, node: u32, reason: HaltReason) {
        self.state.halt = Some(Halt { node, reason });
        self.state.work.stack.clear();
        self.state.pending = Queue::default();
    }

    pub(crate) fn is_halted(&self) -> bool {
        self.state.halt.is_some()
    }

    /// Counts operations; `false` if there were too many.
    pub(crate) fn count(&mut self, node: u32, operations: usize) -> bool {
        self.state.work.operations += operations as u64;
        if self.state.work.operations > MAX_OPERATIONS {
            self.stop(node, HaltReason::Operations);
        }
        !self.is_halted()
    }

    /// Counts what goes through so many elements of a list; `false` if there were too many operations.
    pub(crate) fn count_elements(&mut self, node: u32, elements: usize) -> bool {
        self.count(node, elements / ELEMENTS_OF_AN_OPERATION)
    }

    /// Lists an activation, if somebody asked for that.
    pub(crate) fn note(&mut self, node: u32, input: Option<u32>) {
        if let Some(activations) = &mut self.state.work.activations
            && activations.len() < MAX_ACTIVATIONS
        {
            activations.push(Activation { node, input });
        }
    }

    /// Evaluates everything that the inputs of a node depend on.
    pub(crate) fn evaluate_inputs(&mut self, node: u32) {
        let program = self.program;
        if let Some(list) = program.schedule(node) {
            if self.count(node, list.len()) {
                self.evaluate_all(list);
            }
            return;
        }
        let work = &mut self.state.work;
        work.marks.resize(program.nodes.len(), 0);
        work.round = work.round.wrapping_add(1);
        if work.round == 0 {
            work.marks.fill(0);
            work.round = 1;
        }
        let mut list = std::mem::take(&mut work.list);
        program.collect(node, work.round, &mut work.marks, &mut list);
        if self.count(node, list.len()) {
            self.evaluate_all(&list);
        }
        self.state.work.list = list;
    }

    /// A number from 0 to 1, without 1 (splitmix64).
    pub(crate) fn random(&mut self) -> f64 {
        self.state.random = self.state.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state.random;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        (bits >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }
}
