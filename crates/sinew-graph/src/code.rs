//! Evaluated nodes in a form that is quick to run: twenty bytes each, with the registers of up to three inputs.
//!
//! What graphs evaluate most is done here; everything else goes through `evaluate.rs`, which has every operation. Both give the
//! same bits. A value stays as it is until something changes that it depends on (`program/effect.rs`), and is not evaluated again before: each
//! node has a stamp of when it was evaluated. Random numbers are the exception: every activation has its own.

use sinew_model::model::graph::{Operation, ValueType};

/// An evaluated node, compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Code {
    pub(crate) kind: Kind,
    /// Numbers of the value.
    pub(crate) length: u8,
    /// Whether it depends on a random number.
    pub(crate) is_random: bool,
    pub(crate) out: u32,
    pub(crate) inputs: [u32; 3],
}

/// What is done; everything that is not here is `Other`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Copy,
    Select,
    Add,
    Sub,
    Mul,
    Div,
    Neg,
    Abs,
    Lt,
    Le,
    Gt,
    Ge,
    Length,
    Dot,
    Combine,
    Pointer,
    Other,
}

impl Kind {
    fn of(operation: Operation, value_type: ValueType) -> Self {
        // Integers wrap around; but every integer is exact in a register, and so are comparisons of them.
        let is_float = !matches!(value_type, ValueType::Int | ValueType::Bool);
        match operation {
            Operation::PointerGet => Self::Pointer,
            Operation::Select => Self::Select,
            Operation::Lt if value_type != ValueType::Bool => Self::Lt,
            Operation::Le if value_type != ValueType::Bool => Self::Le,
            Operation::Gt if value_type != ValueType::Bool => Self::Gt,
            Operation::Ge if value_type != ValueType::Bool => Self::Ge,
            Operation::IntToFloat => Self::Copy,
            _ if !is_float => Self::Other,
            Operation::Add => Self::Add,
            Operation::Sub => Self::Sub,
            Operation::Mul => Self::Mul,
            Operation::Div => Self::Div,
            Operation::Neg => Self::Neg,
            Operation::Abs => Self::Abs,
            Operation::Length => Self::Length,
            Operation::Dot => Self::Dot,
            Operation::Extract2 | Operation::Extract3 | Operation::Extract4 => Self::Copy,
            Operation::Combine2 | Operation::Combine3 => Self::Combine,
            _ => Self::Other,
        }
    }
}

impl Code {
    /// A node with the registers of its inputs.
    pub(crate) fn new(
        operation: Operation,
        value_type: ValueType,
        out: u32,
        operands: &[u32],
        is_random: bool,
    ) -> Self {
        let kind = Kind::of(operation, value_type);
        let length = if kind == Kind::Combine { operands.len() } else { value_type.len() };
        let input = |place: usize| operands.get(place).copied().unwrap_or(0);
        // No value has more than sixteen numbers.
        Self { kind, length: length as u8, is_random, out, inputs: [0, 1, 2].map(input) }
    }

    pub(crate) fn two(self, registers: &mut [f64], function: impl Fn(f64, f64) -> f64) {
        let [a, b, _] = self.inputs.map(|register| register as usize);
        let out = self.out as usize;
        for at in 0..usize::from(self.length) {
            registers[out + at] = function(registers[a + at], registers[b + at]);
        }
    }

    pub(crate) fn one(self, registers: &mut [f64], function: impl Fn(f64) -> f64) {
        let (a, out) = (self.inputs[0] as usize, self.out as usize);
        for at in 0..usize::from(self.length) {
            registers[out + at] = function(registers[a + at]);
        }
    }

    pub(crate) fn compare(self, registers: &mut [f64], function: impl Fn(&f64, &f64) -> bool) {
        let [a, b, _] = self.inputs.map(|register| registers[register as usize]);
        registers[self.out as usize] = f64::from(function(&a, &b));
    }

    pub(crate) fn input(self, registers: &[f64], place: usize) -> &[f64] {
        &registers[self.inputs[place] as usize..][..usize::from(self.length)]
    }
}
