//! Parses the text of a BVH file. There is no recursion: depth costs heap, not stack.

use glam::DVec3;
use sinew_document::json::parse_f64;
use sinew_document::{Code, Diagnostics};

use super::lexer::Lexer;
use super::{Bvh, BvhError, BvhProblem, Channel, Joint};
use sinew_model::math::Axis;

/// Seconds per frame for a file without a usable frame time: the rate of most motion capture.
const DEFAULT_FRAME_TIME: f64 = 1.0 / 30.0;

/// The length of the shortest number and the blank before it, in bytes.
const SHORTEST_NUMBER: usize = 2;

impl Bvh {
    /// Parses the text of a file.
    ///
    /// # Errors
    /// The text is not a BVH file; the error has the position, and what was expected there.
    pub fn parse(text: &str) -> Result<Self, BvhError> {
        if u32::try_from(text.len()).is_err() {
            return Err(BvhError { line: 1, column: 1, problem: BvhProblem::TooLong });
        }
        let mut lexer = Lexer::new(text);
        let mut diagnostics = Diagnostics::new();
        let (joints, channel_count) = Skeleton::parse(&mut lexer, &mut diagnostics)?;
        let (frame_time, values) = parse_motion(&mut lexer, channel_count, &mut diagnostics)?;
        Ok(Self { joints, frame_time, channel_count, values, diagnostics })
    }
}

/// The joints read so far.
#[derive(Default)]
struct Skeleton {
    joints: Vec<Joint>,
    channel_count: usize,
    /// The open blocks, outermost first.
    open: Vec<Block>,
}

struct Block {
    joint: usize,
    is_end_site: bool,
    line: u32,
    offset: Option<DVec3>,
    has_channels: bool,
    has_joints: bool,
}

impl Skeleton {
    fn parse(lexer: &mut Lexer<'_>, diagnostics: &mut Diagnostics) -> Result<(Vec<Joint>, usize), BvhError> {
        let mut skeleton = Self::default();
        lexer.expect("HIERARCHY")?;
        loop {
            let word = lexer.peek();
            let Some(block) = skeleton.open.last_mut() else {
                if word.is("ROOT") {
                    if !skeleton.joints.is_empty() {
                        let message = format!("line {}: a second ROOT; bones are taken from one skeleton", word.line);
                        diagnostics.report_at(Code::BVH_SECOND_ROOT, "", message);
                    }
                    lexer.next();
                    skeleton.open_joint(None, lexer)?;
                    continue;
                }
                if word.is("MOTION") && !skeleton.joints.is_empty() {
                    return Ok((skeleton.joints, skeleton.channel_count));
                }
                return Err(lexer.expected(if skeleton.joints.is_empty() { "ROOT" } else { "MOTION" }));
            };
            if word.is("OFFSET") {
                lexer.next();
                let mut coordinate = || lexer.number("a coordinate of the OFFSET");
                let offset = DVec3::new(coordinate()?, coordinate()?, coordinate()?);
                if block.offset.replace(offset).is_some() {
                    let message = format!("line {}: OFFSET is repeated; the last one counts", word.line);
                    diagnostics.report_at(Code::DUPLICATE_PROPERTY, "", message);
                }
            } else if word.is("}") {
                lexer.next();
                skeleton.close(diagnostics);
            } else if block.is_end_site {
                return Err(lexer.expected("OFFSET or } of an End Site"));
            } else if word.is("CHANNELS") {
                if block.has_channels || block.has_joints {
                    return Err(lexer.error(word, BvhProblem::ChannelsMisplaced));
                }
                block.has_channels = true;
                let joint = block.joint;
                lexer.next();
                skeleton.read_channels(joint, lexer, diagnostics)?;
            } else if word.is("JOINT") {
                block.has_joints = true;
                let parent = block.joint;
                lexer.next();
                skeleton.open_joint(Some(parent), lexer)?;
            } else if word.is("END") {
                let joint = block.joint;
                lexer.next();
                lexer.skip("SITE");
                lexer.expect("{")?;
                skeleton.open.push(Block::new(joint, true, word.line));
            } else {
                return Err(lexer.expected("OFFSET, CHANNELS, JOINT, End Site or }"));
            }
        }
    }

    fn open_joint(&mut self, parent: Option<usize>, lexer: &mut Lexer<'_>) -> Result<(), BvhError> {
        let name = lexer.name()?;
        lexer.expect("{")?;
        self.open.push(Block::new(self.joints.len(), false, name.line));
        self.joints.push(Joint {
            name: name.text.to_owned(),
            parent,
            offset: DVec3::ZERO,
            channels: Vec::new(),
            first_channel: self.channel_count,
            end_sites: Vec::new(),
        });
        Ok(())
    }

