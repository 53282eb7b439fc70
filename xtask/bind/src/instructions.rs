//! Square roots as the instructions that they are.
//!
//! On this target `libm` takes roots digit by digit, in a function of its own that nothing is inlined across; a simulation
//! spends one part in twenty there. The instruction gives the same bits: IEEE 754 has one right root for every number, and
//! both give that.

use walrus::ir::{Instr, InstrSeq, UnaryOp, Unop, VisitorMut, dfs_pre_order_mut};
use walrus::{FunctionId, Module};

/// Functions, by what every way of mangling makes of their path, and what they do in one instruction.
const ROOTS: [(&str, UnaryOp); 2] =
    [("4libm4math4sqrt5sqrtf", UnaryOp::F32Sqrt), ("4libm4math4sqrt4sqrt", UnaryOp::F64Sqrt)];

/// Replaces calls by instructions, and returns how many.
pub(crate) fn take_roots(module: &mut Module) -> usize {
    let named = |function: &walrus::Function| {
        let symbol = function.name.as_deref()?;
        ROOTS.iter().find(|(path, _)| names(symbol, path)).map(|(_, operation)| (function.id(), *operation))
    };
    let roots: Vec<(FunctionId, UnaryOp)> = module.funcs.iter().filter_map(named).collect();
    let mut calls = Calls { roots, replaced: 0 };
    for (_, function) in module.funcs.iter_local_mut() {
        let start = function.entry_block();
        dfs_pre_order_mut(&mut calls, function, start);
    }
    calls.replaced
}

struct Calls {
    roots: Vec<(FunctionId, UnaryOp)>,
    replaced: usize,
}

impl VisitorMut for Calls {
    fn start_instr_seq_mut(&mut self, sequence: &mut InstrSeq) {
        for (instruction, _) in &mut sequence.instrs {
            let Instr::Call(call) = instruction else { continue };
            if let Some((_, operation)) = self.roots.iter().find(|(function, _)| *function == call.func) {
                *instruction = Instr::Unop(Unop { op: *operation });
                self.replaced += 1;
            }
        }
    }
}

/// Whether a symbol is that of a function at a path, and not of something inside it. In both manglings a path is a chain of
/// lengths and names; behind it comes the end, or a hash that is marked by its length, 17.
fn names(symbol: &str, path: &str) -> bool {
    symbol.split_once(path).is_some_and(|(_, rest)| rest.is_empty() || rest.starts_with("17h"))
}

#[cfg(test)]
mod tests {
    use walrus::{FunctionBuilder, ValType};

    use super::*;

    #[test]
    fn a_symbol_is_known_by_its_path() {
        let path = "4libm4math4sqrt5sqrtf";
        assert!(names("_ZN4libm4math4sqrt5sqrtf17h0534221dd891391bE", path));
        assert!(names("_RNvNtNtCs1234_4libm4math4sqrt5sqrtf", path));
        assert!(!names("_ZN4libm4math4sqrt4sqrt17h9c7def9505ad229cE", path));
        assert!(!names("_ZN4libm4math4sqrt5sqrtf6helper17h9c7def9505ad229cE", path));
    }

    #[test]
    fn calls_of_a_root_become_its_instruction() {
        let mut module = Module::default();
        let function = |module: &mut Module, name: &str, called: Option<FunctionId>| {
            let mut builder = FunctionBuilder::new(&mut module.types, &[ValType::F32], &[ValType::F32]);
            let argument = module.locals.add(ValType::F32);
            let mut body = builder.name(name.to_owned()).func_body();
            body.local_get(argument);
            if let Some(called) = called {
                body.call(called);
            }
            builder.finish(vec![argument], &mut module.funcs)
        };
        let root = function(&mut module, "_ZN4libm4math4sqrt5sqrtf17h0534221dd891391bE", None);
        let other = function(&mut module, "_ZN4libm4math4sqrt9sqrtf_too17h0534221dd891391bE", None);
        let (of_root, of_other) = (function(&mut module, "a", Some(root)), function(&mut module, "b", Some(other)));
        assert_eq!(take_roots(&mut module), 1);
        let last = |id: FunctionId| {
            let function = module.funcs.get(id).kind.unwrap_local();
            function.block(function.entry_block()).instrs.last().map(|(instruction, _)| instruction.clone())
        };
        assert!(matches!(last(of_root), Some(Instr::Unop(Unop { op: UnaryOp::F32Sqrt }))));
        assert!(matches!(last(of_other), Some(Instr::Call(call)) if call.func == other));
    }
}
