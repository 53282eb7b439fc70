//! Mode 1: triangles by the edges and vertices of those before them (both texts, "Mode 1: triangles").

use super::reader::{Reader, unzigzag};
use super::{Layout, MeshoptError, check_header, push_index, reserve};

const HEADER: u8 = 0xe1;

/// Bytes of the table at the end: pairs of places of vertices that codes name by their position.
const TABLE: usize = 16;

/// The last two entries of the table have codes of their own.
const TABLE_USED: usize = 14;

/// A half of a byte that stands for an index of its own.
const EXPLICIT: u8 = 0xf;

pub(super) fn decode(stream: &[u8], layout: Layout) -> Result<Vec<u8>, MeshoptError> {
    check_header(stream, &[HEADER])?;
    let triangles = layout.count / 3;
    let mut elements = reserve(stream, layout, triangles.checked_add(1 + TABLE))?;
    let (stream, table) = stream.split_at(stream.len() - TABLE);
    let is_explicit = |byte: &u8| byte >> 4 == EXPLICIT || byte & 0xf == EXPLICIT;
    if table.iter().any(is_explicit) || table[TABLE_USED..].iter().any(|byte| *byte != 0) {
        return Err(MeshoptError::Table);
    }
    let (codes, data) = stream[1..].split_at(triangles);
    let mut decoder =
        Decoder { data: Reader::new(data), next: 0, last: 0, edges: Recent::new(), vertices: Recent::new() };
    for (triangle, code) in codes.iter().enumerate() {
        let corners = decoder.triangle(*code, table).map_err(|stop| match stop {
            Stop::NothingBefore => MeshoptError::NothingBefore { triangle },
            Stop::Stream(error) => error,
        })?;
        for corner in corners {
            push_index(&mut elements, corner, layout.stride);
        }
    }
    decoder.data.finish()?;
    Ok(elements)
}

/// Why a triangle cannot be decoded.
enum Stop {
    NothingBefore,
    Stream(MeshoptError),
}

impl From<MeshoptError> for Stop {
    fn from(error: MeshoptError) -> Self {
        Self::Stream(error)
    }
}

struct Decoder<'a> {
    data: Reader<'a>,
    /// The index that no triangle had so far.
    next: u32,
    /// The last index that was encoded as a difference.
    last: u32,
    edges: Recent<[u32; 2]>,
    vertices: Recent<u32>,
}

impl Decoder<'_> {
    fn triangle(&mut self, code: u8, table: &[u8]) -> Result<[u32; 3], Stop> {
        let (high, low) = (code >> 4, code & 0xf);
        if high < 0xf {
            let [a, b] = self.edges.get(high)?;
            let c = match low {
                0 => self.new_vertex(),
                1..=0xc => self.vertices.get(low)?,
                0xd | 0xe => {
                    self.last = if low == 0xd { self.last.wrapping_sub(1) } else { self.last.wrapping_add(1) };
                    self.last
                }
                _ => self.explicit()?,
            };
            // A vertex that was among the recent ones is not made the most recent again.
            if !(1..=0xc).contains(&low) {
                self.vertices.push(c);
            }
            self.edges.push([c, b]);
            self.edges.push([a, c]);
            return Ok([a, b, c]);
        }
        let pair = if usize::from(low) < TABLE_USED { table[usize::from(low)] } else { self.data.byte()? };
        if usize::from(low) >= TABLE_USED && pair == 0 {
            self.next = 0;
        }
        let a = if low == 0xf { self.explicit()? } else { self.new_vertex() };
        let b = self.corner(pair >> 4)?;
        let c = self.corner(pair & 0xf)?;
        self.vertices.push(a);
        for (vertex, place) in [(b, pair >> 4), (c, pair & 0xf)] {
            if matches!(place, 0 | EXPLICIT) {
                self.vertices.push(vertex);
            }
        }
        for edge in [[b, a], [c, b], [a, c]] {
            self.edges.push(edge);
        }
        Ok([a, b, c])
    }

    /// A vertex by half a byte: a new one, a recent one, or one that stands in the data.
    fn corner(&mut self, place: u8) -> Result<u32, Stop> {
        match place {
            0 => Ok(self.new_vertex()),
            EXPLICIT => self.explicit(),
            _ => self.vertices.get(place - 1),
        }
    }

    fn new_vertex(&mut self) -> u32 {
        let vertex = self.next;
        self.next = self.next.wrapping_add(1);
        vertex
    }

    fn explicit(&mut self) -> Result<u32, Stop> {
        self.last = self.last.wrapping_add(unzigzag(self.data.varint()?));
        Ok(self.last)
    }
}

/// The last sixteen of something.
struct Recent<T> {
    ring: [Option<T>; 16],
    /// How many were pushed, around the ring.
    pushed: u8,
}

impl<T: Copy> Recent<T> {
    fn new() -> Self {
        Self { ring: [None; 16], pushed: 0 }
    }

    fn push(&mut self, item: T) {
        self.ring[usize::from(self.pushed % 16)] = Some(item);
        self.pushed = self.pushed.wrapping_add(1);
    }

    /// The one that `back` others were pushed after.
    fn get(&self, back: u8) -> Result<T, Stop> {
        self.ring[usize::from(self.pushed.wrapping_sub(back + 1) % 16)].ok_or(Stop::NothingBefore)
    }
}
