//! Arrays that Python allocates once, as slices.

use numpy::{Element, PyReadwriteArrayDyn, PyUntypedArrayMethods as _};

use crate::fault::Fault;

/// The numbers of an array of an expected shape, to be written in place.
pub(crate) fn slice_mut<'a, T: Element>(
    array: &'a mut PyReadwriteArrayDyn<'_, T>,
    shape: &[usize],
    what: &str,
) -> Result<&'a mut [T], Fault> {
    if array.shape() != shape {
        return Err(Fault::argument(format!("{what} has the shape {:?}; must be {shape:?}", array.shape())));
    }
    array.as_slice_mut().map_err(|_| Fault::argument(format!("{what} must be contiguous")))
}
