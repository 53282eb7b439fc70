//! The end of a process while files are being written. A test of its own, since it is about all files of a process.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::fs;
use std::io::Write as _;

use sinew_document::write::{NewFile, discard_unfinished};

#[test]
fn what_is_not_whole_goes_and_what_was_there_stays() {
    let folder = std::env::temp_dir().join(format!("sinew-unfinished-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("a");
    fs::write(&path, "old").unwrap();
    let mut file = NewFile::create(&path, true).unwrap();
    file.write_all(b"new").unwrap();
    let names = || fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>();
    let found = discard_unfinished(names);
    assert_eq!(found, ["a"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    fs::remove_dir_all(&folder).unwrap();
}
