//! BVH clips: detection, reading and writing.

#[cfg(feature = "physics")]
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use sinew::bvh::{BoneMap, Bvh, BvhError, BvhOptions, BvhProblem, BvhWriteOptions, RestPose, unit};
use sinew::{ConversionOptions, HumanClip, LowerOptions, Model};
#[cfg(feature = "physics")]
use sinew_document::{Checksum, Checksums};
use sinew_document::{Diagnostics, Document};
use sinew_tools::bvh::{BvhMotion, BvhMotionError, to_bvh};

use crate::failure::Failure;
use crate::source::{self, Source};
use crate::{inputs, limits};

/// The frame rate where neither the clip nor the caller gives one.
const DEFAULT_FPS: f32 = 30.0;

/// Bytes at the beginning of a file in which the word HIERARCHY makes it BVH, whatever its name.
const HEAD: usize = 256;

/// The accepted units, in metres: products with any number of a file are finite.
const UNITS: std::ops::RangeInclusive<f32> = 1e-6..=1e6;

/// The accepted frame rates, 1/s.
const RATES: std::ops::RangeInclusive<f32> = 1e-3..=1e6;

/// Options for what BVH does not define.
#[derive(Debug, Default, Args)]
pub(in crate::verb) struct BvhArguments {
    /// The unit of length of BVH, read or written: cm, m, in, mm, or metres per unit; cm if not given.
    #[arg(long, value_name = "UNIT", value_parser = metres, allow_negative_numbers = true)]
    bvh_unit: Option<f32>,

    /// The T-pose of a BVH clip; offsets if not given.
    #[arg(long, value_enum, value_name = "POSE")]
    bvh_rest: Option<Rest>,

    /// A JSON file that maps joints of a BVH clip to human bones.
    #[arg(long, value_name = "FILE")]
    bvh_names: Option<PathBuf>,

    /// The frame rate of a BVH that is written; that of a BVH clip, or 30, if not given.
    #[arg(long, value_name = "N", value_parser = rate, allow_negative_numbers = true)]
    pub(super) fps: Option<f32>,
}

/// The T-pose of a BVH clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Rest {
    /// The OFFSETs without rotations.
    Offsets,
    /// The first frame.
    FirstFrame,
}

/// The file of a clip, read.
pub(in crate::verb) struct ClipSource {
    pub(in crate::verb) name: String,
    pub(in crate::verb) model: Model,
    pub(in crate::verb) diagnostics: Diagnostics,
    /// Seconds per frame, if it is BVH.
    pub(in crate::verb) bvh_frame_time: Option<f32>,
}

impl ClipSource {
    /// Reads the clip of a glTF file, or of BVH: a file that ends in `.bvh` or begins with HIERARCHY.
    pub(in crate::verb) fn open(path: &Path, arguments: &BvhArguments) -> Result<Self, Failure> {
        let read_gltf = |bytes| Ok((limits::document(path, bytes)?, ()));
        let (clip, ()) = Self::open_and(path, arguments, |_| (), read_gltf)?;
        Ok(clip)
    }

    /// As [`ClipSource::open`], with the checksums of the file and of its buffers.
    #[cfg(feature = "physics")]
    pub(in crate::verb) fn open_with_checksums(
        path: &Path,
        arguments: &BvhArguments,
    ) -> Result<(Self, Checksums), Failure> {
        let sums_of_bvh = |bytes: &[u8]| Checksums { file: Checksum::of(bytes), buffers: BTreeMap::new() };
        Self::open_and(path, arguments, sums_of_bvh, |bytes| limits::document_with_checksums(path, bytes))
    }

    /// Reads a clip, with what `with_bvh` or `read_gltf` gives beside it.
    fn open_and<T>(
        path: &Path,
        arguments: &BvhArguments,
        with_bvh: impl FnOnce(&[u8]) -> T,
        read_gltf: impl FnOnce(Vec<u8>) -> Result<(Document, T), Failure>,
    ) -> Result<(Self, T), Failure> {
        // A pipe can be read once, so that the bytes decide the format.
        let bytes = inputs::read(path, limits::file_bytes())?;
        if is_bvh(path, &bytes) {
            return Ok((arguments.read(path, &bytes)?, with_bvh(&bytes)));
        }
        let (document, beside) = read_gltf(bytes)?;
        let Source { name, model, diagnostics, .. } = Source::new(path, document, &LowerOptions::default());
        Ok((Self { name, model, diagnostics, bvh_frame_time: None }, beside))
    }
}

