//! `sinew view --export`: one page with the viewer and the file inside.

use std::fmt::Write as _;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sinew_document::{Folder, Resources as _};

use super::page;
use super::served::named;
use crate::failure::{Failure, explain_io};

/// The page that `web/viewer/pack.js` makes of the viewer's: `MARK` stands for what is inside.
const TEMPLATE: &str = "export.html";
const MARK: &str = "<!--sinew-embedded-->";

/// The maximum size of a buffer or an image, bytes.
const MAX_BYTES: u64 = 1 << 30;

/// The page as text. Buffers and images that cannot be read are missing in it as they are in the file.
pub(super) fn whole(file: &Path) -> Result<String, Failure> {
    let template =
        page::files().find(|found| found.name == TEMPLATE).and_then(|found| str::from_utf8(found.bytes).ok());
    let Some((before, after)) = template.and_then(|template| template.split_once(MARK)) else {
        return Err(Failure::usage(
            "this program was built without the viewer's page — run `cargo xtask page`, and build it again",
        ));
    };
    let bytes = std::fs::read(file).map_err(|error| Failure::file(file, explain_io(&error)))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = Folder::of_file(file);
    let resources =
        named(file).into_iter().filter_map(|uri| folder.load(&uri, MAX_BYTES).ok().map(|bytes| (uri, bytes)));
    let mut raw: Vec<(String, Vec<u8>)> = vec![(name.clone(), bytes)];
    raw.extend(resources);
    let mut text = String::from(before);
    text.push_str("<script>globalThis.sinewEmbedded={model:");
    text.push_str(&literal(&name));
    let modules = page::files().filter(|found| found.name.starts_with("assets/") && found.is_gzipped);
    write_table(&mut text, "files", modules.map(|found| (found.name.to_owned(), found.bytes)));
    write_table(&mut text, "raw", raw.iter().map(|(name, bytes)| (name.clone(), bytes.as_slice())));
    text.push_str("};</script>");
    text.push_str(after);
    Ok(text)
}

fn write_table<'a>(text: &mut String, key: &str, entries: impl Iterator<Item = (String, &'a [u8])>) {
    let _ = write!(text, ",{key}:{{");
    for (name, bytes) in entries {
        let _ = write!(text, "{}:\"", literal(&name));
        STANDARD.encode_string(bytes, text);
        text.push_str("\",");
    }
    text.push('}');
}

/// A string of JavaScript that ends no script: `<` is escaped.
fn literal(name: &str) -> String {
    let quoted = serde_json::to_string(name).unwrap_or_default();
    quoted.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_ends_no_script() {
        assert_eq!(literal("a\"</script>.glb"), "\"a\\\"\\u003c/script>.glb\"");
    }
}
