//! Links of a built book that lead nowhere.

use std::collections::BTreeSet;
use std::path::Path;

use super::pages::{files, read};
use crate::Failure;

/// Fails if a page of the book, outside rustdoc and the viewer, links to a file that is not there. A viewer that was left out is
/// nobody's fault.
pub(super) fn check(book: &Path, has_viewer: bool) -> Result<(), Failure> {
    let all: BTreeSet<_> = files(book)?.into_iter().collect();
    let is_own = |page: &Path| !["api", "viewer"].iter().any(|part| page.starts_with(book.join(part)));
    let (mut dead, mut count) = (Vec::new(), 0);
    for page in all.iter().filter(|page| is_own(page) && page.extension().is_some_and(|ending| ending == "html")) {
        // Its links are from the root of wherever it is served.
        if page.file_name().is_some_and(|name| name == "404.html") {
            continue;
        }
        let text = read(page)?;
        for target in targets(&text) {
            count += 1;
            let path = target.split(['#', '?']).next().unwrap_or_default();
            let folder = page.parent().unwrap_or(book);
            if !has_viewer && path.contains("viewer/") {
                continue;
            }
            let found = folder.join(path).canonicalize();
            if !found.is_ok_and(|found| found.is_file() || found.join("index.html").is_file()) {
                dead.push(format!("{}: {target}", page.strip_prefix(book).unwrap_or(page).display()));
            }
        }
    }
    if !dead.is_empty() {
        return Err(format!("links of the book lead nowhere:\n  {}", dead.join("\n  ")));
    }
    eprintln!("{count} links of the book lead somewhere");
    Ok(())
}

/// What a page links to within the book.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let after = move |name: &'static str| text.split(name).skip(1).filter_map(|rest| rest.split('"').next());
    let is_file = |target: &&str| {
        !target.is_empty() && !target.starts_with('#') && !target.contains(':') && !target.starts_with("//")
    };
    [" href=\"", " src=\"", " data-src=\""].into_iter().flat_map(after).filter(is_file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_sections_are_left_out() {
        let text =
            r##"<a href="a.html#b">x</a><a href="https://example.org">y</a><a href="#c">z</a><img src="d.svg">"##;
        assert_eq!(targets(text).collect::<Vec<_>>(), ["a.html#b", "d.svg"]);
    }
}
