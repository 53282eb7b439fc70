//! Writes the JavaScript side of a module's bindings: `bind MODULE.wasm FOLDER NAME`.
//!
//! A program of its own, so that `xtask` depends on nothing and starts at once.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        eprintln!("usage: bind MODULE.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    match bind(module, folder, name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// For browsers and Node alike: an ES module that is given its WebAssembly, or finds it beside itself.
fn bind(module: &str, folder: &str, name: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(false).omit_default_module_path(false);
    let target = bindgen.web(true).map_err(|error| format!("{error:#}"))?;
    target.generate(folder).map_err(|error| format!("{module}: {error:#}"))
}
