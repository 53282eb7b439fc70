//! The part of a text that a command writes.

/// Between two lines of a text stands what a command writes; the rest is written by hand and stays.
pub(crate) struct Section {
    /// The command, as those lines name it.
    pub(crate) command: &'static str,
    /// The title of a text that begins with the section.
    pub(crate) title: &'static str,
}

impl Section {
    /// A text with what is written in the place of what was written before, or at the end of a text that has had none.
    pub(crate) fn spliced(&self, text: &str, written: &str) -> String {
        let [begin, end] = self.lines();
        let block = format!("{begin}\n\n{}\n\n{end}", written.trim());
        let around = text.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
        match around {
            Some((before, after)) => format!("{before}{block}{after}"),
            None if text.trim().is_empty() => format!("# {}\n\n{block}\n", self.title),
            None => format!("{}\n\n{block}\n", text.trim_end()),
        }
    }

    fn lines(&self) -> [String; 2] {
        ["begin", "end"].map(|edge| format!("<!-- Written by `{}`: {edge}. -->", self.command))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_written_by_hand_stay() {
        let section = Section { command: "make table", title: "Table" };
        let [begin, end] = section.lines();
        assert_eq!(begin, "<!-- Written by `make table`: begin. -->");
        let first = section.spliced("", "old");
        assert_eq!(first, format!("# Table\n\n{begin}\n\nold\n\n{end}\n"));
        let by_hand = format!("Before.\n{first}\nAfter.\n");
        let second = section.spliced(&by_hand, "new");
        assert_eq!(second, format!("Before.\n# Table\n\n{begin}\n\nnew\n\n{end}\n\nAfter.\n"));
        assert_eq!(section.spliced("Before.\n", "new"), format!("Before.\n\n{begin}\n\nnew\n\n{end}\n"));
    }
}
