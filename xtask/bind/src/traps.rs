//! Panics as the traps that they are.
//!
//! A panic ends the module with `unreachable`, and nobody sees its message: there is no standard error in a browser. So a call of
//! a function that never returns is that instruction, what was put on the stack for it is not computed, and what only wrote
//! messages is not called any more. Functions from which an import can be reached stay: they may throw an error of JavaScript.
//!
//! The compiler gives every check its own place to fail, one block inside the other. Where each only traps, one is enough.

use std::collections::{HashMap, HashSet};

use walrus::ir::{Instr, InstrLocId, InstrSeqId, InstrSeqType, Unreachable, Value};
use walrus::{FunctionId, FunctionKind, LocalFunction, Module};

/// What was done.
#[derive(Debug, Default)]
pub(crate) struct Trapped {
    /// Calls that are traps now.
    pub(crate) calls: usize,
    /// Numbers that were arguments of such calls: addresses of what a message would have said.
    pub(crate) arguments: HashSet<u32>,
}

/// Replaces calls that never return by traps.
pub(crate) fn trap(module: &mut Module) -> Trapped {
    let endings = endings(module);
    let mut trapped = Trapped::default();
    for (_, function) in module.funcs.iter_local_mut() {
        for sequence in sequences(function) {
            cut(function, sequence, &endings, &mut trapped);
        }
        join(function);
    }
    trapped
}

/// The functions that never return and reach no import.
fn endings(module: &Module) -> HashSet<FunctionId> {
    let outward = reach_imports(module);
    let mut endings = HashSet::new();
    loop {
        let found: Vec<FunctionId> = module
            .funcs
            .iter_local()
            .filter(|(id, _)| !endings.contains(id) && !outward.contains(id))
            .filter(|(_, function)| never_returns(function, &endings))
            .map(|(id, _)| id)
            .collect();
        if found.is_empty() {
            return endings;
        }
        endings.extend(found);
    }
}

/// Imports, and the functions that call one, or one that does.
fn reach_imports(module: &Module) -> HashSet<FunctionId> {
    let mut callers: HashMap<FunctionId, Vec<FunctionId>> = HashMap::new();
    for (id, function) in module.funcs.iter_local() {
        for sequence in sequences(function) {
            for (instruction, _) in &function.block(sequence).instrs {
                if let Some(called) = called(instruction) {
                    callers.entry(called).or_default().push(id);
                }
            }
        }
    }
    let is_import = |function: &&walrus::Function| matches!(function.kind, FunctionKind::Import(_));
    let mut open: Vec<FunctionId> = module.funcs.iter().filter(is_import).map(walrus::Function::id).collect();
    let mut reached: HashSet<FunctionId> = open.iter().copied().collect();
    while let Some(function) = open.pop() {
        let new = callers.get(&function).into_iter().flatten().filter(|caller| reached.insert(**caller));
        open.extend(new);
    }
    reached
}

fn called(instruction: &Instr) -> Option<FunctionId> {
    match instruction {
        Instr::Call(call) => Some(call.func),
        Instr::ReturnCall(call) => Some(call.func),
        _ => None,
    }
}

/// The sequences of a function, outer ones first.
fn sequences(function: &LocalFunction) -> Vec<InstrSeqId> {
    let mut found = vec![function.entry_block()];
    let mut at = 0;
    while let Some(&sequence) = found.get(at) {
        for (instruction, _) in &function.block(sequence).instrs {
            found.extend(inner(instruction));
        }
        at += 1;
    }
    found
}

fn inner(instruction: &Instr) -> Vec<InstrSeqId> {
    match instruction {
        Instr::Block(block) => vec![block.seq],
        Instr::Loop(repeated) => vec![repeated.seq],
        Instr::IfElse(branch) => vec![branch.consequent, branch.alternative],
        Instr::TryTable(attempt) => vec![attempt.seq],
        _ => Vec::new(),
    }
}

fn targets(instruction: &Instr) -> Vec<InstrSeqId> {
    match instruction {
        Instr::Br(branch) => vec![branch.block],
        Instr::BrIf(branch) => vec![branch.block],
        Instr::BrTable(table) => table.blocks.iter().copied().chain([table.default]).collect(),
        _ => Vec::new(),
    }
}

