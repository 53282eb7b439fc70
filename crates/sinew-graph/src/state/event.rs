//! Events: what activates a graph from outside.

use std::collections::VecDeque;

use sinew_model::model::graph::{Reference, ReferenceKind};

use crate::program::{Program, Settings};
use crate::state::{MAX_EVENT_NUMBERS, MAX_EVENTS, MAX_PENDING, Run, State, Stopped};

/// Something that has happened, to be handled in the next tick.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Pending {
    /// A custom event with its values, one behind the other.
    Custom {
        /// The index of the event.
        event: usize,
        /// Its values.
        numbers: Vec<f64>,
    },
    /// Somebody selected a node of the scene.
    Select {
        /// The file's index of the node.
        node: u32,
        /// Which controller; 0 where there is one.
        controller: i32,
        /// Where the ray met the node, in the world; NaN if there is no ray.
        point: [f64; 3],
        /// Where the ray began.
        origin: [f64; 3],
    },
    /// A controller hovers over another node than before, or over none.
    Hover {
        /// The file's index of the node.
        node: Option<u32>,
        /// Which controller.
        controller: i32,
    },
    /// A collider has entered or left a trigger.
    Trigger {
        /// Whether it has entered.
        is_entered: bool,
        /// The file's index of the trigger's node.
        trigger: u32,
        /// The file's index of the collider's node; `None` for one of another file.
        collider: Option<u32>,
        /// The file's index of the node that moves the collider.
        motion: Option<u32>,
    },
}

impl Pending {
    fn numbers(&self) -> usize {
        if let Self::Custom { numbers, .. } = self { numbers.len() } else { 0 }
    }
}

/// What has happened and is to be handled, the oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    list: VecDeque<Pending>,
    /// The numbers of all of it together.
    numbers: usize,
}

impl Queue {
    /// Adds an event; `false` if there are too many.
    pub(crate) fn push(&mut self, pending: Pending) -> bool {
        let numbers = self.numbers + pending.numbers();
        let is_taken = self.list.len() < MAX_PENDING && numbers <= MAX_EVENT_NUMBERS;
        if is_taken {
            self.numbers = numbers;
            self.list.push_back(pending);
        }
        is_taken
    }

    fn pop(&mut self) -> Option<Pending> {
        let pending = self.list.pop_front()?;
        self.numbers -= pending.numbers();
        Some(pending)
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Pending> {
        self.list.iter()
    }
}

impl State {
    /// Adds something that has happened. Returns `false` if this graph does not know it, or too much is waiting.
    pub fn post(&mut self, program: &Program, pending: Pending) -> bool {
        let suits = match &pending {
            Pending::Custom { event, numbers } => program.suits_event(*event, numbers),
            _ => true,
        };
        suits && self.halt.is_none() && self.pending.push(pending)
    }
}

impl Run<'_> {
    /// The graph starts.
    pub(crate) fn start(&mut self) {
        let program = self.program;
        let event = self.begin_event();
        self.show(&program.handlers.start, 0, &[event]);
        self.handle_all(&program.handlers.start);
        self.state.work.current = None;
    }

    /// A tick happens.
    pub(crate) fn tick(&mut self, seconds: f64) {
        let program = self.program;
        let event = self.begin_event();
        let since_last = if self.state.ticks == 0 { f64::NAN } else { seconds };
        self.show(&program.handlers.tick, 0, &[self.state.time, since_last, event]);
        self.handle_all(&program.handlers.tick);
        self.state.work.current = None;
    }

    /// Handles what waits, also what is sent meanwhile; what is too much for one tick waits for the next.
    pub(crate) fn handle_pending(&mut self) {
        while !self.is_halted() && self.state.work.events < MAX_EVENTS {
            let Some(pending) = self.state.pending.pop() else { return };
            self.state.work.events += 1;
            match pending {
                Pending::Custom { event, numbers } => self.receive(event, &numbers),
                Pending::Select { node, controller, point, origin } => self.select(node, controller, point, origin),
                Pending::Hover { node, controller } => self.hover(node, controller),
                Pending::Trigger { is_entered, trigger, collider, motion } => {
                    self.trigger(is_entered, trigger, collider, motion);
                }
            }
            self.state.work.current = None;
        }
    }

    /// A new occurrence of an event; its reference.
    fn begin_event(&mut self) -> f64 {
        let id = self.state.next_event;
        self.state.next_event = id.wrapping_add(1);
        self.state.work.current = Some((id, Stopped::No));
        Reference { kind: ReferenceKind::Event, index: id }.to_number()
    }

