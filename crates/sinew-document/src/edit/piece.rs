//! A JSON value that is part old text, part new: containers are opened one level at a time, and only where an edit goes.
//!
//! What is not opened stays a reference into the old text. What is opened remembers the blanks and keys around each of
//! its values, so that writing it back gives the old bytes wherever nothing was changed. Opening costs time in
//! proportion to the container once, and every further edit inside it is one step.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;

use crate::json::{Kind, Value};

/// Objects with at least this many keys get their keys' places noted.
const MANY_KEYS: usize = 64;

/// A value of a text that is being edited.
pub(super) enum Piece<'d> {
    /// Untouched.
    Verbatim(Value<'d>),
    /// Given by the caller.
    Fresh(serde_json::Value),
    /// An object that an edit has gone into.
    Object(Slots<'d>),
    /// An array that an edit has gone into.
    Array(Slots<'d>),
}

/// The inside of an opened object or array.
pub(super) struct Slots<'d> {
    list: Vec<Slot<'d>>,
    /// Where each key stands in an object of many, so that filling a large one is not quadratic.
    places: Option<HashMap<String, usize>>,
    /// What stands between the brackets when there is no slot.
    blank: &'d str,
}

/// One value of a container with the text around it: `lead value trail`, where a comma or a bracket is next.
struct Slot<'d> {
    /// The key without escapes; empty in an array.
    key: Cow<'d, str>,
    /// Blanks and, in an object, the key and its colon.
    lead: Cow<'d, str>,
    piece: Piece<'d>,
    trail: &'d str,
}

/// A value seen through whichever form it is in.
pub(super) enum View<'p, 'd> {
    Piece(&'p Piece<'d>),
    Verbatim(Value<'d>),
    Fresh(&'p serde_json::Value),
}

impl<'p, 'd> View<'p, 'd> {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Piece(Piece::Object(_)) => Kind::Object,
            Self::Piece(Piece::Array(_)) => Kind::Array,
            Self::Piece(Piece::Verbatim(value)) | Self::Verbatim(value) => value.kind(),
            Self::Piece(Piece::Fresh(value)) => fresh_kind(value),
            Self::Fresh(value) => fresh_kind(value),
        }
    }

    /// The member or element that a pointer's token names.
    pub(super) fn child(self, token: &str) -> Option<View<'p, 'd>> {
        match self {
            Self::Piece(Piece::Verbatim(value)) => Self::Verbatim(*value).child(token),
            Self::Piece(Piece::Fresh(value)) => Self::Fresh(value).child(token),
            Self::Piece(Piece::Object(slots)) => slots.position(token).map(|at| Self::Piece(&slots.list[at].piece)),
            Self::Piece(Piece::Array(slots)) => slots.list.get(position(token)?).map(|slot| Self::Piece(&slot.piece)),
            Self::Verbatim(value) => match value.kind() {
                Kind::Array => value.element(position(token)?).map(Self::Verbatim),
                _ => value.get(token).map(Self::Verbatim),
            },
            Self::Fresh(serde_json::Value::Array(list)) => list.get(position(token)?).map(Self::Fresh),
            Self::Fresh(value) => value.get(token).map(Self::Fresh),
        }
    }

    /// How many elements or members there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Piece(Piece::Object(slots) | Piece::Array(slots)) => slots.list.len(),
            Self::Piece(Piece::Verbatim(value)) | Self::Verbatim(value) => value.len(),
            Self::Piece(Piece::Fresh(value)) => fresh_len(value),
            Self::Fresh(value) => fresh_len(value),
        }
    }

    pub(super) fn as_u64(&self) -> Option<u64> {
        match self {
            Self::Piece(Piece::Verbatim(value)) | Self::Verbatim(value) => value.as_u64(),
            Self::Piece(Piece::Fresh(value)) => value.as_u64(),
            Self::Fresh(value) => value.as_u64(),
            Self::Piece(_) => None,
        }
    }

    /// The elements of an array; none for any other kind.
    pub(super) fn elements(self) -> Box<dyn Iterator<Item = View<'p, 'd>> + 'p>
    where
        'd: 'p,
    {
        match self {
            Self::Piece(Piece::Array(slots)) => Box::new(slots.list.iter().map(|slot| View::Piece(&slot.piece))),
            Self::Piece(Piece::Verbatim(value)) => Box::new(value.elements().map(View::Verbatim)),
            Self::Verbatim(value) => Box::new(value.elements().map(View::Verbatim)),
            Self::Piece(Piece::Fresh(value)) => View::Fresh(value).elements(),
            Self::Fresh(value) => Box::new(value.as_array().into_iter().flatten().map(View::Fresh)),
            Self::Piece(Piece::Object(_)) => Box::new(std::iter::empty()),
        }
    }

    pub(super) fn to_serde(&self) -> serde_json::Value {
        match self {
            Self::Piece(Piece::Verbatim(value)) | Self::Verbatim(value) => value.to_serde(),
            Self::Piece(Piece::Fresh(value)) => value.clone(),
            Self::Fresh(value) => (*value).clone(),
            Self::Piece(Piece::Array(slots)) => {
                slots.list.iter().map(|slot| View::Piece(&slot.piece).to_serde()).collect()
            }
            Self::Piece(Piece::Object(slots)) => {
                let members = slots.list.iter();
                members.map(|slot| (slot.key.to_string(), View::Piece(&slot.piece).to_serde())).collect()
            }
        }
    }
}