/// Whether a function ends in a trap on every way. One that runs for ever does not.
fn never_returns(function: &LocalFunction, endings: &HashSet<FunctionId>) -> bool {
    let all = sequences(function);
    let instructions = || all.iter().flat_map(|&sequence| &function.block(sequence).instrs).map(|(one, _)| one);
    let leaves = |one: &Instr| match one {
        Instr::Return(_)
        | Instr::ReturnCall(_)
        | Instr::ReturnCallIndirect(_)
        | Instr::Loop(_)
        | Instr::TryTable(_) => true,
        other => targets(other).contains(&function.entry_block()),
    };
    !instructions().any(leaves) && !falls_through(function, function.entry_block(), endings)
}

/// Whether control can reach the end of a sequence of a function without loops.
fn falls_through(function: &LocalFunction, sequence: InstrSeqId, endings: &HashSet<FunctionId>) -> bool {
    let ends = |(instruction, _): &(Instr, InstrLocId)| match instruction {
        Instr::Unreachable(_) | Instr::Br(_) | Instr::BrTable(_) => true,
        Instr::Call(call) => endings.contains(&call.func),
        Instr::Block(block) => !is_target(function, block.seq) && !falls_through(function, block.seq, endings),
        Instr::IfElse(branch) => ![branch.consequent, branch.alternative]
            .into_iter()
            .any(|one| is_target(function, one) || falls_through(function, one, endings)),
        _ => false,
    };
    !function.block(sequence).instrs.iter().any(ends)
}

fn is_target(function: &LocalFunction, sequence: InstrSeqId) -> bool {
    let branches = |(instruction, _): &(Instr, InstrLocId)| targets(instruction).contains(&sequence);
    sequences(function).into_iter().any(|one| function.block(one).instrs.iter().any(branches))
}

/// Ends a sequence at its first call that never returns.
fn cut(function: &mut LocalFunction, sequence: InstrSeqId, endings: &HashSet<FunctionId>, trapped: &mut Trapped) {
    let instructions = &mut function.block_mut(sequence).instrs;
    let ends = |(instruction, _): &(Instr, InstrLocId)| matches!(instruction, Instr::Call(call) if endings.contains(&call.func));
    let Some(call) = instructions.iter().position(ends) else { return };
    let kept =
        instructions[..call].iter().rposition(|(instruction, _)| !is_idle(instruction)).map_or(0, |last| last + 1);
    let location = instructions[call].1;
    trapped.calls += 1;
    trapped.arguments.extend(instructions[kept..call].iter().filter_map(|(instruction, _)| number(instruction)));
    instructions.truncate(kept);
    instructions.push((Instr::Unreachable(Unreachable {}), location));
}

