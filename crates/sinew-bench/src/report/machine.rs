//! On what and when it was measured.

use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

/// On what and when it was measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// As the processor calls itself.
    pub processor: String,
    /// The number of hardware threads.
    pub cores: usize,
    /// The system and its kernel.
    pub system: String,
    /// As `rustc --version` has it.
    pub rustc: String,
    /// Year, month and day.
    pub date: String,
}

impl Machine {
    /// The one that this runs on.
    pub fn here() -> Self {
        let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        let field = |text: &str, name: &str, between: char| {
            let line = text.lines().find_map(|line| line.split_once(between).filter(|(key, _)| key.trim() == name));
            line.map(|(_, value)| value.trim().trim_matches('"').to_owned())
        };
        let system = field(&read("/etc/os-release"), "PRETTY_NAME", '=');
        let system = system.unwrap_or_else(|| std::env::consts::OS.to_owned());
        let kernel = read("/proc/sys/kernel/osrelease");
        let rustc = Command::new("rustc").arg("--version").output();
        Self {
            processor: field(&read("/proc/cpuinfo"), "model name", ':')
                .unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!("{system}, kernel {}", kernel.trim()).trim_end_matches(", kernel ").to_owned(),
            rustc: rustc
                .map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned()),
            date: date(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO)),
        }
    }

    /// For programs.
    pub fn to_json(&self) -> Value {
        let Self { processor, cores, system, rustc, date } = self;
        json!({"processor": processor, "cores": cores, "system": system, "rustc": rustc, "date": date})
    }
}

/// The date of a time since the beginning of 1970 in Greenwich, in the calendar that starts its years with March, so that the
/// day which not every year has comes last.
fn date(since_1970: Duration) -> String {
    const DAYS_OF_400_YEARS: u64 = 146_097;
    // From 1 March of the year 0 to 1 January 1970.
    let days = since_1970.as_secs() / 86_400 + 719_468;
    let (cycle, day) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Months of 31, 30, 31, 30, 31 days from March on: 153 in five of them.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", cycle * 400 + year + carry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        // Counted by hand: 1970 has 365 days; 2000-02-29 is 30 years, 7 leap days, 31 + 28 days later.
        let day = |number: u64| date(Duration::from_secs(number * 86_400 + 5));
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(364), "1970-12-31");
        assert_eq!(day(365), "1971-01-01");
        assert_eq!(day(30 * 365 + 7 + 31 + 28), "2000-02-29");
        assert_eq!(day(30 * 365 + 7 + 31 + 29), "2000-03-01");
    }
}
