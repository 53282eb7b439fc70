//! A file on its way: under another name until it is whole.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Seek as _, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::target::{WriteTarget, folder_of};
use super::{WriteError, nameless, unfinished};

/// A file that is being written, bit by bit. It has another name in the same folder, or none where the system can do that, and
/// takes its own in [`put_in_place`](Self::put_in_place), when it is whole; one that is dropped before is removed, and what
/// was there is as it was. A file that is replaced leaves its permissions to the new one, and a link that leads to it stays.
///
/// Pipes, devices and what a process holds open (`/dev/stdout`) are written to as they stand.
#[derive(Debug)]
pub struct NewFile {
    /// As the caller calls it.
    path: PathBuf,
    file: File,
    /// None for what is written to as it stands, and for what has its name.
    waiting: Option<Waiting>,
}

/// A file that waits for its name.
#[derive(Debug)]
struct Waiting {
    /// None where it has no name at all.
    temporary: Option<PathBuf>,
    target: PathBuf,
    overwrite: bool,
}

impl NewFile {
    /// Begins a file. One that exists is replaced only if `overwrite` says so.
    ///
    /// # Errors
    /// The file exists and may not be replaced, it is a folder, or its folder does not exist or cannot be written to.
    pub fn create(path: &Path, overwrite: bool) -> Result<Self, WriteError> {
        Self::create_at(path, &WriteTarget::of(path)?, overwrite)
    }

    pub(super) fn create_at(path: &Path, place: &WriteTarget, overwrite: bool) -> Result<Self, WriteError> {
        let io_error = |source| WriteError::Io { path: path.to_owned(), source };
        let (target, there) = match place {
            WriteTarget::Existing(..) if !overwrite => return Err(WriteError::Exists { path: path.to_owned() }),
            WriteTarget::Existing(target, there) => (target, Some(there)),
            WriteTarget::New(target) => (target, None),
            WriteTarget::Stream => {
                let file = OpenOptions::new().append(true).open(path).map_err(io_error)?;
                return Ok(Self { path: path.to_owned(), file, waiting: None });
            }
        };
        let (temporary, file) = match nameless::create(folder_of(target), there.is_some()) {
            Some(file) => (None, file),
            None => create_beside(target, there.is_some()).map(|(name, file)| (Some(name), file)).map_err(io_error)?,
        };
        let waiting = Some(Waiting { temporary, target: target.clone(), overwrite });
        let new = Self { path: path.to_owned(), file, waiting };
        // Before there is anything in it that others should not read.
        there.map_or(Ok(()), |there| take_over(&new.file, there)).map_err(io_error)?;
        Ok(new)
    }

    /// The path that it was created with.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file that it will be, with its folder and links as they are in truth; none for what is written to as it stands.
    pub fn target(&self) -> Option<PathBuf> {
        let target = &self.waiting.as_ref()?.target;
        let folder = folder_of(target).canonicalize();
        Some(folder.ok().and_then(|folder| Some(folder.join(target.file_name()?))).unwrap_or_else(|| target.clone()))
    }

    /// Whether it is written to as it stands, as a pipe or a device is.
    pub fn is_stream(&self) -> bool {
        self.waiting.is_none()
    }

