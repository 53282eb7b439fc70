use std::path::Path;

use serde_json::{Value, json};
use sinew_document::{AccessorData, Document};
use sinew_testkit::assets;

use crate::{assert_near, codes, demo, file, fixture, folder, sinew};

/// A clip of the avatar in `fixtures/humanoid/avatar_clip.gltf` that nods by 90° within a second, and smiles.
pub(super) fn nodding(folder: &Path) -> String {
    let document = Document::open(fixture("humanoid/avatar_clip.gltf")).unwrap();
    let node = |name: &str| {
        let nodes = document.root().get("nodes").unwrap();
        nodes.elements().position(|node| node.get("name").unwrap().as_str().unwrap() == name).unwrap()
    };
    let (head, rest) = (node("head"), document.root().get("nodes").unwrap().element(node("head")).unwrap());
    let rest: Vec<f32> = rest.get("rotation").unwrap().elements().map(|part| part.as_f64().unwrap() as f32).collect();
    let rest: [f32; 4] = rest.try_into().unwrap();
    let mut edit = document.edit();
    let smile = edit.add_node(json!({"name": "smile"})).unwrap();
    edit.push("/scenes/0/nodes", smile.0.into()).unwrap();
    edit.set("/extensions/VRMC_vrm_animation/expressions/preset/happy", json!({"node": smile.0})).unwrap();
    let times = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0])).unwrap().0;
    // A second key that is the first one's negative means the same rotation: the head rests.
    let turns = edit.add_accessor(AccessorData::Vec4(&[rest, rest.map(|part| -part)])).unwrap().0;
    let smiles = edit.add_accessor(AccessorData::Vec3(&[[0.0; 3], [1.0, 0.0, 0.0]])).unwrap().0;
    let samplers = json!([{"input": times, "output": turns}, {"input": times, "output": smiles}]);
    let channels = json!([{"sampler": 0, "target": {"node": head, "path": "rotation"}},
        {"sampler": 1, "target": {"node": smile.0, "path": "translation"}}]);
    edit.add_animation(json!({"name": "nod", "channels": channels, "samplers": samplers})).unwrap();
    edit.add_animation(json!({"name": "other", "channels": channels, "samplers": samplers})).unwrap();
    let document = edit.finish().unwrap();
    let path = folder.join("nod.vrma");
    let options = sinew_document::SaveOptions { overwrite: true, embed: true };
    document.save(&path, &options, &sinew_document::NoResources).unwrap();
    path.display().to_string()
}

#[test]
fn poses_for_programs_have_every_bone_of_the_model() {
    let folder = folder("retarget_json");
    let clip = nodding(&folder);
    let model = fixture("humanoid/avatar_vrm1_rotated.gltf");
    let answer = sinew(&["retarget", &clip, &model, "--at", "0,0.25,9", "--json"]).json();
    let samples = answer["samples"].as_array().unwrap();
    assert_eq!(samples.len(), 3);
    let bones = samples[0]["bones"].as_object().unwrap();
    assert_eq!(bones.len(), 52);
    for bone in bones.values() {
        assert_near(&bone["normalized"], &[0.0, 0.0, 0.0, bone["normalized"][3].as_f64().unwrap().signum()]);
        assert_eq!(bone["local"].as_array().unwrap().len(), 4);
    }
    // The avatar's hips rest at 0.75 · 0.9 m.
    assert_near(&samples[0]["hips"], &[0.0, 0.675, 0.0]);
    assert_eq!(samples[1]["expressions"], json!({"happy": 0.25}));
    assert_eq!((&samples[2]["t"], &samples[2]["expressions"]["happy"]), (&json!(9.0), &json!(1.0)));
    assert!(samples[0].get("lookAt").is_none());
    assert_eq!(codes(&answer), [("CLIP_SEVERAL_ANIMATIONS", "/animations"), ("CLIP_TIME_OUT_OF_RANGE", "")]);
}

