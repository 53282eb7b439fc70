//! Default classes: attributes that elements inherit.

use std::collections::BTreeMap;

use glam::DVec3;

use super::reason::why_lost;
use crate::error::ImportError;
use crate::loss::Losses;
use crate::number::{array, number, numbers, vector};
use crate::xml::{Attribute, Element};

/// The class of everything that names none.
const MAIN: &str = "main";

/// The classes by name.
pub(super) struct Defaults<'a> {
    classes: BTreeMap<&'a str, Class<'a>>,
}

#[derive(Default)]
struct Class<'a> {
    parent: Option<&'a str>,
    elements: Vec<&'a Element>,
}

/// An element with what its classes give it. Every attribute keeps the line where it is written.
pub(super) struct Resolved<'a> {
    pub(super) element: &'a Element,
    attributes: BTreeMap<&'a str, &'a Attribute>,
}

impl<'a> Defaults<'a> {
    pub(super) fn read(root: &'a Element) -> Result<Self, ImportError> {
        let mut defaults = Self { classes: BTreeMap::from([(MAIN, Class::default())]) };
        let mut open: Vec<(&'a Element, Option<&'a str>)> =
            root.children_of("default").map(|top| (top, None)).collect();
        open.reverse();
        while let Some((element, parent)) = open.pop() {
            let name = match (element.text("class"), parent) {
                (Some(name), _) => name,
                (None, None) => MAIN,
                (None, Some(_)) => return Err(ImportError::invalid(&element.place, "<default> has no class; name it")),
            };
            // Other top classes are below the main one only if that is above them: MuJoCo has one top.
            let class = defaults.classes.entry(name).or_default();
            class.parent = parent.or((name != MAIN).then_some(MAIN));
            class.elements.extend(element.children.iter().filter(|child| child.kind != "default"));
            let name = defaults.classes.get_key_value(name).map(|(name, _)| *name);
            open.extend(element.children_of("default").map(|child| (child, name)));
        }
        Ok(defaults)
    }

    /// The elements of a class and those that it inherits from, the most general first.
    pub(super) fn chain(&self, element: &Element, inherited: Option<&str>) -> Result<Vec<&'a Element>, ImportError> {
        let named = element.attribute("class");
        let mut name = named.map(|class| class.value.as_str()).or(inherited).unwrap_or(MAIN);
        let mut chain: Vec<&Class<'a>> = Vec::new();
        loop {
            let class = self.classes.get(name).ok_or_else(|| {
                let place = named.map_or(&element.place, |class| &class.place);
                ImportError::invalid(place, format!("there is no default class \"{name}\""))
            })?;
            chain.push(class);
            match class.parent {
                // A class that is written in two places could be above itself.
                Some(parent) if chain.len() <= self.classes.len() => name = parent,
                _ => break,
            }
        }
        Ok(chain.iter().rev().flat_map(|class| class.elements.iter().copied()).collect())
    }

    /// An element with its defaults. `inherited` is the class of its surroundings.
    pub(super) fn resolve(&self, element: &'a Element, inherited: Option<&str>) -> Result<Resolved<'a>, ImportError> {
        let chain = self.chain(element, inherited)?;
        let defaults = chain.into_iter().filter(|default| default.kind == element.kind);
        let attributes = defaults.flat_map(|default| &default.attributes).chain(&element.attributes);
        Ok(Resolved { element, attributes: attributes.map(|attribute| (attribute.key.as_str(), attribute)).collect() })
    }
}

impl<'a> Resolved<'a> {
    /// An element without defaults.
    pub(super) fn plain(element: &'a Element) -> Self {
        let attributes = element.attributes.iter().map(|attribute| (attribute.key.as_str(), attribute)).collect();
        Self { element, attributes }
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Attribute> {
        self.attributes.get(key).copied()
    }

    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.get(key).map(|attribute| attribute.value.as_str())
    }

    pub(super) fn number(&self, key: &str) -> Result<Option<f64>, ImportError> {
        self.get(key).map(number).transpose()
    }

    pub(super) fn numbers(&self, key: &str) -> Result<Option<Vec<f64>>, ImportError> {
        self.get(key).map(numbers).transpose()
    }

    pub(super) fn vector(&self, key: &str) -> Result<Option<DVec3>, ImportError> {
        self.get(key).map(vector).transpose()
    }

    pub(super) fn array<const N: usize>(&self, key: &str) -> Result<Option<[f64; N]>, ImportError> {
        self.get(key).map(array).transpose()
    }

    /// Reads a number that must not be negative.
    pub(super) fn not_negative(&self, key: &str) -> Result<Option<f64>, ImportError> {
        let value = self.number(key)?;
        match (value, self.get(key)) {
            (Some(value), Some(attribute)) if value < 0.0 => {
                let message = format!("{key} is {value}; must be 0 or positive");
                Err(ImportError::invalid(&attribute.place, message))
            }
            _ => Ok(value),
        }
    }

    /// Reports every attribute but those that are read. A zero of what is nothing by default is no loss.
    pub(super) fn report_rest(&self, read: &[&str], losses: &mut Losses) {
        const READ_EVERYWHERE: &[&str] = &["name", "class"];
        const ZERO_BY_DEFAULT: &[&str] =
            &["armature", "frictionloss", "margin", "gap", "priority", "damping", "stiffness"];
        let kind = self.element.kind.as_str();
        for (&key, attribute) in &self.attributes {
            let is_read = read.contains(&key) || READ_EVERYWHERE.contains(&key);
            let is_zero = || numbers(attribute).is_ok_and(|list| list.iter().all(|number| *number == 0.0));
            let is_as_if_absent = ZERO_BY_DEFAULT.contains(&key) && is_zero();
            if !is_read && !is_as_if_absent {
                let property = format!("{kind} {key}");
                losses.lost(&attribute.place, &property, self.element.text("name"), why_lost(kind, Some(key)));
            }
        }
    }
}