    /// Sets outputs of the nodes of an event, from a place on. All of them show the same while the event is handled, and the flow of one
    /// may read another, so that this comes before any is activated.
    fn show(&mut self, nodes: &[u32], first: usize, outputs: &[f64]) {
        for &node in nodes {
            let out = self.program.nodes[node as usize].out as usize + first;
            self.state.registers[out..out + outputs.len()].copy_from_slice(outputs);
        }
    }

    /// Activates the outputs of an event's nodes, one behind the other.
    fn handle_all(&mut self, nodes: &[u32]) {
        for &node in nodes {
            if !self.handle(node) {
                return;
            }
        }
    }

    /// Activates the output of an event's node; `false` if no further node of the event is to be activated.
    fn handle(&mut self, node: u32) -> bool {
        self.note(node, None);
        self.run_flow(node, 0);
        !self.is_halted() && self.state.work.current.is_none_or(|(_, stopped)| stopped < Stopped::Immediately)
    }

    fn receive(&mut self, event: usize, numbers: &[f64]) {
        let program = self.program;
        let reference = self.begin_event();
        let receivers = &program.events[event].receivers;
        let Some(&first) = receivers.first() else { return };
        if self.count_elements(first, receivers.len() * numbers.len()) {
            self.show(receivers, 0, numbers);
            self.show(receivers, numbers.len(), &[reference]);
            self.handle_all(receivers);
        }
    }

    /// Activates the nodes that handle an event of a node of the scene; `false` if the event goes no further.
    fn handle_at(&mut self, handlers: &[(u32, u32)], scene_node: u32, outputs: &[f64]) -> bool {
        let program = self.program;
        let first = handlers.partition_point(|(of, _)| *of < scene_node);
        let here = || handlers[first..].iter().take_while(|(of, _)| *of == scene_node).map(|(_, node)| *node);
        here().for_each(|node| self.show(&[node], 0, outputs));
        let mut stops = false;
        for node in here() {
            if !self.handle(node) {
                return false;
            }
            stops |= matches!(program.nodes[node as usize].settings, Settings::StopsPropagation(true));
        }
        !stops && self.state.work.current.is_none_or(|(_, stopped)| stopped == Stopped::No)
    }

    fn select(&mut self, node: u32, controller: i32, point: [f64; 3], origin: [f64; 3]) {
        let program = self.program;
        let event = self.begin_event();
        let selected = Reference { kind: ReferenceKind::Node, index: u64::from(node) }.to_number();
        let [[px, py, pz], [ox, oy, oz]] = [point, origin];
        let outputs = [selected, f64::from(controller), px, py, pz, ox, oy, oz, event, f64::from(node)];
        let mut next = Some(node);
        while let Some(at) = next {
            if !self.handle_at(&program.handlers.select, at, &outputs) {
                return;
            }
            next = self.host.parent(at);
        }
    }

    /// A node and those above it, ascending.
    fn path(&self, node: Option<u32>) -> Vec<u32> {
        let mut path: Vec<u32> = std::iter::successors(node, |node| self.host.parent(*node)).collect();
        path.sort_unstable();
        path
    }

    fn hover(&mut self, node: Option<u32>, controller: i32) {
        let before = self.state.hovered.iter().position(|(other, _)| *other == controller);
        let before = before.map(|place| self.state.hovered.remove(place).1);
        if let Some(node) = node {
            self.state.hovered.push((controller, node));
        }
        if before == node {
            return;
        }
        let program = self.program;
        let sides = [(before, node, &program.handlers.hover_out), (node, before, &program.handlers.hover_in)];
        for (from, other, handlers) in sides {
            let Some(target) = from else { continue };
            let event = self.begin_event();
            let hovered = Reference { kind: ReferenceKind::Node, index: u64::from(target) }.to_number();
            let outputs = [hovered, f64::from(controller), event, f64::from(target)];
            let of_both = self.path(other);
            let mut next = from;
            while let Some(at) = next {
                // A node that has both below it is neither entered nor left.
                if of_both.binary_search(&at).is_ok() || !self.handle_at(handlers, at, &outputs) {
                    break;
                }
                next = self.host.parent(at);
            }
        }
    }

    fn trigger(&mut self, is_entered: bool, trigger: u32, collider: Option<u32>, motion: Option<u32>) {
        let handlers = &self.program.handlers;
        let handlers = if is_entered { &handlers.trigger_entered } else { &handlers.trigger_exited };
        self.begin_event();
        let outputs = [collider, motion].map(|node| node.map_or(-1.0, f64::from));
        self.handle_at(handlers, trigger, &outputs);
    }
}
