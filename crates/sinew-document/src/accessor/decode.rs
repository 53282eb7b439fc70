//! The decoding loops. Each is monomorphized for a component type and a conversion, so that no element costs a branch.

use super::Run;
use super::format::Layout;

/// A component as it is stored in a buffer.
pub(super) trait Component: Copy {
    /// How many bytes it takes.
    const BYTES: usize;

    /// The number at the beginning of `bytes`, which has at least [`Component::BYTES`].
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! components {
    ($($type:ident)*) => {
        $(
            impl Component for $type {
                const BYTES: usize = size_of::<$type>();

                #[inline]
                fn read(bytes: &[u8]) -> Self {
                    bytes.first_chunk().map_or($type::default(), |bytes| $type::from_le_bytes(*bytes))
                }
            }
        )*
    };
}

components! { i8 u8 i16 u16 u32 f32 }

/// Elements that are converted at a time: few enough to stay near the processor.
const BLOCK: usize = 128;

/// All elements of a run of `count`, of `N` numbers each, which is what `layout` has and thus not 0. `Err` is the
/// size of the allocation that failed.
pub(super) fn decode<C: Component, T: Copy + Default, const N: usize>(
    run: Run<'_>,
    count: usize,
    layout: Layout,
    convert: impl Fn(C) -> T + Copy,
) -> Result<Vec<[T; N]>, u128> {
    let mut elements = reserve(count)?;
    if !layout.is_packed() {
        elements.extend(run.bytes.chunks(run.stride).map(|bytes| {
            let mut element = [T::default(); N];
            for (column, bytes) in element.chunks_mut(layout.rows).zip(bytes.chunks(layout.column_stride)) {
                convert_all(bytes, column, convert);
            }
            element
        }));
    } else if run.stride == N * C::BYTES {
        // Without gaps the borders of elements do not matter, and the loop runs over several numbers at a time.
        let mut block = [[T::default(); N]; BLOCK];
        for bytes in run.bytes.chunks(BLOCK * N * C::BYTES) {
            convert_all(bytes, block.as_flattened_mut(), convert);
            elements.extend_from_slice(&block[..bytes.len() / (N * C::BYTES)]);
        }
    } else {
        elements.extend(run.bytes.chunks(run.stride).map(|bytes| {
            let mut element = [T::default(); N];
            // A length known when this is compiled lets the loop be unrolled.
            convert_all(bytes.get(..N * C::BYTES).unwrap_or_default(), &mut element, convert);
            element
        }));
    }
    Ok(elements)
}

/// Fills the slots, as far as the bytes reach.
#[inline]
fn convert_all<C: Component, T>(bytes: &[u8], slots: &mut [T], convert: impl Fn(C) -> T) {
    for (slot, number) in slots.iter_mut().zip(bytes.chunks_exact(C::BYTES)) {
        *slot = convert(C::read(number));
    }
}

/// Returns `count` elements of zeros; `Err` is the size of the allocation that failed.
pub(super) fn zeros<T: Copy + Default, const N: usize>(count: usize) -> Result<Vec<[T; N]>, u128> {
    let mut elements = reserve(count)?;
    elements.resize(count, [T::default(); N]);
    Ok(elements)
}

/// Integers grow when they become floats, so that even bytes of the file can exceed the memory of a 32-bit machine.
fn reserve<T, const N: usize>(count: usize) -> Result<Vec<[T; N]>, u128> {
    let mut elements = Vec::new();
    match elements.try_reserve_exact(count) {
        Ok(()) => Ok(elements),
        Err(_) => Err(count as u128 * size_of::<[T; N]>() as u128),
    }
}

/// glTF 2.0, section 3.11: max(c / 127, −1).
#[inline]
pub(super) fn normalize_i8(value: i8) -> f32 {
    (f32::from(value) / 127.0).max(-1.0)
}

/// glTF 2.0, section 3.11: c / 255.
#[inline]
pub(super) fn normalize_u8(value: u8) -> f32 {
    f32::from(value) / 255.0
}

/// glTF 2.0, section 3.11: max(c / 32767, −1).
#[inline]
pub(super) fn normalize_i16(value: i16) -> f32 {
    (f32::from(value) / 32767.0).max(-1.0)
}

/// glTF 2.0, section 3.11: c / 65535.
#[inline]
pub(super) fn normalize_u16(value: u16) -> f32 {
    f32::from(value) / 65535.0
}
