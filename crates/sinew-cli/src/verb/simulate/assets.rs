//! The files that inputs name.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use sinew::{Assets, HumanClip, LowerOptions, Model};

use super::clip_source;
use crate::failure::Failure;
use crate::source::Source;

/// Models and clips by the paths that name them, each read once.
#[derive(Default)]
pub(in crate::verb) struct Files {
    options: LowerOptions,
    models: HashMap<String, Arc<Model>>,
    clips: HashMap<String, Arc<HumanClip>>,
}

impl Files {
    /// None yet; files will be understood as the options say.
    pub(in crate::verb) fn new(options: LowerOptions) -> Self {
        Self { options, ..Self::default() }
    }

    pub(in crate::verb) fn read_model(&mut self, name: &str) -> Result<Arc<Model>, Failure> {
        if let Some(known) = self.models.get(name) {
            return Ok(known.clone());
        }
        let model = Arc::new(Source::open_with(Path::new(name), &self.options)?.model);
        self.models.insert(name.to_owned(), model.clone());
        Ok(model)
    }

    pub(in crate::verb) fn read_clip(&mut self, name: &str) -> Result<Arc<HumanClip>, Failure> {
        if let Some(known) = self.clips.get(name) {
            return Ok(known.clone());
        }
        let clip = Arc::new(clip_source(Path::new(name))?.0);
        self.clips.insert(name.to_owned(), clip.clone());
        Ok(clip)
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
