//! The plugin: what runs when.

use bevy::app::{
    App, FixedUpdate, Plugin, PluginGroup, PluginGroupBuilder, PreStartup, PreUpdate, RunFixedMainLoop,
    RunFixedMainLoopSystems,
};
use bevy::asset::{AssetApp, AssetEvent};
use bevy::ecs::message::Message;
use bevy::ecs::schedule::common_conditions::{any_with_component, on_message};
use bevy::ecs::schedule::{InternedScheduleLabel, IntoScheduleConfigs, ScheduleLabel, SystemSet};
use bevy::ecs::system::{Commands, NonSendMarker, Query, Res};
use bevy::gltf::extensions::GltfExtensionHandlers;
use bevy::tasks::block_on;
use bevy::time::{Fixed, Time};
use sinew::WorldOptions;

use crate::avatar::{SinewClip, SinewLookAt, look, play_clips, reload_clips};
use crate::bind::{Unbound, any_is_unbound, bind_nodes, scene_is_ready};
use crate::control::{SinewInput, perform};
use crate::gizmos::SinewGizmosPlugin;
use crate::instance::SpawnQueue;
use crate::live::{self, LiveValues};
use crate::message::{
    SinewContact, SinewGraphEvent, SinewGraphLog, SinewJointBreak, SinewProblem, SinewTrigger, any_graph_ran,
    any_has_news, emit_graphs, emit_physics,
};
use crate::model::{SinewModel, SinewModelLoader};
use crate::picking::SinewPickingPlugin;
use crate::rollback::{SinewState, restore_states, save_states};
use crate::scene::{NodeIndices, SinewNode, any_is_unseen, show_scenes};
use crate::socket::{SinewSocket, write_sockets};
use crate::spawn::{any_waits, any_was_moved, move_roots, reload, spawn_instances};
use crate::world::{SinewDefaultWorld, SinewWorld, step_length};
use crate::write::{SinewInterpolation, write_instances};

/// Everything: [`SinewPlugin`], [`SinewPickingPlugin`] and [`SinewGizmosPlugin`]. Add it after `DefaultPlugins`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SinewPlugins;

impl PluginGroup for SinewPlugins {
    fn build(self) -> PluginGroupBuilder {
        PluginGroupBuilder::start::<Self>().add(SinewPlugin::default()).add(SinewPickingPlugin).add(SinewGizmosPlugin)
    }
}

/// The sets of systems, in this order. All but the last are in the plugin's schedule, `FixedUpdate` unless set. The last runs in each frame
/// before `Update`, where Bevy has what interpolates (`RunFixedMainLoopSystems::AfterFixedMainLoop`); where poses are not interpolated, it is
/// in the schedule behind the others. Bevy propagates transforms in `PostUpdate`, after all of them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SinewSystems {
    /// States that were replaced are restored ([`SinewState`](crate::SinewState)).
    Restore,
    /// Instances whose models are loaded are spawned, and their nodes get entities.
    Spawn,
    /// Entities that were moved, components and messages go to the worlds. An application's systems that act on instances belong here,
    /// or before.
    Apply,
    /// The worlds step.
    Step,
    /// Messages are written, and states saved. Systems that read them in the same step go behind this.
    Emit,
    /// Poses, morph weights and visibility are written to entities.
    Write,
}

/// Loads, spawns, steps and writes back.
#[derive(Clone, Debug)]
pub struct SinewPlugin {
    /// Settings of the default world; where there are none, its step is as long as that of `Time<Fixed>`.
    pub world: Option<WorldOptions>,
    /// In which schedule worlds step.
    pub schedule: InternedScheduleLabel,
    /// Whether poses are interpolated between steps, in each frame before `Update`.
    pub interpolates: bool,
}

impl Default for SinewPlugin {
    fn default() -> Self {
        Self { world: None, schedule: FixedUpdate.intern(), interpolates: true }
    }
}

impl SinewPlugin {
    /// Sets the default world's settings.
    #[must_use]
    pub fn with_world(self, options: WorldOptions) -> Self {
        Self { world: Some(options), ..self }
    }

    /// Steps in another schedule than `FixedUpdate`. Poses are then those of the last step, written right behind it.
    #[must_use]
    pub fn in_schedule(self, schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern(), interpolates: false, ..self }
    }

    /// Sets whether poses are interpolated between steps.
    #[must_use]
    pub fn with_interpolation(self, interpolates: bool) -> Self {
        Self { interpolates, ..self }
    }
}

