//! Free names for new files.

use std::collections::HashSet;

use crate::buffer::BufferSource;
use crate::document::Document;
use crate::json::Value;
use crate::resources::percent_decode;

/// The names that a document refers to, so that a new file takes none of them.
pub(super) struct Names<'a> {
    text: &'a str,
    /// In lower case, as many file systems are case-insensitive.
    taken: HashSet<String>,
}

impl<'a> Names<'a> {
    pub(super) fn of(document: &'a Document) -> Self {
        let mut names = Self { text: document.json().text(), taken: HashSet::new() };
        for array in ["buffers", "images"] {
            let objects = document.root().get(array).into_iter().flat_map(Value::elements);
            objects.filter_map(|object| object.get("uri")?.as_str()).for_each(|uri| names.take(&uri));
        }
        for buffer in &document.buffers {
            if let BufferSource::Memory { former_uri: Some(uri) } = &buffer.source {
                names.take(uri);
            }
        }
        names
    }

    /// A URI of the form `stem.bin`, `stem_1.bin`, … that nothing in the document has.
    pub(super) fn free_uri(&mut self, stem: &str) -> String {
        let stem = match stem.replace(['/', '\\', '\0'], "_") {
            empty if empty.is_empty() => "buffer".to_owned(),
            stem => stem,
        };
        let mut number = 0_usize;
        loop {
            let name = if number == 0 { format!("{stem}.bin") } else { format!("{stem}_{number}.bin") };
            let uri = percent_encode(&name);
            // The text is searched as well, since unknown extensions refer to files too.
            if !self.taken.contains(&normal(&uri)) && !self.text.contains(&uri) && !self.text.contains(&name) {
                self.take(&uri);
                return uri;
            }
            number += 1;
        }
    }

    fn take(&mut self, uri: &str) {
        self.taken.insert(normal(uri));
    }
}

fn normal(uri: &str) -> String {
    let path = percent_decode(uri).map_or_else(|_| uri.to_owned(), std::borrow::Cow::into_owned).replace('\\', "/");
    path.trim_start_matches("./").to_lowercase()
}

/// RFC 3986, section 2.3: what is not unreserved is encoded; letters beyond ASCII may stand (RFC 3987).
fn percent_encode(name: &str) -> String {
    let encode = |letter: char| match letter {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '.' | '_' | '~' => letter.to_string(),
        _ if letter.is_ascii() => format!("%{:02X}", letter as u32),
        _ => letter.to_string(),
    };
    name.chars().map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::{NoResources, relative_path};

    #[test]
    fn a_new_name_is_none_that_the_document_has() {
        let text = r#"{"asset":{"version":"2.0"},"images":[{"uri":"./A%20b.BIN"}],"extras":"a%20b_1.bin"}"#;
        let document = Document::read(text, &NoResources).unwrap();
        let mut names = Names::of(&document);
        assert_eq!(names.free_uri("a b"), "a%20b_2.bin");
        assert_eq!(names.free_uri("a b"), "a%20b_3.bin");
        assert_eq!(names.free_uri(""), "buffer.bin");
        for stem in ["..", "a/b", "c:d", "100%", "é#?"] {
            let path = relative_path(&names.free_uri(stem)).unwrap();
            assert_eq!(path.to_str().unwrap(), format!("{}.bin", stem.replace('/', "_")));
        }
    }
}
