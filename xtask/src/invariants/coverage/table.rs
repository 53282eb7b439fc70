//! The tables of a Markdown document that list properties.

use std::fmt::Write as _;
/// A row that lists properties.
#[derive(Debug)]
pub(super) struct Row {
    /// Counted from 0.
    pub(super) line: usize,
    /// What its properties may begin with.
    pub(super) names: Vec<String>,
    /// The first cell.
    pub(super) subject: String,
    /// The second cell.
    coverage: String,
    /// What is to stand in the last cell.
    pub(super) cases: String,
}

/// The title of the last column.
const TITLE: &str = "cases";

impl Row {
    /// What is left alone, has no effect, or is only a rule to keep needs no case: answers are numbers.
    pub(super) fn needs_cases(&self) -> bool {
        !["ignored", "read", "reported"].iter().any(|word| self.coverage.starts_with(word))
    }

    /// What is ignored has no case, though another property may be called the same.
    pub(super) fn may_have_cases(&self) -> bool {
        !self.coverage.starts_with("ignored")
    }

    #[cfg(test)]
    pub(super) fn of_subject(subject: &str, names: &[&str]) -> Self {
        Self {
            line: 0,
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            subject: subject.to_owned(),
            coverage: String::new(),
            cases: String::new(),
        }
    }
}

/// What a line of a document is.
enum Line {
    Titles,
    Rule,
    Row(Row),
    Other,
}

/// The rows of sections that take part.
pub(super) fn rows(text: &str) -> Vec<Row> {
    lines(text).into_iter().filter_map(|line| if let Line::Row(row) = line { Some(row) } else { None }).collect()
}

/// The document with the last cells of these rows.
pub(super) fn written(text: &str, rows: &[Row]) -> String {
    let mut columns = 0;
    let mut written = String::new();
    for (line, kind) in text.lines().zip(lines(text)) {
        let mut cells = cells(line);
        match kind {
            Line::Titles => {
                if cells.last() != Some(&TITLE) {
                    cells.push(TITLE);
                }
                columns = cells.len();
                let _ = write!(written, "| {} |", cells.join(" | "));
            }
            Line::Rule => {
                written.push('|');
                written += &"---|".repeat(columns);
            }
            Line::Row(row) => {
                let cases = rows.iter().find(|one| one.line == row.line).map_or("", |one| one.cases.as_str());
                cells.resize(columns.saturating_sub(1), "");
                cells.push(cases);
                let _ = write!(written, "| {} |", cells.join(" | "));
            }
            Line::Other => written += line,
        }
        written.push('\n');
    }
    written
}

fn lines(text: &str) -> Vec<Line> {
    let mut names: Vec<String> = Vec::new();
    // Lines of the table so far.
    let mut depth = 0;
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('#') {
            names.clear();
        }
        if let Some(marked) = line.strip_prefix("<!-- cases:").and_then(|rest| rest.strip_suffix("-->")) {
            names = marked.split(',').map(|name| name.trim().to_owned()).collect();
        }
        if names.is_empty() || !line.starts_with('|') {
            depth = 0;
            lines.push(Line::Other);
            continue;
        }
        lines.push(match depth {
            0 => Line::Titles,
            1 => Line::Rule,
            _ => {
                let cells = cells(line);
                let cell = |at: usize| cells.get(at).copied().unwrap_or_default().to_owned();
                let names = names.clone();
                Line::Row(Row { line: number, names, subject: cell(0), coverage: cell(1), cases: String::new() })
            }
        });
        depth += 1;
    }
    lines
}

/// The cells of a row; none of the tables has a `|` in one.
fn cells(line: &str) -> Vec<&str> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(str::trim).collect()
}
