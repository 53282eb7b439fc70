//! The JSON of a document while it is being edited: pointers on top of pieces.

use std::collections::HashSet;

use super::error::EditError;
use super::piece::{Piece, Slots, View, position};
use crate::json::{Json, Kind, pointer_token};

/// The deepest pointer that is followed. Opened containers are written and dropped by recursion, which this bounds.
const MAX_POINTER_DEPTH: usize = 128;

pub(super) struct Draft<'d> {
    text: &'d str,
    root: Piece<'d>,
    /// Text around the outermost value.
    before: &'d str,
    after: &'d str,
    max_depth: usize,
    /// Nodes to be taken out of `children` and scenes as soon as anyone looks, so that many cost one pass.
    detached: HashSet<u64>,
}

/// A pointer split into tokens, without escapes.
pub(super) struct Path {
    tokens: Vec<String>,
}

impl Path {
    pub(super) fn parse(pointer: &str) -> Result<Self, EditError> {
        let error = || EditError::Pointer { pointer: pointer.to_owned() };
        if pointer.is_empty() {
            return Ok(Self { tokens: Vec::new() });
        }
        let tokens = pointer.strip_prefix('/').ok_or_else(error)?.split('/');
        let tokens: Vec<_> = tokens.map(|token| token.replace("~1", "/").replace("~0", "~")).collect();
        if tokens.len() > MAX_POINTER_DEPTH {
            return Err(EditError::TooDeep { pointer: pointer.to_owned(), limit: MAX_POINTER_DEPTH });
        }
        Ok(Self { tokens })
    }

    /// The pointer of the first `length` tokens.
    fn pointer(&self, length: usize) -> String {
        self.tokens[..length].iter().fold(String::new(), |pointer, token| pointer + "/" + &pointer_token(token))
    }

    fn whole(&self) -> String {
        self.pointer(self.tokens.len())
    }

    fn token(&self, at: usize) -> Option<&str> {
        self.tokens.get(at).map(String::as_str)
    }

    /// Whether the place is in `extras`, where anything goes.
    pub(super) fn is_in_extras(&self) -> bool {
        self.tokens.iter().any(|token| token == "extras")
    }

    /// Whether the place shows which nodes are below which, or in which scene.
    fn shows_children(&self) -> bool {
        match self.token(0) {
            None | Some("scenes") => true,
            Some("nodes") => matches!(self.token(2), None | Some("children")),
            Some(_) => false,
        }
    }

    /// Whether the place is an element of an array whose elements the rest of the file knows by index: those at the
    /// top (but for lists of names) and those directly in the root's extensions.
    fn is_indexed_element(&self) -> bool {
        match self.token(0) {
            Some("extensionsUsed" | "extensionsRequired" | "extras") => false,
            Some("extensions") => self.tokens.len() == 4,
            Some("animations") => self.tokens.len() == 2 || (self.tokens.len() == 4 && self.tokens[2] == "samplers"),
            _ => self.tokens.len() == 2,
        }
    }

    /// Whether glTF forbids the container at the first `length` tokens to be empty: every array of the core (the
    /// schemas say `minItems: 1`) and every `extensions`. The insides of extensions and extras are their own matter.
    fn must_not_be_empty(&self, length: usize, kind: Kind) -> bool {
        let above = &self.tokens[..length];
        let is_core = above.iter().all(|token| token != "extensions" && token != "extras");
        match (kind, above.split_last()) {
            (Kind::Array, Some(_)) => is_core,
            (Kind::Object, Some((last, above))) => last == "extensions" && !above.iter().any(|token| token == "extras"),
            _ => false,
        }
    }
}

impl<'d> Draft<'d> {
    pub(super) fn new(json: &'d Json, max_depth: usize) -> Self {
        let (text, root) = (json.text(), json.root());
        let (before, after) = (&text[..root.start()], &text[root.end()..]);
        Self { text, root: Piece::Verbatim(root), before, after, max_depth, detached: HashSet::new() }
    }

    /// The value at a path as it is now.
    pub(super) fn view(&mut self, path: &Path) -> Option<View<'_, 'd>> {
        if path.shows_children() {
            self.settle();
        }
        self.peek(path)
    }

    /// Whether there is anything at a pointer.
    pub(super) fn exists(&self, pointer: &str) -> bool {
        Path::parse(pointer).is_ok_and(|path| self.peek(&path).is_some())
    }

    /// Sets the value at a path, and creates missing objects on the path.
    pub(super) fn set(&mut self, path: &Path, value: serde_json::Value) -> Result<(), EditError> {
        let Some((last, parents)) = path.tokens.split_last() else {
            return Err(EditError::Pointer { pointer: String::new() });
        };
        self.check_value(path, &value)?;
        self.check_way(path)?;
        let text = self.text;
        let mut here = &mut self.root;
        for token in parents {
            if View::Piece(here).child(token).is_none()
                && let Piece::Object(slots) = open(here, text)
            {
                slots.push(Some(token), Piece::Object(Slots::empty()));
            }
            let missing = || EditError::NotFound { pointer: path.whole() };
            here = here.child_mut(token, text).ok_or_else(missing)?;
        }
        match here.child_mut(last, text) {
            Some(piece) => *piece = Piece::Fresh(value),
            None => match here {
                Piece::Object(slots) => slots.push(Some(last), Piece::Fresh(value)),
                _ => return Err(EditError::NotFound { pointer: path.whole() }),
            },
        }
        Ok(())
    }

