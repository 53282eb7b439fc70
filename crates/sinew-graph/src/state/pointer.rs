//! Pointers: properties of the object model, which the world around has, and of the graph.

use sinew_model::model::graph::{Property, Reference, ReferenceKind};

use crate::program::{CompiledIndex, CompiledPointer, Node, Settings};
use crate::state::Run;

/// A property of one object: what an effective pointer refers to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) property: Property,
    /// The indices of its path; those beyond are 0.
    pub(crate) indices: [u32; 3],
    pub(crate) count: usize,
}

impl Place {
    fn indices(&self) -> &[u32] {
        &self.indices[..self.count]
    }
}

impl Run<'_> {
    /// What a pointer refers to now; `None` where an index is negative, or a reference null or to something else.
    pub(crate) fn place(&self, pointer: &CompiledPointer) -> Option<Place> {
        let (mut indices, mut count) = ([0; 3], 0);
        for index in &pointer.indices {
            *indices.get_mut(count)? = match *index {
                CompiledIndex::Constant(index) => index,
                CompiledIndex::Int(register) => u32::try_from(self.state.registers[register as usize] as i64).ok()?,
                CompiledIndex::Ref { register, kind } => {
                    let found = Reference::from_number(self.state.registers[register as usize])?;
                    u32::try_from(found.index).ok().filter(|_| Some(found.kind) == kind)?
                }
            };
            count += 1;
        }
        Some(Place { property: pointer.property?, indices, count })
    }

    /// `pointer/get`.
    pub(crate) fn read_pointer(&mut self, index: u32) {
        let program = self.program;
        let node = &program.nodes[index as usize];
        let Settings::Pointer(pointer) = &node.settings else { return };
        let length = pointer.value_type.len();
        let mut value = [0.0; 16];
        let place = self.place(pointer).filter(|place| self.count_place(index, *place));
        let is_valid = place.is_some_and(|place| self.read(place, &mut value[..length]));
        if !is_valid {
            value[..length].fill(pointer.value_type.default_number());
        }
        let out = node.out as usize;
        self.state.registers[out..out + length].copy_from_slice(&value[..length]);
        self.state.registers[out + length] = f64::from(is_valid);
    }

    /// `pointer/set`; `false` if nothing was set.
    pub(crate) fn set_pointer(&mut self, index: u32, node: &Node) -> bool {
        let Settings::Pointer(pointer) = &node.settings else { return false };
        let Some(place) = self.place(pointer).filter(|_| pointer.is_mutable) else { return false };
        if !self.count_set(index, place) || !self.count_elements(index, self.state.interpolations.len()) {
            return false;
        }
        let register = self.program.operand(node, 0);
        let mut value = [0.0; 16];
        let value = &mut value[..pointer.value_type.len()];
        value.copy_from_slice(&self.state.registers[register..][..value.len()]);
        let is_set = self.set(place, value);
        if is_set {
            self.end_property_interpolation(place);
        }
        is_set
    }

    /// Counts what reading a property takes beyond one operation.
    fn count_place(&mut self, index: u32, place: Place) -> bool {
        match place.property {
            Property::GlobalMatrix => self.count_depth(index, place.indices[0]),
            Property::Delay => self.count_elements(index, self.state.delays.len()),
            Property::IsPlaying => self.count_elements(index, self.state.animations.len()),
            _ => true,
        }
    }

    /// Counts what setting a property takes: where a body goes depends on the nodes above its own.
    pub(crate) fn count_set(&mut self, index: u32, place: Place) -> bool {
        !matches!(place.property, Property::Translation | Property::Rotation)
            || self.count_depth(index, place.indices[0])
    }

    /// Counts the nodes above one of the scene.
    pub(crate) fn count_depth(&mut self, index: u32, node: u32) -> bool {
        let depth = std::iter::successors(Some(node), |node| self.host.parent(*node)).count();
        self.count(index, depth - 1)
    }

    /// Reads a property; `false` if it is unknown.
    pub(crate) fn read(&self, place: Place, value: &mut [f64]) -> bool {
        let animation = place.indices[0];
        match place.property {
            Property::Fixed(bits) => {
                value.fill(f64::from_bits(bits));
                true
            }
            Property::Delay => {
                let id = u64::from(place.indices[0]);
                value[0] = Reference { kind: ReferenceKind::Delay, index: id }.to_number();
                self.state.delays.iter().any(|delay| delay.id == id)
            }
            Property::Event => {
                let id = u64::from(place.indices[0]);
                value[0] = Reference { kind: ReferenceKind::Event, index: id }.to_number();
                id < self.state.next_event
            }
            Property::IsPlaying
            | Property::MinTime
            | Property::MaxTime
            | Property::Playhead
            | Property::VirtualPlayhead => {
                if animation as usize >= self.program.animations {
                    return false;
                }
                // One that is invalid has its properties too, and does not play.
                let Some([min, max]) = self.host.animation_range(animation) else {
                    value[0] = if place.property == Property::IsPlaying { 0.0 } else { f64::NAN };
                    return true;
                };
                let [playhead, requested] =
                    self.state.playheads.get(animation as usize).copied().unwrap_or([f64::NAN; 2]);
                value[0] = match place.property {
                    Property::IsPlaying => {
                        f64::from(self.state.animations.iter().any(|playing| playing.animation == animation))
                    }
                    Property::MinTime => min,
                    Property::MaxTime => max,
                    Property::Playhead => playhead,
                    _ => requested,
                };
                true
            }
            property => self.host.get(property, place.indices(), value),
        }
    }

    /// Sets a property; `false` if it is unknown.
    pub(crate) fn set(&mut self, place: Place, value: &[f64]) -> bool {
        self.host.set(place.property, place.indices(), value)
    }
}
