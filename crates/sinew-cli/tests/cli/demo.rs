//! The demos: what they do, and that what they do can be repeated.

use serde_json::Value;

use crate::{folder, sinew};

const NAMES: [&str; 4] = ["crane", "ragdolls", "avatar", "machine"];

/// The file of a demo, written to the folder of a test.
fn written(test: &str, demo: &str, file: &str) -> String {
    let folder = folder(test);
    let run = sinew(&["demo", demo, "--write", folder.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    folder.join(file).display().to_string()
}

#[test]
fn into_a_pipe_a_demo_is_a_summary_with_events_and_a_digest() {
    for name in NAMES {
        let run = sinew(&["demo", name, "--seconds", "1"]);
        assert!(run.text().contains("1 s in 60 steps") && run.stdout.contains("digest "), "{}", run.stdout);
        assert!(!run.stdout.contains('\x1b') && run.stderr.is_empty(), "{}{}", run.stdout, run.stderr);
    }
    assert!(sinew(&["demo", "machine"]).text().contains("Ball #"), "events of the ball");
}

#[test]
fn the_list_names_every_demo_and_others_are_refused() {
    let list = sinew(&["demo", "--list"]);
    let names: Vec<&str> = list.text().lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, NAMES);
    let refused = sinew(&["demo", "zeppelin"]);
    assert!(refused.failure(2).contains("ragdolls"), "{}", refused.stderr);
}

#[test]
fn written_files_are_whole_and_not_overwritten_unasked() {
    // Where there is no such folder yet.
    let folder = folder("demo_written").join("new/folder");
    let path = folder.to_str().unwrap();
    for name in NAMES {
        assert_eq!(sinew(&["demo", name, "--write", path]).code, Some(0));
        assert_eq!(sinew(&["demo", name, "--write", path]).code, Some(3));
        assert_eq!(sinew(&["demo", name, "--write", path, "--force"]).code, Some(0));
    }
    let names = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names, ["avatar.gltf", "dance.vrma", "demo.gltf", "machine.gltf", "ragdolls.gltf"]);
    for name in names {
        let run = sinew(&["validate", &folder.join(&name).display().to_string(), "--strict"]);
        assert_eq!(run.code, Some(0), "{name}: {}{}", run.stdout, run.stderr);
    }
}

fn variable(answer: &Value, name: &str) -> Value {
    let variables = answer["graphs"][0]["variables"].as_array().unwrap();
    variables.iter().find(|variable| variable["name"] == name).unwrap()["value"].clone()
}

/// A launch at 5 m/s up is in the air for 2·5/9.81 = 1.02 s, and waits 0.35 s on a pad: one in 1.37 s, after a fall of 1 m in 0.45 s.
/// In twelve seconds that is 1 + ⌊(12 − 0.8)/1.37⌋ = 9, one less if a step is lost at each pad.
#[test]
fn the_machine_juggles_its_ball_from_pad_to_pad() {
    let file = written("machine_juggles", "machine", "machine.gltf");
    let answer = sinew(&["simulate", &file, "--seconds", "12", "--json"]).json();
    let launches = variable(&answer, "launches").as_u64().unwrap();
    assert!((8..=9).contains(&launches), "{launches}");
    let events = answer["graphEvents"].as_array().unwrap();
    let launched: Vec<&Value> = events.iter().filter(|event| event["event"] == "launched").collect();
    assert_eq!(launched.len() as u64, launches);
    for (count, event) in (1..).zip(&launched) {
        assert_eq!(event["values"]["launches"], count, "{event}");
    }
    // Left, right, left, …: the triggers are entered in turn.
    let entered: Vec<u64> = answer["events"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["kind"] == "triggerEnter")
        .map(|event| event["a"].as_u64().unwrap())
        .collect();
    assert!(entered.len() >= 7 && entered.windows(2).all(|pair| pair[0] != pair[1]), "{entered:?}");
    assert!(answer["graphs"][0].get("halt").is_none_or(Value::is_null));
}

/// The graph switches itself on after a second; whoever selects the switch at three seconds switches it off.
#[test]
fn the_switch_of_the_machine_starts_and_stops_its_rotor() {
    let file = written("machine_switch", "machine", "machine.gltf");
    let spin = |arguments: &[&str]| {
        let answer = sinew(&[&["simulate", &file, "--seconds", "6", "--json"], arguments].concat()).json();
        let nodes = answer["bodies"].as_array().unwrap().clone();
        let model = sinew(&["inspect", &file, "--json"]).json();
        let index = model["nodes"].as_array().unwrap().iter().position(|node| node["name"] == "Rotor").unwrap() as u64;
        let rotor = nodes.iter().find(|body| body["node"] == index).unwrap().clone();
        (rotor["angularVelocity"][2].as_f64().unwrap(), variable(&answer, "isOn"))
    };
    // In each step 0.1 N·m·s on 0.5 kg·m² add 0.2 rad/s, and the brake takes 3 1/s of the speed: 0.2·60/3 = 4 rad/s, within what one
    // step adds.
    let (speed, is_on) = spin(&[]);
    assert!((speed - 4.0).abs() < 0.2 && is_on == true, "{speed} {is_on}");
    let (speed, is_on) = spin(&["--select", "Switch@3"]);
    assert!(speed.abs() < 0.05 && is_on == false, "{speed} {is_on}");
    let (speed, is_on) = spin(&["--select", "Switch@3", "--select", "Switch@3.5"]);
    assert!((speed - 4.0).abs() < 0.2 && is_on == true, "{speed} {is_on}");
}

#[test]
fn the_avatar_dances_and_her_hair_swings() {
    let folder = folder("avatar_dances");
    assert_eq!(sinew(&["demo", "avatar", "--write", folder.to_str().unwrap()]).code, Some(0));
    let [file, clip] = ["avatar.gltf", "dance.vrma"].map(|name| folder.join(name).display().to_string());
    let rotation = |arguments: &[&str], name: &str| -> Vec<f64> {
        let words = ["simulate", &file, "--clip", &clip, "--seconds", "2.5", "--json"];
        let answer = sinew(&[&words, arguments].concat()).json();
        let node = answer["nodes"].as_array().unwrap().iter().find(|node| node["name"] == name).unwrap().clone();
        let numbers = node["local"]["rotation"].as_array().unwrap();
        numbers.iter().map(|number| number.as_f64().unwrap()).collect()
    };
    let angle = |rotation: &[f64]| 2.0 * rotation[3].abs().min(1.0).acos().to_degrees();
    assert!(angle(&rotation(&[], "RightUpperArm")) > 10.0);
    assert!(angle(&rotation(&[], "Left tail 2")) > 2.0);
    assert!(angle(&rotation(&["--no-springs"], "Left tail 2")) < 1e-3);
}
