//! Pointers: JSON pointers (RFC 6901) against the templates of the table.

use std::borrow::Cow;

use super::{PropertyRow, PropertyTarget};

/// A property of a model: a row of the table, with indices, resolved. Reading and writing by it looks nothing up by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PropertyId {
    pub(super) row: u16,
    pub(super) indices: [u32; 2],
    pub(super) target: PropertyTarget,
}

impl PropertyId {
    /// What it is resolved to.
    #[inline]
    pub fn target(&self) -> PropertyTarget {
        self.target
    }

    /// Its row of the table.
    #[inline]
    pub fn row(&self) -> &'static PropertyRow {
        PropertyRow::at(self.row).unwrap_or(&FIRST)
    }

    /// Whether both are judged together: see [`PropertyTarget::partner`].
    #[inline]
    pub fn is_partner_of(&self, other: &Self) -> bool {
        // Pointers of partners differ in their last key alone.
        self.indices == other.indices && other.target.partner() == Some(self.target)
    }

    /// The number of its row, and its indices: the same numbers for the same property of the same model.
    pub fn numbers(&self) -> [u32; 3] {
        [u32::from(self.row), self.indices[0], self.indices[1]]
    }

    /// Its pointer.
    pub fn pointer(&self) -> String {
        let mut indices = self.indices.into_iter();
        let mut parts = self.row().pointer.split("{}");
        let mut pointer = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            pointer.push_str(&indices.next().unwrap_or(0).to_string());
            pointer.push_str(part);
        }
        pointer
    }
}

/// No id has another row than one of the table.
const FIRST: PropertyRow =
    super::table::row("", super::PropertyKind::Int, super::Source::Constant, super::PropertyRange::Any, None);

/// The segments of a pointer; `None` for a string that is none.
pub(crate) fn segments(pointer: &str) -> Option<Vec<Cow<'_, str>>> {
    let unescaped = |segment| {
        let segment: &str = segment;
        if segment.contains('~') {
            Cow::Owned(segment.replace("~1", "/").replace("~0", "~"))
        } else {
            Cow::Borrowed(segment)
        }
    };
    Some(pointer.strip_prefix('/')?.split('/').map(unescaped).collect())
}

/// The row that a pointer is of, and its indices.
pub(super) fn matching(segments: &[Cow<'_, str>]) -> Option<(u16, &'static PropertyRow, [u32; 2])> {
    PropertyRow::numbered().find_map(|(number, row)| Some((number, row, indices(row.pointer, segments)?)))
}

/// The indices in place of a template's braces; `None` where a pointer is of another template.
fn indices(template: &str, segments: &[Cow<'_, str>]) -> Option<[u32; 2]> {
    let mut found = [0; 2];
    let mut count = 0;
    let mut given = segments.iter();
    for expected in template.strip_prefix('/')?.split('/') {
        let segment = given.next()?;
        if expected == "{}" {
            *found.get_mut(count)? = index(segment)?;
            count += 1;
        } else if expected != segment {
            return None;
        }
    }
    given.next().is_none().then_some(found)
}

/// An index as RFC 6901 has it: digits, without a zero before others.
fn index(segment: &str) -> Option<u32> {
    let is_index = segment.bytes().all(|byte| byte.is_ascii_digit()) && (segment == "0" || !segment.starts_with('0'));
    if is_index { segment.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_lead_to_their_rows_and_back() {
        for row in PropertyRow::all() {
            let pointer = row.pointer.replacen("{}", "12", 1).replacen("{}", "3", 1);
            let (number, found, indices) = matching(&segments(&pointer).unwrap()).unwrap();
            assert_eq!(found.pointer, row.pointer);
            let id = PropertyId { row: number, indices, target: PropertyTarget::Constant(0) };
            assert_eq!(id.pointer(), pointer);
        }
    }

    #[test]
    fn what_is_no_pointer_of_the_table_is_none() {
        for wrong in [
            "",
            "nodes/0/translation",
            "/nodes/00/translation",
            "/nodes/-1/translation",
            "/nodes/0/translation/0",
            "/nodes/0/translation/",
            "/nodes/99999999999/translation",
            "/nodes//translation",
        ] {
            assert!(segments(wrong).and_then(|segments| matching(&segments).map(|_| ())).is_none(), "{wrong}");
        }
        let escaped = segments("/no~1des~01/x").unwrap();
        assert_eq!(escaped, ["no/des~1", "x"]);
    }

    #[test]
    fn no_template_occurs_twice() {
        let mut all: Vec<_> = PropertyRow::all().map(|row| row.pointer).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
