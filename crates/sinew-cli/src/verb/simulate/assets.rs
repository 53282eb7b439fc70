//! The models and clips of a simulation.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use sinew::{Assets, HumanClip, LowerOptions, Model};
use sinew_document::Checksums;
use sinew_tools::answer::Finding;

use super::clip_of;
use super::log::FileSum;
use crate::demo::Demo;
use crate::failure::Failure;
use crate::source::Source;
use crate::verb::retarget::bvh::{BvhArguments, ClipSource};

/// Models and clips by the paths that name them, each read once.
#[derive(Default)]
pub(in crate::verb) struct Files {
    options: LowerOptions,
    models: HashMap<String, Arc<Model>>,
    clips: HashMap<String, Arc<HumanClip>>,
    /// The checksums of the files read, if a log needs them.
    sums: Option<BTreeMap<String, FileSum>>,
}

impl Files {
    /// No files yet. Files are lowered with `options`.
    pub(in crate::verb) fn new(options: LowerOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// As [`Files::new`], with the checksums of files.
    pub(in crate::verb) fn summed(options: LowerOptions) -> Self {
        Self { sums: Some(BTreeMap::new()), ..Self::new(options) }
    }

    /// Reads a file; the built-in demo if none is named.
    pub(in crate::verb) fn open(&mut self, path: Option<&Path>) -> Result<Source, Failure> {
        let (source, sums) = match (path, &self.sums) {
            (None, _) => return self.open_demo(Demo::first()),
            (Some(path), None) => return Source::open_with(path, &self.options),
            (Some(path), Some(_)) => Source::open_with_checksums(path, &self.options)?,
        };
        self.keep(&source.name, &sums);
        Ok(source)
    }

    /// Reads a demo.
    pub(super) fn open_demo(&mut self, demo: &Demo) -> Result<Source, Failure> {
        let source = demo.source(&self.options)?;
        self.keep(&source.name, &demo.checksums());
        Ok(source)
    }

    /// Reads a clip, with its findings.
    pub(in crate::verb) fn open_clip(&mut self, path: &Path) -> Result<(HumanClip, Vec<Finding>), Failure> {
        let options = BvhArguments::default();
        if self.sums.is_none() {
            return clip_of(path, ClipSource::open(path, &options)?);
        }
        let (source, sums) = ClipSource::open_with_checksums(path, &options)?;
        self.keep(&source.name, &sums);
        clip_of(path, source)
    }

    pub(in crate::verb) fn read_model(&mut self, name: &str) -> Result<Arc<Model>, Failure> {
        if let Some(known) = self.models.get(name) {
            return Ok(known.clone());
        }
        let model = Arc::new(self.open(Some(Path::new(name)))?.model);
        self.models.insert(name.to_owned(), model.clone());
        Ok(model)
    }

    pub(in crate::verb) fn read_clip(&mut self, name: &str) -> Result<Arc<HumanClip>, Failure> {
        if let Some(known) = self.clips.get(name) {
            return Ok(known.clone());
        }
        let clip = Arc::new(self.open_clip(Path::new(name))?.0);
        self.clips.insert(name.to_owned(), clip.clone());
        Ok(clip)
    }

    /// The checksums of a file, if it has been read and checksums are enabled.
    pub(in crate::verb) fn sum(&self, name: &str) -> Option<&FileSum> {
        self.sums.as_ref()?.get(name)
    }

    /// The checksums of the files that inputs name.
    pub(super) fn sums_of_inputs(&self) -> Vec<FileSum> {
        let is_named = |name: &str| self.models.contains_key(name) || self.clips.contains_key(name);
        self.sums.iter().flatten().filter(|(name, _)| is_named(name)).map(|(_, sum)| sum.clone()).collect()
    }

    fn keep(&mut self, name: &str, found: &Checksums) {
        if let Some(sums) = &mut self.sums {
            sums.insert(name.to_owned(), FileSum::new(name.to_owned(), found));
        }
    }
}

impl Assets for Files {
    fn model(&mut self, name: &str) -> Option<Arc<Model>> {
        self.read_model(name).ok()
    }

    fn clip(&mut self, name: &str) -> Option<Arc<HumanClip>> {
        self.read_clip(name).ok()
    }
}
