//! Checks of the numbers that JavaScript passes.

use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;

use crate::fault::Fault;

/// Three finite numbers.
pub(crate) fn vector(numbers: &[f32], what: &str) -> Result<Vec3, Fault> {
    let &[x, y, z] = numbers else {
        return Err(Fault::argument(format!("{what} has {} numbers; must be 3", numbers.len())));
    };
    let vector = Vec3::new(x, y, z);
    if vector.is_finite() { Ok(vector) } else { Err(Fault::not_finite(what)) }
}

/// Four finite numbers, normalized to a rotation.
pub(crate) fn unit_rotation(numbers: &[f32], what: &str) -> Result<Quat, Fault> {
    let &[x, y, z, w] = numbers else {
        return Err(Fault::argument(format!("{what} has {} numbers; must be 4", numbers.len())));
    };
    let rotation = Quat::from_xyzw(x, y, z, w);
    let length = rotation.length();
    let is_usable = rotation.is_finite() && length.is_finite() && length > f32::MIN_POSITIVE;
    if is_usable { Ok(rotation / length) } else { Err(Fault::not_finite(what)) }
}

/// A rigid transform.
pub(crate) fn rigid(translation: &[f32], rotation: &[f32]) -> Result<Rigid, Fault> {
    Ok(Rigid::new(vector(translation, "translation")?, unit_rotation(rotation, "rotation")?))
}

/// A positive finite number.
pub(crate) fn positive(number: f64, what: &str) -> Result<f64, Fault> {
    if number.is_finite() && number > 0.0 {
        Ok(number)
    } else {
        Err(Fault::argument(format!("{what} is {number}; must be positive")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_is_three_finite_numbers() {
        assert_eq!(vector(&[1.0, 2.0, 3.0], "x"), Ok(Vec3::new(1.0, 2.0, 3.0)));
        for bad in [&[][..], &[1.0, 2.0], &[1.0, 2.0, 3.0, 4.0]] {
            assert_eq!(vector(bad, "x").unwrap_err().code, "INVALID_ARGUMENT");
        }
        for bad in [[1.0, f32::NAN, 3.0], [f32::INFINITY, 0.0, 0.0]] {
            assert_eq!(vector(&bad, "x").unwrap_err().code, "NOT_FINITE");
        }
    }

    #[test]
    fn a_rotation_is_normalized() {
        assert_eq!(unit_rotation(&[0.0, 0.0, 0.0, 2.0], "x"), Ok(Quat::IDENTITY));
        assert_eq!(unit_rotation(&[0.0; 3], "x").unwrap_err().code, "INVALID_ARGUMENT");
        for bad in [[0.0; 4], [f32::NAN, 0.0, 0.0, 1.0], [f32::MAX; 4]] {
            assert_eq!(unit_rotation(&bad, "x").unwrap_err().code, "NOT_FINITE");
        }
    }

    #[test]
    fn a_rigid_transform_is_a_translation_and_a_rotation() {
        let there = rigid(&[1.0, 2.0, 3.0], &[0.0, 0.0, 0.0, 1.0]).unwrap();
        assert_eq!(there, Rigid::from_translation(Vec3::new(1.0, 2.0, 3.0)));
        assert!(rigid(&[1.0, 2.0], &[0.0, 0.0, 0.0, 1.0]).is_err());
        assert!(rigid(&[1.0, 2.0, 3.0], &[0.0; 4]).is_err());
    }

    #[test]
    fn zero_and_infinity_are_not_positive() {
        assert_eq!(positive(0.5, "x"), Ok(0.5));
        assert!([0.0, -1.0, f64::NAN, f64::INFINITY].iter().all(|&number| positive(number, "x").is_err()));
    }
}
