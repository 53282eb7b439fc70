//! The files that a simulation writes while it runs: a trace, a plot, a log.

use sinew::{Input, InstanceId, Model, World};

use super::Arguments;
use super::graph_trace::GraphTrace;
use super::log::{Header, Log};
use super::plot::Drawing;
use super::trace::Trace;
use crate::failure::Failure;
use crate::output::{self, Output, Outputs};
use crate::terminal::Terminal;

/// The output files, each until its reader closes it.
pub(super) struct Writing {
    trace: Option<Trace>,
    drawing: Option<Drawing>,
    log: Option<Log>,
    graph_trace: Option<GraphTrace>,
}

impl Writing {
    /// Refuses options that contradict each other, before anything is written.
    pub(super) fn check(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
        let Arguments { trace, plot, record, graph_trace, json, .. } = arguments;
        [trace, plot, record, graph_trace]
            .into_iter()
            .flatten()
            .try_for_each(|path| output::claim(path, *json, terminal))
    }

    /// Begins the files. Every input must have been read.
    pub(super) fn create(
        arguments: &Arguments,
        header: Option<&Header>,
        model: &Model,
        has_clip: bool,
    ) -> Result<Self, Failure> {
        let mut outputs = Outputs::new(arguments.force);
        let Arguments { trace, plot, record, node, .. } = arguments;
        let trace = trace.as_deref().map(|path| Trace::create(path, &mut outputs)).transpose()?;
        let drawing =
            plot.as_deref().map(|path| Drawing::create(path, node, model, has_clip, &mut outputs)).transpose()?;
        let log = record.as_deref().zip(header);
        let log = log.map(|(path, header)| Log::create(path, header, &mut outputs)).transpose()?;
        let graph_trace = arguments.graph_trace.as_deref();
        let graph_trace = graph_trace.map(|path| GraphTrace::create(path, &mut outputs)).transpose()?;
        Ok(Self { trace, drawing, log, graph_trace })
    }

    /// Records the state before the first step.
    pub(super) fn begin(&mut self, world: &World, instance: InstanceId) {
        if let Some(drawing) = &mut self.drawing {
            drawing.begin(world, instance);
        }
    }

    /// Adds the last step of a world, with the inputs before it. Fails if every reader has closed its file.
    pub(super) fn add(&mut self, world: &World, instance: InstanceId, done: Vec<Input>) -> Result<(), Failure> {
        if let Some(drawing) = &mut self.drawing {
            drawing.add(world, instance);
        }
        let graph_trace = self.graph_trace.as_mut().map_or(Ok(()), |trace| trace.write(world, instance));
        let others = self.trace.is_none() && self.drawing.is_none();
        go_on(&mut self.graph_trace, graph_trace, others && self.log.is_none())?;
        let log = self.log.as_mut().map_or(Ok(()), |log| log.write(world, done));
        go_on(&mut self.log, log, self.trace.is_none() && self.drawing.is_none())?;
        let trace = self.trace.as_mut().map_or(Ok(()), |trace| trace.write(world, instance));
        go_on(&mut self.trace, trace, self.log.is_none() && self.drawing.is_none())
    }

    /// Renames the files into place: all of them, or none.
    pub(super) fn finish(self, title: &str, dt: f64) -> Result<(), Failure> {
        let drawing = self.drawing.map(|drawing| drawing.finish(title, dt)).transpose()?;
        let (trace, log) = (self.trace.map(Trace::finish), self.log.map(Log::finish).transpose()?);
        let graph_trace = self.graph_trace.map(GraphTrace::finish);
        Output::finish([trace, drawing, log, graph_trace].into_iter().flatten().collect())
    }
}

/// Drops a file whose reader has closed it. The others go on, if there are any.
fn go_on<T>(file: &mut Option<T>, written: Result<(), Failure>, is_last: bool) -> Result<(), Failure> {
    match written {
        Err(failure) if failure.is_closed() && !is_last => {
            *file = None;
            Ok(())
        }
        written => written,
    }
}
