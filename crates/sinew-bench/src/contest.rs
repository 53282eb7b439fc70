//! One scene, and its contenders, which alternate.
//!
//! A round runs every contender once, so that a slow phase of the machine affects all of them. The result is the median of the
//! rounds; a ratio is the median of the ratios of each round, with the interquartile range as its spread.

use serde_json::{Value, json};

use crate::Failure;

/// The unit of a result.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// Such as "ns a node".
    pub name: &'static str,
    /// The number of units in a second.
    pub of_a_second: f64,
    /// The number of work items in a round.
    pub pieces: usize,
}

/// A contender.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// The name of the program or crate.
    pub name: String,
    /// Its version; empty for none.
    pub version: String,
    /// Its platform.
    pub runs: Runs,
}

/// The platform of a contender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// A native program.
    Native,
    /// In Node.
    Node,
    /// As WebAssembly in Node.
    Wasm,
    /// A target number, without a program.
    Limit,
}

impl Runs {
    /// For the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Node => "Node",
            Self::Wasm => "wasm",
            Self::Limit => "limit",
        }
    }
}

/// The index of a contender in its contest.
#[derive(Clone, Copy, Debug)]
pub struct ContenderId(usize);

/// Runs a round. Returns the processor time of each member of a team, seconds.
type Round<'a> = Box<dyn FnMut() -> Result<Vec<f64>, Failure> + 'a>;

/// A comparison, and the target speed-up of the first.
struct Pair {
    ours: ContenderId,
    peer: Option<ContenderId>,
    target: Option<f64>,
}

/// A scene and its contenders.
pub struct Contest<'a> {
    group: &'static str,
    scene: String,
    unit: Unit,
    contenders: Vec<Contender>,
    teams: Vec<Round<'a>>,
    pairs: Vec<Pair>,
}

impl<'a> Contest<'a> {
    /// Without contenders yet.
    pub fn new(group: &'static str, scene: impl Into<String>, unit: Unit) -> Self {
        let scene = scene.into();
        eprintln!("{group}: {scene}");
        Self { group, scene, unit, contenders: Vec::new(), teams: Vec::new(), pairs: Vec::new() }
    }

    /// Adds a contender, whose round returns its seconds.
    pub fn add(&mut self, who: Contender, mut round: impl FnMut() -> Result<f64, Failure> + 'a) -> ContenderId {
        self.contenders.push(who);
        self.teams.push(Box::new(move || Ok(vec![round()?])));
        ContenderId(self.contenders.len() - 1)
    }

    /// Adds contenders that alternate within a round.
    pub fn add_team<const N: usize>(
        &mut self,
        team: [Contender; N],
        round: impl FnMut() -> Result<Vec<f64>, Failure> + 'a,
    ) -> [ContenderId; N] {
        let first = self.contenders.len();
        self.contenders.extend(team);
        self.teams.push(Box::new(round));
        std::array::from_fn(|member| ContenderId(first + member))
    }

    /// Adds a target number of units as a peer.
    pub fn add_limit(&mut self, units: f64) -> ContenderId {
        let name = format!("{units} {}", self.unit.name);
        let seconds = units * self.unit.pieces as f64 / self.unit.of_a_second;
        self.add(Contender { name, version: String::new(), runs: Runs::Limit }, move || Ok(seconds))
    }

    /// Compares two contenders; the first should be `target` times as fast as the second.
    pub fn compare(&mut self, ours: ContenderId, peer: ContenderId, target: Option<f64>) {
        self.pairs.push(Pair { ours, peer: Some(peer), target });
    }

    /// Reports a contender without a peer.
    pub fn report(&mut self, ours: ContenderId) {
        self.pairs.push(Pair { ours, peer: None, target: None });
    }

    /// Runs a number of rounds, at least one.
    ///
    /// # Errors
    /// Fails if a contender fails.
    pub fn run(mut self, rounds: usize) -> Result<Vec<Row>, Failure> {
        let mut times: Vec<Vec<f64>> = vec![Vec::new(); self.contenders.len()];
        for _ in 0..rounds.max(1) {
            let mut place = 0;
            for team in &mut self.teams {
                for seconds in team()? {
                    times[place].push(seconds);
                    place += 1;
                }
            }
        }
        let rows: Vec<Row> = self.pairs.iter().map(|pair| self.row(pair, &times)).collect();
        for row in &rows {
            eprintln!("  {}", row.sentence());
        }
        Ok(rows)
    }