    /// Closes the innermost block.
    fn close(&mut self, diagnostics: &mut Diagnostics) {
        let Some(block) = self.open.pop() else { return };
        let joint = &mut self.joints[block.joint];
        if block.offset.is_none() {
            let of = if block.is_end_site { "an End Site of " } else { "" };
            let message = format!("line {}: {of}{} has no OFFSET; 0 is used", block.line, joint.name);
            diagnostics.report_at(Code::UNDEFINED_PROPERTY, "", message);
        }
        let offset = block.offset.unwrap_or_default();
        if block.is_end_site {
            joint.end_sites.push(offset);
        } else {
            joint.offset = offset;
        }
    }

    fn read_channels(
        &mut self,
        joint: usize,
        lexer: &mut Lexer<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), BvhError> {
        let count = lexer.count("the number of channels")?;
        let joint = &mut self.joints[joint];
        joint.first_channel = self.channel_count;
        for _ in 0..count {
            let word = lexer.peek();
            let is_keyword = ["", "{", "}", ":", "JOINT", "END", "OFFSET", "CHANNELS", "MOTION", "ROOT"];
            if is_keyword.iter().any(|keyword| word.is(keyword)) || parse_f64(word.text).is_some() {
                return Err(lexer.expected("a channel such as Xrotation or Yposition"));
            }
            lexer.next();
            let channel = channel(word.text);
            if channel == Channel::Other {
                let name: String = word.text.chars().take(32).collect();
                let message =
                    format!("line {}: the channel {name:?} of {} is unknown, and ignored", word.line, joint.name);
                diagnostics.report_at(Code::BVH_CHANNEL_UNKNOWN, "", message);
            }
            joint.channels.push(channel);
        }
        self.channel_count += joint.channels.len();
        Ok(())
    }
}

impl Block {
    fn new(joint: usize, is_end_site: bool, line: u32) -> Self {
        Self { joint, is_end_site, line, offset: None, has_channels: false, has_joints: false }
    }
}

fn channel(name: &str) -> Channel {
    let Some((axis, kind)) = name.split_at_checked(1) else { return Channel::Other };
    let axis = match axis {
        "X" | "x" => Axis::X,
        "Y" | "y" => Axis::Y,
        "Z" | "z" => Axis::Z,
        _ => return Channel::Other,
    };
    if kind.eq_ignore_ascii_case("position") {
        Channel::Position(axis)
    } else if kind.eq_ignore_ascii_case("rotation") {
        Channel::Rotation(axis)
    } else {
        Channel::Other
    }
}

/// Parses the frame time in seconds, and the numbers of all whole frames.
fn parse_motion(
    lexer: &mut Lexer<'_>,
    channel_count: usize,
    diagnostics: &mut Diagnostics,
) -> Result<(f64, Vec<f64>), BvhError> {
    lexer.expect("MOTION")?;
    lexer.expect("Frames")?;
    lexer.skip(":");
    let frames = lexer.count("the number of frames")?;
    lexer.expect("Frame")?;
    lexer.expect("Time")?;
    lexer.skip(":");
    let line = lexer.peek().line;
    let mut frame_time = lexer.number("the seconds of a frame")?;
    // Key times are in single precision; a frame time that underflows there is unusable.
    if !(frame_time as f32).is_normal() || frame_time < 0.0 {
        let message = format!("line {line}: the frame time is {frame_time} s; it must be positive; 1/30 s is used");
        diagnostics.report_at(Code::BVH_FRAME_TIME, "", message);
        frame_time = DEFAULT_FRAME_TIME;
    }
    let wanted = frames.saturating_mul(channel_count as u64);
    // The declared counts reserve no more than the file can hold.
    let held = lexer.remaining() / SHORTEST_NUMBER;
    let mut values = Vec::with_capacity(usize::try_from(wanted).map_or(held, |wanted| wanted.min(held)));
    while (values.len() as u64) < wanted && !lexer.peek().text.is_empty() {
        values.push(lexer.number("a number of a frame")?);
    }
    let whole = values.len().checked_div(channel_count).unwrap_or(0);
    values.truncate(whole * channel_count);
    let rest = lexer.peek();
    if whole as u64 != frames {
        let message = format!("the file declares {frames} frames of {channel_count} numbers and holds {whole}");
        diagnostics.report_at(Code::BVH_FRAME_COUNT, "", message);
    } else if frames == 0 {
        diagnostics.report_at(Code::BVH_FRAME_COUNT, "", "the file has no frames; its skeleton does not move");
    } else if !rest.text.is_empty() {
        let message = format!("line {}: data after the last of {frames} frames is ignored", rest.line);
        diagnostics.report_at(Code::BVH_FRAME_COUNT, "", message);
    }
    Ok((frame_time, values))
}