impl<'d> Piece<'d> {
    /// Opens a container, so that its insides can be changed; `None` for a scalar. `text` is the old text.
    pub(super) fn open(&mut self, text: &'d str) -> Option<&mut Slots<'d>> {
        match self {
            Self::Verbatim(value) if value.kind() == Kind::Object => {
                let members = value.members();
                *self = Self::Object(Slots::of_text(*value, members, text));
            }
            Self::Verbatim(value) if value.kind() == Kind::Array => {
                let elements = value.elements().map(|element| (Cow::Borrowed(""), element));
                *self = Self::Array(Slots::of_text(*value, elements, text));
            }
            Self::Fresh(serde_json::Value::Object(map)) => {
                let mut slots = Slots::empty();
                for (key, value) in std::mem::take(map) {
                    slots.push(Some(&key), Self::Fresh(value));
                }
                *self = Self::Object(slots);
            }
            Self::Fresh(serde_json::Value::Array(list)) => {
                let mut slots = Slots::empty();
                for value in std::mem::take(list) {
                    slots.push(None, Self::Fresh(value));
                }
                *self = Self::Array(slots);
            }
            _ => {}
        }
        match self {
            Self::Object(slots) | Self::Array(slots) => Some(slots),
            Self::Verbatim(_) | Self::Fresh(_) => None,
        }
    }

    /// Opens a container and goes to the member or element that a pointer's token names.
    pub(super) fn child_mut(&mut self, token: &str, text: &'d str) -> Option<&mut Piece<'d>> {
        self.open(text)?;
        match self {
            Self::Object(slots) => slots.get_mut(token),
            Self::Array(slots) => slots.list.get_mut(position(token)?).map(|slot| &mut slot.piece),
            Self::Verbatim(_) | Self::Fresh(_) => None,
        }
    }

    /// Writes the value. Recursion goes as deep as containers were opened, which the length of a pointer bounds.
    pub(super) fn write(&self, out: &mut String) {
        let (slots, open, close) = match self {
            Self::Verbatim(value) => return out.push_str(value.text()),
            // Writing to a string cannot fail.
            Self::Fresh(value) => return write!(out, "{value}").unwrap_or(()),
            Self::Object(slots) => (slots, '{', '}'),
            Self::Array(slots) => (slots, '[', ']'),
        };
        out.push(open);
        if slots.list.is_empty() {
            out.push_str(slots.blank);
        }
        for (at, slot) in slots.list.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            out.push_str(&slot.lead);
            slot.piece.write(out);
            out.push_str(slot.trail);
        }
        out.push(close);
    }
}

impl<'d> Slots<'d> {
    pub(super) fn empty() -> Self {
        Self { list: Vec::new(), places: None, blank: "" }
    }

    fn of_text(container: Value<'d>, children: impl Iterator<Item = (Cow<'d, str>, Value<'d>)>, text: &'d str) -> Self {
        let bytes = text.as_bytes();
        let mut cursor = container.start() + 1;
        let mut list = Vec::new();
        let mut children = children.peekable();
        while let Some((key, value)) = children.next() {
            let start = value.start();
            let end =
                children.peek().map_or_else(|| value.end(), |(_, next)| value.end_before(*next, container.kind()));
            let blanks = bytes[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let lead = Cow::Borrowed(&text[cursor..start]);
            list.push(Slot { key, lead, piece: Piece::Verbatim(value), trail: &text[end..end + blanks] });
            cursor = end + blanks + 1;
        }
        let blank = if list.is_empty() { &text[cursor..container.end() - 1] } else { "" };
        Self { list, places: None, blank }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Where a key stands; the last one, should it be repeated.
    fn position(&self, key: &str) -> Option<usize> {
        match &self.places {
            Some(places) => places.get(key).copied(),
            None => self.list.iter().rposition(|slot| slot.key == key),
        }
    }

    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut Piece<'d>> {
        self.position(key).map(|at| &mut self.list[at].piece)
    }

    pub(super) fn pieces_mut(&mut self) -> impl Iterator<Item = &mut Piece<'d>> {
        self.list.iter_mut().map(|slot| &mut slot.piece)
    }

