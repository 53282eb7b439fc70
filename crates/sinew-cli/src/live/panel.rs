//! The text beside the picture, and how both share the terminal.

use std::collections::VecDeque;

use super::color::Colors;
use super::reading::Reading;
use crate::text::plain;

/// Columns of the text, where it is beside the picture.
const BESIDE: usize = 38;

/// From so many columns on the text is beside the picture, and below it otherwise.
const WIDE: usize = 84;

/// Rows below the picture of a narrow terminal that are the text's.
const BELOW: usize = 8;

/// Events that are kept; no terminal is taller.
const EVENTS: usize = 200;

/// How a terminal is divided. The first row is the title's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Columns and rows of the picture.
    pub(super) picture: [usize; 2],
    /// Columns and rows of the text.
    pub(super) text: [usize; 2],
    is_beside: bool,
}

impl Layout {
    pub(super) fn of([columns, rows]: [usize; 2]) -> Self {
        let rows = rows.saturating_sub(1);
        if columns >= WIDE {
            return Self { picture: [columns - BESIDE - 1, rows], text: [BESIDE, rows], is_beside: true };
        }
        let below = BELOW.min(rows / 2);
        Self { picture: [columns, rows - below], text: [columns, below], is_beside: false }
    }

    /// The rows of the terminal. Those of the picture are as wide as it, those of the text at most.
    pub(super) fn rows(&self, title: String, picture: Vec<String>, text: Vec<String>) -> Vec<String> {
        let mut rows = vec![title];
        if self.is_beside {
            let mut text = text.into_iter();
            rows.extend(picture.into_iter().map(|row| format!("{row} {}", text.next().unwrap_or_default())));
        } else {
            let all = 1 + picture.len() + self.text[1];
            rows.extend(picture);
            rows.extend(text);
            // What was written below before is gone.
            rows.resize(all, String::new());
        }
        rows
    }
}

/// What has happened, the latest last.
#[derive(Default)]
pub(super) struct Events(VecDeque<String>);

impl Events {
    pub(super) fn push(&mut self, event: String) {
        if self.0.len() == EVENTS {
            self.0.pop_front();
        }
        self.0.push_back(event);
    }
}

/// The text: values, then events, in as many rows as there are.
pub(super) fn text(readings: &[Reading], events: &Events, [columns, rows]: [usize; 2], colors: Colors) -> Vec<String> {
    let for_values = match (readings.len(), events.0.len()) {
        (0, _) => 0,
        // A heading and a row between belong to each.
        (values, 0) => values.min(rows.saturating_sub(1)),
        (values, _) => values.min((rows / 2).max(rows.saturating_sub(events.0.len() + 3)).saturating_sub(1)),
    };
    let mut text = Vec::new();
    if for_values > 0 {
        text.push(heading("Values", colors));
        text.extend(
            readings
                .iter()
                .take(for_values)
                .map(|reading| plain::shorten(&reading.line(columns), columns).into_owned()),
        );
    }
    let room = rows.saturating_sub(text.len());
    if !events.0.is_empty() && room > 1 {
        let gap = usize::from(!text.is_empty() && room > 3);
        text.extend(vec![String::new(); gap]);
        text.push(heading("Events", colors));
        let shown = room - gap - 1;
        let skipped = events.0.len().saturating_sub(shown);
        text.extend(events.0.iter().skip(skipped).map(|event| plain::shorten(event, columns).into_owned()));
    }
    text.truncate(rows);
    text
}

/// A heading, bold where there are colors.
pub(super) fn heading(text: &str, colors: Colors) -> String {
    if colors == Colors::None { text.to_owned() } else { format!("\x1b[1m{text}\x1b[0m") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_beside_the_picture_of_a_wide_terminal_and_below_that_of_a_narrow_one() {
        let wide = Layout::of([120, 40]);
        assert_eq!((wide.picture, wide.text), ([81, 39], [38, 39]));
        let narrow = Layout::of([60, 30]);
        assert_eq!((narrow.picture, narrow.text), ([60, 21], [60, 8]));
        for rows in 0..12 {
            let tiny = Layout::of([3, rows]);
            assert_eq!(tiny.picture[1] + tiny.text[1], rows.saturating_sub(1));
        }
    }

    #[test]
    fn the_latest_events_are_shown_in_the_rows_there_are() {
        let mut events = Events::default();
        (0..50).for_each(|at| events.push(format!("event {at}")));
        let shown = text(&[], &events, [20, 5], Colors::None);
        assert_eq!(shown, ["Events", "event 46", "event 47", "event 48", "event 49"]);
        for rows in 0..6 {
            assert!(text(&[], &events, [20, rows], Colors::None).len() <= rows);
        }
    }
}