#[test]
fn a_summary_reports_what_fits_and_how_far_it_is_off() {
    let folder = folder("retarget_summary");
    let (clip, model) = (nodding(&folder), fixture("humanoid/avatar_vrm1_rotated.gltf"));
    let run = sinew(&["retarget", &clip, &model, "--animation", "other"]);
    let text = run.text();
    for part in
        ["\"other\", 1 s", "50 of 55 matched", "upperChest", "hips         not animated", "error        at most 0"]
    {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let answer = sinew(&["retarget", &clip, &model, "--json", "--hips", "none"]).json();
    assert_eq!((&answer["summary"]["hipsRatio"], &answer["samples"]), (&json!(1.0), &json!([])));
    assert_eq!(answer["summary"]["hipsMoved"], json!(false));
    assert_eq!(answer["summary"]["missingExpressions"], json!(["happy"]));
    assert!(answer["summary"]["conversion"]["errorDegrees"].as_f64().unwrap() < 0.1);
}

#[test]
fn a_model_is_written_with_one_animation_more() {
    let folder = folder("retarget_model");
    let (clip, model) = (nodding(&folder), fixture("humanoid/avatar_vrm1.gltf"));
    for name in ["out.glb", "out.gltf", "out.vrm"] {
        let out = folder.join(name).display().to_string();
        assert!(sinew(&["retarget", &clip, &model, "-o", &out]).text().contains("wrote "));
        let inspection = sinew(&["inspect", &out, "--json"]).json();
        assert_eq!(inspection["animations"].as_array().unwrap().len(), 1);
        assert_eq!(inspection["animations"][0]["name"], "nod");
        assert_eq!(inspection["animations"][0]["channels"][0]["interpolation"], "LINEAR");
        let again = sinew(&["retarget", &clip, &model, "-o", &out]);
        assert!(again.failure(3).contains("exists — choose another name"), "{}", again.stderr);
        sinew(&["retarget", &clip, &model, "-o", &out, "--force"]).text();
    }
}

/// A clip of an expression and look-at, without `humanoid`.
pub(super) fn smiling(folder: &Path) -> String {
    let text = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["VRMC_vrm_animation"], "scene": 0,
        "scenes": [{"nodes": [0, 1]}], "nodes": [{"name": "smile"}, {"name": "gaze"}],
        "extensions": {"VRMC_vrm_animation": {"specVersion": "1.0", "expressions": {"preset": {"happy": {"node": 0}}},
            "lookAt": {"node": 1}}}}"#;
    let document = Document::read(text, &sinew_document::NoResources).unwrap();
    let mut edit = document.edit();
    let times = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0])).unwrap().0;
    let smiles = edit.add_accessor(AccessorData::Vec3(&[[0.0; 3], [1.0, 0.0, 0.0]])).unwrap().0;
    // 60° about Y: to the left.
    let looks = edit.add_accessor(AccessorData::Vec4(&[[0.0, 0.5, 0.0, 0.866_025_4]; 2])).unwrap().0;
    let samplers = json!([{"input": times, "output": smiles}, {"input": times, "output": looks}]);
    let channels = json!([{"sampler": 0, "target": {"node": 0, "path": "translation"}},
        {"sampler": 1, "target": {"node": 1, "path": "rotation"}}]);
    edit.add_animation(json!({"channels": channels, "samplers": samplers})).unwrap();
    let path = folder.join("smile.vrma");
    let options = sinew_document::SaveOptions { overwrite: true, embed: true };
    edit.finish().unwrap().save(&path, &options, &sinew_document::NoResources).unwrap();
    path.display().to_string()
}

#[test]
fn a_clip_without_a_humanoid_plays_and_leaves_the_bones() {
    let folder = folder("retarget_alone");
    let (clip, model) = (smiling(&folder), fixture("humanoid/avatar_vrm1_rotated.gltf"));
    assert_eq!(sinew(&["validate", &clip, "--format", "json"]).json()["issues"]["numErrors"], json!(0));
    let answer = sinew(&["retarget", &clip, &model, "--at", "0.25", "--json"]).json();
    assert_eq!(codes(&answer), [] as [(&str, &str); 0]);
    let sample = &answer["samples"][0];
    assert_eq!((&sample["expressions"], &answer["summary"]["matched"]), (&json!({"happy": 0.25}), &json!([])));
    assert!((sample["lookAt"]["yaw"].as_f64().unwrap() - 60.0).abs() < 1e-3);
    assert_near(&sample["hips"], &[0.0, 0.675, 0.0]);
    let rest = sinew(&["evaluate", &model, "--json"]).json();
    let at_rest = |name: &str| {
        let nodes = rest["nodes"].as_array().unwrap();
        nodes.iter().find(|node| node["name"] == name).unwrap()["local"]["rotation"].clone()
    };
    for bone in ["hips", "leftUpperArm", "head"] {
        let rotation: Vec<f64> = at_rest(bone).as_array().unwrap().iter().map(|part| part.as_f64().unwrap()).collect();
        assert_near(&sample["bones"][bone]["local"], &rotation);
    }
    let out = folder.join("out.vrma").display().to_string();
    sinew(&["retarget", &clip, &model, "-o", &out]).text();
    let again = sinew(&["retarget", &out, &model, "--at", "0.25", "--json"]).json();
    assert_eq!(again["samples"][0]["expressions"], sample["expressions"]);
    // An avatar stays where it is while it plays.
    let nodes = sinew(&["simulate", &model, "--clip", &clip, "--seconds", "0.5", "--json"]).json()["nodes"].clone();
    let head = nodes.as_array().unwrap().iter().find(|node| node["name"] == "head").unwrap().clone();
    let rotation: Vec<f64> = at_rest("head").as_array().unwrap().iter().map(|part| part.as_f64().unwrap()).collect();
    assert_near(&head["local"]["rotation"], &rotation);
}

