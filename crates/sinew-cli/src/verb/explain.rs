//! `sinew explain`: what a rule is about.

use std::fmt::Write as _;

use clap::Args;
use sinew::validate::nearest;
use sinew_document::{Code, explanation};

use crate::failure::Failure;
use crate::terminal::Terminal;
use crate::text::{plain, style};

/// The maximum width of prose, columns.
const MEASURE: usize = 92;

const EXAMPLES: &str = "\
Examples:
  sinew explain UNRESOLVED_REFERENCE    what the rule is about, and an example of either kind
  sinew explain                         every rule in one line each";

/// Explain a rule that `validate` and `inspect` report
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The rule, such as `UNRESOLVED_REFERENCE`; every rule in one line each if none is named.
    code: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    let Some(name) = &arguments.code else { return terminal.print(&list()) };
    let code = Code::from_name(&name.to_ascii_uppercase()).ok_or_else(|| {
        let near = nearest(name).map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        Failure::usage(format!("there is no rule \"{name}\"{near} — `sinew explain` lists them all"))
    })?;
    terminal.print(&page(code))
}

fn list() -> String {
    let mut text = String::new();
    for &code in Code::ALL {
        let (word, word_style) = style::of_severity(code.severity() as u8);
        let word = style::paint(word_style, &format!("{word:7}"));
        let _ = writeln!(text, "{word}  {}  {}", style::paint(style::HEADING, code.as_str()), code.summary());
    }
    text
}

fn page(code: Code) -> String {
    let (word, word_style) = style::of_severity(code.severity() as u8);
    let mut text = format!("{}  {}\n", style::paint(style::HEADING, code.as_str()), style::paint(word_style, word));
    let _ = writeln!(text, "{}\n", code.summary());
    let mut is_example = false;
    let mut paragraph = String::new();
    for line in explanation(code).unwrap_or_default().lines().chain([""]) {
        if let Some(label) = line.strip_prefix("```") {
            is_example = !is_example;
            let title = match label.trim() {
                "json wrong" => style::paint(style::ERROR, "breaks the rule:"),
                "json right" => style::paint(style::GOOD, "keeps it:"),
                _ => continue,
            };
            let _ = writeln!(text, "{title}");
        } else if is_example {
            let _ = writeln!(text, "  {line}");
        } else if line.is_empty() {
            for line in plain::wrap(&paragraph, MEASURE) {
                let _ = writeln!(text, "{line}");
            }
            text.push_str(if paragraph.is_empty() { "" } else { "\n" });
            paragraph.clear();
        } else {
            paragraph += if paragraph.is_empty() { "" } else { " " };
            paragraph += line;
        }
    }
    text
}