pub(crate) fn number(instruction: &Instr) -> Option<u32> {
    match instruction {
        Instr::Const(constant) => match constant.value {
            Value::I32(value) => Some(value.cast_unsigned()),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an instruction changes nothing that outlives a trap but locals and memory, which nobody reads behind one.
fn is_idle(instruction: &Instr) -> bool {
    matches!(
        instruction,
        Instr::Const(_)
            | Instr::LocalGet(_)
            | Instr::LocalSet(_)
            | Instr::LocalTee(_)
            | Instr::GlobalGet(_)
            | Instr::GlobalSet(_)
            | Instr::Load(_)
            | Instr::Store(_)
            | Instr::Unop(_)
            | Instr::Binop(_)
            | Instr::Select(_)
            | Instr::Drop(_)
    )
}

/// Joins blocks that lie in each other and end in a trap each, so that all checks share one.
fn join(function: &mut LocalFunction) {
    let mut joined: HashMap<InstrSeqId, InstrSeqId> = HashMap::new();
    for outer in sequences(function) {
        // Behind an inner block of the same kind comes nothing but a trap, as behind this one.
        while let Some(within) = trapping(function, outer) {
            let Some(innermost) = trapping_block(function, within) else { break };
            let mut instructions = std::mem::take(&mut function.block_mut(innermost).instrs);
            instructions.push((Instr::Unreachable(Unreachable {}), InstrLocId::default()));
            function.block_mut(within).instrs = instructions;
            joined.insert(innermost, within);
        }
    }
    if joined.is_empty() {
        return;
    }
    let last = |mut block: InstrSeqId| {
        while let Some(&next) = joined.get(&block) {
            block = next;
        }
        block
    };
    for sequence in sequences(function) {
        for (instruction, _) in &mut function.block_mut(sequence).instrs {
            match instruction {
                Instr::Br(branch) => branch.block = last(branch.block),
                Instr::BrIf(branch) => branch.block = last(branch.block),
                Instr::BrTable(table) => {
                    table.default = last(table.default);
                    for block in &mut table.blocks {
                        *block = last(*block);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The block in a sequence behind which comes nothing but a trap.
fn trapping(function: &LocalFunction, sequence: InstrSeqId) -> Option<InstrSeqId> {
    let instructions = &function.block(sequence).instrs;
    let [.., (Instr::Block(block), _), (Instr::Unreachable(_), _)] = instructions.as_slice() else { return None };
    let is_plain = function.block(block.seq).ty == InstrSeqType::Simple(None);
    is_plain.then_some(block.seq)
}

/// As [`trapping`], where the sequence has nothing else.
fn trapping_block(function: &LocalFunction, sequence: InstrSeqId) -> Option<InstrSeqId> {
    trapping(function, sequence).filter(|_| function.block(sequence).instrs.len() == 2)
}

#[cfg(test)]
mod tests {
    use walrus::{FunctionBuilder, InstrSeqBuilder};

    use super::*;

    fn function(module: &mut Module, write: impl FnOnce(&mut InstrSeqBuilder<'_>)) -> FunctionId {
        let mut builder = FunctionBuilder::new(&mut module.types, &[], &[]);
        write(&mut builder.func_body());
        builder.finish(Vec::new(), &mut module.funcs)
    }

    fn body(module: &Module, function: FunctionId) -> String {
        let function = module.funcs.get(function).kind.unwrap_local();
        text(function, function.entry_block())
    }

    fn text(function: &LocalFunction, sequence: InstrSeqId) -> String {
        let word = |(instruction, _): &(Instr, InstrLocId)| match instruction {
            Instr::Unreachable(_) => "trap".to_owned(),
            Instr::Call(_) => "call".to_owned(),
            Instr::Const(_) => "const".to_owned(),
            Instr::BrIf(_) => "if".to_owned(),
            Instr::Return(_) => "return".to_owned(),
            Instr::Block(block) => format!("({})", text(function, block.seq)),
            _ => "other".to_owned(),
        };
        function.block(sequence).instrs.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_call_that_never_returns_is_a_trap_without_its_arguments() {
        let mut module = Module::default();
        let write = function(&mut module, |_| {});
        let message = function(&mut module, |body| {
            body.call(write).unreachable();
        });
        let panic = function(&mut module, |body| {
            body.call(message);
        });
        let caller = function(&mut module, |body| {
            body.call(write).i32_const(7).drop().call(panic).call(write);
        });
        let trapped = trap(&mut module);
        assert_eq!(body(&module, caller), "call trap");
        assert_eq!(body(&module, message), "call trap");
        assert_eq!(trapped.arguments, HashSet::from([7]));
        assert_eq!(trapped.calls, 2);
    }

    #[test]
    fn what_may_throw_or_return_is_called() {
        let mut module = Module::default();
        let ty = module.types.add(&[], &[]);
        let (throw, _) = module.add_import_func("js", "throw", ty);
        let refuse = function(&mut module, |body| {
            body.call(throw).unreachable();
        });
        let sometimes = function(&mut module, |body| {
            body.block(None, |block| {
                let out = block.id();
                block.i32_const(1).br_if(out).unreachable();
            });
        });
        let endless = function(&mut module, |body| {
            body.loop_(None, |again| {
                let start = again.id();
                again.br(start);
            });
            body.unreachable();
        });
        let caller = function(&mut module, |body| {
            body.call(sometimes).call(endless).call(refuse);
        });
        assert_eq!(trap(&mut module).calls, 0);
        assert_eq!(body(&module, caller), "call call call");
    }

    #[test]
    fn checks_share_a_trap() {
        let mut module = Module::default();
        let panic = function(&mut module, |body| {
            body.unreachable();
        });
        let caller = function(&mut module, |body| {
            body.block(None, |first| {
                let at_first = first.id();
                first.block(None, |second| {
                    let at_second = second.id();
                    second.i32_const(1).br_if(at_first).i32_const(2).br_if(at_second).return_();
                });
                first.i32_const(3).drop().call(panic);
            });
            body.call(panic);
        });
        assert_eq!(trap(&mut module).calls, 2);
        assert_eq!(body(&module, caller), "(const if const if return trap) trap");
        let function = module.funcs.get(caller).kind.unwrap_local();
        let all = sequences(function);
        assert_eq!(all.len(), 2);
        let branches = function.block(all[1]).instrs.iter().flat_map(|(one, _)| targets(one));
        assert!(branches.eq([all[1], all[1]]));
    }
}
