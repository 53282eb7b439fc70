//! Writes the JavaScript side of a module's bindings: `bind MODULE.wasm FOLDER NAME`.
//!
//! A program of its own, so that `xtask` depends on nothing and starts at once.

mod absent;
mod instructions;
mod layout;
mod likeness;
mod locations;
mod traps;

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

use walrus::ModuleConfig;
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
    // Nobody sees the names of functions where nothing traps: they are read, and not written.
    let mut reading = ModuleConfig::new();
    reading.strict_validate(false).generate_name_section(false).generate_producers_section(false);
    let mut parsed = reading.parse_file(module).map_err(|error| message(module, error))?;
    eprintln!("{} square roots are instructions now", instructions::take_roots(&mut parsed));
    eprintln!("{} functions of soft bodies and multibodies are traps now", absent::cut(&mut parsed));
    let trapped = traps::trap(&mut parsed);
    let cleared = locations::clear(&mut parsed, &trapped.arguments);
    eprintln!("{} panics are traps now, {cleared} bytes of their places are cleared", trapped.calls);
    let mut bindgen = Bindgen::new();
    bindgen.input_module(name, parsed).typescript(false).omit_default_module_path(false);
    let target = bindgen.web(true).map_err(|error| message(module, error))?;
    target.generate(folder).map_err(|error| message(module, error))?;
    let written = Path::new(folder).join(format!("{name}_bg.wasm"));
    let bytes = std::fs::read(&written).map_err(|error| message(module, error))?;
    std::fs::write(&written, layout::lay_out(&bytes)?).map_err(|error| message(module, error))
}

/// An error with all of its causes.
fn message(module: &str, error: impl Display) -> String {
    format!("{module}: {error:#}")
}
