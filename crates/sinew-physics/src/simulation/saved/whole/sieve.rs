//! Reads what the engine keeps to itself, from the form in which it is saved.
//!
//! A value is written as a snapshot is, but without the fields that a list names, which costs nothing for those. What is left is read as a
//! type of this crate that has the other fields.

use postcard::ser_flavors::{AllocVec, Flavor};
use serde::de::DeserializeOwned;
use serde::ser::{self, Serialize, Serializer};

/// Reads the fields of a value that are not left out, wherever in it they are.
pub(super) fn read<M: DeserializeOwned>(value: &impl Serialize, left_out: &[&str]) -> Option<M> {
    postcard::from_bytes(&bytes(value, left_out)?).ok()
}

/// Writes them.
pub(super) fn bytes(value: &impl Serialize, left_out: &[&str]) -> Option<Vec<u8>> {
    let mut sieve = Sieve { out: postcard::Serializer { output: AllocVec::new() }, left_out };
    value.serialize(&mut sieve).ok()?;
    sieve.out.output.finalize().ok()
}

/// A serializer that passes over fields.
struct Sieve<'a> {
    out: postcard::Serializer<AllocVec>,
    left_out: &'a [&'a str],
}

type Written = Result<(), postcard::Error>;

impl Sieve<'_> {
    fn field<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Written {
        if self.left_out.contains(&key) { Ok(()) } else { value.serialize(self) }
    }
}

/// Methods that write a value as it is.
macro_rules! as_it_is {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(self, value: $type) -> Written {
            (&mut self.out).$method(value)
        })*
    };
}

impl Serializer for &mut Sieve<'_> {
    type Ok = ();
    type Error = postcard::Error;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    as_it_is! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128,
        serialize_f32: f32, serialize_f64: f64, serialize_char: char, serialize_str: &str, serialize_bytes: &[u8]
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_none(self) -> Written {
        (&mut self.out).serialize_none()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        (&mut self.out).serialize_u8(1)?;
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        Ok(())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Written {
        Ok(())
    }

    fn serialize_unit_variant(self, _name: &'static str, index: u32, _variant: &'static str) -> Written {
        (&mut self.out).serialize_u32(index)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _name: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
        value: &T,
    ) -> Written {
        (&mut self.out).serialize_u32(index)?;
        value.serialize(self)
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Self, postcard::Error> {
        (&mut self.out).serialize_seq(len)?;
        Ok(self)
    }

    fn serialize_tuple(self, _len: usize) -> Result<Self, postcard::Error> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Result<Self, postcard::Error> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self, postcard::Error> {
        (&mut self.out).serialize_u32(index)?;
        Ok(self)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self, postcard::Error> {
        (&mut self.out).serialize_map(len)?;
        Ok(self)
    }

    fn serialize_struct(self, _name: &'static str, _len: usize) -> Result<Self, postcard::Error> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self, postcard::Error> {
        self.serialize_tuple_variant(name, index, variant, len)
    }

    fn collect_str<T: std::fmt::Display + ?Sized>(self, value: &T) -> Written {
        (&mut self.out).collect_str(value)
    }
}

/// Values without names, which are all written.
macro_rules! in_order {
    ($($trait:ident::$method:ident),*) => {
        $(impl ser::$trait for &mut Sieve<'_> {
            type Ok = ();
            type Error = postcard::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
                value.serialize(&mut **self)
            }

            fn end(self) -> Written {
                Ok(())
            }
        })*
    };
}

in_order!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

impl ser::SerializeMap for &mut Sieve<'_> {
    type Ok = ();
    type Error = postcard::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        value.serialize(&mut **self)
    }

    fn end(self) -> Written {
        Ok(())
    }
}

/// Fields, some of which are left out.
macro_rules! by_name {
    ($($trait:ident),*) => {
        $(impl ser::$trait for &mut Sieve<'_> {
            type Ok = ();
            type Error = postcard::Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
                self.field(key, value)
            }

            fn end(self) -> Written {
                Ok(())
            }
        })*
    };
}

by_name!(SerializeStruct, SerializeStructVariant);
