//! Motions for humanoids.

use std::sync::Arc;

use sinew::bvh::{Bvh, BvhOptions, RestPose};
use sinew::{HumanClip, Model};
use sinew_document::Diagnostics;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::json::Fields;
use crate::numbers::positive;
use crate::read::{self, RawResources};

/// A motion for humanoids.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawClip {
    clip: Arc<HumanClip>,
    diagnostics: Diagnostics,
}

#[wasm_bindgen]
impl RawClip {
    /// Reads a .bvh, a .vrma or another glTF file with human bones and an animation, with options as JSON. The bytes decide
    /// which of them it is.
    ///
    /// # Errors
    /// The bytes are none of these, there is no such animation, or an option is invalid.
    pub fn parse(bytes: Vec<u8>, resources: &RawResources, options: &str) -> Result<RawClip, JsValue> {
        let mut fields = Fields::read(options, "options")?;
        let animation = fields.index("animation")?;
        let bvh_options = bvh_options(fields.fields("bvh")?)?;
        fields.finish()?;
        let (model, mut diagnostics) = if is_bvh(&bytes) {
            bvh(&bytes, &bvh_options)?
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

    /// The bones of its humanoid; none for a clip of expressions or look-at only.
    pub fn bones(&self) -> Vec<String> {
        let bones =
            self.clip.humanoid().map(|humanoid| humanoid.bones().iter().map(|bone| bone.name().to_owned()).collect());
        bones.unwrap_or_default()
    }

    /// The expressions that it animates.
    pub fn expressions(&self) -> Vec<String> {
        self.clip.expressions().iter().map(|expression| expression.name.clone()).collect()
    }

    /// The diagnostics, as JSON.
    pub fn diagnostics(&self) -> String {
        read::findings(&self.diagnostics)
    }
}

impl RawClip {
    pub(crate) fn clip(&self) -> &Arc<HumanClip> {
        &self.clip
    }
}

/// A BVH file begins with the word `HIERARCHY`; everything else is left to the reader of glTF.
fn is_bvh(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.trim_ascii_start().get(..9).is_some_and(|word| word.eq_ignore_ascii_case(b"HIERARCHY"))
}

fn bvh(bytes: &[u8], options: &BvhOptions) -> Result<(Model, Diagnostics), Fault> {
    Ok(Bvh::parse(&String::from_utf8_lossy(bytes))?.to_model(options))
}

/// The options for what BVH does not define, as `index.d.ts` has them.
fn bvh_options(mut fields: Fields) -> Result<BvhOptions, Fault> {
    let mut options = BvhOptions::default();
    if let Some(metres_per_unit) = fields.number("metresPerUnit")? {
        options.metres_per_unit = positive(metres_per_unit, "bvh.metresPerUnit")? as f32;
    }
    let rests = [("offsets", RestPose::Offsets), ("firstFrame", RestPose::FirstFrame)];
    options.rest = fields.word("rest", &rests)?.unwrap_or(options.rest);
    fields.finish()?;
    Ok(options)
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