    /// Gives files their names, in their order: all of them, or none.
    ///
    /// # Errors
    /// The system refuses, or a file has appeared under a name that may not be taken from it. What was there is back then.
    pub fn put_in_place(mut files: Vec<Self>) -> Result<(), WriteError> {
        for file in &mut files {
            // On disk before it takes the place of another: a power cut must not leave an empty file under the name.
            let synced = if file.is_stream() { file.file.flush() } else { file.file.sync_all() };
            synced.map_err(|source| WriteError::Io { path: file.path.clone(), source })?;
        }
        let is_alone = files.len() == 1;
        // Whoever ends the process waits, so that it ends with all of them or with none.
        let mut unfinished = unfinished::lock();
        let mut placed = Vec::new();
        let mut outcome = Ok(());
        for file in &mut files {
            let Some(waiting) = &file.waiting else { continue };
            // One file takes its place or does not, and there is nothing to go back to.
            let kept = if is_alone { Ok(None) } else { second_name(&waiting.target) };
            let kept = match kept.and_then(|kept| waiting.take_its_place(&file.file, kept)) {
                Ok(kept) => kept,
                Err(source) => {
                    let path = file.path.clone();
                    outcome = Err(match source.kind() {
                        io::ErrorKind::AlreadyExists if !waiting.overwrite => WriteError::Exists { path },
                        _ => WriteError::Io { path, source },
                    });
                    break;
                }
            };
            if let Some(temporary) = &waiting.temporary {
                unfinished.remove(temporary);
            }
            placed.push((waiting.target.clone(), kept));
            file.waiting = None;
        }
        for (target, kept) in placed.into_iter().rev() {
            match (kept, outcome.is_ok()) {
                (Some(kept), true) => remove(kept),
                (Some(kept), false) => drop(fs::rename(kept, target)),
                (None, false) => remove(target),
                (None, true) => {}
            }
        }
        // The rest locks it again to go.
        drop(unfinished);
        outcome
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(Waiting { temporary: Some(temporary), .. }) = self.waiting.take() {
            let mut unfinished = unfinished::lock();
            unfinished.remove(&temporary);
            remove(temporary);
        }
    }
}

impl Waiting {
    /// Takes the name; what was there is still to be had as `kept`, which goes if that fails.
    fn take_its_place(&self, file: &File, kept: Option<PathBuf>) -> io::Result<Option<PathBuf>> {
        match self.take_name(file) {
            Ok(()) => Ok(kept),
            Err(error) => {
                kept.into_iter().for_each(remove);
                Err(error)
            }
        }
    }

    fn take_name(&self, file: &File) -> io::Result<()> {
        let Self { temporary, target, overwrite } = self;
        let named;
        let temporary = match temporary {
            Some(temporary) => temporary,
            None if !*overwrite => match nameless::name(file, target) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    named = copied(file, target)?;
                    &named
                }
                outcome => return outcome,
            },
            None => {
                // A name is only given where there is none, so that it takes two steps to replace a file.
                let name = name_beside(target);
                named = if nameless::name(file, &name).is_ok() { name } else { copied(file, target)? };
                &named
            }
        };
        let taken = Self::rename(temporary, target, *overwrite);
        if taken.is_err() && self.temporary.is_none() {
            remove(temporary);
        }
        taken
    }

    fn rename(temporary: &Path, target: &Path, overwrite: bool) -> io::Result<()> {
        if overwrite {
            return fs::rename(temporary, target);
        }
        // A second name is refused where somebody has written a file meanwhile, which renaming would replace.
        match fs::hard_link(temporary, target) {
            Ok(()) => {
                remove(temporary);
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            // There are file systems without second names.
            Err(_) if target.symlink_metadata().is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => fs::rename(temporary, target),
        }
    }
}

/// A name in the folder of a file that nothing has, so far.
fn name_beside(target: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    folder_of(target).join(format!(".sinew-{}-{count}.tmp", std::process::id()))
}

/// The same under a name, for a file that can get none.
fn copied(mut file: &File, target: &Path) -> io::Result<PathBuf> {
    let name = name_beside(target);
    let mut copy = OpenOptions::new().write(true).create_new(true).open(&name)?;
    let done = file
        .seek(io::SeekFrom::Start(0))
        .and_then(|_| file.metadata())
        .and_then(|found| copy.set_permissions(found.permissions()))
        .and_then(|()| io::copy(&mut file, &mut copy))
        .and_then(|_| copy.sync_all());
    if done.is_err() {
        remove(&name);
    }
    done.map(|()| name)
}

