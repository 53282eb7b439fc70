//! The functions of a module in the order in which it is downloaded quickest.
//!
//! What compresses on the way remembers the last 32 kB, and the compiler writes the functions of one type after those of another: what
//! is alike lies far apart. So functions that look alike follow one another (`likeness`). Before them come those that are called
//! most: an index below 128 takes one byte in each call. Functions that are the same are one, as more of them are when messages
//! are gone. None of this changes what the module does.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::fmt::Display;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, Encode, FunctionSection};
use wasmparser::{
    BinaryReaderError, CodeSectionReader, FunctionBody, FunctionSectionReader, Operator, Parser, Payload, TypeRef,
};

use crate::likeness;

/// Indices of one byte.
const SHORT_INDICES: u32 = 128;

/// Lays out a module.
pub(crate) fn lay_out(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let survey = Survey::of(bytes).map_err(message)?;
    let same = survey.same().map_err(message)?;
    let order = survey.order(&same).map_err(message)?;
    let mut layout = Layout::new(survey.imports, &same, order);
    let mut module = wasm_encoder::Module::new();
    layout.parse_core_module(&mut module, Parser::new(0), bytes).map_err(message)?;
    Ok(module.finish())
}

fn message(error: impl Display) -> String {
    format!("the module cannot be laid out: {error}")
}

/// The functions of a module.
struct Survey<'a> {
    imports: u32,
    /// The type of each function that is not imported.
    types: Vec<u32>,
    bodies: Vec<FunctionBody<'a>>,
}

impl<'a> Survey<'a> {
    fn of(bytes: &'a [u8]) -> Result<Self, BinaryReaderError> {
        let mut survey = Self { imports: 0, types: Vec::new(), bodies: Vec::new() };
        for payload in Parser::new(0).parse_all(bytes) {
            match payload? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        survey.imports += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::FunctionSection(section) => survey.types = section.into_iter().collect::<Result<_, _>>()?,
                Payload::CodeSectionEntry(body) => survey.bodies.push(body),
                _ => {}
            }
        }
        Ok(survey)
    }

    /// For each function the first that does the same: of the same type, with the same instructions, and calls of functions that are
    /// the same.
    fn same(&self) -> Result<Vec<u32>, Error> {
        let mut same: Vec<u32> = (0..self.bodies.len() as u32).collect();
        loop {
            let mut calls = Layout::new(self.imports, &same, Vec::new());
            let mut first = HashMap::new();
            let mut found = Vec::with_capacity(same.len());
            for (index, (ty, body)) in self.types.iter().zip(&self.bodies).enumerate() {
                let mut code = CodeSection::new();
                calls.parse_function_body(&mut code, body.clone())?;
                let mut written = Vec::new();
                code.encode(&mut written);
                found.push(*first.entry((*ty, written)).or_insert(index as u32));
            }
            if found == same {
                return Ok(same);
            }
            same = found;
        }
    }

    /// The functions that are written, in their new order.
    fn order(&self, same: &[u32]) -> Result<Vec<u32>, BinaryReaderError> {
        let calls = self.calls(same)?;
        let mut kept: Vec<u32> =
            (0..).zip(same).filter(|(index, same)| index == *same).map(|(index, _)| index).collect();
        let count_of = |index: &u32| calls.get(index).copied().unwrap_or_default();
        kept.sort_by_key(|index| std::cmp::Reverse(count_of(index)));
        let short = (SHORT_INDICES.saturating_sub(self.imports) as usize).min(kept.len());
        let mut others = kept.split_off(short);
        others.sort_unstable();
        let texts: Vec<&[u8]> = others.iter().map(|&index| self.bodies[index as usize].as_bytes()).collect();
        kept.extend(likeness::chain(&texts).into_iter().map(|at| others[at]));
        Ok(kept)
    }

    /// How many calls of a function there are.
    fn calls(&self, same: &[u32]) -> Result<BTreeMap<u32, usize>, BinaryReaderError> {
        let mut calls = BTreeMap::new();
        for body in &self.bodies {
            for operator in body.get_operators_reader()? {
                let Operator::Call { function_index } = operator? else { continue };
                if let Some(index) = function_index.checked_sub(self.imports) {
                    *calls.entry(same[index as usize]).or_default() += 1;
                }
            }
        }
        Ok(calls)
    }
}

