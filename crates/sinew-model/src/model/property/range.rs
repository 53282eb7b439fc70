//! The ranges that the schemas give properties.

/// The values that a property may have; of a vector, each component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PropertyRange {
    /// Any finite number.
    Any,
    /// 0 or more.
    AtLeastZero,
    /// Above 0.
    AboveZero,
    /// 1 or more.
    AtLeastOne,
    /// 0 or more; 0 stands for none (an index of refraction).
    ZeroOrAtLeastOne,
    /// 0 to 1.
    Unit,
    /// Between 0 and this, both within.
    UpTo(f32),
    /// Any but 0.
    NonZero,
    /// A quaternion, whose length is not 0.
    Rotation,
}

impl PropertyRange {
    /// What is wrong with numbers that are finite; `None` for numbers within the range.
    pub fn complaint(self, numbers: &[f32]) -> Option<String> {
        let (is_right, must): (fn(f32, f32) -> bool, String) = match self {
            Self::Any => return None,
            Self::Rotation => {
                let length = numbers.iter().map(|number| number * number).sum::<f32>();
                let is_rotation = length > f32::MIN_POSITIVE && length.is_finite();
                return (!is_rotation).then(|| "must be a quaternion whose length is not 0".to_owned());
            }
            Self::AtLeastZero => (|number, _| number >= 0.0, "must be 0 or more".to_owned()),
            Self::AboveZero => (|number, _| number > 0.0, "must be above 0".to_owned()),
            Self::AtLeastOne => (|number, _| number >= 1.0, "must be 1 or more".to_owned()),
            Self::ZeroOrAtLeastOne => {
                (|number, _| number == 0.0 || number >= 1.0, "must be 0, or 1 or more".to_owned())
            }
            Self::Unit => (|number, _| (0.0..=1.0).contains(&number), "must be from 0 to 1".to_owned()),
            Self::UpTo(end) => (|number, end| (0.0..=end).contains(&number), format!("must be from 0 to {end}")),
            Self::NonZero => (|number, _| number != 0.0, "must not be 0".to_owned()),
        };
        let end = if let Self::UpTo(end) = self { end } else { 0.0 };
        let wrong = numbers.iter().find(|number| !is_right(**number, end))?;
        Some(format!("{must}, and is {wrong}"))
    }
}
