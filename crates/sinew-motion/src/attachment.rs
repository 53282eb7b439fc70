//! Attachments to virtual transforms: a sword in a hand, a label above a head, a rider on a seat.

use glam::Affine3A;

use sinew_model::math::Transform;
use sinew_model::model::VirtualTransformId;

/// The id of an attachment in [`Attachments`]; not reused after [`Attachments::detach`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttachmentId(u64);

/// An item of the application, attached to a virtual transform.
#[derive(Clone, Debug)]
pub struct Attachment<T> {
    /// The virtual transform.
    pub to: VirtualTransformId,
    /// The offset in the space of the virtual transform.
    pub offset: Transform,
    /// The item: a handle, a number, another pose.
    pub item: T,
    model_from_item: Affine3A,
}

impl<T> Attachment<T> {
    /// The transform from the item's space to the model's, as of the last [`Attachments::update`]; the offset alone
    /// before the first.
    pub fn model_from_item(&self) -> Affine3A {
        self.model_from_item
    }

    /// The transform from the item's space to the world, for a model at `world_from_model`. For an item that is another
    /// model, this is the transform of its root.
    #[must_use]
    pub fn world_from_item(&self, world_from_model: Affine3A) -> Affine3A {
        world_from_model * self.model_from_item
    }
}

/// The attachments of one model instance, in the order of attaching.
///
/// A sword that follows a hand:
///
/// ```
/// use glam::{Affine3A, Vec3};
/// use sinew_document::{Document, NoResources};
/// use sinew_motion::{Attachments, Pose};
/// use sinew_model::Model;
/// use sinew_model::math::Transform;
///
/// # let knight = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}],
/// #   "nodes": [{"name": "hand", "translation": [0.5, 1.0, 0.0]}],
/// #   "extensions": {"KHR_virtual_transform": {"virtualTransforms": [
/// #     {"name": "grip", "parent": 0, "translation": [0.0, 0.1, 0.0], "tags": ["weapon_socket"]}]}}}"#;
/// # let sword = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}],
/// #   "nodes": [{"name": "tip", "translation": [0.0, 0.9, 0.0]}]}"#;
/// # let read = |text: &str| Document::read(text, &NoResources).map(|document| Model::from_document(&document).0);
/// let (knight, sword) = (read(knight)?, read(sword)?);
/// let mut pose = Pose::rest(&knight);
/// let mut matrices = vec![Affine3A::IDENTITY; knight.virtual_transforms().len()];
/// let mut held = Attachments::new();
/// for &socket in knight.virtual_transforms().with_tag("weapon_socket") {
///     // The sword's origin is at its pommel, 0.2 m below where it is gripped.
///     held.attach(socket, Transform::from_translation(Vec3::new(0.0, -0.2, 0.0)), Pose::rest(&sword));
/// }
///
/// // Each step, after the knight has moved:
/// pose.evaluate(&knight);
/// pose.evaluate_virtual_transforms(&knight, &mut matrices);
/// held.update(&matrices);
/// let world_from_knight = Affine3A::from_translation(Vec3::new(0.0, 0.0, -3.0));
/// for (_, attachment) in held.iter() {
///     let world_from_sword = attachment.world_from_item(world_from_knight);
///     let tip = sword.hierarchy().find("tip").map(|node| attachment.item.model_from_node(node));
///     let tip = tip.map(|sword_from_tip| (world_from_sword * sword_from_tip).translation.into());
///     assert_eq!(tip, Some(Vec3::new(0.5, 1.0 + 0.1 - 0.2 + 0.9, -3.0)));
/// }
/// # Ok::<(), sinew_document::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Attachments<T> {
    /// Ascending by id, because ids only grow.
    list: Vec<(AttachmentId, Attachment<T>)>,
    next: u64,
}

impl<T> Attachments<T> {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self { list: Vec::new(), next: 0 }
    }

    /// Attaches an item to a virtual transform, with an offset in its space.
    pub fn attach(&mut self, to: VirtualTransformId, offset: Transform, item: T) -> AttachmentId {
        let id = AttachmentId(self.next);
        self.next += 1;
        self.list.push((id, Attachment { to, offset, item, model_from_item: offset.to_affine() }));
        id
    }

    /// Removes an attachment and returns its item; `None` if there is no such attachment.
    pub fn detach(&mut self, id: AttachmentId) -> Option<T> {
        let position = self.position(id)?;
        Some(self.list.remove(position).1.item)
    }

    /// Updates all attachments from the matrices of [`crate::evaluate_virtual_transforms`]. An attachment to a virtual
    /// transform without a matrix keeps its own.
    pub fn update(&mut self, model_from_virtual: &[Affine3A]) {
        for (_, attachment) in &mut self.list {
            if let Some(matrix) = model_from_virtual.get(attachment.to.slot()) {
                attachment.model_from_item = *matrix * attachment.offset.to_affine();
            }
        }
    }

    /// Returns an attachment; `None` if it was detached.
    pub fn get(&self, id: AttachmentId) -> Option<&Attachment<T>> {
        self.list.get(self.position(id)?).map(|(_, attachment)| attachment)
    }

    /// Returns an attachment for changes; `None` if it was detached. A new offset takes effect at the next
    /// [`Attachments::update`].
    pub fn get_mut(&mut self, id: AttachmentId) -> Option<&mut Attachment<T>> {
        let position = self.position(id)?;
        self.list.get_mut(position).map(|(_, attachment)| attachment)
    }

    /// All attachments in the order of attaching.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (AttachmentId, &Attachment<T>)> {
        self.list.iter().map(|(id, attachment)| (*id, attachment))
    }

    /// All attachments in the order of attaching, mutable.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (AttachmentId, &mut Attachment<T>)> {
        self.list.iter_mut().map(|(id, attachment)| (*id, attachment))
    }

    /// The number of attachments.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are no attachments.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn position(&self, id: AttachmentId) -> Option<usize> {
        self.list.binary_search_by_key(&id, |&(id, _)| id).ok()
    }
}

impl<T> Default for Attachments<T> {
    fn default() -> Self {
        Self::new()
    }
}
