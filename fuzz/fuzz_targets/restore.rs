//! Going back to snapshots, genuine and damaged.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sinew_fuzz::restore(bytes));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    sinew_fuzz::replay(sinew_fuzz::restore)
}
