//! The order in which constraints and node frames are evaluated.
//!
//! A node has at most one *mover*, a constraint or in a simulation its body, which sets its local transform, and a *frame*,
//! its transform in the model, which follows from that and the parent's frame. The dependencies:
//!
//! - a frame: the parent's frame, and the mover of the node itself;
//! - a constraint: the source's mover where the source is read locally, the source's frame where it is read in the
//!   model's space, and the frame of the destination's parent where the destination is moved in the model's space;
//! - a body, whose frame in the model is known: the frame of its node's parent.
//!
//! With two vertices for a node, it can follow the local rotation of a node below it without a cycle. The cycles are the
//! strongly connected components (Tarjan's algorithm, without recursion), which are found in order of evaluation; linear in
//! the number of nodes and constraints.

use std::ops::Range;

use crate::model::{Hierarchy, NodeConstraint, NodeId, Space};

/// The order of evaluation, computed once.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    passes: Vec<Pass>,
    /// The passes without the frames that no constraint depends on.
    constraint_passes: Vec<Pass>,
}

/// A constraint or a body, which sets the local transform of a node, and its dependencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    /// The node that is moved.
    pub destination: NodeId,
    /// Its dependencies.
    pub awaits: [Option<Awaited>; 2],
}

/// What a mover depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// Its transform relative to its parent.
    Local(NodeId),
    /// Where it is in the model.
    Frame(NodeId),
}

impl Mover {
    /// Returns the mover of a constraint.
    pub fn of_constraint(hierarchy: &Hierarchy, constraint: &NodeConstraint) -> Self {
        let NodeConstraint { source, destination, kind, .. } = *constraint;
        let read = match kind.source_space() {
            Space::Local => Awaited::Local(source),
            Space::Model => Awaited::Frame(source),
        };
        let parent = match kind.destination_space() {
            Space::Local => None,
            Space::Model => hierarchy.parent(destination).map(Awaited::Frame),
        };
        Self { destination, awaits: [parent, Some(read)] }
    }

    /// Returns the mover of a body.
    pub fn of_body(hierarchy: &Hierarchy, node: NodeId) -> Self {
        Self { destination: node, awaits: [hierarchy.parent(node).map(Awaited::Frame), None] }
    }
}

/// A run of movers or of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// The constraints, or other movers, from this place of the list to before that one.
    Constrain {
        /// The first.
        start: u32,
        /// The one behind the last.
        end: u32,
    },
    /// The frames from this node to before that one.
    Frames {
        /// The first.
        start: u32,
        /// The one behind the last.
        end: u32,
    },
}

impl Pass {
    /// Returns a run as a range of indices.
    pub fn range(start: u32, end: u32) -> Range<usize> {
        start as usize..end as usize
    }
}

/// The result of ordering movers.
pub struct Ordered {
    /// The order.
    pub schedule: Schedule,
    /// The movers that are evaluated, in that order, as places in the list that was given; the schedule counts in
    /// this one.
    pub evaluated: Vec<usize>,
    /// The movers that are not, because they depend on each other.
    pub cycles: Vec<Cycle>,
}

/// Movers that depend on each other.
pub struct Cycle {
    /// A shortest cycle, as indices into the list: each depends on the next, the last on the first.
    pub path: Vec<usize>,
    /// How many there are in all; more than the path has where several cycles share members.
    pub members: usize,
}

impl Schedule {
    /// The order, front to back.
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// The order of the constraints, with only the frames that they depend on.
    pub fn constraint_passes(&self) -> &[Pass] {
        &self.constraint_passes
    }

    /// Orders the nodes of a hierarchy with at most one constraint a node.
    pub fn order(hierarchy: &Hierarchy, constraints: &[NodeConstraint]) -> Ordered {
        let movers: Vec<Mover> =
            constraints.iter().map(|constraint| Mover::of_constraint(hierarchy, constraint)).collect();
        Self::order_movers(hierarchy, &movers)
    }

    /// Orders the nodes of a hierarchy with at most one mover a node.
    pub fn order_movers(hierarchy: &Hierarchy, movers: &[Mover]) -> Ordered {
        let mut ordered =
            Ordered { schedule: Self::default(), evaluated: Vec::with_capacity(movers.len()), cycles: Vec::new() };
        if movers.is_empty() {
            ordered.schedule.push_frames(0, hierarchy.len() as u32);
            return ordered;
        }
        let graph = Graph::new(hierarchy, movers);
        let components = Components::new(&graph);
        let mut came_from = vec![UNSEEN; graph.len()];
        for component in components.in_order() {
            ordered.append(&graph, &components, component, &mut came_from);
        }
        ordered.schedule.passes.shrink_to_fit();
        let is_awaited = graph.frames_for_constraints(&ordered.evaluated);
        ordered.schedule.constraint_passes = only_awaited(&ordered.schedule.passes, &is_awaited);
        ordered
    }

