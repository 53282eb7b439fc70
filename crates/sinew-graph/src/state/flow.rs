//! Flows: what happens when a node is activated.
//!
//! Activations wait on a stack. A node pushes what comes later before what comes first, so that everything behind a flow has
//! happened before the next flow is activated, however deep; a loop pushes itself below its body.

use sinew_model::model::graph::{Operation, Reference, ReferenceKind, ValueType};

use crate::program::{Node, Settings, Target};
use crate::state::event::Pending;
use crate::state::{HaltReason, MAX_EVENT_NUMBERS, MAX_PENDING, Run, SentEvent, Stopped, TIME_TOLERANCE};

/// The operations that a ray counts as: it may meet every collider of a world.
const RAY: usize = 1000;

/// What waits on the stack.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frame {
    /// An input flow is activated.
    Activate(Target),
    /// The body of a loop is done.
    Again(u32),
}

impl Run<'_> {
    /// Activates an output flow of a node and runs until everything behind it is done.
    pub(crate) fn run_flow(&mut self, node: u32, flow: usize) {
        self.note_change();
        self.push_flow(node, flow);
        while let Some(frame) = self.state.work.stack.pop() {
            let (Frame::Activate(Target { node, .. }) | Frame::Again(node)) = frame;
            if !self.count(node, 1) {
                return;
            }
            match frame {
                Frame::Activate(target) => {
                    self.note(target.node, Some(target.input));
                    self.activate(target);
                    self.note_effect(node);
                }
                Frame::Again(node) => self.run_loop(node, true),
            }
        }
    }

    /// Pushes what an output flow leads to.
    pub(crate) fn push_flow(&mut self, node: u32, flow: usize) {
        let flows = &self.program.nodes[node as usize].flows;
        if let Some(target) = self.program.targets[flows.start as usize + flow] {
            self.state.work.stack.push(Frame::Activate(target));
        }
    }

    fn activate(&mut self, target: Target) {
        let (program, index) = (self.program, target.node);
        let node = &program.nodes[index as usize];
        self.evaluate_inputs(index);
        if self.is_halted() {
            return;
        }
        match node.operation {
            Operation::Sequence => (0..node.flows.len()).rev().for_each(|flow| self.push_flow(index, flow)),
            Operation::Branch => self.push_flow(index, usize::from(self.number(node, 0) == 0.0)),
            Operation::FlowSwitch => {
                let selection = self.int(node, 0);
                let case = if let Settings::Cases(cases) = &node.settings { cases.position(selection) } else { None };
                self.push_flow(index, case.map_or(0, |case| case + 1));
            }
            Operation::While | Operation::For => self.run_loop(index, false),
            Operation::DoN => self.do_n(index, node, target.input),
            Operation::MultiGate => self.multi_gate(index, node, target.input),
            Operation::WaitAll => self.wait_all(index, node, target.input),
            Operation::Throttle => self.throttle(index, node, target.input),
            Operation::SetDelay if target.input == 0 => self.set_delay(index, node),
            Operation::SetDelay => self.cancel_delays(index, node),
            Operation::CancelDelay => self.cancel_delay(index, node),
            Operation::VariableSet => {
                self.set_variables(index, node);
                self.push_flow(index, 0);
            }
            Operation::VariableInterpolate => self.interpolate_variable(index, node),
            Operation::PointerSet => {
                let is_set = self.set_pointer(index, node);
                self.push_flow(index, usize::from(!is_set));
            }
            Operation::PointerInterpolate => self.interpolate_pointer(index, node),
            Operation::AnimationStart => self.start_animation(index, node),
            Operation::AnimationStop => self.stop_animation(index, node),
            Operation::AnimationStopAt => self.stop_animation_at(index, node),
            Operation::StopPropagation => {
                self.stop_propagation(node);
                self.push_flow(index, 0);
            }
            Operation::Send => self.send(index, node),
            Operation::DebugLog => {
                self.log(node);
                self.push_flow(index, 0);
            }
            Operation::ApplyImpulse => {
                if let Some(body) = self.impulse_target(index, node) {
                    let (linear, angular) = (self.vector(node, 1), self.vector(node, 2));
                    self.host.apply_impulse(body, linear, angular);
                }
                self.push_flow(index, 0);
            }
            Operation::ApplyPointImpulse => {
                if let Some(body) = self.impulse_target(index, node) {
                    let (impulse, point) = (self.vector(node, 1), self.vector(node, 2));
                    self.host.apply_point_impulse(body, impulse, point);
                }
                self.push_flow(index, 0);
            }
            Operation::RayCast => self.cast_ray(index, node),
            _ => {}
        }
    }

    /// The node of the scene that an impulse is applied to. Its body may be that of a node above.
    fn impulse_target(&mut self, index: u32, node: &Node) -> Option<u32> {
        let target = u32::try_from(self.int(node, 0)).ok()?;
        self.count_depth(index, target).then_some(target)
    }

    /// One round of a loop; `is_again` if its body has run.
    fn run_loop(&mut self, index: u32, is_again: bool) {
        let program = self.program;
        let node = &program.nodes[index as usize];
        if is_again {
            if node.operation == Operation::For {
                // It was less than the end, so that one more is an integer.
                self.state.registers[node.out as usize] += 1.0;
                self.note_effect(index);
            }
            self.evaluate_inputs(index);
        } else if node.operation == Operation::For {
            self.state.registers[node.out as usize] = self.number(node, 0);
        }
        if self.is_halted() {
            return;
        }
        let goes_on = match node.operation {
            Operation::For => self.state.registers[node.out as usize] < self.number(node, 1),
            _ => self.number(node, 0) != 0.0,
        };
        if goes_on {
            self.state.work.stack.push(Frame::Again(index));
            self.push_flow(index, 0);
        } else {
            self.push_flow(index, 1);
        }
    }

    fn do_n(&mut self, index: u32, node: &Node, input: u32) {
        let count = self.state.registers[node.out as usize];
        if input == 1 {
            self.state.registers[node.out as usize] = 0.0;
        } else if count < self.number(node, 0) {
            self.state.registers[node.out as usize] = count + 1.0;
            self.push_flow(index, 0);
        }
    }

    fn multi_gate(&mut self, index: u32, node: &Node, input: u32) {
        let flags = node.hidden as usize..node.hidden as usize + node.flows.len();
        if input == 1 {
            self.state.registers[node.out as usize] = -1.0;
            self.state.registers[flags].fill(0.0);
            return;
        }
        let Settings::Gate { is_random, is_loop } = node.settings else { return };
        if node.flows.is_empty() || !self.count_elements(index, node.flows.len()) {
            return;
        }
        let unused = |run: &Self| run.state.registers[flags.clone()].iter().filter(|used| **used == 0.0).count();
        if unused(self) == 0 {
            if !is_loop {
                return;
            }
            self.state.registers[flags.clone()].fill(0.0);
        }
        let count = unused(self);
        let choice = if is_random { ((self.random() * count as f64) as usize).min(count - 1) } else { 0 };
        let free = self.state.registers[flags.clone()].iter().enumerate().filter(|(_, used)| **used == 0.0);
        let Some((flow, _)) = { free }.nth(choice) else { return };
        self.state.registers[flags.start + flow] = 1.0;
        self.state.registers[node.out as usize] = flow as f64;
        self.push_flow(index, flow);
    }

    fn wait_all(&mut self, index: u32, node: &Node, input: u32) {
        let (out, count) = (node.out as usize, node.hidden as usize);
        // The input flow `reset` is the first.
        let Some(flow) = input.checked_sub(1) else {
            let flags = self.wait_all_inputs(index);
            self.state.registers[count..count + flags].fill(0.0);
            self.state.registers[out] = flags as f64;
            return;
        };
        if std::mem::replace(&mut self.state.registers[count + flow as usize], 1.0) == 0.0 {
            self.state.registers[out] -= 1.0;
        }
        self.push_flow(index, usize::from(self.state.registers[out] == 0.0));
    }

    fn wait_all_inputs(&self, index: u32) -> usize {
        self.program.initial[self.program.nodes[index as usize].out as usize] as usize
    }

    fn throttle(&mut self, index: u32, node: &Node, input: u32) {
        let (out, timestamp) = (node.out as usize, node.hidden as usize);
        if input == 1 {
            self.state.registers[out] = f64::NAN;
            return;
        }
        let duration = self.number(node, 0);
        if !is_duration(duration) {
            return self.push_flow(index, 1);
        }
        let elapsed = self.state.time - self.state.registers[timestamp];
        if self.state.registers[out].is_nan() || duration <= elapsed + TIME_TOLERANCE {
            self.state.registers[timestamp] = self.state.time;
            self.state.registers[out] = 0.0;
            self.push_flow(index, 0);
        } else {
            self.state.registers[out] = duration - elapsed;
        }
    }

    fn set_variables(&mut self, index: u32, node: &Node) {
        let Settings::Variables(list) = &node.settings else { return };
        let numbers: usize = list.iter().map(|(_, registers)| registers.len()).sum();
        if !self.count_elements(index, numbers + list.len() * self.state.interpolations.len()) {
            return;
        }
        // All values are read before any is set: one may be what another variable was.
        let mut inputs = std::mem::take(&mut self.state.work.inputs);
        inputs.clear();
        for (place, (_, registers)) in list.iter().enumerate() {
            let register = self.program.operand(node, place);
            inputs.extend(&self.state.registers[register..][..registers.len()]);
        }
        let mut rest = inputs.as_slice();
        for (variable, registers) in list {
            self.end_variable_interpolation(*variable);
            let (value, behind) = rest.split_at(registers.len());
            self.state.registers[registers.clone()].copy_from_slice(value);
            rest = behind;
        }
        self.state.work.inputs = inputs;
    }

    fn stop_propagation(&mut self, node: &Node) {
        let event = Reference::from_number(self.number(node, 1)).filter(|found| found.kind == ReferenceKind::Event);
        let stopped = if self.number(node, 0) == 0.0 { Stopped::Propagation } else { Stopped::Immediately };
        if let (Some(event), Some((current, so_far))) = (event, &mut self.state.work.current)
            && event.index == *current
        {
            *so_far = stopped.max(*so_far);
        }
    }

    fn send(&mut self, index: u32, node: &Node) {
        let Settings::Event(event) = node.settings else { return };
        let shape = &self.program.events[event as usize];
        let mut numbers = Vec::with_capacity(shape.initial.len());
        for (place, value_type) in shape.types.iter().enumerate() {
            let register = self.program.operand(node, place);
            numbers.extend(&self.state.registers[register..][..value_type.len()]);
        }
        self.state.work.sent_numbers += numbers.len();
        let is_too_much = self.state.sent.len() >= MAX_PENDING || self.state.work.sent_numbers > MAX_EVENT_NUMBERS;
        if shape.has_id && !is_too_much {
            self.state.sent.push(SentEvent { event: event as usize, numbers: numbers.clone() });
        }
        let is_heard = !shape.receivers.is_empty();
        if is_too_much || is_heard && !self.state.pending.push(Pending::Custom { event: event as usize, numbers }) {
            return self.stop(index, HaltReason::Events);
        }
        self.push_flow(index, 0);
    }

    fn cast_ray(&mut self, index: u32, node: &Node) {
        if !self.count(index, RAY) {
            return;
        }
        let filter = u32::try_from(self.int(node, 2)).ok();
        let hit = self.host.ray_cast(self.vector(node, 0), self.vector(node, 1), filter);
        if let Some(hit) = hit {
            let [x, y, z] = hit.normal;
            let out = node.out as usize;
            self.state.registers[out..out + 5].copy_from_slice(&[
                hit.node.map_or(-1.0, f64::from),
                hit.fraction,
                x,
                y,
                z,
            ]);
        }
        self.push_flow(index, usize::from(hit.is_none()));
    }

    /// The index that a reference or, in older files, an integer refers to.
    pub(crate) fn referred(&self, node: &Node, place: usize, kind: ReferenceKind) -> Option<u64> {
        let number = self.number(node, place);
        if node.value_type == ValueType::Int {
            return u64::try_from(number as i64).ok();
        }
        Reference::from_number(number).filter(|found| found.kind == kind).map(|found| found.index)
    }
}

/// Whether a number is a time to wait.
pub(crate) fn is_duration(seconds: f64) -> bool {
    // Beyond this, times of a running graph would lose their milliseconds.
    (0.0..=1e12).contains(&seconds)
}