impl BvhArguments {
    /// Refuses options without an effect.
    pub(super) fn check(&self, clip: &ClipSource, is_written: bool) -> Result<(), Failure> {
        let (is_read, name) = (clip.bvh_frame_time.is_some(), &clip.name);
        let no_clip = |option| Failure::usage(format!("{option}: {name} is not a BVH file — remove the option"));
        if self.bvh_rest.is_some() && !is_read {
            Err(no_clip("--bvh-rest"))
        } else if self.bvh_names.is_some() && !is_read {
            Err(no_clip("--bvh-names"))
        } else if self.bvh_unit.is_some() && !is_read && !is_written {
            Err(Failure::usage("--bvh-unit: no BVH file is read or written — remove the option"))
        } else if self.fps.is_some() && !is_written {
            Err(Failure::usage("--fps: only a .bvh has frames — write one with -o OUT.bvh"))
        } else {
            Ok(())
        }
    }

    fn read(&self, path: &Path, bytes: &[u8]) -> Result<ClipSource, Failure> {
        let options = BvhOptions::default()
            .with_metres_per_unit(self.bvh_unit.unwrap_or(unit::CENTIMETRE))
            .with_rest(self.bvh_rest.map_or(RestPose::default(), Into::into))
            .with_bone_map(self.bvh_names.as_deref().map(read_names).transpose()?.unwrap_or_default());
        // Only names of joints are not ASCII, and they may be in any encoding.
        let text = String::from_utf8_lossy(bytes);
        let bvh = Bvh::parse(&text).map_err(|error| Failure::file(path, explain(&error)))?;
        let (model, diagnostics) = bvh.to_model(&options);
        let bvh_frame_time = Some(bvh.frame_time() as f32);
        Ok(ClipSource { name: path.display().to_string(), model, diagnostics, bvh_frame_time })
    }

    /// Seconds per written frame: the option's, or the clip's.
    pub(super) fn frame_time(&self, of_clip: Option<f32>) -> f32 {
        self.fps.map_or_else(|| of_clip.unwrap_or(1.0 / DEFAULT_FPS), f32::recip)
    }

    pub(super) fn write(
        &self,
        clip: &HumanClip,
        target: &Model,
        frame_time: f32,
        options: &ConversionOptions,
    ) -> Result<BvhMotion, BvhMotionError> {
        let metres_per_unit = self.bvh_unit.unwrap_or(unit::CENTIMETRE);
        let written = BvhWriteOptions::default().with_metres_per_unit(metres_per_unit).with_hips(options.clip.hips);
        to_bvh(clip, target, frame_time, options, &written)
    }
}

fn is_bvh(path: &Path, bytes: &[u8]) -> bool {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("bvh")) {
        return true;
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let first = head.trim_start_matches('\u{feff}').split_ascii_whitespace().next();
    first.is_some_and(|word| word.eq_ignore_ascii_case("HIERARCHY"))
}

/// Reads a map from joints to bones. Any problem is an error, since a humanoid without some of its bones is a silent fault.
fn read_names(path: &Path) -> Result<BoneMap, Failure> {
    let text = source::read_text(path)?;
    let (map, problems) = BoneMap::from_json(&text).map_err(|error| Failure::no_json(path, &error))?;
    if problems.is_empty() { Ok(map) } else { Err(Failure::content(path, problems)) }
}

/// An error as a message: where, what, and the fix.
fn explain(error: &BvhError) -> String {
    let BvhError { line, column, problem, .. } = error;
    let advice = match problem {
        BvhProblem::TooLong => "cut it into parts",
        _ => "export it again, or correct it there",
    };
    format!("line {line}, column {column}: {problem} — {advice}")
}

fn metres(typed: &str) -> Result<f32, String> {
    let metres = match typed.to_ascii_lowercase().as_str() {
        "cm" => unit::CENTIMETRE,
        "m" => unit::METRE,
        "in" => unit::INCH,
        "mm" => unit::MILLIMETRE,
        number => number.parse().unwrap_or(f32::NAN),
    };
    let is_length = UNITS.contains(&metres);
    is_length.then_some(metres).ok_or_else(|| "give cm, m, in, mm, or metres per unit, such as 0.3048".to_owned())
}

fn rate(typed: &str) -> Result<f32, String> {
    let rate = typed.parse().ok().filter(|rate| RATES.contains(rate));
    rate.ok_or_else(|| "give frames per second above 0, such as 30".to_owned())
}

impl From<Rest> for RestPose {
    fn from(rest: Rest) -> Self {
        match rest {
            Rest::Offsets => Self::Offsets,
            Rest::FirstFrame => Self::FirstFrame,
        }
    }
}