    /// Appends a value to an array, which is created if missing. Returns the value's position.
    pub(super) fn push(&mut self, path: &Path, value: serde_json::Value) -> Result<usize, EditError> {
        // A node without children says nothing about other nodes, so those taken out can wait.
        let is_plain_node = path.tokens == ["nodes"] && value.get("children").is_none();
        if path.shows_children() && !is_plain_node {
            self.settle();
        }
        let (kind, length) = self.peek(path).map_or((None, 0), |view| (Some(view.kind()), view.len()));
        match kind {
            None => self.set(path, serde_json::Value::Array(vec![value]))?,
            Some(Kind::Array) => {
                let element = Path { tokens: [&path.tokens[..], &[length.to_string()]].concat() };
                self.check_value(&element, &value)?;
                if let Some(slots) = self.find_mut(path).and_then(|(piece, text)| piece.open(text)) {
                    slots.push(None, Piece::Fresh(value));
                }
            }
            Some(found) => return Err(EditError::WrongKind { pointer: path.whole(), found, needed: "an array" }),
        }
        Ok(length)
    }

    /// Removes the value at a path, and the containers that glTF does not allow to be empty.
    pub(super) fn remove(&mut self, path: &Path) -> Result<bool, EditError> {
        if path.tokens.is_empty() {
            return Err(EditError::Pointer { pointer: String::new() });
        }
        if self.view(path).is_none() {
            return Ok(false);
        }
        let mut length = path.tokens.len();
        let parent_kind = self.view(&path.above(length - 1)).map(|view| view.kind());
        if path.is_indexed_element() && parent_kind == Some(Kind::Array) {
            return Err(EditError::WouldShiftIndices { pointer: path.whole() });
        }
        while length > 0 {
            let parent = path.above(length - 1);
            let token = &path.tokens[length - 1];
            let Some((piece, text)) = self.find_mut(&parent) else { break };
            let kind = View::Piece(piece).kind();
            let Some(slots) = piece.open(text) else { break };
            match (kind, position(token)) {
                (Kind::Array, Some(at)) => slots.remove_at(at),
                _ => slots.remove_key(token),
            };
            let is_left_empty = slots.len() == 0 && path.must_not_be_empty(length - 1, kind);
            // An array in an array keeps its place, or those behind it would move.
            let holder = path.above(length.saturating_sub(2));
            if !is_left_empty || self.view(&holder).is_none_or(|view| view.kind() != Kind::Object) {
                break;
            }
            length -= 1;
        }
        Ok(true)
    }

    /// Takes elements off the end of an array while they pass; an array that is then empty goes too.
    pub(super) fn pop_while(&mut self, key: &str, mut test: impl FnMut(&serde_json::Value) -> bool) {
        let text = self.text;
        let Some(array) = self.root.child_mut(key, text).and_then(|piece| piece.open(text)) else { return };
        while let Some(piece) = array.pieces_mut().last() {
            if !test(&View::Piece(piece).to_serde()) {
                break;
            }
            array.pop();
        }
        if array.len() == 0
            && let Some(slots) = self.root.open(text)
        {
            slots.remove_key(key);
        }
    }

    /// Takes out of an array the strings that are this one; an array that is then empty goes too.
    pub(super) fn remove_string(&mut self, key: &str, name: &str) {
        let text = self.text;
        let is_name = |piece: &Piece<'d>| View::Piece(piece).to_serde().as_str() == Some(name);
        let Some(piece) = self.root.child_mut(key, text) else { return };
        let Some(list) = piece.open(text) else { return };
        list.retain_pieces(|piece| !is_name(piece));
        if list.len() == 0
            && let Some(slots) = self.root.open(text)
        {
            slots.remove_key(key);
        }
    }

    /// Takes a node out of every `children` and every scene, and leaves an empty one in its place.
    pub(super) fn detach_node(&mut self, node: u32) -> Result<(), EditError> {
        let path = Path { tokens: vec!["nodes".to_owned(), node.to_string()] };
        let Some((piece, _)) = self.find_mut(&path) else {
            return Err(EditError::NotFound { pointer: path.whole() });
        };
        *piece = Piece::Fresh(serde_json::Value::Object(serde_json::Map::new()));
        self.detached.insert(node.into());
        Ok(())
    }

    /// Takes the last node out of every `children`, every scene and the list.
    pub(super) fn pop_node(&mut self) -> Result<(), EditError> {
        let path = Path { tokens: vec!["nodes".to_owned()] };
        let count = self.view(&path).map_or(0, |nodes| nodes.elements().count());
        let Some(last) = count.checked_sub(1).and_then(|last| u32::try_from(last).ok()) else {
            return Err(EditError::NotFound { pointer: path.whole() });
        };
        self.detach_node(last)?;
        self.settle();
        let mut is_first = true;
        self.pop_while("nodes", |_| std::mem::take(&mut is_first));
        Ok(())
    }

