//! Interpolations of variables and properties.

use crate::formula::easing::ease;
use crate::formula::quaternion;
use crate::formula::scalar::mix;
use crate::program::{Node, Settings};
use crate::state::flow::is_duration;
use crate::state::pointer::Place;
use crate::state::{Run, TIME_TOLERANCE};

/// The most interpolations of properties at a time; pointers of graphs read it.
pub(crate) const MAX_INTERPOLATIONS: usize = 1 << 16;

/// What an interpolation changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Subject {
    Variable(u32),
    Property(Place),
}

/// A value on its course to another.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Interpolation {
    pub(crate) sequence: u64,
    /// The node that started it.
    pub(crate) node: u32,
    pub(crate) subject: Subject,
    /// Seconds since the start of the graph.
    pub(crate) start: f64,
    pub(crate) duration: f64,
    /// The control points.
    pub(crate) control: [f64; 4],
    pub(crate) from: Vec<f64>,
    pub(crate) to: Vec<f64>,
}

impl Run<'_> {
    /// The duration and the control points of a node, where they are valid. They are the inputs behind the value.
    fn easing(&self, node: &Node) -> Option<(f64, [f64; 4])> {
        let (duration, [x1, y1], [x2, y2]) = (self.number(node, 1), self.vector(node, 2), self.vector(node, 3));
        let control = [x1, y1, x2, y2];
        let is_valid = is_duration(duration)
            && control.iter().all(|number| number.is_finite())
            && [x1, x2].iter().all(|x| (0.0..=1.0).contains(x));
        is_valid.then_some((duration, control))
    }

    pub(crate) fn interpolate_variable(&mut self, index: u32, node: &Node) {
        let Settings::Interpolation { variable, registers, .. } = &node.settings else { return };
        let Some(easing) = self.easing(node) else { return self.push_flow(index, 1) };
        let from = self.state.registers[registers.clone()].to_vec();
        self.begin(index, node, Subject::Variable(*variable), easing, from);
    }

    pub(crate) fn interpolate_pointer(&mut self, index: u32, node: &Node) {
        let Settings::Pointer(pointer) = &node.settings else { return };
        let Some(easing) = self.easing(node) else { return self.push_flow(index, 1) };
        if !self.count_elements(index, self.state.interpolations.len()) {
            return;
        }
        let place = self.place(pointer).filter(|_| pointer.is_mutable);
        let mut from = vec![0.0; pointer.value_type.len()];
        let place = place.filter(|place| self.read(*place, &mut from));
        let active = self.state.interpolations.iter().filter(|entry| matches!(entry.subject, Subject::Property(_)));
        let Some(place) = place.filter(|_| active.count() < MAX_INTERPOLATIONS) else {
            return self.push_flow(index, 1);
        };
        self.begin(index, node, Subject::Property(place), easing, from);
    }

    fn begin(
        &mut self,
        index: u32,
        node: &Node,
        subject: Subject,
        (duration, control): (f64, [f64; 4]),
        from: Vec<f64>,
    ) {
        if !self.count_elements(index, self.state.interpolations.len()) {
            return;
        }
        self.state.interpolations.retain(|entry| entry.subject != subject);
        let register = self.program.operand(node, 0);
        let to = self.state.registers[register..][..from.len()].to_vec();
        let sequence = self.state.next_interpolation;
        self.state.next_interpolation = sequence.wrapping_add(1);
        let start = self.state.time;
        self.state.interpolations.push(Interpolation {
            sequence,
            node: index,
            subject,
            start,
            duration,
            control,
            from,
            to,
        });
        self.push_flow(index, 0);
    }

    pub(crate) fn end_variable_interpolation(&mut self, variable: u32) {
        self.state.interpolations.retain(|entry| entry.subject != Subject::Variable(variable));
    }

    pub(crate) fn end_property_interpolation(&mut self, place: Place) {
        self.state.interpolations.retain(|entry| entry.subject != Subject::Property(place));
    }

    /// Moves every value on by a tick: variables first, then properties, each in the order in which they were started.
    pub(crate) fn interpolate(&mut self) {
        let newest = self.state.next_interpolation;
        for of_variables in [true, false] {
            let mut next = 0;
            while !self.is_halted() {
                let place = self.state.interpolations.partition_point(|entry| entry.sequence < next);
                let mut rest = self.state.interpolations[place..].iter();
                let found = rest.find(|entry| matches!(entry.subject, Subject::Variable(_)) == of_variables);
                let Some(entry) = found.filter(|entry| entry.sequence < newest) else { break };
                next = entry.sequence.saturating_add(1);
                self.advance(entry.sequence);
            }
        }
    }

    fn advance(&mut self, sequence: u64) {
        let place = self.state.interpolations.partition_point(|entry| entry.sequence < sequence);
        let entry = &self.state.interpolations[place];
        let passed = self.state.time - entry.start;
        // One without duration is at NaN where it starts, and so at its end (step 3 of the text), in the same tick.
        if passed / entry.duration <= 0.0 {
            return;
        }
        let (node, subject) = (entry.node, entry.subject);
        if let Subject::Property(place) = subject
            && !self.count_set(node, place)
        {
            return;
        }
        let entry = &self.state.interpolations[place];
        if passed + TIME_TOLERANCE >= entry.duration {
            // Those behind it move up.
            if !self.count_elements(node, self.state.interpolations.len() - place) {
                return;
            }
            let entry = self.state.interpolations.remove(place);
            self.write(entry.subject, &entry.to);
            return self.run_flow(entry.node, 2);
        }
        let progress = ease(entry.control, passed / entry.duration);
        let mut value = [0.0; 16];
        let value = &mut value[..entry.from.len()];
        if let (true, &[ax, ay, az, aw], &[bx, by, bz, bw]) =
            (self.is_rotation(entry), entry.from.as_slice(), entry.to.as_slice())
        {
            value.copy_from_slice(&quaternion::slerp([ax, ay, az, aw], [bx, by, bz, bw], progress));
        } else {
            for (value, (from, to)) in value.iter_mut().zip(entry.from.iter().zip(&entry.to)) {
                *value = mix(*from, *to, progress);
            }
        }
        self.write(subject, value);
    }

    fn is_rotation(&self, entry: &Interpolation) -> bool {
        match (entry.subject, &self.program.nodes[entry.node as usize].settings) {
            (Subject::Property(place), _) => place.property.is_rotation(),
            (_, Settings::Interpolation { use_slerp, .. }) => *use_slerp,
            _ => false,
        }
    }

    fn write(&mut self, subject: Subject, value: &[f64]) {
        match subject {
            Subject::Variable(variable) => {
                let (register, _) = self.program.variables[variable as usize];
                self.state.registers[register as usize..][..value.len()].copy_from_slice(value);
            }
            Subject::Property(place) => _ = self.set(place, value),
        }
    }
}
