//! A running world as a picture in the terminal, at the speed of the clock. It only looks: a world computes the same with it and without.

mod camera;
mod canvas;
mod color;
mod panel;
mod reading;
mod scene;
mod screen;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anstream::ColorChoice;
use sinew::glam::Vec3;
use sinew::{InstanceId, Model, World};
use sinew_document::Document;

use self::camera::Camera;
use self::canvas::Canvas;
use self::color::Colors;
use self::panel::{Events, Layout};
use self::reading::Reading;
use self::scene::Scene;
use self::screen::{Key, Screen};
use crate::failure::Failure;
use crate::text::{number, plain};

pub(crate) use self::screen::is_there;
use self::screen::leave;

/// The time between frames, where the simulation leaves any.
const FRAME: Duration = Duration::from_millis(33);

/// The time between frames of a simulation that is slower than the clock.
const SLOW_FRAME: Duration = Duration::from_millis(150);

/// The exit code of a process that Ctrl-C ends.
const INTERRUPTED: i32 = 130;

pub(crate) struct Live {
    screen: Screen,
    colors: Colors,
    title: String,
    scene: Scene,
    camera: Camera,
    readings: Vec<Reading>,
    events: Events,
    /// The simulated time of the whole run, seconds.
    seconds: f64,
    began: Instant,
    last: Option<Instant>,
    size: [usize; 2],
}

/// Where the camera is, and what it looks at.
pub(crate) type View = [Vec3; 2];

impl Live {
    /// Takes the terminal and draws the first picture.
    pub(crate) fn begin(
        title: &str,
        document: &Document,
        model: &Model,
        running: (&World, InstanceId),
        seconds: f64,
        view: Option<View>,
        colors: ColorChoice,
    ) -> Result<Self, Failure> {
        let scene = Scene::new(document, model);
        let camera = match view {
            Some([eye, target]) => Camera::new(eye, target),
            None => Camera::around(&scene.boxes(running.0, running.1)),
        };
        crate::ending::watch();
        crate::ending::restore_with(leave);
        let colors = Colors::of_terminal(colors);
        let mut live = Self {
            screen: Screen::enter().map_err(|error| Failure::output(&error))?,
            colors,
            title: plain::line(title).into_owned(),
            scene,
            camera,
            readings: Reading::all(model),
            events: Events::default(),
            seconds,
            began: Instant::now(),
            last: None,
            size: [0, 0],
        };
        live.sample(running.0, running.1);
        live.draw(running.0, running.1)?;
        Ok(live)
    }

    pub(crate) fn event(&mut self, text: String) {
        self.events.push(text);
    }

    /// Shows the world after a step, and waits until the clock is there, too. Breaks when a key is pressed.
    pub(crate) fn after_step(&mut self, world: &World, instance: InstanceId) -> Result<ControlFlow<()>, Failure> {
        self.sample(world, instance);
        let due = Duration::try_from_secs_f64(world.time()).unwrap_or(Duration::MAX);
        loop {
            let left = due.saturating_sub(self.began.elapsed());
            let pause = if left.is_zero() { SLOW_FRAME } else { FRAME };
            if self.last.is_none_or(|last| last.elapsed() >= pause) {
                self.draw(world, instance)?;
            }
            match self.screen.wait(left.min(FRAME)) {
                Some(Key::CtrlC) => crate::ending::exit(INTERRUPTED),
                Some(Key::Any) => return Ok(ControlFlow::Break(())),
                None if left <= FRAME => return Ok(ControlFlow::Continue(())),
                None => {}
            }
        }
    }

    fn sample(&mut self, world: &World, instance: InstanceId) {
        let share = if self.seconds > 0.0 { (world.time() / self.seconds).min(1.0) } else { 1.0 };
        for reading in &mut self.readings {
            reading.sample(world, instance, share);
        }
    }

    fn draw(&mut self, world: &World, instance: InstanceId) -> Result<(), Failure> {
        let size = Screen::size();
        let is_resized = size != self.size;
        self.size = size;
        self.last = Some(Instant::now());
        let layout = Layout::of(size);
        let mut canvas = Canvas::new(layout.picture[0], layout.picture[1]);
        self.scene.draw(world, instance, &self.camera, &mut canvas);
        let picture = (0..layout.picture[1]).map(|row| canvas.row(row, self.colors)).collect();
        let text = panel::text(&self.readings, &self.events, layout.text, self.colors);
        let time = format!("{:.2} of {} s · any key ends it", world.time(), number::short(self.seconds));
        // The name gives way to how to end it.
        let name = plain::shorten(&self.title, size[0].saturating_sub(plain::width(&time) + 2));
        let title = plain::shorten(&format!("{name}  {time}"), size[0]).into_owned();
        let rows = layout.rows(panel::heading(&title, self.colors), picture, text);
        Screen::show(&rows, is_resized).map_err(|error| Failure::output(&error))
    }
}