/// Writes a module with its functions in another order.
struct Layout {
    order: Vec<u32>,
    /// The new index of each function, imports included.
    indices: Vec<u32>,
}

impl Layout {
    /// Without an order, a function keeps the index of the one that does the same.
    fn new(imports: u32, same: &[u32], order: Vec<u32>) -> Self {
        let mut place: Vec<u32> = (0..same.len() as u32).collect();
        for (at, &index) in (0..).zip(&order) {
            place[index as usize] = at;
        }
        let defined = same.iter().map(|&index| imports + place[index as usize]);
        Self { indices: (0..imports).chain(defined).collect(), order }
    }
}

impl Reencode for Layout {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error> {
        Ok(self.indices[index as usize])
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for &index in &self.order {
            functions.function(types[index as usize]);
        }
        Ok(())
    }

    fn parse_code_section(&mut self, code: &mut CodeSection, section: CodeSectionReader<'_>) -> Result<(), Error> {
        let bodies = section.into_iter().collect::<Result<Vec<FunctionBody<'_>>, _>>()?;
        for index in self.order.clone() {
            self.parse_function_body(code, bodies[index as usize].clone())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use walrus::{FunctionBuilder, FunctionId, ValType};

    use super::*;

    /// A function that returns a number, added to what others return.
    fn function(module: &mut walrus::Module, name: &str, number: i32, called: &[FunctionId]) -> FunctionId {
        let mut builder = FunctionBuilder::new(&mut module.types, &[], &[ValType::I32]);
        let mut body = builder.func_body();
        body.i32_const(number);
        for &id in called {
            body.call(id).binop(walrus::ir::BinaryOp::I32Add);
        }
        let id = builder.finish(Vec::new(), &mut module.funcs);
        module.exports.add(name, id);
        id
    }

    /// What an exported function returns.
    fn returned(module: &walrus::Module, name: &str) -> i32 {
        let exported = module.exports.get_func(name).unwrap();
        value(module, exported)
    }

    fn value(module: &walrus::Module, function: FunctionId) -> i32 {
        let function = module.funcs.get(function).kind.unwrap_local();
        let instructions = &function.block(function.entry_block()).instrs;
        instructions
            .iter()
            .map(|(instruction, _)| match instruction {
                walrus::ir::Instr::Const(constant) => match constant.value {
                    walrus::ir::Value::I32(number) => number,
                    _ => panic!("{constant:?}"),
                },
                walrus::ir::Instr::Call(call) => value(module, call.func),
                _ => 0,
            })
            .sum()
    }

    #[test]
    fn functions_that_are_the_same_are_one_and_every_call_reaches_its_own() {
        let mut module = walrus::Module::default();
        let ty = module.types.add(&[], &[]);
        module.add_import_func("js", "throw", ty);
        let one = function(&mut module, "one", 1, &[]);
        let again = function(&mut module, "again", 1, &[]);
        let two = function(&mut module, "two", 2, &[]);
        // The same only once those that they call are.
        function(&mut module, "four", 3, &[one]);
        let four = function(&mut module, "four again", 3, &[again]);
        function(&mut module, "eight", 1, &[two, four, one]);
        let laid_out = lay_out(&module.emit_wasm()).unwrap();
        let module = walrus::Module::from_buffer(&laid_out).unwrap();
        assert_eq!(module.funcs.iter_local().count(), 4);
        let names = [("one", 1), ("again", 1), ("two", 2), ("four", 4), ("four again", 4), ("eight", 8)];
        for (name, number) in names {
            assert_eq!(returned(&module, name), number, "{name}");
        }
    }

    #[test]
    fn what_is_called_most_has_a_short_index() {
        let mut module = walrus::Module::default();
        let ids: Vec<FunctionId> =
            (0..200).map(|number| function(&mut module, &number.to_string(), number, &[])).collect();
        let most = [ids[150]; 5];
        function(&mut module, "caller", 0, &most);
        let laid_out = lay_out(&module.emit_wasm()).unwrap();
        let module = walrus::Module::from_buffer(&laid_out).unwrap();
        let first = module.funcs.iter_local().next().unwrap().0;
        assert_eq!(module.exports.get_func("150").unwrap(), first);
        assert_eq!(returned(&module, "caller"), 750);
    }

    #[test]
    fn bytes_that_are_no_module_are_an_error() {
        assert!(lay_out(b"no module").unwrap_err().starts_with("the module cannot be laid out: "));
    }
}