/// A new file in the folder of another, which only its owner may read if it is to be `private`.
fn create_beside(target: &Path, private: bool) -> io::Result<(PathBuf, File)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = private;
    let mut unfinished = unfinished::lock();
    loop {
        let temporary = name_beside(target);
        match options.open(&temporary) {
            Ok(file) => {
                unfinished.insert(temporary.clone());
                return Ok((temporary, file));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// A second name for what a file is now; a copy where the file system has no second names, and none where there is no file.
fn second_name(target: &Path) -> io::Result<Option<PathBuf>> {
    if target.symlink_metadata().is_err() {
        return Ok(None);
    }
    let name = name_beside(target);
    fs::hard_link(target, &name).or_else(|_| fs::copy(target, &name).map(drop))?;
    Ok(Some(name))
}

/// Removes a file that nobody is to see; there is nobody to tell if that fails.
fn remove(file: impl AsRef<Path>) {
    let _ = fs::remove_file(file);
}

/// Gives a new file the owner and the permissions of the one that it will replace.
#[cfg(unix)]
fn take_over(file: &File, there: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let own = file.metadata()?;
    if (own.uid(), own.gid()) != (there.uid(), there.gid()) {
        // Only the superuser gives files away. What others replace is theirs, in the same group if they are in it.
        let given = fchown(file, Some(there.uid()), Some(there.gid()));
        let _ = given.or_else(|_| fchown(file, None, Some(there.gid())));
    }
    // Giving away may take rights to run as the owner away, so that this comes last.
    let own = file.metadata()?;
    let is_same_owner = own.uid() == there.uid();
    let mode = there.mode() & if is_same_owner { 0o7777 } else { 0o777 };
    if own.mode() & 0o7777 == mode { Ok(()) } else { file.set_permissions(fs::Permissions::from_mode(mode)) }
}

/// Where permissions are lists that the folder hands down, the new file has them already.
#[cfg(not(unix))]
fn take_over(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// What a file system without nameless files gets, which those of tests rarely are.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::unfinished::discard_unfinished;

    fn named(target: &Path, text: &str, overwrite: bool) -> NewFile {
        let (temporary, file) = create_beside(target, true).unwrap();
        let waiting = Some(Waiting { temporary: Some(temporary), target: target.to_owned(), overwrite });
        let mut new = NewFile { path: target.to_owned(), file, waiting };
        new.write_all(text.as_bytes()).unwrap();
        new
    }

    /// One test for all, since it is about all files of a process.
    #[test]
    fn a_file_under_another_name_takes_its_own_or_goes() {
        let folder = std::env::temp_dir().join(format!("sinew-new-file-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let names = || {
            let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        let (a, b) = (folder.join("a"), folder.join("b"));
        fs::write(&a, "old").unwrap();
        let files = vec![named(&b, "new", false), named(&a, "new", true)];
        assert_eq!(names().len(), 3, "two under other names: {:?}", names());
        NewFile::put_in_place(files).unwrap();
        assert_eq!((names(), fs::read_to_string(&a).unwrap()), (vec!["a".into(), "b".into()], "new".to_owned()));

        drop(named(&a, "newer", true));
        assert_eq!(names(), ["a", "b"]);
        let error = NewFile::put_in_place(vec![named(&b, "newer", false)]).unwrap_err();
        assert!(matches!(error, WriteError::Exists { .. }), "{error}");
        let unfinished = named(&a, "newer", true);
        assert_eq!(discard_unfinished(names), ["a", "b"]);
        drop(unfinished);

        // A nameless file that the system gives no name.
        let source = named(&a, "copied", true);
        let readable = File::open(source.waiting.as_ref().unwrap().temporary.as_ref().unwrap()).unwrap();
        let copy = copied(&readable, &a).unwrap();
        assert_eq!(fs::read_to_string(&copy).unwrap(), "copied");
        fs::remove_file(copy).unwrap();
        drop(source);
        assert_eq!((names(), fs::read_to_string(&a).unwrap()), (vec!["a".into(), "b".into()], "new".to_owned()));
        fs::remove_dir_all(&folder).unwrap();
    }
}