#[test]
fn a_clip_is_written_that_says_the_same() {
    let folder = folder("retarget_clip");
    let (clip, model) = (nodding(&folder), fixture("humanoid/avatar_vrm1_rotated.gltf"));
    let out = folder.join("out.vrma").display().to_string();
    sinew(&["retarget", &clip, &model, "-o", &out, "--animation", "0"]).text();
    let poses = |clip: &str| sinew(&["retarget", clip, &model, "--at", "0.5", "--json"]).json()["samples"][0].clone();
    let (a, b): (Value, Value) = (poses(&clip), poses(&out));
    assert_eq!(a["expressions"], b["expressions"]);
    assert_near(&a["hips"], &[0, 1, 2].map(|axis| b["hips"][axis].as_f64().unwrap()));
    let inspection = sinew(&["inspect", &out, "--json"]).json();
    assert_eq!(inspection["humanoid"]["extension"], "VRMC_vrm_animation");
    assert_eq!(inspection["diagnostics"], json!([]));
}

#[test]
fn errors_name_the_problem_and_the_fix() {
    let folder = folder("retarget_refused");
    let (clip, model) = (nodding(&folder), fixture("humanoid/avatar_vrm1.gltf"));
    let plain = file(&folder, "plain.gltf", r#"{"asset":{"version":"2.0"},"nodes":[{}]}"#);
    for (arguments, code, words) in [
        (vec![&demo()[..], &model], 1, "say which is which with --names"),
        (vec![&demo()[..], &model], 1, "required are hips, spine, head"),
        (vec![&model, &model], 3, "the file has no animation — export it with an animation"),
        (vec![&clip, &plain], 1, "its nodes have no names — say which is which with --model-names"),
        (vec![&clip, &model, "--animation", "jump"], 2, "it has 0 (nod), 1 (other)"),
        (vec![&clip, &model, "-o", "out.txt"], 2, "let it end in .glb, .gltf, .vrm, .vrma or .bvh"),
        (vec![&clip, &model, "-o", &clip], 2, "is an input, and inputs are not overwritten"),
        (vec![&clip, &model, "--tolerance", "0"], 2, "give degrees above 0"),
        (vec![&clip, &model, "--error", "-1"], 2, "give degrees above 0"),
        (vec![&clip, &model, "--fps", "-1"], 2, "give frames per second above 0"),
        (vec![&clip, &model, "--bvh-unit", "-1"], 2, "give cm, m, in, mm, or metres per unit"),
        (vec![&clip, &model, "--at", "soon"], 2, "give seconds, such as 0.5"),
        (vec!["nowhere.vrma", &model], 3, "there is no such file"),
    ] {
        let run = sinew(&[&["retarget"], arguments.as_slice()].concat());
        assert!(run.failure(code).contains(words), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn times_before_the_clip_can_be_among_others() {
    let clip = nodding(&folder("retarget_early"));
    let model = fixture("humanoid/avatar_vrm1.gltf");
    let answer = sinew(&["retarget", &clip, &model, "--at", "-1,0", "--animation", "0", "--json"]).json();
    let times: Vec<&Value> = answer["samples"].as_array().unwrap().iter().map(|sample| &sample["t"]).collect();
    assert_eq!(times, [&json!(-1.0), &json!(0.0)]);
    assert_eq!(answer["samples"][0]["bones"], answer["samples"][1]["bones"]);
    assert_eq!(codes(&answer), [("CLIP_TIME_OUT_OF_RANGE", "")]);
}

#[test]
fn diagnostics_of_an_unusable_file_are_reported() {
    let folder = folder("retarget_told");
    let clip = nodding(&folder);
    let text =
        r#"{"asset":{"version":"2.0"},"nodes":[{}],"extensions":{"VRMC_vrm":{"specVersion":"1.0","humanoid":[]}}}"#;
    let model = file(&folder, "list.gltf", text);
    for arguments in [[&clip, &model], [&model, &clip]] {
        let run = sinew(&["retarget", arguments[0], arguments[1]]);
        assert!(run.failure(1).contains("list.gltf: /extensions/VRMC_vrm/humanoid: "), "{}", run.stderr);
    }
}

#[test]
fn expressions_and_look_at_without_effect_are_reported() {
    let Some(folder) = assets::folder() else { return };
    let path = |part: &str| folder.join(part).display().to_string();
    // The model's `happy` changes materials alone, which pointers animate; its look-at moves expressions that it does not have.
    let model = path("vrm/VRMC_vrm_expressions_isBinary_Overrides.vrm");
    let run = sinew(&["retarget", &path("vrma/test.vrma"), &model]);
    assert!(!run.text().contains("changes nothing of the model"), "{}", run.stdout);
    assert!(run.text().contains("the model has neither eyes nor morph targets"), "{}", run.stdout);
    let summary = &sinew(&["retarget", &path("vrma/test.vrma"), &model, "--json"]).json()["summary"];
    assert_eq!((&summary["unshownExpressions"], &summary["lookAtShown"]), (&json!([]), &json!(false)));
    // Here the eyes' bones show it, and there is no `happy` at all.
    let model = path("vrm/VRMC_materials_mtoon_UV_Animation_Test.vrm");
    let summary = &sinew(&["retarget", &path("vrma/test.vrma"), &model, "--json"]).json()["summary"];
    assert_eq!((&summary["missingExpressions"], &summary["unshownExpressions"]), (&json!(["happy"]), &json!([])));
}

#[test]
fn missing_bones_and_hips_on_the_ground_are_noted() {
    let folder = folder("retarget_noted");
    let clip = nodding(&folder);
    for (model, code) in [
        ("humanoid/missing_bones.gltf", "HUMANOID_REQUIRED_BONE_MISSING"),
        ("humanoid/hips_on_the_ground.gltf", "HUMANOID_HIPS_HEIGHT"),
    ] {
        let run = sinew(&["retarget", &clip, &fixture(model)]);
        assert!(!run.text().is_empty() && run.stderr.contains(code), "{}", run.stderr);
        let answer = sinew(&["retarget", &clip, &fixture(model), "--json", "--at", "0"]).json();
        assert!(codes(&answer).iter().any(|(found, _)| *found == code), "{answer}");
    }
}

#[test]
fn real_clips_fit_real_avatars() {
    let Some(folder) = assets::folder() else { return };
    let path = |part: &str| folder.join(part).display().to_string();
    let model = path("vrm/VRMC_vrm_expressions_isBinary_Overrides.vrm");
    let answer = sinew(&["retarget", &path("vrma/test.vrma"), &model, "--at", "0,0.5", "--json"]).json();
    assert_eq!(answer["samples"].as_array().unwrap().len(), 2);
    assert_eq!(answer["samples"][0]["bones"].as_object().unwrap().len(), 22);
    assert!(answer["samples"][0]["lookAt"]["yaw"].is_number() && answer["samples"][0]["lookAt"]["pitch"].is_number());
}

#[test]
fn inspect_shows_the_humanoid() {
    let answer = sinew(&["inspect", &fixture("humanoid/avatar_vrm1_rotated.gltf"), "--json"]).json();
    let humanoid = &answer["humanoid"];
    assert_eq!(humanoid["bones"].as_array().unwrap().len(), 52);
    assert_eq!(humanoid["missing"], json!(["upperChest", "jaw", "leftToes"]));
    assert_eq!((&humanoid["missingRequired"], &humanoid["facing"]), (&json!([]), &json!("+Z")));
    let run = sinew(&["inspect", &fixture("humanoid/a_pose.gltf")]);
    assert!(run.text().contains("Humanoid") && run.text().contains("off; largest "), "{}", run.stdout);
    let required = sinew(&["inspect", &fixture("humanoid/missing_bones.gltf")]);
    assert!(required.text().contains("missing, required"), "{}", required.stdout);
    assert!(sinew(&["inspect", &demo(), "--json"]).json().get("humanoid").is_none());
}
