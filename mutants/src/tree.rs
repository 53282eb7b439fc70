//! The copy of the project that is broken.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::mutation::MutatedFile;
use crate::{Failure, Places};

/// What of the project has to be there to build the command.
const NEEDED: &[&str] = &["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "crates", "fuzz", "xtask"];

const SOURCES: &str = "crates/sinew-model/src";
const LIBRARY: &str = "crates/sinew-model/src/lib.rs";
const KERNEL: &str = "crates/sinew-model/src/kernel/";

/// Asks the environment once which mutant lives.
const CHOICE: &str = "
/// Whether this is the mutant that lives.
#[allow(missing_docs)]
pub(crate) fn mutant(number: u32) -> bool {
    static CHOSEN: std::sync::OnceLock<Option<u32>> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var(\"SINEW_MUTANT\").ok()?.parse().ok()) == Some(number)
}
";

/// Copies what git knows, so that no build product comes along. Files that are the same are left alone.
pub(crate) fn copy(places: &Places) -> Result<(), Failure> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).args(NEEDED).current_dir(&places.root);
    let listed = git.output().map_err(|error| format!("git: {error}"))?;
    for path in String::from_utf8_lossy(&listed.stdout).split_terminator('\0') {
        let from = places.root.join(path);
        // What is written otherwise below must not be written twice: the compiler goes by when a file was written.
        let is_broken = path.starts_with(KERNEL) && !path.ends_with("/tests.rs");
        if from.is_file() && path != LIBRARY && !is_broken {
            let bytes = fs::read(&from).map_err(|error| format!("{path}: {error}"))?;
            write(&places.tree.join(path), &bytes)?;
        }
    }
    let text = fs::read_to_string(places.root.join(LIBRARY)).map_err(|error| format!("{LIBRARY}: {error}"))?;
    write(&places.tree.join(LIBRARY), (text + CHOICE).as_bytes())
}

/// Writes a file unless it says so already: what does not change is not built again.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let message = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(message)?;
    }
    fs::write(path, bytes).map_err(message)
}

/// The files of the kernel, in the order of their names.
pub(crate) fn kernel(places: &Places) -> Result<Vec<MutatedFile>, Failure> {
    let sources = places.root.join(SOURCES);
    let mut open = vec![sources.join("kernel")];
    let mut paths = Vec::new();
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() {
                open.push(path);
            } else if name.ends_with(".rs") && name != "tests.rs" {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let mut files = Vec::new();
    // Number 0 is nobody, so that a tree without a choice is as it was.
    let mut first = 1;
    for path in paths {
        let source = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.strip_prefix(&sources).unwrap_or(&path).display().to_string().replace('\\', "/");
        let file = MutatedFile::new(name, source, first).map_err(|error| format!("{}: {error}", path.display()))?;
        first += file.numbers();
        files.push(file);
    }
    Ok(files)
}

/// Writes the kernel's files with their mutants.
pub(crate) fn write_kernel(places: &Places, file: &MutatedFile, text: &str) -> Result<(), Failure> {
    write(&places.tree.join(SOURCES).join(&file.path), text.as_bytes())
}
