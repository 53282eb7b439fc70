//! Digests in a log as text, since JSON numbers cannot hold 64 bits.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The lowest bits of a digest, in so many hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::verb) struct Digits<const COUNT: usize>(u64);

impl<const COUNT: usize> Digits<COUNT> {
    pub(super) fn of(digest: u64) -> Self {
        // Each digit has four bits.
        Self(if COUNT < 16 { digest & ((1 << (4 * COUNT)) - 1) } else { digest })
    }
}

impl<const COUNT: usize> fmt::Display for Digits<COUNT> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:0COUNT$x}", self.0)
    }
}

impl<const COUNT: usize> Serialize for Digits<COUNT> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, const COUNT: usize> Deserialize<'de> for Digits<COUNT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let is_one = text.len() == COUNT && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        let number = u64::from_str_radix(&text, 16).ok().filter(|_| is_one);
        number.map(Self).ok_or_else(|| D::Error::custom(format_args!("a digest has {COUNT} hexadecimal digits")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_the_lowest_and_nothing_else_is_read() {
        let (long, short) = (Digits::<16>::of(0x0123_4567_89ab_cdef), Digits::<8>::of(0x0123_4567_89ab_cdef));
        assert_eq!((long.to_string(), short.to_string()), ("0123456789abcdef".to_owned(), "89abcdef".to_owned()));
        assert_eq!(serde_json::from_str::<Digits<8>>(r#""89abcdef""#).unwrap(), short);
        assert_eq!(serde_json::to_string(&long).unwrap(), r#""0123456789abcdef""#);
        for wrong in [r#""89abcde""#, r#""89abcdef0""#, r#""89ABCDEF""#, r#""+9abcdef""#, "7", "null"] {
            assert!(serde_json::from_str::<Digits<8>>(wrong).is_err(), "{wrong}");
        }
    }
}
