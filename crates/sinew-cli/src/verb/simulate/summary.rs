//! A simulation as text for people.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::Duration;

use sinew::glam::Vec3;
use sinew::model::physics::{BodyKind, DofKind, JointDrive, Physics};
use sinew::{BodyState, Hierarchy, InstanceId, Model, NodeId, World};
use sinew_tools::graph::{GraphEventAnswer, GraphLogAnswer, VariableAnswer};
use sinew_tools::joint::{DriveState, JointState, WorstViolation};
use sinew_tools::physics::kind_name;
use sinew_tools::simulation::SimulationAnswer;

use crate::text::event::{self, label};
use crate::text::table::{self, Column};
use crate::text::{number, plain, style};

/// The number of bodies and events shown; `--json` and `--trace` have all.
const SHOWN: usize = 20;

/// The smallest displacement that counts as motion, metres.
const MOVED: f32 = 1e-3;

/// The positions of the bodies at the start, by node.
pub(super) struct Start(HashMap<NodeId, Vec3>);

impl Start {
    pub(super) fn of(world: &World, instance: InstanceId) -> Self {
        Self(world.bodies(instance).map(|body| (body.node, body.world_from_body.translation)).collect())
    }
}

pub(super) struct Summary<'a> {
    pub(super) name: &'a str,
    pub(super) world: &'a World,
    pub(super) instance: InstanceId,
    pub(super) start: &'a Start,
    pub(super) answer: &'a SimulationAnswer,
    /// Whether springs ran.
    pub(super) has_springs: bool,
    /// The time of the steps.
    pub(super) took: Duration,
}

const BODY_COLUMNS: &[Column] = &[
    Column::left("body"),
    Column::left("kind"),
    Column::right("x"),
    Column::right("y"),
    Column::right("z"),
    Column::right("fell"),
    Column::right("m/s"),
    Column::left("").styled(style::DIM),
];

const JOINT_COLUMNS: &[Column] = &[
    Column::left("joint"),
    Column::left("class"),
    Column::right("worst mm"),
    Column::right("worst °"),
    Column::left("drives"),
];

const EVENT_COLUMNS: &[Column] =
    &[Column::right("s"), Column::left(""), Column::left("").styled(style::ACCENT), Column::left("")];

const VARIABLE_COLUMNS: &[Column] =
    &[Column::left("variable"), Column::left("type").styled(style::DIM), Column::left("value")];

const SENT_COLUMNS: &[Column] =
    &[Column::right("s"), Column::left("event").styled(style::ACCENT), Column::left("values")];

const LOG_COLUMNS: &[Column] =
    &[Column::right("s"), Column::right("severity").styled(style::DIM), Column::left("message")];

