//! On macOS an extension leaves Python's symbols to the process that loads it; the linker has to know that.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