    /// Adds a value at the end, with a key in an object, laid out like the value before it.
    pub(super) fn push(&mut self, key: Option<&str>, piece: Piece<'d>) {
        let (blanks, colon, trail) = match self.list.last_mut() {
            None => ("", ":", ""),
            Some(last) => {
                let trail = std::mem::take(&mut last.trail);
                match (last.lead.find('"'), last.lead.rfind('"')) {
                    (Some(open), Some(close)) => (&last.lead[..open], &last.lead[close + 1..], trail),
                    _ => (&*last.lead, ":", trail),
                }
            }
        };
        let lead = match key {
            Some(key) => format!("{blanks}{}{colon}", serde_json::Value::from(key)),
            None => blanks.to_owned(),
        };
        if let Some(key) = key {
            self.note_place(key);
        }
        self.list.push(Slot { key: Cow::Owned(key.unwrap_or_default().to_owned()), lead: lead.into(), piece, trail });
    }

    /// Removes every member with this key.
    pub(super) fn remove_key(&mut self, key: &str) -> bool {
        self.retain(|_, slot_key, _| slot_key != key)
    }

    /// Removes the element at a position.
    pub(super) fn remove_at(&mut self, at: usize) -> bool {
        self.retain(|position, _, _| position != at)
    }

    /// Removes the elements that do not pass. Returns whether there were any.
    pub(super) fn retain_pieces(&mut self, mut keep: impl FnMut(&Piece<'d>) -> bool) -> bool {
        self.retain(|_, _, piece| keep(piece))
    }

    /// Removes the last element.
    pub(super) fn pop(&mut self) {
        self.places = None;
        if let Some(removed) = self.list.pop()
            && let Some(last) = self.list.last_mut()
        {
            last.trail = removed.trail;
        }
    }

    /// Notes that a key is about to be pushed.
    fn note_place(&mut self, key: &str) {
        let at = self.list.len();
        if let Some(places) = &mut self.places {
            places.insert(key.to_owned(), at);
        } else if at >= MANY_KEYS {
            let all = self.list.iter().map(|slot| slot.key.to_string()).chain([key.to_owned()]);
            self.places = Some(all.enumerate().map(|(at, key)| (key, at)).collect());
        }
    }

    fn retain(&mut self, mut keep: impl FnMut(usize, &str, &Piece<'d>) -> bool) -> bool {
        let before = self.list.len();
        self.places = None;
        let trail = self.list.last().map_or("", |slot| slot.trail);
        let mut at = 0;
        self.list.retain(|slot| {
            at += 1;
            keep(at - 1, &slot.key, &slot.piece)
        });
        if let (true, Some(last)) = (self.list.len() < before, self.list.last_mut()) {
            last.trail = trail;
        }
        self.list.len() < before
    }
}

/// A token as an array position (RFC 6901: digits, no leading zero).
pub(super) fn position(token: &str) -> Option<usize> {
    let is_canonical = token == "0" || (!token.starts_with('0') && token.bytes().all(|byte| byte.is_ascii_digit()));
    if is_canonical { token.parse().ok() } else { None }
}

pub(super) fn fresh_kind(value: &serde_json::Value) -> Kind {
    match value {
        serde_json::Value::Null => Kind::Null,
        serde_json::Value::Bool(_) => Kind::Boolean,
        serde_json::Value::Number(_) => Kind::Number,
        serde_json::Value::String(_) => Kind::String,
        serde_json::Value::Array(_) => Kind::Array,
        serde_json::Value::Object(_) => Kind::Object,
    }
}

fn fresh_len(value: &serde_json::Value) -> usize {
    match value {
        serde_json::Value::Array(list) => list.len(),
        serde_json::Value::Object(map) => map.len(),
        _ => 0,
    }
}
