//! `-` on the command line: the path of standard input.

use std::path::Path;

/// The path of standard input. A file of that name is `./-`.
const PATH: &str = "-";

/// Whether a path is that of standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == PATH
}

/// The name of an input in messages.
pub(crate) fn display_name(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}