impl Summary<'_> {
    pub(super) fn text(&self) -> String {
        let mut text = self.heading();
        let Some(model) = self.world.model(self.instance) else { return text };
        let hierarchy = model.hierarchy();
        let bodies: Vec<BodyState> = self.world.bodies(self.instance).collect();
        if bodies.is_empty() {
            let _ = writeln!(text, "The file has no bodies: only {} ran.", self.ran(model));
        } else {
            text += &self.counts(&bodies);
            // A body that was added since has fallen from nowhere.
            let start = |body: &BodyState| self.start.0.get(&body.node).copied();
            let start = |body: &BodyState| start(body).unwrap_or(body.world_from_body.translation);
            let rows = bodies.iter().take(SHOWN);
            let rows: Vec<Vec<String>> = rows.map(|body| body_row(hierarchy, body, start(body))).collect();
            let _ =
                write!(text, "\n{}\n{}", style::paint(style::HEADING, "Bodies"), table::render(BODY_COLUMNS, &rows));
            text += &more(bodies.len());
        }
        text += &self.joints(hierarchy, model.physics());
        let events = &self.answer.events;
        if !events.is_empty() {
            let rows: Vec<Vec<String>> =
                events.iter().take(SHOWN).map(|event| event::row(hierarchy, event).to_vec()).collect();
            let _ =
                write!(text, "\n{}\n{}", style::paint(style::HEADING, "Events"), table::render(EVENT_COLUMNS, &rows));
            text += &more(events.len());
        }
        text + &self.graph()
    }

    /// What moves nodes in a world without bodies, in words.
    fn ran(&self, model: &Model) -> String {
        let mut parts = vec!["animations", "constraints"];
        parts.extend((self.has_springs && !model.spring_bones().is_empty()).then_some("springs"));
        parts.extend(model.graphs().selected().map(|_| "its behaviour graph"));
        let last = parts.pop().unwrap_or_default();
        format!("{} and {last}", parts.join(", "))
    }

    /// The variables of the behaviour graph at the end, what it has sent and what it has said.
    fn graph(&self) -> String {
        let mut text = String::new();
        let variables: Vec<_> = self.answer.graphs.iter().flatten().flat_map(|graph| &graph.variables).collect();
        if !variables.is_empty() {
            let row = |(at, variable): (usize, &&VariableAnswer)| {
                let named = |name: &str| plain::line(name).into_owned();
                let name = variable.name.as_deref().map_or_else(|| format!("variable {at}"), named);
                vec![name, variable.value_type.to_owned(), plain::line(&variable.value.to_string()).into_owned()]
            };
            let rows: Vec<Vec<String>> = variables.iter().enumerate().take(SHOWN).map(row).collect();
            let heading = style::paint(style::HEADING, "Variables of the graph");
            let _ = write!(text, "\n{heading}\n{}", table::render(VARIABLE_COLUMNS, &rows));
            text += &more(variables.len());
        }
        let events = self.answer.graph_events.as_deref().unwrap_or_default();
        if !events.is_empty() {
            let row = |event: &GraphEventAnswer| {
                let values = event.values.iter().map(|(id, value)| format!("{id} = {value}"));
                let values = plain::line(&values.collect::<Vec<_>>().join(", ")).into_owned();
                vec![number::short(event.time as f32), plain::line(&event.event).into_owned(), values]
            };
            let rows: Vec<Vec<String>> = events.iter().take(SHOWN).map(row).collect();
            let heading = style::paint(style::HEADING, "Events that the graph sent");
            let _ = write!(text, "\n{heading}\n{}", table::render(SENT_COLUMNS, &rows));
            text += &more(events.len());
        }
        let messages = self.answer.graph_log.as_deref().unwrap_or_default();
        if !messages.is_empty() {
            let row = |log: &GraphLogAnswer| {
                let time = number::short((log.step as f64 * self.world.dt()) as f32);
                vec![time, log.severity.to_string(), plain::line(&log.message).into_owned()]
            };
            let rows: Vec<Vec<String>> = messages.iter().take(SHOWN).map(row).collect();
            let heading = style::paint(style::HEADING, "Messages of the graph");
            let _ = write!(text, "\n{heading}\n{}", table::render(LOG_COLUMNS, &rows));
            text += &more(messages.len());
        }
        text
    }

    fn heading(&self) -> String {
        let SimulationAnswer { steps, time, digest, .. } = self.answer;
        let took = self.took.as_secs_f64();
        let speed = if took > 0.0 && *time > 0.0 {
            format!(" · {} times real time", number::short((time / took).round() as f32))
        } else {
            String::new()
        };
        let about = format!(
            "{} s in {} of {} ms{speed}",
            number::short(*time as f32),
            number::counted(*steps as usize, "step", "steps"),
            number::short((self.world.dt() * 1e3) as f32)
        );
        format!(
            "{}  {}\n",
            style::paint(style::HEADING, &plain::line(self.name)),
            style::paint(style::DIM, &format!("{about} · digest {digest}"))
        )
    }

    /// The largest violations of limits, and the forces of drives.
    fn joints(&self, hierarchy: &Hierarchy, physics: &Physics) -> String {
        let joints = &self.answer.joints;
        if joints.is_empty() {
            return String::new();
        }
        let farthest = |of: fn(&WorstViolation) -> f32| {
            f64::from(joints.iter().filter_map(|joint| joint.worst.as_ref()).map(of).fold(0.0, f32::max))
        };
        let worst = format!(
            "hard limits were violated by at most {} mm and {}°",
            number::short(farthest(|worst| worst.linear) * 1e3),
            number::short(farthest(|worst| worst.angular).to_degrees())
        );
        let rows: Vec<Vec<String>> =
            joints.iter().take(SHOWN).enumerate().map(|(at, joint)| joint_row(hierarchy, physics, at, joint)).collect();
        format!(
            "\n{}  {}\n{}{}",
            style::paint(style::HEADING, "Joints"),
            style::paint(style::DIM, &worst),
            table::render(JOINT_COLUMNS, &rows),
            more(joints.len())
        )
    }

    /// The number of bodies that fell, sleep or are kinematic.
    fn counts(&self, bodies: &[BodyState]) -> String {
        let is_down = |body: &&BodyState| {
            let start = self.start.0.get(&body.node);
            start.is_some_and(|start| start.y - body.world_from_body.translation.y > MOVED)
        };
        let fell = bodies.iter().filter(is_down).count();
        let dynamic = bodies.iter().filter(|body| body.kind == BodyKind::Dynamic).count();
        let asleep = bodies.iter().filter(|body| body.is_sleeping).count();
        let driven = bodies.iter().filter(|body| body.is_animated).count();
        let mut parts = vec![format!("{}, {dynamic} of them dynamic", number::counted(bodies.len(), "body", "bodies"))];
        parts.push(format!("{fell} ended lower than they began"));
        parts.push(format!("{asleep} came to rest"));
        if driven > 0 {
            parts.push(format!("{driven} kinematic"));
        }
        format!("{}.\n", parts.join("; "))
    }
}

