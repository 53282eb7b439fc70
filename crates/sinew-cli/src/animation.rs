//! Animations and times as they are typed.

use sinew::model::Animation;
use sinew::{AnimationState, Animations, Model, SpawnOptions, WrapMode};

use crate::failure::Failure;

/// Seconds as they are typed.
pub(crate) fn seconds(typed: &str) -> Result<f32, String> {
    let time: f32 = typed.parse().map_err(|_| "give seconds, such as 0.5".to_owned())?;
    if time.is_finite() { Ok(time) } else { Err("it must be finite; give seconds, such as 0.5".to_owned()) }
}

/// The index of an animation that is named by its index, or else by its name.
pub(crate) fn find(model: &Model, file: &str, wanted: &str) -> Result<usize, Failure> {
    let animations = model.animations();
    if let Some(index) = wanted.parse().ok().filter(|&index: &usize| index < animations.len()) {
        return Ok(index);
    }
    let is_wanted = |(_, animation): &(usize, &Animation)| animation.name.as_deref() == Some(wanted);
    let found: Vec<(usize, &Animation)> = animations.iter().enumerate().filter(is_wanted).collect();
    match found.as_slice() {
        [(index, _)] => Ok(*index),
        [] if animations.is_empty() => Err(Failure::usage(format!("--animation {wanted}: {file} has no animations"))),
        [] => {
            let what = format!("--animation {wanted}: there is none of that index or name in {file}");
            Err(Failure::usage(format!("{what} — it has {}", choices(animations.iter().enumerate()))))
        }
        several => {
            let what = format!("--animation {wanted}: several in {file} have that name");
            Err(Failure::usage(format!("{what} — give an index: {}", choices(several.iter().copied()))))
        }
    }
}

/// What plays of a model by `--animation`: `first`, `all`, `none`, or the animation of an index or a name.
pub(crate) fn played(model: &Model, file: &str, wanted: &str, wrap_mode: WrapMode) -> Result<SpawnOptions, Failure> {
    let animations = match wanted {
        "first" => Animations::First,
        "all" => Animations::All,
        "none" => Animations::None,
        wanted => Animations::Only(vec![AnimationState::new(find(model, file, wanted)?).with_wrap_mode(wrap_mode)]),
    };
    Ok(SpawnOptions::default().with_animations(animations).with_wrap_mode(wrap_mode))
}

/// Animations to choose from, not too many.
fn choices<'a>(animations: impl Iterator<Item = (usize, &'a Animation)>) -> String {
    const SHOWN: usize = 12;
    let all: Vec<String> = animations
        .map(|(index, animation)| match &animation.name {
            Some(name) => format!("{index} ({name})"),
            None => format!("{index} (unnamed)"),
        })
        .collect();
    let more = if all.len() > SHOWN { ", …" } else { "" };
    format!("{}{more}", all[..all.len().min(SHOWN)].join(", "))
}