    fn row(&self, pair: &Pair, times: &[Vec<f64>]) -> Row {
        let entry = |place: ContenderId| Entry {
            who: self.contenders[place.0].clone(),
            value: quantile(&times[place.0], 0.5) * self.unit.of_a_second / self.unit.pieces as f64,
        };
        let ratios = pair.peer.map(|peer| {
            let rounds = times[peer.0].iter().zip(&times[pair.ours.0]);
            rounds.map(|(peer, ours)| peer / ours.max(1e-9)).collect::<Vec<f64>>()
        });
        Row {
            group: self.group,
            scene: self.scene.clone(),
            unit: self.unit.name,
            ours: entry(pair.ours),
            peer: pair.peer.map(entry),
            ratio: ratios.map(|ratios| [0.25, 0.5, 0.75].map(|part| quantile(&ratios, part))),
            target: pair.target,
            rounds: times[pair.ours.0].len(),
        }
    }
}

/// The result of a contender.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The contender.
    pub who: Contender,
    /// In the row's unit, the median.
    pub value: f64,
}

/// A line of the table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The group of scenes.
    pub group: &'static str,
    /// The scene.
    pub scene: String,
    /// The unit of the values.
    pub unit: &'static str,
    /// This project.
    pub ours: Entry,
    /// The peer.
    pub peer: Option<Entry>,
    /// How many times as fast ours is: a quarter of the rounds are below the first number, half of them below the second, a
    /// quarter above the third.
    pub ratio: Option<[f64; 3]>,
    /// The minimum ratio.
    pub target: Option<f64>,
    /// The number of rounds.
    pub rounds: usize,
}

impl Row {
    /// Whether the target is met, where there is one.
    pub fn is_met(&self) -> Option<bool> {
        Some(self.ratio?[1] >= self.target?)
    }

    /// As a line for programs.
    pub fn to_json(&self) -> Value {
        let peer = self.peer.as_ref();
        json!({
            "group": self.group,
            "scene": self.scene,
            "ours": self.ours.value,
            "ours_runs": self.ours.who.runs.name(),
            "ours_version": self.ours.who.version,
            "peer": peer.map(|peer| peer.value),
            "peer_name": peer.map(|peer| &peer.who.name),
            "peer_runs": peer.map(|peer| peer.who.runs.name()),
            "peer_version": peer.map(|peer| &peer.who.version),
            "unit": self.unit,
            "ratio": self.ratio.map(|[_, middle, _]| middle),
            "spread": self.ratio.map(|[low, _, high]| [low, high]),
            "target": self.target,
            "met": self.is_met(),
            "rounds": self.rounds,
        })
    }

    fn sentence(&self) -> String {
        let ours = format!("{} {:.4} {}", self.ours.who.name, self.ours.value, self.unit);
        match (&self.peer, self.ratio) {
            (Some(peer), Some([low, middle, high])) => format!(
                "{ours}, {} {} {:.4}: {middle:.3} times as fast ({low:.3} to {high:.3})",
                peer.who.name, peer.who.version, peer.value
            ),
            _ => ours,
        }
    }
}

/// The value below which a part of the values lies, between two of them in proportion; NaN of none.
fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = part * sorted.len().saturating_sub(1) as f64;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    match (sorted.get(below), sorted.get(above)) {
        (Some(low), Some(high)) => low + (high - low) * (place - place.floor()),
        _ => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn native(name: &str) -> Contender {
        Contender { name: name.to_owned(), version: String::new(), runs: Runs::Native }
    }

    #[test]
    fn a_ratio_is_the_median_of_the_rounds_and_not_of_the_times() {
        let mut contest = Contest::new("g", "s", Unit { name: "ms", of_a_second: 1e3, pieces: 1 });
        // Rounds of (1, 2), (10, 30), (2, 4) seconds: ratios 2, 3 and 2, while the times' medians are 2 and 4.
        let (mut ours, mut peer) = ([1.0, 10.0, 2.0].into_iter(), [2.0, 30.0, 4.0].into_iter());
        let ours = contest.add(native("ours"), move || Ok(ours.next().unwrap()));
        let peer = contest.add(native("peer"), move || Ok(peer.next().unwrap()));
        contest.compare(ours, peer, Some(2.5));
        let row = &contest.run(3).unwrap()[0];
        assert_eq!((row.ours.value, row.peer.as_ref().unwrap().value), (2000.0, 4000.0));
        // A quarter of the way from 2 to 2, and half of the way from 2 to 3.
        assert_eq!(row.ratio, Some([2.0, 2.0, 2.5]));
        assert_eq!(row.is_met(), Some(false));
    }

    #[test]
    fn a_limit_is_a_peer_of_constant_time() {
        let mut contest = Contest::new("g", "s", Unit { name: "ns a node", of_a_second: 1e9, pieces: 1000 });
        // 10 ns a node of 1000 nodes.
        let ours = contest.add(native("ours"), || Ok(1e-5));
        let limit = contest.add_limit(15.0);
        contest.compare(ours, limit, Some(1.0));
        let row = &contest.run(1).unwrap()[0];
        assert!((row.ours.value - 10.0).abs() < 1e-9);
        assert!((row.ratio.unwrap()[1] - 1.5).abs() < 1e-9 && row.is_met() == Some(true));
    }
}