fn body_row(hierarchy: &Hierarchy, body: &BodyState, start: Vec3) -> Vec<String> {
    let now = body.world_from_body.translation;
    let fell = f64::from(start.y) - f64::from(now.y);
    let state = match (body.is_animated, body.is_sleeping) {
        (true, _) => "kinematic",
        (false, true) => "asleep",
        (false, false) => "",
    };
    vec![
        label(hierarchy, hierarchy.index(body.node).0),
        kind_name(body.kind).to_owned(),
        number::fixed(now.x),
        number::fixed(now.y),
        number::fixed(now.z),
        if fell.abs() > f64::from(MOVED) { number::short(fell) } else { String::new() },
        number::short(body.velocity.linear.as_dvec3().length()),
        state.to_owned(),
    ]
}

fn joint_row(hierarchy: &Hierarchy, physics: &Physics, at: usize, joint: &JointState) -> Vec<String> {
    let description =
        physics.joints().get(at).and_then(|joint| physics.joint_descriptions().get(joint.description.slot()));
    let worst = joint.worst.unwrap_or_default();
    let or_nothing = |value: f64| if value > 0.0 { number::short(value) } else { String::new() };
    let drives = description.map_or(&[][..], |description| &description.drives);
    let drive = |(drive, state): (&JointDrive, &DriveState)| match drive.kind {
        DofKind::Linear => format!(
            "{:?} at {} mm, {} m/s, {} N",
            drive.axis,
            number::short(state.position * 1e3),
            number::short(state.velocity),
            number::short(state.force)
        ),
        DofKind::Angular => format!(
            "about {:?} at {}°, {} rad/s, {} N·m",
            drive.axis,
            number::short(state.position.to_degrees()),
            number::short(state.velocity),
            number::short(state.force)
        ),
    };
    vec![
        label(hierarchy, joint.node),
        description.map_or("free", |description| description.classify().name()).to_owned(),
        or_nothing(f64::from(worst.linear) * 1e3),
        or_nothing(f64::from(worst.angular).to_degrees()),
        drives.iter().zip(&joint.drives).map(drive).collect::<Vec<_>>().join("; "),
    ]
}

fn more(count: usize) -> String {
    if count <= SHOWN {
        return String::new();
    }
    let more = format!("… and {} more (--json has them all)", count - SHOWN);
    format!("  {}\n", style::paint(style::DIM, &more))
}
