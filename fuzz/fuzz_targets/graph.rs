//! Behaviour graphs of any operations, in a world.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sinew_fuzz::graph(bytes));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    sinew_fuzz::replay_as(sinew_fuzz::graph, sinew_fuzz::graph_text)
}
