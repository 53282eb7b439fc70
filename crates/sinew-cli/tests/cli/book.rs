//! The commands of the book and of the README, run as they are printed there.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::{command, fixture, folder};

/// A command of a page, and what the page says that it prints.
struct Printed {
    line: String,
    output: Vec<String>,
}

/// Of the blocks that show a terminal, the lines behind a prompt and a name of the command, without comments and redirections.
fn commands(text: &str, prompt: &str) -> Vec<Printed> {
    let mut found: Vec<Printed> = Vec::new();
    let (mut is_console, mut is_ours) = (false, false);
    for line in text.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
        } else if let Some(typed) = line.strip_prefix("$ ").filter(|_| is_console) {
            is_ours = typed.starts_with(prompt);
            if let Some(typed) = typed.strip_prefix(prompt) {
                let typed = typed.split("  #").next().unwrap().split(" > ").next().unwrap();
                found.push(Printed { line: typed.trim().to_owned(), output: Vec::new() });
            }
        } else if is_console && is_ours {
            found.last_mut().unwrap().output.push(line.to_owned());
        }
    }
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs the commands of a page in a folder; how many there are. `validate` may find something.
fn run_page(page: &Path, prompt: &str, folder: &Path, skipped: &[&str]) -> usize {
    let mut count = 0;
    for Printed { line, output } in commands(&std::fs::read_to_string(page).unwrap(), prompt) {
        let words: Vec<String> = line.split_whitespace().map(|word| in_repository(word, prompt)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if skipped.contains(&words[0]) {
            continue;
        }
        let run = command(&words).current_dir(folder).stderr(Stdio::piped()).output().unwrap();
        let stdout = String::from_utf8_lossy(&run.stdout);
        let is_finding = words[0] == "validate" && run.status.code() == Some(1);
        let page = page.display();
        assert!(run.status.success() || is_finding, "{page}: {line}: {}", String::from_utf8_lossy(&run.stderr));
        if !output.is_empty() {
            assert_eq!(stdout.lines().collect::<Vec<_>>(), output, "{page}: {line}");
        }
        count += 1;
    }
    count
}

/// Files of the repository that the README names; it is read at its root.
fn in_repository(word: &str, prompt: &str) -> String {
    match word.strip_prefix("fixtures/") {
        Some(name) if prompt.starts_with("cargo") => fixture(name),
        _ => word.to_owned(),
    }
}

#[test]
fn every_command_of_the_book_runs_and_prints_what_the_book_says() {
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("docs/book")).unwrap() {
        let page = entry.unwrap().path();
        // Each page stands alone: what it reads, it wrote.
        let folder = folder(&format!("book_{}", page.file_stem().unwrap().to_str().unwrap()));
        count += run_page(&page, "sinew ", &folder, &[]);
    }
    assert!(count > 15, "{count}");
}

/// Guides speak of the reader's own files; these stand for them.
#[test]
fn every_command_of_the_guides_runs() {
    let folder = folder("book_guides");
    let copy = |from: &str, to: &str| std::fs::copy(fixture(from), folder.join(to)).unwrap();
    std::fs::create_dir(folder.join("assets")).unwrap();
    copy("import/pendulum.urdf", "robot.urdf");
    copy("import/arm.xml", "model.xml");
    copy("matrix_nodes.gltf", "assets/robot.gltf");
    // The pages show what is in these.
    for (page, name) in [("validation", "sinew.json"), ("graphs", "script.json")] {
        let text = std::fs::read_to_string(root().join(format!("docs/{page}.md"))).unwrap();
        let block = text.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
        std::fs::write(folder.join(name), block).unwrap();
    }
    for (page, count) in [("graphs", 6), ("answers", 2), ("validation", 3), ("import", 2)] {
        let found = run_page(&root().join(format!("docs/{page}.md")), "sinew ", &folder, &[]);
        assert!(found >= count, "{page}: {found}");
    }
}

/// But for what takes long or waits for somebody, which other tests run.
#[test]
fn every_command_of_the_readme_runs() {
    let folder = folder("readme");
    let skipped = ["conformance", "view"];
    let count = run_page(&root().join("README.md"), "cargo run --release -- ", &folder, &skipped);
    assert!(count >= 15, "{count}");
}
