//! A picture of what nodes did.

use std::path::{Path, PathBuf};

use sinew::glam::Vec3;
use sinew::output::plot::{Plot, Series};
use sinew::{InstanceId, Model, NodeId, World};

use crate::failure::{Failure, explain_io};
use crate::pose::Names;

/// Lines that can be told apart.
const MOST: usize = 7;

/// A picture on its way to a file.
pub(super) struct Drawing {
    path: PathBuf,
    /// Whether somebody asked for these.
    is_chosen: bool,
    nodes: Vec<(NodeId, Series)>,
}

impl Drawing {
    pub(super) fn new(path: &Path, chosen: &[String], model: &Model) -> Result<Self, Failure> {
        if path.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("svg")) {
            return Err(Failure::file(path, "names no format that can be drawn — let it end in .svg"));
        }
        let hierarchy = model.hierarchy();
        let names = Names::of(hierarchy);
        let nodes: Vec<NodeId> = if chosen.is_empty() {
            model.physics().bodies().iter().map(|body| body.node).collect()
        } else {
            let found = chosen.iter().map(|key| names.find(key).map_err(Failure::usage));
            found.collect::<Result<_, _>>()?
        };
        let label = |node: NodeId| {
            let name = hierarchy.name(node).filter(|name| !name.is_empty());
            name.map_or_else(|| format!("node {}", hierarchy.index(node).0), ToOwned::to_owned)
        };
        let series = |node| (node, Series { name: label(node), positions: Vec::new() });
        Ok(Self {
            path: path.to_owned(),
            is_chosen: !chosen.is_empty(),
            nodes: nodes.into_iter().map(series).collect(),
        })
    }

    /// Adds where they are now.
    pub(super) fn add(&mut self, world: &World, instance: InstanceId) {
        for (node, series) in &mut self.nodes {
            let place = world.world_from_node(instance, *node).map(|place| Vec3::from(place.translation));
            series.positions.extend(place);
        }
    }

    /// Writes the picture: beside the place first, so that nothing half written is ever there.
    pub(super) fn finish(self, title: &str, dt: f64) -> Result<(), Failure> {
        let mut series: Vec<Series> = self.nodes.into_iter().map(|(_, series)| series).collect();
        if !self.is_chosen {
            series.sort_by(|a, b| way(b).total_cmp(&way(a)));
            series.truncate(MOST);
        }
        let title = Path::new(title).file_name().map_or_else(|| title.into(), |name| name.to_string_lossy());
        let svg = Plot { title: title.into_owned(), dt, series }.to_svg();
        let mut beside = self.path.clone().into_os_string();
        beside.push(format!(".{}.tmp", std::process::id()));
        let beside = PathBuf::from(beside);
        let written = std::fs::write(&beside, svg).and_then(|()| std::fs::rename(&beside, &self.path));
        written.map_err(|error| {
            // Where it cannot be taken away either, there is nothing left to do.
            let _ = std::fs::remove_file(&beside);
            Failure::file(&self.path, explain_io(&error))
        })
    }
}

/// How far a node went in all.
fn way(series: &Series) -> f32 {
    series.positions.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}
