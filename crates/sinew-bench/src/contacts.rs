//! Loose bodies that touch, beside mechanics: `sinew-bench contacts` runs scenes without joints and writes the table of
//! `docs/contacts.md`, as [`crate::dynamics`] does for joints.

mod bounce;
mod cost;
mod files;
mod meeting;
mod pile;
mod sheet;
mod stack;
mod tiles;

use crate::dynamics::{Family, Subject};

/// The table of `docs/contacts.md`.
pub const CONTACTS: Subject = Subject {
    name: "contacts",
    title: "Contacts",
    command: "cargo run --release -p sinew-bench -- contacts",
    families: FAMILIES,
    before: include_str!("contacts/before.tsv"),
};

const FAMILIES: &[Family] = &[
    Family { name: "meetings", about: meeting::ABOUT, run: meeting::run },
    Family { name: "tiles", about: tiles::ABOUT, run: tiles::run },
    Family { name: "stacks", about: stack::ABOUT, run: stack::run },
    Family { name: "bounces", about: bounce::ABOUT, run: bounce::run },
    Family { name: "piles", about: pile::ABOUT, run: pile::run },
    Family { name: "sheets", about: sheet::ABOUT, run: sheet::run },
    Family { name: "files", about: files::ABOUT, run: files::run },
    Family { name: "cost", about: cost::ABOUT, run: cost::run },
];