    /// Adds a mover, before the last run of frames if it depends on none of them, so that runs are longer.
    fn push_mover(&mut self, place: u32, awaited: [Option<u32>; 2]) {
        let frames = self.passes.pop_if(|last| match *last {
            Pass::Frames { start, end } => !awaited.into_iter().flatten().any(|at| (start..end).contains(&at)),
            Pass::Constrain { .. } => false,
        });
        match self.passes.last_mut() {
            Some(Pass::Constrain { end, .. }) if *end == place => *end = place + 1,
            _ => self.passes.push(Pass::Constrain { start: place, end: place + 1 }),
        }
        self.passes.extend(frames);
    }

    /// Adds frames, joined to the run before where they follow it.
    fn push_frames(&mut self, start: u32, end: u32) {
        match self.passes.last_mut() {
            Some(Pass::Frames { end: last, .. }) if *last == start => *last = end,
            _ => self.passes.push(Pass::Frames { start, end }),
        }
    }
}

impl Ordered {
    /// Adds what belongs together: one thing, or the things of a cycle.
    fn append(&mut self, graph: &Graph<'_>, components: &Components, component: Range<usize>, came_from: &mut [u32]) {
        let vertices = &components.vertices[component];
        if let [vertex] = *vertices {
            match graph.mover(vertex) {
                Some(place) => {
                    self.schedule.push_mover(self.evaluated.len() as u32, graph.awaited(vertex));
                    self.evaluated.push(place);
                }
                None => self.schedule.push_frames(vertex, vertex + 1),
            }
            return;
        }
        // A parent's id is less than its children's, and frames without constraints depend only on parents.
        let mut frames: Vec<u32> = vertices.iter().copied().filter(|&at| graph.mover(at).is_none()).collect();
        frames.sort_unstable();
        for vertex in frames {
            self.schedule.push_frames(vertex, vertex + 1);
        }
        let members = vertices.iter().filter(|&&at| graph.mover(at).is_some()).count();
        // Of all members, the path begins at the first of the list.
        let first = vertices.iter().copied().filter(|&at| graph.mover(at).is_some()).min();
        if let Some(first) = first {
            let path = components.shortest_cycle(graph, first, came_from);
            let path = path.into_iter().filter_map(|vertex| graph.mover(vertex)).collect();
            self.cycles.push(Cycle { path, members });
        }
    }
}

/// The passes without the frames that are not awaited.
fn only_awaited(passes: &[Pass], is_awaited: &[bool]) -> Vec<Pass> {
    let mut only = Schedule::default();
    for &pass in passes {
        match pass {
            Pass::Frames { start, end } => {
                let awaited = (start..end).filter(|&slot| is_awaited[slot as usize]);
                awaited.for_each(|slot| only.push_frames(slot, slot + 1));
            }
            Pass::Constrain { start, end } => match only.passes.last_mut() {
                Some(Pass::Constrain { end: last, .. }) if *last == start => *last = end,
                _ => only.passes.push(pass),
            },
        }
    }
    only.passes.shrink_to_fit();
    only.passes
}

const UNSEEN: u32 = u32::MAX;

/// The graph of dependencies. Vertices are the frames of all nodes, by slot, followed by the movers, by index.
struct Graph<'a> {
    hierarchy: &'a Hierarchy,
    movers: &'a [Mover],
    /// By node: its mover's vertex.
    mover_of: Vec<Option<u32>>,
}

impl<'a> Graph<'a> {
    fn new(hierarchy: &'a Hierarchy, movers: &'a [Mover]) -> Self {
        let mut mover_of = vec![None; hierarchy.len()];
        for (place, mover) in movers.iter().enumerate() {
            mover_of[mover.destination.slot()] = Some((hierarchy.len() + place) as u32);
        }
        Self { hierarchy, movers, mover_of }
    }

    fn len(&self) -> usize {
        self.hierarchy.len() + self.movers.len()
    }

    /// The mover that a vertex stands for; `None` for a frame.
    fn mover(&self, vertex: u32) -> Option<usize> {
        (vertex as usize).checked_sub(self.hierarchy.len())
    }

    /// Returns the dependencies of a vertex.
    fn awaited(&self, vertex: u32) -> [Option<u32>; 2] {
        let frame = |node: NodeId| node.slot() as u32;
        let Some(place) = self.mover(vertex) else {
            let node = NodeId(vertex);
            return [self.hierarchy.parent(node).map(frame), self.mover_of[node.slot()]];
        };
        self.movers[place].awaits.map(|awaited| match awaited? {
            Awaited::Local(node) => self.mover_of[node.slot()],
            Awaited::Frame(node) => Some(frame(node)),
        })
    }

