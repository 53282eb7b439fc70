//! `sinew watch`: a simulation as a picture in the terminal.

use clap::Args;

use super::simulate;
use crate::failure::Failure;
use crate::live;
use crate::terminal::Terminal;

const EXAMPLES: &str = "\
Examples:
  sinew watch robot.glb                            the file in motion, for five seconds
  sinew watch robot.glb --seconds 20               for longer
  sinew watch avatar.vrm --clip walk.vrma          with a clip on the avatar
  sinew watch door.glb --select Handle@1           with somebody who selects a node after a second

Meshes are drawn; where a file has none, its colliders; where it has neither, its nodes.
Joints, variables of behaviour graphs, springs and speeds are beside the picture, and events
as they happen. Any key ends it. Into a pipe, the answer of `sinew simulate` alone is printed.";

/// Watch a file move, as a picture in the terminal
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[group(skip)]
pub(crate) struct Arguments {
    #[command(flatten)]
    simulation: simulate::Arguments,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let is_shown = live::is_there() && !arguments.simulation.is_json();
    simulate::run_shown(&arguments.simulation, is_shown, terminal)
}
