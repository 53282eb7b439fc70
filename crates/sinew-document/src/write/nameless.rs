//! A file without a name, of which nothing is left when the process ends in whatever way: what Linux calls `O_TMPFILE`. Not every
//! file system has it, and no other system.

#[cfg(target_os = "linux")]
pub(super) use linux::{create, name};
#[cfg(not(target_os = "linux"))]
pub(super) use none::{create, name};

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

    /// Where names are given from, as `open(2)` has it.
    const HELD_OPEN: &str = "/proc/self/fd";

    /// A new file in a folder, which only its owner may read if it is to be `private`; none where there can be none.
    pub(in crate::write) fn create(folder: &Path, private: bool) -> Option<File> {
        if !Path::new(HELD_OPEN).is_dir() {
            return None;
        }
        let mode = Mode::from_raw_mode(if private { 0o600 } else { 0o666 });
        // Readable, so that it can be copied where it can get no name after all.
        open(folder, OFlags::RDWR | OFlags::TMPFILE | OFlags::CLOEXEC, mode).ok().map(File::from)
    }

    /// Gives a file a name that nothing has.
    pub(in crate::write) fn name(file: &File, path: &Path) -> io::Result<()> {
        let held = format!("{HELD_OPEN}/{}", file.as_raw_fd());
        Ok(linkat(CWD, held, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod none {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    /// There is none.
    pub(in crate::write) fn create(_: &Path, _: bool) -> Option<File> {
        None
    }

    /// Nothing gets here, since there is no such file.
    pub(in crate::write) fn name(_: &File, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
