//! A number that is the same for two worlds only if they are, to the last bit.

use glam::{Quat, Vec3};

/// FNV-1a of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digest(u64);

impl Digest {
    pub(super) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// The digest of what `add` adds.
    pub(super) fn of(add: impl FnOnce(&mut Self)) -> u64 {
        let mut digest = Self::new();
        add(&mut digest);
        digest.finish()
    }

    /// A number by its bits, lowest byte first. Both zeros count as one, and so does every NaN: what
    /// they do is the same, and processors differ in which they give.
    pub(super) fn number(&mut self, value: f32) {
        let bits = if value.is_nan() {
            f32::NAN.to_bits() & 0x7fff_ffff
        } else if value == 0.0 {
            0
        } else {
            value.to_bits()
        };
        self.bytes(&bits.to_le_bytes());
    }

    /// As [`Digest::number`], eight bytes of it.
    pub(super) fn double(&mut self, value: f64) {
        let bits = if value.is_nan() {
            f64::NAN.to_bits() & (u64::MAX >> 1)
        } else if value == 0.0 {
            0
        } else {
            value.to_bits()
        };
        self.integer(bits);
    }

    /// Whether there is a number, and which.
    pub(super) fn optional(&mut self, value: Option<f32>) {
        self.flag(value.is_some());
        if let Some(value) = value {
            self.number(value);
        }
    }

    /// One byte, 0 or 1.
    pub(super) fn flag(&mut self, flag: bool) {
        self.bytes(&[u8::from(flag)]);
    }

    /// A count as eight bytes, lowest first.
    pub(super) fn count(&mut self, count: usize) {
        self.integer(count as u64);
    }

    /// Eight bytes, lowest first.
    pub(super) fn integer(&mut self, integer: u64) {
        self.bytes(&integer.to_le_bytes());
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    pub(super) fn vector(&mut self, vector: Vec3) {
        vector.to_array().into_iter().for_each(|part| self.number(part));
    }

    pub(super) fn rotation(&mut self, rotation: Quat) {
        rotation.to_array().into_iter().for_each(|part| self.number(part));
    }

    pub(super) fn finish(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f32]) -> u64 {
        let mut digest = Digest::new();
        for &value in values {
            digest.number(value);
        }
        digest.finish()
    }

    #[test]
    fn it_is_fnv_1a() {
        // From the published test vectors of the function.
        let mut digest = Digest::new();
        digest.bytes(b"foobar");
        assert_eq!(digest.finish(), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn both_zeros_are_one_and_other_bits_count() {
        assert_eq!(of(&[0.0]), of(&[-0.0]));
        assert_eq!(of(&[f32::NAN]), of(&[-f32::NAN]));
        assert_ne!(of(&[1.0]), of(&[1.0 + f32::EPSILON]));
        assert_ne!(of(&[1.0, 2.0]), of(&[2.0, 1.0]));
        let double = |value: f64| {
            let mut digest = Digest::new();
            digest.double(value);
            digest.finish()
        };
        assert_eq!(double(0.0), double(-0.0));
        assert_eq!(double(f64::NAN), double(-f64::NAN));
        assert_ne!(double(1.0), double(1.0 + f64::EPSILON));
    }
}
