//! Numbers as JavaScript hands them over, checked.

use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew::motion::HipsPolicy;
use sinew::{AnimationState, WrapMode};

use crate::fault::Fault;

/// Three finite numbers.
pub(crate) fn vector(numbers: &[f32], what: &str) -> Result<Vec3, Fault> {
    let &[x, y, z] = numbers else {
        return Err(Fault::argument(format!("{what} needs three numbers, and has {}", numbers.len())));
    };
    let vector = Vec3::new(x, y, z);
    if vector.is_finite() { Ok(vector) } else { Err(not_finite(what)) }
}

/// Four finite numbers that are a rotation once their length is made one.
pub(crate) fn rotation(numbers: &[f32], what: &str) -> Result<Quat, Fault> {
    let &[x, y, z, w] = numbers else {
        return Err(Fault::argument(format!("{what} needs four numbers, and has {}", numbers.len())));
    };
    let rotation = Quat::from_xyzw(x, y, z, w);
    let length = rotation.length();
    if !rotation.is_finite() || !length.is_finite() {
        return Err(not_finite(what));
    }
    if length <= f32::MIN_POSITIVE {
        return Err(Fault::argument(format!("{what} has no length, and so says no rotation")));
    }
    Ok(rotation / length)
}

/// A translation and a rotation, seven numbers.
pub(crate) fn place(numbers: &[f32]) -> Result<Rigid, Fault> {
    let (translation, turned) = numbers.split_at_checked(3).unwrap_or((numbers, &[]));
    Ok(Rigid::new(vector(translation, "translation")?, rotation(turned, "rotation")?))
}

/// A number above zero.
pub(crate) fn positive(number: f64, what: &str) -> Result<f64, Fault> {
    if number.is_finite() && number > 0.0 {
        Ok(number)
    } else {
        Err(Fault::argument(format!("{what} must be a number above zero, and is {number}")))
    }
}

/// A number that is one.
pub(crate) fn finite(number: f64, what: &str) -> Result<f64, Fault> {
    if number.is_finite() { Ok(number) } else { Err(not_finite(what)) }
}

pub(crate) fn repeat(word: &str) -> Result<WrapMode, Fault> {
    match word {
        "hold" => Ok(WrapMode::Clamp),
        "loop" => Ok(WrapMode::Loop),
        "release" => Ok(WrapMode::Once),
        _ => Err(Fault::argument(format!("repeat is `hold`, `loop` or `release`, and not `{word}`"))),
    }
}

pub(crate) fn repeat_name(repeat: WrapMode) -> &'static str {
    match repeat {
        WrapMode::Clamp => "hold",
        WrapMode::Loop => "loop",
        WrapMode::Once => "release",
    }
}

pub(crate) fn hips_policy(word: &str) -> Result<HipsPolicy, Fault> {
    match word {
        "height" => Ok(HipsPolicy::Height),
        "none" => Ok(HipsPolicy::None),
        "legs" => Ok(HipsPolicy::Legs),
        _ => Err(Fault::argument(format!("hips is `height`, `none` or `legs`, and not `{word}`"))),
    }
}

/// An animation that is to play, of so many.
pub(crate) fn playing(animation: u32, time: f64, speed: f64, how: &str, count: usize) -> Result<AnimationState, Fault> {
    let animation = animation as usize;
    if animation >= count {
        return Err(Fault::new("UNKNOWN_ANIMATION", format!("there is no animation {animation} among {count}")));
    }
    let state = AnimationState::new(animation).with_time(finite(time, "time")?).with_speed(finite(speed, "speed")?);
    Ok(state.with_wrap_mode(repeat(how)?))
}

fn not_finite(what: &str) -> Fault {
    Fault::argument(format!("{what} has a number that is none"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_is_three_finite_numbers() {
        assert_eq!(vector(&[1.0, 2.0, 3.0], "x"), Ok(Vec3::new(1.0, 2.0, 3.0)));
        for bad in [&[][..], &[1.0, 2.0], &[1.0, 2.0, 3.0, 4.0], &[1.0, f32::NAN, 3.0], &[f32::INFINITY, 0.0, 0.0]] {
            assert_eq!(vector(bad, "x").unwrap_err().code, "INVALID_ARGUMENT");
        }
    }

    #[test]
    fn a_rotation_is_brought_to_unit_length() {
        assert_eq!(rotation(&[0.0, 0.0, 0.0, 2.0], "x"), Ok(Quat::IDENTITY));
        for bad in [&[0.0; 4][..], &[0.0; 3], &[f32::NAN, 0.0, 0.0, 1.0], &[f32::MAX; 4]] {
            assert_eq!(rotation(bad, "x").unwrap_err().code, "INVALID_ARGUMENT");
        }
    }

    #[test]
    fn a_place_is_seven_numbers() {
        let there = place(&[1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0]).unwrap();
        assert_eq!(there, Rigid::from_translation(Vec3::new(1.0, 2.0, 3.0)));
        assert!((0..12).filter(|&count| count != 7).all(|count| place(&vec![1.0; count]).is_err()));
    }

    #[test]
    fn words_that_mean_nothing_are_refused() {
        assert!(repeat("forever").is_err() && hips_policy("width").is_err());
        assert_eq!(
            ["hold", "loop", "release"].map(|word| repeat(word).map(repeat_name)),
            [Ok("hold"), Ok("loop"), Ok("release")]
        );
    }

    #[test]
    fn an_animation_must_be_there() {
        assert_eq!(playing(1, 0.0, 1.0, "hold", 1).unwrap_err().code, "UNKNOWN_ANIMATION");
        assert_eq!(playing(0, f64::NAN, 1.0, "hold", 1).unwrap_err().code, "INVALID_ARGUMENT");
        assert_eq!(playing(0, 0.5, -1.0, "loop", 1).unwrap().wrap_mode, WrapMode::Loop);
    }
}
