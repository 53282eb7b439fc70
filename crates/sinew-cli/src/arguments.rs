//! The command line as it is typed.

use std::ffi::OsString;

use clap::{Parser, Subcommand, ValueEnum};

use crate::limits::{self, Bound};
use crate::verb;

/// What `sinew --version --verbose` prints: the version, the engine with the features that results depend on, and whether this build
/// computes what this version does elsewhere. `None` for other arguments.
pub(crate) fn verbose_version(arguments: impl Iterator<Item = OsString>) -> Option<String> {
    let arguments: Vec<OsString> = arguments.skip(1).collect();
    let has = |names: &[&str]| arguments.iter().any(|argument| names.iter().any(|name| argument == name));
    let is_asked = arguments.len() == 2 && has(&["--version", "-V"]) && has(&["--verbose"]);
    is_asked.then(|| format!("sinew {}\n{}", env!("CARGO_PKG_VERSION"), verbose_physics()))
}

#[cfg(feature = "physics")]
fn verbose_physics() -> String {
    let check = sinew::BuildCheck::get();
    let bits = if check.is_same() {
        format!("digest {:016x}, as everywhere", check.found)
    } else {
        sinew::WorldDiagnostic::OtherBits(check).to_string()
    };
    format!("physics: {}\nbits: {bits}\n", sinew::physics::engine())
}

#[cfg(not(feature = "physics"))]
fn verbose_physics() -> String {
    "physics: not built in\n".to_owned()
}

/// The version, and which engine simulates.
fn long_version() -> String {
    #[cfg(feature = "physics")]
    let physics = format!("{} {}", sinew::physics::engine().name, sinew::physics::engine().version);
    #[cfg(not(feature = "physics"))]
    let physics = "not built in";
    format!("{}\nphysics: {physics}", env!("CARGO_PKG_VERSION"))
}

/// The first that people read, before the list of verbs.
const TASKS: &str = "\
Start here:
  sinew watch robot.glb                            see a file move, here in the terminal
  sinew validate robot.glb                         find what is wrong with it
  sinew retarget dance.bvh avatar.vrm -o out.glb   put motion capture on an avatar
  sinew bake robot.glb out.glb --strip             turn its physics into a plain animation
  sinew demo machine                               no file at hand: a demo in motion";

const EXAMPLES: &str = "\
More examples:
  sinew                                            the built-in demo in motion
  sinew inspect robot.glb                          the contents of the file
  sinew evaluate robot.glb --animation 0 --time 1  every node after a second
  sinew simulate robot.glb --seconds 5 --json      run it, and where everything is
  sinew view robot.glb                             the same in the browser, interactive
  sinew copy robot.gltf robot.glb                  the same file as one GLB
  sinew retarget walk.vrma avatar.vrm -o out.glb   a clip as an animation of an avatar
  sinew fix robot.gltf fixed.gltf                  repair what is unambiguous
  sinew normalize avatar.vrm out.vrm               the same avatar without rest rotations
  sinew convert robot.glb out.glb --to omi         physics in another dialect
  sinew conformance                                sinew against the conformance suite

A `-` is standard input or standard output where one file is meant. Buffers and images of
standard input are relative to the current folder; standard output gets one file with
everything in it, a GLB if the input is one. Existing files are overwritten with --force
only, inputs never.

Exit codes: 0 fine, 1 findings, 2 usage, 3 unreadable input or unwritable output,
4 an internal error of sinew, 5 more than --budget or --timeout, 128 plus the number of the signal that ended it.";

/// Makes glTF move: inspects, evaluates, copies and retargets .gltf, .glb, .vrm and .vrma files, and loses nothing in them.
#[derive(Debug, Parser)]
#[command(name = "sinew", version, long_version = long_version(), disable_version_flag = true, before_help = TASKS, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,

    /// Print the answer and errors only, without notes.
    #[arg(long, short, global = true, display_order = 900)]
    pub(crate) quiet: bool,

    /// Whether to use colors; `auto` asks the terminal and honours `NO_COLOR`.
    #[arg(long, global = true, display_order = 901, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub(crate) color: Color,

    /// Print the version; with `--verbose` also the engine's features, and whether this build computes as others do.
    #[arg(long, short = 'V', action = clap::ArgAction::Version)]
    version: Option<bool>,

    /// A limit on a file; repeatable: bytes of `file`, `buffers`, one `accessor` and of compressed views once decoded
    /// (`decompressed`), `depth` of its JSON, `bodies`, `colliders`, `joints`.
    #[arg(long, global = true, display_order = 902, value_name = "NAME=N", value_parser = limits::bound)]
    pub(crate) limit: Vec<Bound>,

    /// What a step may cost; repeatable: `pairs` of colliders, `contact-points`, `triangles`, `joints-per-pair`, `bytes`, units of
    /// `work` (about a microsecond each); or `off`. Beyond it the command exits with 5.
    #[cfg(feature = "physics")]
    #[arg(long, global = true, display_order = 903, value_name = "NAME=N|off", value_parser = crate::budget::bound)]
    pub(crate) budget: Vec<crate::budget::Bound>,

    /// Exit with 5 if simulating is not finished after this time; nothing is written then.
    #[cfg(feature = "physics")]
    #[arg(long, global = true, display_order = 904, value_name = "SECONDS", value_parser = crate::budget::timeout)]
    pub(crate) timeout: Option<std::time::Duration>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Inspect(verb::inspect::Arguments),
    Evaluate(verb::evaluate::Arguments),
    Copy(verb::copy::Arguments),
    Convert(verb::convert::Arguments),
    Import(verb::import::Arguments),
    Retarget(verb::retarget::Arguments),
    Normalize(verb::normalize::Arguments),
    #[cfg(feature = "physics")]
    Simulate(Box<verb::simulate::Arguments>),
    #[cfg(feature = "physics")]
    Watch(Box<verb::watch::Arguments>),
    #[cfg(feature = "physics")]
    Demo(verb::demo::Arguments),
    #[cfg(feature = "physics")]
    Bake(verb::bake::Arguments),
    #[cfg(feature = "physics")]
    Replay(verb::replay::Arguments),
    Graph(verb::graph::Arguments),
    Validate(verb::validate::Arguments),
    Explain(verb::explain::Arguments),
    Fix(verb::fix::Arguments),
    View(verb::view::Arguments),
    #[cfg(feature = "physics")]
    Conformance(verb::conformance::Arguments),
    Completions(verb::completions::Arguments),
    Manual(verb::manual::Arguments),
    Schema(verb::schema::Arguments),
}

/// Whether to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl From<Color> for anstream::ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => Self::Auto,
            Color::Always => Self::Always,
            Color::Never => Self::Never,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_definition_of_the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }
}
