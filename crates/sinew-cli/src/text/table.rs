//! Columns of texts, aligned.

use anstyle::Style;

use super::{plain, style};

/// A column: its title, how its cells are aligned, and their style.
#[derive(Clone, Copy)]
pub(crate) struct Column {
    title: &'static str,
    is_right: bool,
    style: Style,
}

impl Column {
    /// For texts.
    pub(crate) const fn left(title: &'static str) -> Self {
        Self { title, is_right: false, style: Style::new() }
    }

    /// For numbers.
    pub(crate) const fn right(title: &'static str) -> Self {
        Self { title, is_right: true, style: Style::new() }
    }

    pub(crate) const fn styled(mut self, style: Style) -> Self {
        self.style = style;
        self
    }
}

/// A table with two blanks before each column and a line of titles, unless all are empty. A column whose cells are all
/// empty is left out. Cells come from files, so they are made fit for a terminal here; none may hold styles.
pub(crate) fn render(columns: &[Column], rows: &[Vec<String>]) -> String {
    let is_used = |at: &usize| rows.iter().any(|row| row.get(*at).is_some_and(|cell| !cell.is_empty()));
    let used: Vec<usize> = (0..columns.len()).filter(is_used).collect();
    let columns: Vec<Column> = used.iter().map(|&at| columns[at]).collect();
    let cell = |row: &Vec<String>, at: usize| plain::line(row.get(at).map_or("", String::as_str)).into_owned();
    let rows: Vec<Vec<String>> = rows.iter().map(|row| used.iter().map(|&at| cell(row, at)).collect()).collect();
    let width = |(at, column): (usize, &Column)| {
        let cells = rows.iter().map(|row| plain::width(&row[at]));
        cells.chain([plain::width(column.title)]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = columns.iter().enumerate().map(width).collect();
    let mut text = String::new();
    if columns.iter().any(|column| !column.title.is_empty()) {
        let titles = columns.iter().map(|column| (column.styled(style::DIM), column.title));
        push_line(&mut text, titles, &widths);
    }
    for row in &rows {
        push_line(&mut text, columns.iter().copied().zip(row.iter().map(String::as_str)), &widths);
    }
    text
}

fn push_line<'a>(text: &mut String, cells: impl Iterator<Item = (Column, &'a str)>, widths: &[usize]) {
    // Blanks wait until something follows them, so that no line ends in one.
    let mut blanks = 0;
    for ((column, cell), width) in cells.zip(widths) {
        let padding = width.saturating_sub(plain::width(cell));
        blanks += 2 + if column.is_right { padding } else { 0 };
        if !cell.is_empty() {
            text.extend(std::iter::repeat_n(' ', blanks));
            *text += &style::paint(column.style, cell);
            blanks = 0;
        }
        if !column.is_right {
            blanks += padding;
        }
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_without_cells_is_left_out() {
        let rows = [["a", "", "b"]].map(|row| row.map(str::to_owned).to_vec());
        let text = render(&[Column::left("x"), Column::left("y"), Column::left("z")], &rows);
        assert_eq!(anstream::adapter::strip_str(&text).to_string(), "  x  z\n  a  b\n");
    }

    #[test]
    fn numbers_stand_right_and_texts_left_without_blanks_at_the_end() {
        let columns = [Column::right("#"), Column::left("name"), Column::left("note")];
        let rows = [["0", "右腕", ""], ["10", "a\nb", "x"]].map(|row| row.map(str::to_owned).to_vec());
        let text = anstream::adapter::strip_str(&render(&columns, &rows)).to_string();
        assert_eq!(text, "   #  name  note\n   0  右腕\n  10  a\\nb  x\n");
    }
}