    /// Returns for each node whether a constraint at one of these indices depends on its frame, directly or through a frame
    /// below it.
    fn frames_for_constraints(&self, places: &[usize]) -> Vec<bool> {
        let mut is_awaited = vec![false; self.hierarchy.len()];
        for &place in places {
            for vertex in self.awaited((self.hierarchy.len() + place) as u32).into_iter().flatten() {
                if let Some(frame) = is_awaited.get_mut(vertex as usize) {
                    *frame = true;
                }
            }
        }
        // Children come after their parents: backwards, a frame is settled before its parent.
        for (slot, parent) in self.hierarchy.parents().iter().enumerate().rev() {
            if let Some(parent) = parent
                && is_awaited[slot]
            {
                is_awaited[parent.slot()] = true;
            }
        }
        is_awaited
    }
}

/// The strongly connected components of a graph, dependencies first.
struct Components {
    vertices: Vec<u32>,
    /// Where each ends among the vertices.
    ends: Vec<usize>,
    /// By vertex: which component it is in.
    of: Vec<u32>,
}

/// The state of Tarjan's search.
struct Search<'a> {
    graph: &'a Graph<'a>,
    /// When each vertex was met, counted from 0.
    met: Vec<u32>,
    /// The earliest vertex of an open component that each can reach.
    earliest: Vec<u32>,
    /// The vertices whose component is still open.
    open: Vec<u32>,
    /// The path to the current vertex, each with the number of its visited edges.
    path: Vec<(u32, usize)>,
    count: u32,
    found: Components,
}

impl Components {
    fn new(graph: &Graph<'_>) -> Self {
        let length = graph.len();
        let mut search = Search {
            graph,
            met: vec![UNSEEN; length],
            earliest: vec![UNSEEN; length],
            open: Vec::new(),
            path: Vec::new(),
            count: 0,
            found: Components { vertices: Vec::with_capacity(length), ends: Vec::new(), of: vec![UNSEEN; length] },
        };
        for vertex in 0..length as u32 {
            if search.met[vertex as usize] == UNSEEN {
                search.from(vertex);
            }
        }
        search.found
    }

    fn in_order(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| start..end)
    }

    /// Returns a shortest path from a vertex back to itself, within its component, breadth first. `came_from` is shared by all
    /// calls; each touches only its component.
    fn shortest_cycle(&self, graph: &Graph<'_>, first: u32, came_from: &mut [u32]) -> Vec<u32> {
        let mut queue = vec![first];
        let mut next = 0;
        while let Some(&vertex) = queue.get(next) {
            next += 1;
            for awaited in graph.awaited(vertex).into_iter().flatten() {
                if self.of[awaited as usize] != self.of[first as usize] || came_from[awaited as usize] != UNSEEN {
                    continue;
                }
                came_from[awaited as usize] = vertex;
                if awaited == first {
                    return cycle_of(first, came_from);
                }
                queue.push(awaited);
            }
        }
        vec![first]
    }
}

/// The cycle that `came_from` describes, beginning at `first`.
fn cycle_of(first: u32, came_from: &[u32]) -> Vec<u32> {
    let mut path = vec![first];
    let mut vertex = came_from[first as usize];
    while vertex != first {
        path.push(vertex);
        vertex = came_from[vertex as usize];
    }
    path[1..].reverse();
    path
}

impl Search<'_> {
    /// Visits all direct and indirect dependencies of a vertex, and closes their components.
    fn from(&mut self, start: u32) {
        self.meet(start);
        while let Some((vertex, edges_done)) = self.path.last_mut() {
            let vertex = *vertex;
            let awaited = self.graph.awaited(vertex);
            let Some(&edge) = awaited.get(*edges_done) else {
                self.path.pop();
                self.leave(vertex);
                continue;
            };
            *edges_done += 1;
            let Some(next) = edge else { continue };
            if self.met[next as usize] == UNSEEN {
                self.meet(next);
            } else if self.found.of[next as usize] == UNSEEN {
                self.lower(vertex, self.met[next as usize]);
            }
        }
    }

    fn meet(&mut self, vertex: u32) {
        self.met[vertex as usize] = self.count;
        self.earliest[vertex as usize] = self.count;
        self.count += 1;
        self.open.push(vertex);
        self.path.push((vertex, 0));
    }

    /// All edges of a vertex are done: either it closes a component, or the vertex before it reaches what it reaches.
    fn leave(&mut self, vertex: u32) {
        let earliest = self.earliest[vertex as usize];
        if let Some(&(before, _)) = self.path.last() {
            self.lower(before, earliest);
        }
        if earliest != self.met[vertex as usize] {
            return;
        }
        let component = self.found.ends.len() as u32;
        while let Some(member) = self.open.pop() {
            self.found.of[member as usize] = component;
            self.found.vertices.push(member);
            if member == vertex {
                break;
            }
        }
        self.found.ends.push(self.found.vertices.len());
    }

    fn lower(&mut self, vertex: u32, earliest: u32) {
        let own = &mut self.earliest[vertex as usize];
        *own = earliest.min(*own);
    }
}
