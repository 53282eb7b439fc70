//! The command line as one page of Markdown.

use std::fmt::Write as _;

use clap::{Arg, Command};

use super::verbs;

pub(super) fn reference(command: &Command) -> String {
    let mut page = String::from("# The command line\n\n");
    let _ = writeln!(page, "`sinew manual` prints this page from the definition of the command line.\n");
    about(&mut page, command);
    help(&mut page, command.get_before_help());
    page.push_str("| verb | does |\n|---|---|\n");
    for verb in verbs(command) {
        let name = verb.get_name();
        let does = verb.get_about().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(page, "| [`{name}`](#sinew-{name}) | {} |", cell(&does));
    }
    page.push('\n');
    options(&mut page, "Options of every verb", command.get_arguments().filter(|option| !option.is_positional()));
    help(&mut page, command.get_after_help());
    for verb in verbs(command) {
        let _ = writeln!(page, "## `sinew {}`\n", verb.get_name());
        about(&mut page, verb);
        let usage = verb.clone().render_usage().to_string();
        let _ = writeln!(page, "```text\n{}\n```\n", usage.trim_start_matches("Usage: ").trim_end());
        let own = |option: &&Arg| !option.is_global_set() && option.get_id() != "help";
        options(&mut page, "Arguments", verb.get_positionals());
        options(&mut page, "Options", verb.get_arguments().filter(own).filter(|option| !option.is_positional()));
        help(&mut page, verb.get_after_help());
    }
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

fn about(page: &mut String, command: &Command) {
    if let Some(about) = command.get_long_about().or(command.get_about()) {
        let _ = writeln!(page, "{}.\n", about.to_string().trim_end_matches('.'));
    }
}

/// Examples and the like, as they are printed.
fn help(page: &mut String, text: Option<&clap::builder::StyledStr>) {
    if let Some(text) = text {
        let _ = writeln!(page, "```text\n{}\n```\n", text.to_string().trim_end());
    }
}

fn options<'a>(page: &mut String, title: &str, options: impl Iterator<Item = &'a Arg>) {
    let rows: Vec<String> = options.filter(|option| !option.is_hide_set()).map(row).collect();
    if !rows.is_empty() {
        let _ = writeln!(page, "| {title} | |\n|---|---|\n{}\n", rows.join("\n"));
    }
}

fn row(option: &Arg) -> String {
    let takes = option.get_num_args().is_some_and(|count| count.takes_values());
    let mut typed = Vec::new();
    typed.extend(option.get_short().map(|short| format!("-{short}")));
    typed.extend(option.get_long().map(|long| format!("--{long}")));
    let names: Vec<String> = option.get_value_names().unwrap_or_default().iter().map(ToString::to_string).collect();
    let names = if names.is_empty() { option.get_id().to_string().to_uppercase() } else { names.join(" ") };
    let mut typed = typed.join(", ");
    if option.is_positional() {
        typed = names;
    } else if takes {
        let _ = write!(typed, " {names}");
    }
    let mut does = option.get_long_help().or(option.get_help()).map(ToString::to_string).unwrap_or_default();
    let values: Vec<String> = option
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    if takes && !values.is_empty() {
        if !does.ends_with('.') {
            does.push('.');
        }
        let _ = write!(does, " One of {}.", values.join(", "));
    }
    let default: Vec<String> =
        option.get_default_values().iter().map(|value| format!("`{}`", value.display())).collect();
    if takes && !default.is_empty() {
        if !does.ends_with('.') {
            does.push('.');
        }
        let _ = write!(does, " Default: {}.", default.join(", "));
    }
    format!("| `{}` | {} |", typed.replace('|', "\\|"), cell(&does))
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