impl Plugin for SinewPlugin {
    fn build(&self, app: &mut App) {
        use SinewSystems::{Apply, Emit, Restore, Spawn, Step, Write};

        app.init_asset::<SinewModel>().init_asset_loader::<SinewModelLoader>();
        app.register_type::<SinewNode>();
        app.init_resource::<SpawnQueue>()
            .init_resource::<Unbound>()
            .insert_resource(SinewInterpolation(self.interpolates));
        add_message::<SinewContact>(app);
        add_message::<SinewTrigger>(app);
        add_message::<SinewJointBreak>(app);
        add_message::<SinewGraphEvent>(app);
        add_message::<SinewGraphLog>(app);
        add_message::<SinewProblem>(app);
        add_message::<SinewInput>(app);
        app.add_observer(scene_is_ready);

        let options = self.world;
        app.add_systems(PreStartup, move |mut commands: Commands<'_, '_>, time: Option<Res<'_, Time<Fixed>>>| {
            let from_time = || WorldOptions::default().with_dt(time.map_or(0.0, |time| step_length(time.timestep())));
            let world = commands.spawn(SinewWorld::new(options.unwrap_or_else(from_time))).id();
            commands.insert_resource(SinewDefaultWorld(world));
        });
        app.add_systems(
            PreUpdate,
            (show_scenes.run_if(any_is_unseen), (reload, reload_clips).run_if(on_message::<AssetEvent<SinewModel>>)),
        );

        let schedule = self.schedule;
        app.configure_sets(schedule, (Restore, Spawn, Apply, Step, Emit).chain());
        // Bevy hands a system to another thread unless something ties it to the app's own, and to wake one takes longer than what most of
        // these do: whatever runs often is tied (`NonSendMarker`), and what has nothing to do is not run, by conditions that Bevy asks here.
        let saves = any_with_component::<SinewState>;
        app.add_systems(schedule, restore_states.in_set(Restore).run_if(saves));
        app.add_systems(
            schedule,
            (spawn_instances.run_if(any_waits), bind_nodes.run_if(any_is_unbound)).chain().in_set(Spawn),
        );
        let clips = play_clips.run_if(any_with_component::<SinewClip>);
        app.add_systems(schedule, (move_roots.run_if(any_was_moved), clips).chain().before(LiveValues).in_set(Apply));
        live::add_systems(app, schedule);
        let eyes = look.run_if(any_with_component::<SinewLookAt>);
        let inputs = perform.run_if(on_message::<SinewInput>);
        app.add_systems(schedule, (eyes, inputs).chain().after(LiveValues).in_set(Apply));
        app.add_systems(schedule, step.in_set(Step));
        let emit = (emit_physics.run_if(any_has_news), emit_graphs.run_if(any_graph_ran), save_states.run_if(saves));
        app.add_systems(schedule, emit.chain().in_set(Emit));
        let sockets = write_sockets.run_if(any_with_component::<SinewSocket>);
        let write = (write_instances, sockets).chain().in_set(Write);
        if self.interpolates {
            // Behind the steps of a frame, and before `Update`, which sees entities where they are shown. Bevy runs this schedule on one
            // thread: nobody is woken for it.
            app.add_systems(RunFixedMainLoop, write.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop));
        } else {
            app.configure_sets(schedule, Write.after(Emit));
            app.add_systems(schedule, write);
        }
    }

    fn finish(&self, app: &mut App) {
        // Bevy's plugin for glTF may be added behind this one.
        if let Some(handlers) = app.world().get_resource::<GltfExtensionHandlers>() {
            block_on(handlers.0.write()).push(Box::new(NodeIndices));
        }
    }
}

fn add_message<M: Message>(app: &mut App) {
    app.add_message::<M>();
}

/// Steps all worlds, on all threads of Bevy's. It begins on the app's own thread: to wake another takes longer than the step of an avatar.
fn step(mut worlds: Query<'_, '_, &mut SinewWorld>, time: Option<Res<'_, Time>>, _here: NonSendMarker) {
    let elapsed = time.map_or(0.0, |time| time.delta_secs_f64());
    // One alone is not handed on.
    if let Ok(mut world) = worlds.single_mut() {
        return world.run(elapsed);
    }
    worlds.par_iter_mut().for_each(|mut world| world.run(elapsed));
}
