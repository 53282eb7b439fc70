//! Every demo, and the scenes of tests and benchmarks: a warm step asks for no memory of its own.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use serde_json::json;
use sinew_document::{AccessorData, Document, NoResources};
use sinew_testkit::counting::allocations_here;
use sinew_testkit::scene::humanoid::{Avatar, Revision};
use sinew_testkit::scene::ragdoll::{Limbs, ragdolls};
use sinew_testkit::scene::{Kinds, bodies, constraints};

use crate::world::{World, WorldOptions, WrapMode};
use sinew_model::math::Rigid;
use sinew_model::model::Model;
use sinew_motion::{ClipOptions, HumanClip};

/// Steps after which every list has had its longest: what falls lies, and what turns has been around.
const WARM: usize = 900;

/// Steps that are counted.
const COUNTED: usize = 120;

/// How often the steps asked for memory.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    /// In what is ours.
    own: usize,
    /// In what hands velocities, poses and joints to the engine, which keeps a list of what was changed and gives it away
    /// with each step.
    handed_on: usize,
    /// In the engine's step.
    engine: usize,
}

/// A step as [`World::step`] runs it, with the engine's part on its own.
fn step_counted(world: &mut World, counted: &mut Counted) {
    let dt = world.clock.dt() as f32;
    counted.own += allocations_here(|| {
        world.clear_events();
        world.begin_step();
        world.update_graph_animations();
        world.sample_animations();
        world.apply_human_poses();
    })
    .1;
    // The values of an event that a graph sends are a list of their own.
    counted.handed_on += allocations_here(|| {
        world.clear_graph_events();
        world.tick_graphs();
    })
    .1;
    counted.own += allocations_here(|| world.evaluate_constraints()).1;
    counted.handed_on += allocations_here(|| {
        world.update_animated_bodies();
        world.shared.physics.simulation.prepare(dt);
    })
    .1;
    counted.engine += allocations_here(|| world.shared.physics.simulation.run_engine()).1;
    counted.handed_on += allocations_here(|| world.shared.physics.simulation.finish()).1;
    counted.own += allocations_here(|| {
        // Of no length: it emits events alone.
        world.shared.physics.simulation.step(0.0);
        world.follow_bodies();
        world.evaluate_virtual_transforms();
        world.emit_events();
    })
    .1;
    // To graphs, which see them in the next step.
    counted.handed_on += allocations_here(|| world.post_triggers()).1;
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn open(path: &Path) -> Arc<Model> {
    Arc::new(Model::from_document(&Document::open(path).unwrap()).0)
}

fn read(text: String) -> Arc<Model> {
    Arc::new(Model::from_document(&Document::read(text, &NoResources).unwrap()).0)
}

/// The demos of the viewer, written by its own program; none, and a word, where there is no Node.
fn demos() -> Vec<(String, Arc<Model>)> {
    let folder = std::env::temp_dir().join(format!("sinew_demos_{}", std::process::id()));
    let written = Command::new("node").arg(root().join("web/viewer/demos/write.js")).arg(&folder).status();
    if !written.is_ok_and(|status| status.success()) {
        println!("SKIPPED: the demos of the viewer (there is no Node to write them)");
        return Vec::new();
    }
    let mut paths: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 8, "{paths:?}");
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let models = paths.iter().map(|path| (name(path), open(path))).collect();
    std::fs::remove_dir_all(&folder).unwrap();
    models
}

/// Scenes of tests and benchmarks.
fn scenes() -> Vec<(String, Arc<Model>)> {
    let fixtures = ["heap", "joints", "machine", "puppet"]
        .map(|name| (name.to_owned(), open(&root().join(format!("fixtures/running/{name}.gltf")))));
    let made = [
        ("chains of bodies", bodies(60)),
        ("loose ragdolls", ragdolls(4, Limbs::Loose)),
        ("hard ragdolls", ragdolls(4, Limbs::Hard)),
        ("soft and driven ragdolls", ragdolls(4, Limbs::SoftAndDriven)),
        ("constraints", constraints(30, Kinds::Mixed, 2)),
        ("early constraints", constraints(30, Kinds::Early, 2)),
        ("avatar", Avatar::default().to_gltf()),
    ];
    fixtures.into_iter().chain(made.map(|(name, text)| (name.to_owned(), read(text)))).collect()
}

/// A clip that turns an arm to and fro.
fn clip() -> Arc<HumanClip> {
    let avatar = Avatar { revision: Revision::Vrm1, ..Avatar::default() };
    let document = Document::read(avatar.to_gltf(), &NoResources).unwrap();
    let (model, _) = Model::from_document(&document);
    let arm = model.hierarchy().index(model.hierarchy().find("leftUpperArm").unwrap()).0;
    let mut edit = document.edit();
    let input = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0, 2.0])).unwrap().0;
    let rest = [0.0, 0.0, 0.0, 1.0];
    let output = edit.add_accessor(AccessorData::Vec4(&[rest, [0.0, 0.0, 0.6, 0.8], rest])).unwrap().0;
    edit.add_animation(json!({"channels": [{"sampler": 0, "target": {"node": arm, "path": "rotation"}}],
        "samplers": [{"input": input, "output": output}]}))
        .unwrap();
    Arc::new(HumanClip::new(Model::from_document(&edit.finish().unwrap()).0, 0).unwrap())
}

/// A world with the model in it, and a clip on it where it is an avatar.
fn spawned(model: &Arc<Model>, clip: &Arc<HumanClip>) -> World {
    let mut world = World::new(WorldOptions { sleeping: false, ..WorldOptions::default() });
    let instance = world.spawn(model.clone(), Rigid::IDENTITY);
    if model.humanoid().is_some() && model.animations().is_empty() {
        assert_eq!(world.play_clip(instance, clip.clone(), ClipOptions::default(), WrapMode::Loop), Ok(()));
    }
    world
}

#[test]
fn a_warm_step_of_every_demo_allocates_nothing_of_its_own() {
    let clip = clip();
    for (name, model) in demos().into_iter().chain(scenes()) {
        let (mut world, mut plain) = (spawned(&model, &clip), spawned(&model, &clip));
        let mut counted = Counted::default();
        (0..WARM).for_each(|_| step_counted(&mut world, &mut counted));
        counted = Counted::default();
        (0..COUNTED).for_each(|_| step_counted(&mut world, &mut counted));
        let each = |count: usize| count as f32 / COUNTED as f32;
        println!(
            "{name}: {} of its own, {:.1} handed on, {:.1} by the engine a step",
            counted.own,
            each(counted.handed_on),
            each(counted.engine)
        );
        assert_eq!(counted.own, 0, "{name}");
        assert_eq!(allocations_here(|| world.digest()).1, 0, "{name}");
        // The engine's list grows from nothing to 4, 8, 16 … bodies, one allocation each.
        let growths = 1 + model.physics().bodies().len().div_ceil(4).max(1).next_power_of_two().ilog2() as usize;
        assert!(counted.handed_on <= growths * COUNTED, "{name}: {counted:?}, {growths} growths");
        // What was counted is the step itself.
        (0..WARM + COUNTED).for_each(|_| plain.step());
        assert_eq!(world.digest(), plain.digest(), "{name}");
    }
}
