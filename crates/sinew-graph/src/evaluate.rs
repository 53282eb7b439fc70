//! Nodes whose outputs follow from their inputs.

use sinew_model::math::double;
use sinew_model::model::graph::{Operation, ValueType};

use crate::code::{Code, Kind};
use crate::formula::{color, integer, matrix, quaternion, scalar, vector};
use crate::program::{Effect, Node, Settings};
use crate::state::Run;

impl Run<'_> {
    /// Computes the outputs of a node. What it reads has been computed.
    pub(crate) fn evaluate(&mut self, index: u32) {
        let program = self.program;
        let node = &program.nodes[index as usize];
        match node.operation {
            Operation::Random => {
                let value = self.random();
                self.state.registers[node.out as usize] = value;
            }
            Operation::PointerGet => self.read_pointer(index),
            Operation::Select => {
                let is_a = self.number(node, 0) != 0.0;
                self.copy(program.operand(node, if is_a { 1 } else { 2 }), node);
            }
            Operation::Switch => {
                let selection = self.int(node, 0);
                let case = if let Settings::Cases(cases) = &node.settings { cases.position(selection) } else { None };
                // `selection` and `default` come first.
                self.copy(program.operand(node, case.map_or(1, |case| case + 2)), node);
            }
            _ if node.value_type == ValueType::Int => self.evaluate_integers(node),
            _ if node.value_type == ValueType::Bool => self.evaluate_booleans(node),
            _ => self.evaluate_floats(node),
        }
    }

    pub(crate) fn number(&self, node: &Node, place: usize) -> f64 {
        self.state.registers[self.program.operand(node, place)]
    }

    pub(crate) fn int(&self, node: &Node, place: usize) -> i32 {
        self.number(node, place) as i32
    }

    pub(crate) fn vector<const N: usize>(&self, node: &Node, place: usize) -> [f64; N] {
        let register = self.program.operand(node, place);
        std::array::from_fn(|component| self.state.registers[register + component])
    }

    /// Copies a value of the node's type to its first output.
    fn copy(&mut self, from: usize, node: &Node) {
        self.state.registers.copy_within(from..from + node.value_type.len(), node.out as usize);
    }

    fn put(&mut self, node: &Node, numbers: &[f64]) {
        self.state.registers[node.out as usize..][..numbers.len()].copy_from_slice(numbers);
    }

    fn put_bool(&mut self, node: &Node, value: bool) {
        self.state.registers[node.out as usize] = f64::from(value);
    }

    fn each(&mut self, node: &Node, function: impl Fn(f64) -> f64) {
        let (a, out) = (self.program.operand(node, 0), node.out as usize);
        for component in 0..node.value_type.len() {
            self.state.registers[out + component] = function(self.state.registers[a + component]);
        }
    }

    fn each_two(&mut self, node: &Node, function: impl Fn(f64, f64) -> f64) {
        let [a, b] = [0, 1].map(|place| self.program.operand(node, place));
        for component in 0..node.value_type.len() {
            let result = function(self.state.registers[a + component], self.state.registers[b + component]);
            self.state.registers[node.out as usize + component] = result;
        }
    }

    fn each_three(&mut self, node: &Node, function: impl Fn(f64, f64, f64) -> f64) {
        let [a, b, c] = [0, 1, 2].map(|place| self.program.operand(node, place));
        for component in 0..node.value_type.len() {
            let registers = &self.state.registers;
            let result = function(registers[a + component], registers[b + component], registers[c + component]);
            self.state.registers[node.out as usize + component] = result;
        }
    }

    fn evaluate_integers(&mut self, node: &Node) {
        let a = self.int(node, 0);
        let b = if node.operands.len() > 1 { self.int(node, 1) } else { 0 };
        let c = if node.operands.len() > 2 { self.int(node, 2) } else { 0 };
        let value = match node.operation {
            Operation::Abs => a.wrapping_abs(),
            Operation::Sign => a.signum(),
            Operation::Neg => a.wrapping_neg(),
            Operation::Add => a.wrapping_add(b),
            Operation::Sub => a.wrapping_sub(b),
            Operation::Mul => a.wrapping_mul(b),
            Operation::Div => integer::div(a, b),
            Operation::Rem => integer::rem(a, b),
            Operation::Min => a.min(b),
            Operation::Max => a.max(b),
            Operation::Clamp => integer::clamp(a, b, c),
            Operation::Not => !a,
            Operation::And => a & b,
            Operation::Or => a | b,
            Operation::Xor => a ^ b,
            Operation::Asr => integer::asr(a, b),
            Operation::Lsl => integer::lsl(a, b),
            Operation::Clz => a.leading_zeros().cast_signed(),
            Operation::Ctz => a.trailing_zeros().cast_signed(),
            Operation::Popcnt => a.count_ones().cast_signed(),
            Operation::Eq => i32::from(a == b),
            Operation::Lt => i32::from(a < b),
            Operation::Le => i32::from(a <= b),
            Operation::Gt => i32::from(a > b),
            Operation::Ge => i32::from(a >= b),
            Operation::IntToBool => i32::from(a != 0),
            _ => a,
        };
        self.state.registers[node.out as usize] = f64::from(value);
    }

    fn evaluate_booleans(&mut self, node: &Node) {
        let a = self.number(node, 0) != 0.0;
        let b = node.operands.len() > 1 && self.number(node, 1) != 0.0;
        let value = match node.operation {
            Operation::Eq => a == b,
            Operation::Not => !a,
            Operation::And => a && b,
            Operation::Or => a || b,
            Operation::Xor => a != b,
            _ => a,
        };
        self.put_bool(node, value);
    }

    fn evaluate_floats(&mut self, node: &Node) {
        match node.operation {
            Operation::E => self.put(node, &[std::f64::consts::E]),
            Operation::Pi => self.put(node, &[std::f64::consts::PI]),
            Operation::Tau => self.put(node, &[std::f64::consts::TAU]),
            Operation::Inf => self.put(node, &[f64::INFINITY]),
            Operation::NaN => self.put(node, &[f64::NAN]),
            Operation::Abs => self.each(node, f64::abs),
            Operation::Sign => self.each(node, scalar::sign),
            Operation::Trunc => self.each(node, f64::trunc),
            Operation::Floor => self.each(node, f64::floor),
            Operation::Ceil => self.each(node, f64::ceil),
            Operation::Round => self.each(node, f64::round),
            Operation::Fract => self.each(node, |a| a - a.floor()),
            Operation::Neg => self.each(node, |a| -a),
            Operation::Add => self.each_two(node, |a, b| a + b),
            Operation::Sub => self.each_two(node, |a, b| a - b),
            Operation::Mul => self.each_two(node, |a, b| a * b),
            Operation::Div => self.each_two(node, |a, b| a / b),
            Operation::Rem => self.each_two(node, |a, b| a % b),
            Operation::Min => self.each_two(node, scalar::min),
            Operation::Max => self.each_two(node, scalar::max),
            Operation::Clamp => self.each_three(node, scalar::clamp),
            Operation::Saturate => self.each(node, scalar::saturate),
            Operation::Mix => self.each_three(node, scalar::mix),
            Operation::SmoothStep => self.each_three(node, scalar::smooth_step),
            Operation::Rad => self.each(node, scalar::rad),
            Operation::Deg => self.each(node, scalar::deg),
            Operation::Sin => self.each(node, double::sin),
            Operation::Cos => self.each(node, double::cos),
            Operation::Tan => self.each(node, double::tan),
            Operation::Asin => self.each(node, double::asin),
            Operation::Acos => self.each(node, double::acos),
            Operation::Atan => self.each(node, double::atan),
            Operation::Atan2 => self.each_two(node, double::atan2),
            Operation::Sinh => self.each(node, double::sinh),
            Operation::Cosh => self.each(node, double::cosh),
            Operation::Tanh => self.each(node, double::tanh),
            Operation::Asinh => self.each(node, double::asinh),
            Operation::Acosh => self.each(node, double::acosh),
            Operation::Atanh => self.each(node, double::atanh),
            Operation::Exp => self.each(node, double::exp),
            Operation::Log => self.each(node, double::log),
            Operation::Log2 => self.each(node, double::log2),
            Operation::Log10 => self.each(node, double::log10),
            Operation::Sqrt => self.each(node, f64::sqrt),
            Operation::Cbrt => self.each(node, double::cbrt),
            Operation::Pow => self.each_two(node, scalar::pow),
            _ => self.evaluate_values(node),
        }
    }

    /// Operations that are not component by component.
    fn evaluate_values(&mut self, node: &Node) {
        let length = node.value_type.len();
        let slice = |run: &Self, place: usize| {
            let mut numbers = [0.0; 16];
            let register = run.program.operand(node, place);
            numbers[..length].copy_from_slice(&run.state.registers[register..][..length]);
            numbers
        };
        match node.operation {
            Operation::Eq => {
                let (a, b) = (slice(self, 0), slice(self, 1));
                self.put_bool(node, a[..length] == b[..length]);
            }
            Operation::Lt => self.put_bool(node, self.number(node, 0) < self.number(node, 1)),
            Operation::Le => self.put_bool(node, self.number(node, 0) <= self.number(node, 1)),
            Operation::Gt => self.put_bool(node, self.number(node, 0) > self.number(node, 1)),
            Operation::Ge => self.put_bool(node, self.number(node, 0) >= self.number(node, 1)),
            // Null is the number 0, and every other reference has a number of its own.
            Operation::RefEq => {
                self.put_bool(node, self.number(node, 0).to_bits() == self.number(node, 1).to_bits());
            }
            Operation::IsNaN => self.put_bool(node, self.number(node, 0).is_nan()),
            Operation::IsInf => self.put_bool(node, self.number(node, 0).is_infinite()),
            Operation::FloatToBool => {
                let a = self.number(node, 0);
                self.put_bool(node, !a.is_nan() && a != 0.0);
            }
            Operation::FloatToInt => {
                let value = scalar::to_int(self.number(node, 0));
                self.put(node, &[f64::from(value)]);
            }
            Operation::Length => self.put(node, &[vector::length(&slice(self, 0)[..length])]),
            Operation::Dot => {
                self.put(node, &[vector::dot(&slice(self, 0)[..length], &slice(self, 1)[..length])]);
            }
            Operation::Normalize => self.normalize(node, &slice(self, 0)[..length]),
            Operation::Cross => self.put(node, &vector::cross(self.vector(node, 0), self.vector(node, 1))),
            Operation::Rotate2D => self.put(node, &vector::rotate_2d(self.vector(node, 0), self.number(node, 1))),
            Operation::Rotate3D => self.put(node, &quaternion::rotate(self.vector(node, 0), self.vector(node, 1))),
            Operation::Transform => {
                let mut out = [0.0; 4];
                let register = self.program.operand(node, 1);
                let matrix = &self.state.registers[register..][..length * length];
                matrix::transform(&slice(self, 0)[..length], matrix, &mut out[..length]);
                self.put(node, &out[..length]);
            }
            Operation::Slerp if node.value_type == ValueType::Float2 => {
                let value = vector::slerp_2(self.vector(node, 0), self.vector(node, 1), self.number(node, 2));
                self.put(node, &value);
            }
            Operation::Slerp => {
                let value = vector::slerp_3(self.vector(node, 0), self.vector(node, 1), self.number(node, 2));
                self.put(node, &value);
            }
            Operation::RgbToOkLCh | Operation::RgbFromOkLCh => {
                let color = [0, 1, 2].map(|place| self.number(node, place));
                let to = if node.operation == Operation::RgbToOkLCh { color::to_ok_lch } else { color::from_ok_lch };
                self.put(node, &to(color));
            }
            // The components of vectors and matrices are in one order on both sides.
            Operation::Combine2
            | Operation::Combine3
            | Operation::Combine4
            | Operation::Combine2x2
            | Operation::Combine3x3
            | Operation::Combine4x4 => {
                for place in 0..node.operands.len() {
                    self.state.registers[node.out as usize + place] = self.number(node, place);
                }
            }
            Operation::Extract2
            | Operation::Extract3
            | Operation::Extract4
            | Operation::Extract2x2
            | Operation::Extract3x3
            | Operation::Extract4x4 => self.copy(self.program.operand(node, 0), node),
            _ => self.evaluate_transforms(node, &slice(self, 0)),
        }
    }

    fn normalize(&mut self, node: &Node, a: &[f64]) {
        let length = vector::length(a);
        let is_valid = length > 0.0 && length.is_finite();
        for (component, number) in a.iter().enumerate() {
            self.state.registers[node.out as usize + component] = if is_valid { number / length } else { 0.0 };
        }
        self.state.registers[node.out as usize + a.len()] = f64::from(is_valid);
    }

    /// Matrices and quaternions.
    fn evaluate_transforms(&mut self, node: &Node, a: &[f64; 16]) {
        let size = node.value_type.matrix_size().unwrap_or(0);
        let count = size * size;
        let mut out = [0.0; 17];
        match node.operation {
            Operation::Transpose => matrix::transpose(a, size, &mut out),
            Operation::Determinant => {
                let value = matrix::determinant(&a[..count], size);
                return self.put(node, &[value]);
            }
            Operation::Inverse => {
                out[count] = f64::from(matrix::inverse(&a[..count], size, &mut out));
                return self.put(node, &out[..=count]);
            }
            Operation::MatMul => {
                let register = self.program.operand(node, 1);
                matrix::multiply(&a[..count], &self.state.registers[register..][..count], size, &mut out);
            }
            Operation::MatCompose => {
                let value = matrix::compose(self.vector(node, 0), self.vector(node, 1), self.vector(node, 2));
                return self.put(node, &value);
            }
            Operation::MatDecompose => {
                let (translation, rotation, scale) = matrix::decompose(a);
                out[..3].copy_from_slice(&translation);
                out[3..7].copy_from_slice(&rotation);
                out[7..10].copy_from_slice(&scale);
                return self.put(node, &out[..10]);
            }
            Operation::QuatToAxisAngle => {
                let (axis, angle) = quaternion::to_axis_angle(self.vector(node, 0));
                out[..3].copy_from_slice(&axis);
                out[3] = angle;
                return self.put(node, &out[..4]);
            }
            Operation::QuatAngleBetween => {
                let value = quaternion::angle_between(self.vector(node, 0), self.vector(node, 1));
                return self.put(node, &[value]);
            }
            _ => return self.evaluate_quaternions(node),
        }
        self.put(node, &out[..count]);
    }

    fn evaluate_quaternions(&mut self, node: &Node) {
        let value = match node.operation {
            Operation::QuatConjugate => {
                let [x, y, z, w] = self.vector(node, 0);
                [-x, -y, -z, w]
            }
            Operation::QuatMul => quaternion::multiply(self.vector(node, 0), self.vector(node, 1)),
            Operation::QuatFromAxisAngle => quaternion::from_axis_angle(self.vector(node, 0), self.number(node, 1)),
            Operation::QuatFromDirections => quaternion::from_directions(self.vector(node, 0), self.vector(node, 1)),
            Operation::QuatFromUpForward => quaternion::from_up_forward(self.vector(node, 0), self.vector(node, 1)),
            Operation::QuatFromAngles => {
                let angles = [0, 1, 2].map(|place| self.number(node, place));
                let axes = if let Settings::Order(axes) = node.settings { axes } else { [1, 0, 2] };
                quaternion::from_angles(angles, axes)
            }
            Operation::QuatSlerp => quaternion::slerp(self.vector(node, 0), self.vector(node, 1), self.number(node, 2)),
            // Every other operation has been handled, or has flows.
            _ => return,
        };
        self.put(node, &value);
    }
}