    /// The whole text.
    pub(super) fn finish(&mut self) -> String {
        self.settle();
        let mut out = String::with_capacity(self.text.len());
        out.push_str(self.before);
        self.root.write(&mut out);
        out.push_str(self.after);
        out
    }

    fn peek(&self, path: &Path) -> Option<View<'_, 'd>> {
        path.tokens.iter().try_fold(View::Piece(&self.root), |view, token| view.child(token))
    }

    fn find_mut(&mut self, path: &Path) -> Option<(&mut Piece<'d>, &'d str)> {
        let text = self.text;
        let piece = path.tokens.iter().try_fold(&mut self.root, |piece, token| piece.child_mut(token, text))?;
        Some((piece, text))
    }

    fn settle(&mut self) {
        if self.detached.is_empty() {
            return;
        }
        let detached = std::mem::take(&mut self.detached);
        let is_detached = |view: &View<'_, 'd>| view.as_u64().is_some_and(|index| detached.contains(&index));
        let text = self.text;
        for (array, key) in [("nodes", "children"), ("scenes", "nodes")] {
            let Some(objects) = self.root.child_mut(array, text).and_then(|piece| piece.open(text)) else { continue };
            for object in objects.pieces_mut() {
                let list = View::Piece(object).child(key);
                if !list.is_some_and(|list| list.elements().any(|element| is_detached(&element))) {
                    continue;
                }
                let Some(list) = object.child_mut(key, text).and_then(|piece| piece.open(text)) else { continue };
                list.retain_pieces(|piece| !is_detached(&View::Piece(piece)));
                if list.len() == 0
                    && let Some(slots) = object.open(text)
                {
                    slots.remove_key(key);
                }
            }
        }
    }

    /// Checks that a value can be put at the end of a path, before anything is changed.
    fn check_way(&mut self, path: &Path) -> Result<(), EditError> {
        if path.shows_children() {
            self.settle();
        }
        let mut view = View::Piece(&self.root);
        for (at, token) in path.tokens.iter().enumerate() {
            let kind = view.kind();
            if !matches!(kind, Kind::Object | Kind::Array) {
                let needed = "an object or array";
                return Err(EditError::WrongKind { pointer: path.pointer(at), found: kind, needed });
            }
            let Some(child) = view.child(token) else {
                // What is made on the way is objects; a number or `-` speaks of an array that is not there.
                let rest = &path.tokens[at + 1..];
                let wants_array = rest.iter().any(|token| token == "-" || position(token).is_some());
                if kind == Kind::Array || wants_array {
                    return Err(EditError::NotFound { pointer: path.pointer(at + 1) });
                }
                return Ok(());
            };
            view = child;
        }
        Ok(())
    }

    /// Checks that a value is no deeper than allowed, and that no `null` in it stands for a number that was lost.
    ///
    /// A `null` is fine in `extras`, and where a `null` stands already.
    fn check_value(&mut self, path: &Path, value: &serde_json::Value) -> Result<(), EditError> {
        let mut rest = vec![(Vec::<String>::new(), value)];
        while let Some((tokens, value)) = rest.pop() {
            let here = || Path { tokens: [&path.tokens[..], &tokens[..]].concat() };
            let depth = path.tokens.len() + tokens.len();
            let below = |token: String| [&tokens[..], &[token]].concat();
            match value {
                serde_json::Value::Array(_) | serde_json::Value::Object(_) if depth >= self.max_depth => {
                    return Err(EditError::TooDeep { pointer: here().whole(), limit: self.max_depth });
                }
                serde_json::Value::Array(list) => {
                    // Long lists are mostly numbers, which need no look.
                    let worth = list.iter().enumerate().filter(|(_, value)| needs_check(value));
                    rest.extend(worth.map(|(at, value)| (below(at.to_string()), value)));
                }
                serde_json::Value::Object(map) => {
                    let worth = map.iter().filter(|(_, value)| needs_check(value));
                    rest.extend(worth.map(|(key, value)| (below(key.clone()), value)));
                }
                serde_json::Value::Null => {
                    let path = here();
                    let is_null = self.view(&path).is_some_and(|view| view.kind() == Kind::Null);
                    if !is_null && !path.is_in_extras() {
                        return Err(EditError::NotFinite { pointer: path.whole() });
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl Path {
    fn above(&self, length: usize) -> Path {
        Path { tokens: self.tokens[..length].to_vec() }
    }
}

fn needs_check(value: &serde_json::Value) -> bool {
    matches!(value, serde_json::Value::Null | serde_json::Value::Array(_) | serde_json::Value::Object(_))
}

/// Opens a container in place and returns it, so that its form can be matched.
fn open<'p, 'd>(piece: &'p mut Piece<'d>, text: &'d str) -> &'p mut Piece<'d> {
    piece.open(text);
    piece
}
