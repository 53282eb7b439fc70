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
        if self == Self::Rotation {
            let length = numbers.iter().map(|number| number * number).sum::<f32>();
            let is_rotation = length > f32::MIN_POSITIVE && length.is_finite();
            return (!is_rotation).then(|| self.must());
        }
        let wrong = numbers.iter().find(|number| !self.has(**number))?;
        Some(format!("{}, and is {wrong}", self.must()))
    }

    /// Whether numbers are finite and within the range.
    #[inline]
    pub fn allows(self, numbers: &[f32]) -> bool {
        numbers.iter().all(|number| number.is_finite() && self.has(*number))
    }

    #[inline]
    fn has(self, number: f32) -> bool {
        match self {
            Self::Any | Self::Rotation => true,
            Self::AtLeastZero => number >= 0.0,
            Self::AboveZero => number > 0.0,
            Self::AtLeastOne => number >= 1.0,
            Self::ZeroOrAtLeastOne => number == 0.0 || number >= 1.0,
            Self::Unit => (0.0..=1.0).contains(&number),
            Self::UpTo(end) => (0.0..=end).contains(&number),
            Self::NonZero => number != 0.0,
        }
    }

    fn must(self) -> String {
        match self {
            Self::Any => "must be a number".to_owned(),
            Self::Rotation => "must be a quaternion whose length is not 0".to_owned(),
            Self::AtLeastZero => "must be 0 or more".to_owned(),
            Self::AboveZero => "must be above 0".to_owned(),
            Self::AtLeastOne => "must be 1 or more".to_owned(),
            Self::ZeroOrAtLeastOne => "must be 0, or 1 or more".to_owned(),
            Self::Unit => "must be from 0 to 1".to_owned(),
            Self::UpTo(end) => format!("must be from 0 to {end}"),
            Self::NonZero => "must not be 0".to_owned(),
        }
    }
}
