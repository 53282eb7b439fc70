//! BVH among the clips: how one is told from glTF, read and written.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use sinew::bvh::{BoneMap, Bvh, BvhError, BvhOptions, BvhProblem, BvhWriteOptions, RestPose, unit};
use sinew::{ClipOptions, HumanClip, LowerOptions, Model};
use sinew_document::Diagnostics;
#[cfg(feature = "physics")]
use sinew_document::{Checksum, Checksums};
use sinew_tools::bvh::{BvhMotion, BvhMotionError, to_bvh};

use crate::failure::Failure;
use crate::source::{self, Source};
use crate::{inputs, limits};

/// Frames a second where neither the clip nor the caller says.
const DEFAULT_FPS: f32 = 30.0;

/// Bytes at the beginning of a file in which its first word must end for it to be BVH whatever its name.
const HEAD: usize = 256;

/// The units that can be given, in metres: what is computed from them and any number of a file is finite.
const UNITS: std::ops::RangeInclusive<f32> = 1e-6..=1e6;

/// Frames a second that can be given.
const RATES: std::ops::RangeInclusive<f32> = 1e-3..=1e6;

/// What the format leaves open.
#[derive(Debug, Default, Args)]
pub(in crate::verb) struct BvhArguments {
    /// The unit of length of BVH, read or written: cm, m, in, mm, or metres a unit; cm if not given.
    #[arg(long, value_name = "UNIT", value_parser = metres, allow_negative_numbers = true)]
    bvh_unit: Option<f32>,

    /// The T-pose of a BVH clip; offsets if not given.
    #[arg(long, value_enum, value_name = "POSE")]
    bvh_rest: Option<Rest>,

    /// A JSON file that says which joint of a BVH clip is which human bone.
    #[arg(long, value_name = "FILE")]
    bvh_names: Option<PathBuf>,

    /// Frames a second of a BVH that is written; those of a BVH clip, or 30, if not given.
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

/// What a clip is taken from.
pub(in crate::verb) struct ClipSource {
    pub(in crate::verb) name: String,
    pub(in crate::verb) model: Model,
    pub(in crate::verb) diagnostics: Diagnostics,
    /// Seconds a frame, if it is BVH.
    pub(in crate::verb) bvh_frame_time: Option<f32>,
}

impl ClipSource {
    /// Reads a glTF file, or BVH: what ends in `.bvh` or begins with HIERARCHY.
    pub(in crate::verb) fn open(path: &Path, arguments: &BvhArguments) -> Result<Self, Failure> {
        // Read once: what comes from a pipe cannot be looked at first.
        let bytes = inputs::read(path, limits::file_bytes())?;
        if is_bvh(path, &bytes) {
            return arguments.read(path, &bytes);
        }
        let document = limits::document(path, bytes)?;
        let Source { name, model, diagnostics, .. } = Source::new(path, document, &LowerOptions::default());
        Ok(Self { name, model, diagnostics, bvh_frame_time: None })
    }

    /// As [`ClipSource::open`], with the checksums of what is read.
    #[cfg(feature = "physics")]
    pub(in crate::verb) fn open_with_checksums(
        path: &Path,
        arguments: &BvhArguments,
    ) -> Result<(Self, Checksums), Failure> {
        let bytes = inputs::read(path, limits::file_bytes())?;
        if is_bvh(path, &bytes) {
            let sums = Checksums { file: Checksum::of(&bytes), buffers: std::collections::BTreeMap::new() };
            return Ok((arguments.read(path, &bytes)?, sums));
        }
        let (document, sums) = limits::document_with_checksums(path, bytes)?;
        let Source { name, model, diagnostics, .. } = Source::new(path, document, &LowerOptions::default());
        Ok((Self { name, model, diagnostics, bvh_frame_time: None }, sums))
    }
}

impl BvhArguments {
    /// Refuses what would have no effect.
    pub(super) fn check(&self, clip: &ClipSource, is_written: bool) -> Result<(), Failure> {
        let (is_read, name) = (clip.bvh_frame_time.is_some(), &clip.name);
        let no_clip = |option| Failure::usage(format!("{option}: {name} is no BVH file — leave it away"));
        if self.bvh_rest.is_some() && !is_read {
            Err(no_clip("--bvh-rest"))
        } else if self.bvh_names.is_some() && !is_read {
            Err(no_clip("--bvh-names"))
        } else if self.bvh_unit.is_some() && !is_read && !is_written {
            Err(Failure::usage("--bvh-unit: no BVH file is read or written — leave it away"))
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
        // Everything but the names of joints is ASCII, and names may be in any encoding of their time.
        let text = String::from_utf8_lossy(bytes);
        let bvh = Bvh::parse(&text).map_err(|error| Failure::file(path, explain(&error)))?;
        let (model, diagnostics) = bvh.to_model(&options);
        let bvh_frame_time = Some(bvh.frame_time() as f32);
        Ok(ClipSource { name: path.display().to_string(), model, diagnostics, bvh_frame_time })
    }

    /// Seconds a frame of what is written: as asked for, or as the clip has them.
    pub(super) fn frame_time(&self, of_clip: Option<f32>) -> f32 {
        self.fps.map_or_else(|| of_clip.unwrap_or(1.0 / DEFAULT_FPS), f32::recip)
    }

    pub(super) fn write(
        &self,
        clip: &HumanClip,
        target: &Model,
        frame_time: f32,
        options: ClipOptions,
    ) -> Result<BvhMotion, BvhMotionError> {
        let metres_per_unit = self.bvh_unit.unwrap_or(unit::CENTIMETRE);
        let written = BvhWriteOptions::default().with_metres_per_unit(metres_per_unit).with_hips(options.hips);
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

/// Reads a list of names. Whatever is wrong with it is an error, since a figure with half its bones is not what was meant.
fn read_names(path: &Path) -> Result<BoneMap, Failure> {
    let text = source::read_text(path)?;
    let (map, problems) = BoneMap::from_json(&text).map_err(|error| Failure::no_json(path, &error))?;
    if problems.is_empty() { Ok(map) } else { Err(Failure::content(path, problems)) }
}

/// What is wrong with a file, where, and what to do about it.
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
    is_length.then_some(metres).ok_or_else(|| "give cm, m, in, mm, or metres a unit, such as 0.3048".to_owned())
}

fn rate(typed: &str) -> Result<f32, String> {
    let rate = typed.parse().ok().filter(|rate| RATES.contains(rate));
    rate.ok_or_else(|| "give frames a second above 0, such as 30".to_owned())
}

impl From<Rest> for RestPose {
    fn from(rest: Rest) -> Self {
        match rest {
            Rest::Offsets => Self::Offsets,
            Rest::FirstFrame => Self::FirstFrame,
        }
    }
}
