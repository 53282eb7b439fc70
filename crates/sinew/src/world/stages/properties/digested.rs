//! Changed properties in a digest.

use sinew_model::model::property::PropertyValue;

use crate::world::digest::Digest;
use crate::world::instance::Instance;

impl Instance {
    /// Nothing where no property was changed, so that the digests of all else do not depend on them.
    pub(in crate::world) fn add_properties_to(&self, digest: &mut Digest) {
        for property in self.properties.changed() {
            // What was set of a body or joint that was removed is in no snapshot either.
            let Some(value) = self.properties.read(&self.model, &self.pose, *property) else { continue };
            for number in property.numbers() {
                digest.integer(u64::from(number));
            }
            match value {
                PropertyValue::Bool(flag) => digest.flag(flag),
                PropertyValue::Int(number) => digest.number(number as f32),
                PropertyValue::Float(number) => digest.number(number),
                PropertyValue::Float2(numbers) => numbers.iter().for_each(|number| digest.number(*number)),
                PropertyValue::Float3(numbers) => numbers.iter().for_each(|number| digest.number(*number)),
                PropertyValue::Float4(numbers) => numbers.iter().for_each(|number| digest.number(*number)),
                PropertyValue::Floats(numbers) => numbers.iter().for_each(|number| digest.number(*number)),
                PropertyValue::Float4x4(numbers) => numbers.iter().for_each(|number| digest.number(*number)),
            }
        }
    }
}