impl Run<'_> {
    /// Evaluates the nodes of a list, each behind those that it reads, unless they are as they were.
    pub(crate) fn evaluate_all(&mut self, list: &[u32]) {
        let program = self.program;
        let stamp = self.state.work.stamp;
        for &index in list {
            let code = program.codes[index as usize];
            let evaluated = &mut self.state.work.evaluated[index as usize];
            if *evaluated == stamp {
                continue;
            }
            *evaluated = if code.is_random { 0 } else { stamp };
            let registers = self.state.registers.as_mut_slice();
            match code.kind {
                Kind::Add => code.two(registers, |a, b| a + b),
                Kind::Sub => code.two(registers, |a, b| a - b),
                Kind::Mul => code.two(registers, |a, b| a * b),
                Kind::Div => code.two(registers, |a, b| a / b),
                Kind::Neg => code.one(registers, |a| -a),
                Kind::Abs => code.one(registers, f64::abs),
                Kind::Copy => code.one(registers, |a| a),
                Kind::Lt => code.compare(registers, f64::lt),
                Kind::Le => code.compare(registers, f64::le),
                Kind::Gt => code.compare(registers, f64::gt),
                Kind::Ge => code.compare(registers, f64::ge),
                Kind::Select => {
                    let [condition, a, b] = code.inputs;
                    let chosen = if registers[condition as usize] == 0.0 { b } else { a };
                    Code { inputs: [chosen, 0, 0], ..code }.one(registers, |a| a);
                }
                Kind::Length => registers[code.out as usize] = vector::length(code.input(registers, 0)),
                Kind::Dot => {
                    registers[code.out as usize] = vector::dot(code.input(registers, 0), code.input(registers, 1));
                }
                Kind::Combine => {
                    for at in 0..usize::from(code.length) {
                        registers[code.out as usize + at] = registers[code.inputs[at] as usize];
                    }
                }
                Kind::Pointer => self.read_pointer(index),
                Kind::Other => self.evaluate(index),
            }
        }
    }

    /// A node was activated: what depends on what it has changed is out of date.
    pub(crate) fn note_effect(&mut self, node: u32) {
        let program = self.program;
        match &program.effects[node as usize] {
            Effect::Nothing => {}
            Effect::Values(range) => {
                for &affected in &program.affected[range.start as usize..range.end as usize] {
                    self.state.work.evaluated[affected as usize] = 0;
                }
            }
            Effect::Anything => self.note_change(),
        }
    }

    /// Something has changed that any value may depend on.
    pub(crate) fn note_change(&mut self) {
        let work = &mut self.state.work;
        work.evaluated.resize(self.program.nodes.len(), 0);
        work.stamp = work.stamp.wrapping_add(1);
        if work.stamp == 0 {
            work.evaluated.fill(0);
            work.stamp = 1;
        }
    }
}
