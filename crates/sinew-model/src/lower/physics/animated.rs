//! Bodies that animations of the file move.

use sinew_document::{Code, Diagnostics};

use super::{AuthoredBody, Context};
use crate::model::Track;
use crate::model::physics::BodyKind;

/// "Rigid bodies should follow the transforms provided by the animations": a transform is of a place and a rotation, and a body
/// follows both, though one alone is animated. It then does not fall, or does not rotate, which may be a mistake.
pub(super) fn report_partly_animated(
    bodies: &[AuthoredBody<'_>],
    context: Context<'_, '_>,
    diagnostics: &mut Diagnostics,
) {
    let channels = || context.animations.iter().flat_map(|animation| &animation.channels);
    if channels().next().is_none() {
        return;
    }
    let mut moves = vec![[false; 2]; context.hierarchy.len()];
    for channel in channels() {
        let [place, rotation] = &mut moves[channel.node.slot()];
        *place |= matches!(channel.track, Track::Translation(_));
        *rotation |= matches!(channel.track, Track::Rotation(_));
    }
    for AuthoredBody { body, value } in bodies.iter().filter(|authored| authored.body.kind == BodyKind::Dynamic) {
        let message = match moves[body.node.slot()] {
            [false, true] => {
                "its rotation is animated and its translation is not; the whole body follows its node while that plays, and \
                 nothing moves it from where it rests"
            }
            [true, false] => {
                "its translation is animated and its rotation is not; the whole body follows its node while that plays, and \
                 collisions do not rotate it"
            }
            _ => continue,
        };
        diagnostics.report(Code::BODY_PARTLY_ANIMATED, *value, message);
    }
}
