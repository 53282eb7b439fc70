//! Bytes one after the other, up to an end.

use super::MeshoptError;

pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(super) fn byte(&mut self) -> Result<u8, MeshoptError> {
        let (&byte, rest) = self.rest.split_first().ok_or(MeshoptError::Truncated)?;
        self.rest = rest;
        Ok(byte)
    }

    pub(super) fn bytes(&mut self, count: usize) -> Result<&'a [u8], MeshoptError> {
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or(MeshoptError::Truncated)?;
        self.rest = rest;
        Ok(bytes)
    }

    /// A number in groups of seven bits, the lowest first, in one to five bytes; what is beyond 32 bits is passed over.
    pub(super) fn varint(&mut self) -> Result<u32, MeshoptError> {
        let mut number = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(MeshoptError::LongNumber)
    }

    /// Checks that nothing is left.
    pub(super) fn finish(self) -> Result<(), MeshoptError> {
        if self.rest.is_empty() { Ok(()) } else { Err(MeshoptError::Leftover { bytes: self.rest.len() }) }
    }
}

/// A signed number whose sign is its lowest bit.
pub(super) fn unzigzag(number: u32) -> u32 {
    if number & 1 == 0 { number >> 1 } else { !(number >> 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_seven_bits_a_byte_are_those_of_the_text() {
        // Both texts, appendix A. Their third example, ff a0 05, is 7f + 20·2⁷ + 05·2¹⁴.
        for (bytes, number) in [(&[0x7f][..], 0x7f), (&[0x81, 0x04], 0x201), (&[0xff, 0xa0, 0x05], 0x1_507f)] {
            assert_eq!(Reader::new(bytes).varint(), Ok(number));
        }
        assert_eq!(Reader::new(&[0xff; 5]).varint(), Err(MeshoptError::LongNumber));
        assert_eq!(Reader::new(&[0x80]).varint(), Err(MeshoptError::Truncated));
    }
}
