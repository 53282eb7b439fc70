//! Where the parts of a value are in what postcard writes of it.

use postcard::ser_flavors::{AllocVec, Flavor};
use serde::ser::{self, Serialize, Serializer};

use super::{Kind, Mark};

/// What postcard writes of a value, and where its parts are.
///
/// # Panics
/// The value cannot be written.
pub fn marks(value: &impl Serialize) -> (Vec<u8>, Vec<Mark>) {
    let mut writer = Writer { bytes: Vec::new(), marks: Vec::new(), path: Vec::new() };
    value.serialize(&mut writer).expect("what is saved can be written");
    (writer.bytes, writer.marks)
}

struct Writer {
    bytes: Vec<u8>,
    marks: Vec<Mark>,
    path: Vec<String>,
}

type Written = Result<(), postcard::Error>;

impl Writer {
    /// Writes something as postcard does.
    fn plain(&mut self, value: &(impl Serialize + ?Sized)) -> usize {
        let start = self.bytes.len();
        let mut out = postcard::Serializer { output: AllocVec::new() };
        value.serialize(&mut out).expect("a scalar can be written");
        self.bytes.extend(out.output.finalize().expect("there is memory"));
        start
    }

    fn scalar(&mut self, value: &(impl Serialize + ?Sized), kind: Option<Kind>) {
        let start = self.plain(value);
        if let Some(kind) = kind {
            self.mark(start, kind);
        }
    }

    fn mark(&mut self, start: usize, kind: Kind) {
        self.marks.push(Mark { path: self.path.join("."), range: start..self.bytes.len(), kind });
    }

    fn below(&mut self, name: String, value: &(impl Serialize + ?Sized)) -> Written {
        self.path.push(name);
        value.serialize(&mut *self)?;
        self.path.pop();
        Ok(())
    }
}

/// A value with several parts.
struct Parts<'a> {
    writer: &'a mut Writer,
    start: usize,
    starts: Vec<usize>,
    is_list: bool,
}

impl Parts<'_> {
    fn part(&mut self, name: Option<&str>, value: &(impl Serialize + ?Sized)) -> Written {
        self.starts.push(self.writer.bytes.len());
        let name = name.map_or_else(|| (self.starts.len() - 1).to_string(), str::to_owned);
        self.writer.below(name, value)
    }

    fn close(self) {
        if self.is_list {
            self.writer.mark(self.start, Kind::List(self.starts));
        }
    }
}

macro_rules! scalars {
    ($($method:ident: $type:ty = $kind:expr),*) => {
        $(fn $method(self, value: $type) -> Written {
            self.scalar(&value, $kind);
            Ok(())
        })*
    };
}

impl<'a> Serializer for &'a mut Writer {
    type Ok = ();
    type Error = postcard::Error;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    scalars! {
        serialize_bool: bool = Some(Kind::Bool),
        serialize_i8: i8 = None, serialize_i16: i16 = None, serialize_i32: i32 = None, serialize_i64: i64 = None, serialize_i128: i128 = None,
        serialize_u8: u8 = Some(Kind::Unsigned(8)), serialize_u16: u16 = Some(Kind::Unsigned(16)),
        serialize_u32: u32 = Some(Kind::Unsigned(32)), serialize_u64: u64 = Some(Kind::Unsigned(64)),
        serialize_u128: u128 = Some(Kind::Unsigned(128)),
        serialize_f32: f32 = Some(Kind::Float), serialize_f64: f64 = None, serialize_char: char = None, serialize_str: &str = None
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Written {
        self.plain(&bytes.len());
        self.bytes.extend(bytes);
        Ok(())
    }

    fn serialize_none(self) -> Written {
        self.bytes.push(0);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        let start = self.bytes.len();
        self.bytes.push(1);
        self.below("some".to_owned(), value)?;
        self.mark(start, Kind::Some);
        Ok(())
    }

    fn serialize_unit(self) -> Written {
        Ok(())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Written {
        Ok(())
    }

    fn serialize_unit_variant(self, _name: &'static str, index: u32, _variant: &'static str) -> Written {
        self.scalar(&index, Some(Kind::Unsigned(32)));
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _name: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        self.plain(&index);
        self.below(variant.to_owned(), value)
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Parts<'a>, postcard::Error> {
        let start = self.plain(&len.ok_or(postcard::Error::SerializeSeqLengthUnknown)?);
        Ok(Parts { writer: self, start, starts: Vec::new(), is_list: true })
    }

    fn serialize_tuple(self, _len: usize) -> Result<Parts<'a>, postcard::Error> {
        Ok(Parts { start: self.bytes.len(), writer: self, starts: Vec::new(), is_list: false })
    }

    fn serialize_tuple_struct(self, _name: &'static str, len: usize) -> Result<Parts<'a>, postcard::Error> {
        self.serialize_tuple(len)
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        index: u32,
        _variant: &'static str,
        len: usize,
    ) -> Result<Parts<'a>, postcard::Error> {
        self.plain(&index);
        self.serialize_tuple(len)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Parts<'a>, postcard::Error> {
        self.plain(&len.ok_or(postcard::Error::SerializeSeqLengthUnknown)?);
        self.serialize_tuple(0)
    }

    fn serialize_struct(self, _name: &'static str, len: usize) -> Result<Parts<'a>, postcard::Error> {
        self.serialize_tuple(len)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Parts<'a>, postcard::Error> {
        self.serialize_tuple_variant(name, index, variant, len)
    }
}

macro_rules! parts {
    ($($trait:ident::$method:ident),*) => {
        $(impl ser::$trait for Parts<'_> {
            type Ok = ();
            type Error = postcard::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
                self.part(None, value)
            }

            fn end(self) -> Written {
                self.close();
                Ok(())
            }
        })*
    };
}

parts!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = postcard::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        self.part(None, key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.part(None, value)
    }

    fn end(self) -> Written {
        self.close();
        Ok(())
    }
}

macro_rules! fields {
    ($($trait:ident),*) => {
        $(impl ser::$trait for Parts<'_> {
            type Ok = ();
            type Error = postcard::Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
                self.part(Some(key), value)
            }

            fn end(self) -> Written {
                self.close();
                Ok(())
            }
        })*
    };
}

fields!(SerializeStruct, SerializeStructVariant);
