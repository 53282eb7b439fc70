//! Every real file, in every dialect and back.

use std::path::Path;

use sinew::document::Document;
use sinew_testkit::assets;
use sinew_tools::convert::Dialect;

use crate::oracle::seen;
#[cfg(feature = "physics")]
use crate::simulated::digests;
use crate::{PHYSICS, model, to};

/// How often something was lost on the way there, on the way back, and not at all.
#[derive(Debug, Default)]
struct Tally {
    lossless: usize,
    lossy: usize,
}

/// Converts a file to each dialect and back. Without a reported loss, nothing that a simulation sees may differ;
/// and what is converted is still a file of the same nodes, and more at most.
fn there_and_back(path: &Path, own: Dialect, tally: &mut Tally) {
    let document = Document::open(path).unwrap();
    let before = model(&document);
    for dialect in PHYSICS {
        let there = to(&document, dialect);
        let name = format!("{} to {}", path.display(), dialect.name());
        let after = model(&there.document);
        assert!(after.hierarchy().len() >= before.hierarchy().len(), "{name}");
        for node in before.hierarchy().nodes() {
            let index = before.hierarchy().index(node);
            let same = after.hierarchy().id(index).unwrap();
            assert_eq!(before.hierarchy().rest(node), after.hierarchy().rest(same), "{name}: {index}");
        }
        for extension in PHYSICS.iter().flat_map(|dialect| dialect.extensions()) {
            let is_used = there.document.extensions_used().any(|used| used == *extension);
            assert!(!is_used || dialect.extensions().contains(extension), "{name}: {extension}");
        }
        if !there.losses.is_empty() {
            tally.lossy += 1;
            continue;
        }
        assert_eq!(seen(&before), seen(&after), "{name}");
        #[cfg(feature = "physics")]
        assert!(digests(model(&document)) == digests(after), "{name}: they do not move alike");
        let back = to(&there.document, own);
        if back.losses.is_empty() {
            tally.lossless += 1;
            assert_eq!(seen(&before), seen(&model(&back.document)), "{name} and back");
        } else {
            tally.lossy += 1;
        }
    }
}

fn all(part: &str, own: Dialect) -> Tally {
    let mut tally = Tally::default();
    for path in assets::models(part) {
        // The validator's files are broken on purpose, and have nothing to say of what is kept.
        if Document::open(&path).is_ok() {
            there_and_back(&path, own, &mut tally);
        }
    }
    eprintln!("{part}: {tally:?}");
    tally
}

#[test]
fn khr_files_come_back_as_they_were_where_no_loss_is_reported() {
    let (late, early) = (all("khr_physics_latest", Dialect::Khr), all("khr_physics_seed", Dialect::KhrSeed));
    if assets::folder().is_some() {
        assert!(late.lossless > 0 && early.lossless > 0);
    }
}

#[test]
fn omi_files_come_back_as_they_were_where_no_loss_is_reported() {
    let (late, early) = (all("omi_latest", Dialect::Omi), all("omi_seed", Dialect::OmiSeed));
    if assets::folder().is_some() {
        assert!(late.lossless > 0 && early.lossless > 0);
    }
}

#[test]
fn constraint_files_come_back_as_they_were_where_no_loss_is_reported() {
    for path in assets::models("node_constraint") {
        let document = Document::open(&path).unwrap();
        let before = model(&document);
        for (there, back) in
            [(Dialect::NodeConstraint, Dialect::Constraints), (Dialect::Constraints, Dialect::NodeConstraint)]
        {
            let converted = to(&document, there);
            if converted.losses.is_empty() {
                let again = to(&converted.document, back);
                assert_eq!(before.constraints(), model(&converted.document).constraints(), "{}", path.display());
                if again.losses.is_empty() {
                    assert_eq!(before.constraints(), model(&again.document).constraints(), "{}", path.display());
                }
            }
        }
    }
}
