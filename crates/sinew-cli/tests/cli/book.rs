//! The commands of the book, run as they are printed there.

use std::path::Path;
use std::process::Stdio;

use crate::{command, folder};

/// A command of a page, and what the page says that it prints.
struct Printed {
    line: String,
    output: Vec<String>,
}

fn commands(text: &str) -> Vec<Printed> {
    let mut found: Vec<Printed> = Vec::new();
    let mut is_console = false;
    for line in text.lines() {
        match line.strip_prefix("$ sinew ") {
            _ if line.starts_with("```") => is_console = line == "```console",
            Some(typed) if is_console => found.push(Printed { line: typed.to_owned(), output: Vec::new() }),
            _ if is_console => found.last_mut().unwrap().output.push(line.to_owned()),
            _ => {}
        }
    }
    found
}

#[test]
fn every_command_of_the_book_runs_and_prints_what_the_book_says() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book");
    let mut count = 0;
    for entry in std::fs::read_dir(pages).unwrap() {
        let page = entry.unwrap().path();
        let name = page.file_stem().unwrap().to_str().unwrap().to_owned();
        // Each page stands alone: what it reads, it wrote.
        let folder = folder(&format!("book_{name}"));
        for Printed { line, output } in commands(&std::fs::read_to_string(&page).unwrap()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let run = command(&words).current_dir(&folder).stderr(Stdio::piped()).output().unwrap();
            let stdout = String::from_utf8_lossy(&run.stdout);
            assert!(run.status.success(), "{name}: sinew {line}: {}", String::from_utf8_lossy(&run.stderr));
            if !output.is_empty() {
                assert_eq!(stdout.lines().collect::<Vec<_>>(), output, "{name}: sinew {line}");
            }
            count += 1;
        }
    }
    assert!(count > 15, "{count}");
}
