//! Edits of nodes, animations and extensions, in terms of those by pointer.

use serde_json::{Value, json};

use super::{Edit, EditError};
use crate::index::{AnimationIndex, Index, NodeIndex};
use crate::json::pointer_token;

impl Edit<'_> {
    /// Adds a node. It is in no scene and below no other node yet: see [`Edit::add_child`], or push to a scene.
    ///
    /// # Errors
    /// As [`Edit::push`].
    pub fn add_node(&mut self, node: Value) -> Result<NodeIndex, EditError> {
        self.push("/nodes", node).map(NodeIndex::from_usize)
    }

    /// Adds a node to the children of another.
    ///
    /// # Errors
    /// One of the nodes does not exist.
    pub fn add_child(&mut self, parent: NodeIndex, child: NodeIndex) -> Result<(), EditError> {
        self.check_exists(parent)?;
        self.check_exists(child)?;
        self.push(&format!("{parent}/children"), child.0.into()).map(drop)
    }

    /// Removes a node from the `children` of other nodes and from the scenes, and everything it holds.
    ///
    /// An empty node stays in its place. Nodes are known by their index everywhere in a file (skins, animations,
    /// extensions that nobody here knows), so that moving the nodes behind it up would break what cannot be seen. What
    /// referred to the node refers to one that does nothing. Its children are not taken away; they have no parent any
    /// more.
    ///
    /// # Errors
    /// The node does not exist.
    pub fn remove_node(&mut self, node: NodeIndex) -> Result<(), EditError> {
        self.draft.get_mut().detach_node(node.0)
    }

    /// Deletes the last node, with its places in `children` and in scenes. Nothing moves up; for a caller who knows that nothing else
    /// refers to it. See [`Edit::remove_node`] for any other.
    ///
    /// # Errors
    /// There is no node.
    pub fn pop_node(&mut self) -> Result<(), EditError> {
        self.draft.get_mut().pop_node()
    }

    /// Adds an animation.
    ///
    /// # Errors
    /// As [`Edit::push`].
    pub fn add_animation(&mut self, animation: Value) -> Result<AnimationIndex, EditError> {
        self.push("/animations", animation).map(AnimationIndex::from_usize)
    }

    /// Removes an animation. The last one is deleted; any other is replaced by an animation without channels, so that the
    /// later ones keep their index. Such placeholders are deleted as soon as they are last.
    ///
    /// # Errors
    /// The animation does not exist.
    pub fn remove_animation(&mut self, animation: AnimationIndex) -> Result<(), EditError> {
        self.check_exists(animation)?;
        let leftover = json!({"channels": [], "samplers": []});
        self.set(&animation.to_string(), leftover.clone())?;
        self.draft.get_mut().pop_while(AnimationIndex::ARRAY, |animation| *animation == leftover);
        Ok(())
    }

    /// Sets an extension's data on a node, and lists the extension in `extensionsUsed`.
    ///
    /// # Errors
    /// The node does not exist, or as [`Edit::set`].
    pub fn set_node_extension(&mut self, node: NodeIndex, name: &str, data: Value) -> Result<(), EditError> {
        let is_listed = self.is_listed(name)?;
        self.set(&format!("{node}/extensions/{}", pointer_token(name)), data)?;
        if is_listed { Ok(()) } else { self.list_extension(name) }
    }

    /// Removes an extension's data from a node. Returns whether there was any. `extensionsUsed` stays, as other objects may
    /// use the extension: see [`Edit::unuse_extension`].
    ///
    /// # Errors
    /// As [`Edit::remove`].
    pub fn remove_node_extension(&mut self, node: NodeIndex, name: &str) -> Result<bool, EditError> {
        self.remove(&format!("{node}/extensions/{}", pointer_token(name)))
    }

    /// Sets an extension's data on the root, and lists the extension in `extensionsUsed`.
    ///
    /// # Errors
    /// As [`Edit::set`].
    pub fn set_extension(&mut self, name: &str, data: Value) -> Result<(), EditError> {
        let is_listed = self.is_listed(name)?;
        self.set(&format!("/extensions/{}", pointer_token(name)), data)?;
        if is_listed { Ok(()) } else { self.list_extension(name) }
    }

    /// Removes an extension's data from the root. Returns whether there was any. `extensionsUsed` stays.
    ///
    /// # Errors
    /// As [`Edit::remove`].
    pub fn remove_extension(&mut self, name: &str) -> Result<bool, EditError> {
        self.remove(&format!("/extensions/{}", pointer_token(name)))
    }

    /// Lists an extension in `extensionsUsed`, unless it is listed.
    ///
    /// # Errors
    /// `extensionsUsed` is not an array.
    pub fn use_extension(&mut self, name: &str) -> Result<(), EditError> {
        if self.is_listed(name)? { Ok(()) } else { self.list_extension(name) }
    }

    /// Removes an extension from `extensionsUsed` and `extensionsRequired`.
    pub fn unuse_extension(&mut self, name: &str) {
        for list in ["extensionsUsed", "extensionsRequired"] {
            self.draft.get_mut().remove_string(list, name);
        }
    }

    /// Whether `extensionsUsed` has a name, looked up first so that an unusable list refuses the whole edit.
    fn is_listed(&self, name: &str) -> Result<bool, EditError> {
        match self.get("/extensionsUsed") {
            None => Ok(false),
            Some(Value::Array(names)) => Ok(names.iter().any(|used| used == name)),
            Some(other) => Err(EditError::not_an_array("/extensionsUsed", &other)),
        }
    }

    fn list_extension(&mut self, name: &str) -> Result<(), EditError> {
        self.push("/extensionsUsed", name.into()).map(drop)
    }

    fn check_exists(&mut self, index: impl Index + std::fmt::Display) -> Result<(), EditError> {
        let pointer = index.to_string();
        if self.draft.get_mut().exists(&pointer) { Ok(()) } else { Err(EditError::NotFound { pointer }) }
    }
}
