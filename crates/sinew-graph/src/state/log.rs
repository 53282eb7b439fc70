//! Messages of `debug/log`.

use crate::program::{LogPart, Node, Settings};
use crate::state::Run;
use crate::value::write_value;

/// The most messages of one tick, and the most bytes of them; further ones are left out.
const MAX_MESSAGES: usize = 1 << 12;
const MAX_BYTES: usize = 1 << 22;

/// A message of a graph.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LogEntry {
    /// How severe; the text gives numbers no meaning.
    pub severity: i32,
    /// The message.
    pub message: String,
}

impl Run<'_> {
    pub(crate) fn log(&mut self, node: &Node) {
        let Settings::Message { severity, parts } = &node.settings else { return };
        if self.state.log.len() >= MAX_MESSAGES || self.state.work.log_bytes >= MAX_BYTES {
            return;
        }
        let mut message = String::new();
        for part in parts {
            match part {
                LogPart::Text(text) => message.push_str(text),
                LogPart::Value { register, value_type } => {
                    let numbers = &self.state.registers[*register as usize..][..value_type.len()];
                    write_value(&mut message, *value_type, numbers);
                }
            }
        }
        self.state.work.log_bytes += message.len();
        self.state.log.push(LogEntry { severity: *severity, message });
    }
}
