//! Motions for human figures.

use std::sync::Arc;

use sinew::bvh::{Bvh, BvhOptions, RestPose};
use sinew::{HumanClip, Model};
use sinew_document::Diagnostics;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::numbers::positive;
use crate::read::{self, RawResources};

/// A motion for human figures.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawClip {
    clip: Arc<HumanClip>,
    diagnostics: Diagnostics,
}

#[wasm_bindgen]
impl RawClip {
    /// Reads a .bvh, or a .vrma or another glTF file with human bones and an animation. Which it is, the bytes say.
    ///
    /// # Errors
    /// The bytes are neither, have no human bones and are no .vrma, have no such animation, or an option is none.
    pub fn parse(
        bytes: Vec<u8>,
        resources: &RawResources,
        animation: Option<u32>,
        metres_per_unit: f64,
        bvh_rest: &str,
    ) -> Result<RawClip, JsValue> {
        let (model, mut diagnostics) = if is_bvh(&bytes) {
            bvh(&bytes, metres_per_unit, bvh_rest)?
        } else {
            let document = read::document(bytes, resources)?;
            let (model, lowering) = Model::from_document(&document);
            let mut diagnostics = document.diagnostics().clone();
            diagnostics.append(lowering);
            (model, diagnostics)
        };
        let clip = match animation {
            None => HumanClip::first(model, &mut diagnostics),
            Some(animation) => HumanClip::new(model, animation as usize),
        };
        Ok(Self { clip: Arc::new(clip.map_err(Fault::from)?), diagnostics })
    }

    /// Seconds.
    pub fn duration(&self) -> f32 {
        self.clip.duration()
    }

    /// The bones that its figure has; none of one that moves expressions or a gaze alone.
    pub fn bones(&self) -> Vec<String> {
        let bones =
            self.clip.humanoid().map(|figure| figure.bones().iter().map(|bone| bone.name().to_owned()).collect());
        bones.unwrap_or_default()
    }

    /// The expressions that it moves.
    pub fn expressions(&self) -> Vec<String> {
        self.clip.expressions().iter().map(|expression| expression.name.clone()).collect()
    }

    /// What was noticed, as JSON.
    pub fn diagnostics(&self) -> String {
        read::findings(&self.diagnostics)
    }
}

impl RawClip {
    pub(crate) fn clip(&self) -> &Arc<HumanClip> {
        &self.clip
    }
}

/// A BVH file begins with its one word; everything else is left to the reader of glTF.
fn is_bvh(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.trim_ascii_start().get(..9).is_some_and(|word| word.eq_ignore_ascii_case(b"HIERARCHY"))
}

fn bvh(bytes: &[u8], metres_per_unit: f64, rest: &str) -> Result<(Model, Diagnostics), Fault> {
    let rest = match rest {
        "offsets" => RestPose::Offsets,
        "firstFrame" => RestPose::FirstFrame,
        _ => return Err(Fault::argument("bvh.rest is `offsets` or `firstFrame`")),
    };
    let metres_per_unit = positive(metres_per_unit, "bvh.metresPerUnit")? as f32;
    let text = String::from_utf8_lossy(bytes);
    Ok(Bvh::parse(&text)?.to_model(&BvhOptions::default().with_metres_per_unit(metres_per_unit).with_rest(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_say_whether_they_are_bvh() {
        assert!([&b"HIERARCHY\nROOT"[..], b"\xef\xbb\xbf  hierarchy", b"\r\n\tHierarchy"].into_iter().all(is_bvh));
        assert!(![&b"{\"asset\":{}}"[..], b"glTF\x02", b"", b"HIER"].into_iter().any(is_bvh));
    }
}
