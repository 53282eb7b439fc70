//! Decoding arbitrary bytes as a compressed stream.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sinew_fuzz::decode(bytes));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    sinew_fuzz::replay(sinew_fuzz::decode)
}
