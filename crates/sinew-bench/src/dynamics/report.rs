//! Families of scenes and the table that is made of them, as in `docs/dynamics.md`.

use std::fmt::Write as _;
use std::path::Path;

use super::before::Before;
use super::figure::number;
use super::{Family, Figure};
use crate::Failure;
use crate::report::{Section, save};

/// Families of scenes with a table of their own.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// The word of the command, and the name of the file in `docs`.
    pub name: &'static str,
    /// The title of the file.
    pub title: &'static str,
    /// The command that writes the table, as the file names it.
    pub command: &'static str,
    /// The families, in the order of the table.
    pub families: &'static [Family],
    /// The standard output of the command with an earlier version, for a column beside that of today.
    pub before: &'static str,
}

/// The figures of a family.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The family.
    pub family: Family,
    /// Its figures, in the order of its scenes.
    pub figures: Vec<Figure>,
}

impl Subject {
    /// The family of a name.
    pub fn family(&self, name: &str) -> Option<&'static Family> {
        self.families.iter().find(|family| family.name == name)
    }

    /// Writes the table into a file, whose other parts are written by hand and stay.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, file: &Path, measured: &[Measured]) -> Result<(), Failure> {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let section = Section { command: self.command, title: self.title };
        save(file, &section.spliced(&text, &self.written(measured)))
    }

    fn written(&self, measured: &[Measured]) -> String {
        let before = Before::read(self.before);
        let mut text = summary(measured) + "\n";
        for Measured { family, figures } in measured {
            // Writing to a String cannot fail.
            let _ = write!(text, "\n## {}\n\n{}\n\n", title(family.name), family.about.trim());
            text.push_str("| scene | measured | truth | before | now | bound | |\n|---|---|---|---|---|---|---|\n");
            for figure in figures {
                let before = before.value(family.name, &figure.scene, &figure.quantity);
                write_row(&mut text, figure, before);
            }
        }
        text
    }
}

fn summary(measured: &[Measured]) -> String {
    let all = || measured.iter().flat_map(|measured| &measured.figures);
    let (count, met) = (all().count(), all().filter(|figure| figure.is_met()).count());
    if met == count {
        return format!("All of {count} bounds are kept.");
    }
    format!("{met} of {count} bounds are kept.")
}

fn title(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn write_row(text: &mut String, figure: &Figure, before: Option<f64>) {
    let with_unit = |value: f64| format!("{} {}", number(value), figure.unit).trim_end().to_owned();
    let _ = writeln!(
        text,
        "| {} | {} | {} | {} | {} | {} | {} |",
        figure.scene,
        figure.quantity,
        with_unit(figure.truth),
        before.map(with_unit).unwrap_or_default(),
        match figure.case.as_str() {
            "" => with_unit(figure.value),
            case => format!("{} ({case})", with_unit(figure.value)),
        },
        figure.bound_text(),
        if figure.is_met() { "kept" } else { "**missed**" },
    );
}
