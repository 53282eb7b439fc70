use serde_json::json;

use crate::{codes, demo, file, fixture, folder, sinew};

#[test]
fn json_lists_every_node_by_its_index_with_its_place_in_the_tree() {
    let answer = sinew(&["inspect", &fixture("unknown_extensions.gltf"), "--json"]).json();
    assert_eq!(answer["file"], fixture("unknown_extensions.gltf"));
    assert_eq!(answer["container"], "gltf");
    assert_eq!(answer["asset"]["version"], "2.0");
    assert_eq!(answer["asset"]["generator"], "a text editor");
    assert_eq!(answer["extensionsUsed"], json!(["ACME_springs", "ACME_glow"]));
    assert_eq!(answer["extensionsRequired"], json!(["ACME_springs"]));
    assert_eq!(answer["extensionsRun"], json!([]));
    assert_eq!(answer["scene"], 0);
    assert_eq!(answer["counts"]["nodes"], 2);
    assert_eq!(answer["counts"]["cameras"], 1);
    assert_eq!(
        answer["nodes"][1],
        json!({"index": 1, "name": "Actor", "parent": null, "children": [], "inScene": true,
               "mesh": null, "skin": null, "camera": 0, "extensions": ["ACME_springs", "ACME_glow"]})
    );
    assert_eq!(answer["nodes"][0]["inScene"], false);
    assert!(codes(&answer).contains(&("UNSUPPORTED_EXTENSION", "/extensionsRequired/0")), "{answer}");
    assert!(codes(&answer).contains(&("UNEXPECTED_PROPERTY", "/nodes/1/zebra")), "{answer}");
}

#[test]
fn compressed_views_are_decoded_within_limits_and_need_no_fallback() {
    let file = fixture("meshopt/swing.gltf");
    let text = sinew(&["inspect", &file]);
    let text = text.text();
    assert!(text.contains("EXT_meshopt_compression  required  Sinew decodes it"), "{text}");
    assert!(text.contains("no bytes: its views are compressed"), "{text}");
    let answer = sinew(&["inspect", &file, "--json"]).json();
    assert_eq!((answer["buffers"][0]["source"].as_str(), codes(&answer)), (Some("fallback"), vec![]));
    // 65 keys: times of 4 bytes, rotations of 8 and translations of 12 are 260, 520 and 780 bytes.
    let view = |place| format!("/bufferViews/{place}/extensions/EXT_meshopt_compression");
    let answer = sinew(&["inspect", &file, "--json", "--limit", "decompressed=800"]).json();
    let refused = codes(&answer).into_iter().filter(|(code, _)| *code == "BUFFER_VIEW_UNREADABLE");
    assert_eq!(refused.map(|(_, pointer)| pointer).collect::<Vec<_>>(), [view(2)]);
}

#[test]
fn json_lists_animations_and_buffers() {
    let answer = sinew(&["inspect", "--json"]).json();
    let swing = json!({"index": 0, "name": "Swing", "duration": 4.0, "channels": [
        {"node": 3, "path": "rotation", "keys": 4, "interpolation": "LINEAR"},
        {"node": 6, "path": "rotation", "keys": 3, "interpolation": "LINEAR"}]});
    let travel = json!({"index": 1, "name": "Travel", "duration": 3.0, "channels": [
        {"node": 9, "path": "translation", "keys": 3, "interpolation": "CUBICSPLINE"}]});
    assert_eq!(answer["animations"], json!([swing, travel]));
    assert_eq!(answer["buffers"][0]["source"], "dataUri");
    // 36 indices of 2 bytes; 24 normals and ten times 24 positions of 12; keys 4·(4+16) + 3·(4+16) + 3·4 + 9·12.
    assert_eq!(answer["buffers"][0]["byteLength"], 72 + 11 * 288 + 80 + 60 + 12 + 108);
    assert_eq!(codes(&answer), []);
}

#[test]
fn text_shows_a_tree_with_what_each_node_carries() {
    let run = sinew(&["inspect", &demo()]);
    for line in [
        "  Crane #1\n",
        "  │        ├─ Trolley #9        mesh Trolley · at 0.6 -0.13 0\n",
        "  │        │  └─ Hook #11       mesh Hook · at 0 -1.11 0\n",
        "  │        └─ Tip #13           at 2.2 0 0\n",
        "  #  name    duration  channels  keys  moves        interpolation\n",
        // Four keys on the tower and three on the jib.
        "  0  Swing        4 s         2     7  rotation     LINEAR\n",
        "  1  Travel       3 s         1     3  translation  CUBICSPLINE\n",
        "  0  3.5 kB  data URI\n",
    ] {
        assert!(run.text().contains(line), "{line:?} is not in\n{}", run.stdout);
    }
}

#[test]
fn constraints_and_virtual_transforms_are_reported_in_both_forms() {
    let answer = sinew(&["inspect", &demo(), "--json"]).json();
    let aim = json!({"node": 14, "source": 12, "kind": "aim", "weight": 1.0, "sourceSpace": "model",
        "destinationSpace": "model", "axes": ["PositiveZ"]});
    assert_eq!(answer["constraints"], json!([aim]));
    let label = &answer["virtualTransforms"][2];
    assert_eq!((&label["name"], &label["parent"]), (&json!("load_label"), &json!(12)));
    assert_eq!((&label["tags"], &label["inherits"]), (&json!(["ui"]), &json!(["position"])));
    let run = sinew(&["inspect", &demo()]);
    for line in [
        "  Floodlight #14  aim         Load #12  PositiveZ  model     model          1\n",
        "  1  operator_view  Cabin #5  camera  everything\n",
    ] {
        assert!(run.text().contains(line), "{line:?} is not in\n{}", run.stdout);
    }
}

#[test]
fn a_look_at_point_is_shown_on_request() {
    let file = fixture("virtual_transform/look_at_vrm_1_0.gltf");
    let points = |arguments: &[&str]| sinew(arguments).json()["virtualTransforms"].clone();
    assert_eq!(points(&["inspect", &file, "--json"]), json!([]));
    assert_eq!(points(&["inspect", &file, "--json", "--look-at"])[0]["tags"], json!(["look_at"]));
}

#[test]
fn text_reports_what_runs_what_is_data_and_what_is_kept() {
    let run = sinew(&["inspect", &fixture("unknown_extensions.gltf")]);
    let text = run.text();
    assert!(text.contains("\nScene Stage\n  Actor #1  camera Eye · ACME_springs · ACME_glow\n"), "{text}");
    assert!(text.contains("\nOutside the scene\n  Spare #0  ACME_glow\n"), "{text}");
    assert!(
        text.contains("  ACME_springs  required  kept, not run\n  ACME_glow     used      kept, not run\n"),
        "{text}"
    );
    assert!(
        text.contains("\nDiagnostics  2 warnings, 1 info\n  warning /nodes/1/zebra  UNEXPECTED_PROPERTY\n"),
        "{text}"
    );
}

/// Sinew draws nothing, so an avatar with materials of its own does not run as a whole.
#[test]
fn features_that_do_not_run_are_named_beside_those_that_do() {
    let avatar = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["VRM", "VRMC_materials_mtoon"],
        "nodes": [{"name": "hips"}, {"name": "hair"}],
        "extensions": {"VRM": {
            "humanoid": {"humanBones": [{"bone": "hips", "node": 0}]},
            "secondaryAnimation": {"boneGroups": [{"bones": [1], "stiffiness": 1.0}], "colliderGroups": []},
            "materialProperties": [{"name": "skin"}]},
            "VRMC_materials_mtoon": {"specVersion": "1.0"}}}"#;
    let folder = folder("features_that_do_not_run");
    let path = file(&folder, "avatar.gltf", avatar);
    let run = sinew(&["inspect", &path]);
    let text = run.text();
    assert!(text.contains("  VRM                   used  Sinew runs a part of it\n"), "{text}");
    assert!(text.contains("  VRMC_materials_mtoon  used  kept, not run\n"), "{text}");
    assert!(text.contains("  VRM  humanoid      Sinew runs it\n  VRM  spring bones  Sinew runs it\n  VRM  materials     kept, not run\n"), "{text}");
    let answer = sinew(&["inspect", &path, "--json"]).json();
    assert_eq!(answer["extensionsRun"], json!(["VRM"]));
    assert_eq!(
        answer["features"],
        json!([{"extension": "VRM", "feature": "humanoid", "runs": true},
               {"extension": "VRM", "feature": "spring bones", "runs": true},
               {"extension": "VRM", "feature": "materials", "runs": false}])
    );
}

#[test]
fn rest_transforms_of_matrices_are_described_in_words() {
    let run = sinew(&["inspect", &fixture("matrix_nodes.gltf")]);
    assert!(run.text().contains("QuarterTurn #0  at 3 0 0 · rotated 90° about Y\n"), "{}", run.stdout);
    assert!(run.text().contains("Doubled #1   at 1 0 0 · scaled 2\n"), "{}", run.stdout);
}

#[test]
fn morph_weights_are_counted() {
    let run = sinew(&["inspect", &fixture("morph_weights.gltf")]);
    assert!(run.text().contains("OwnWeights #1   mesh Face · 2 morph weights\n"), "{}", run.stdout);
}

#[test]
fn a_broken_tree_is_made_whole_and_reported() {
    for (name, code, pointer, parents) in [
        ("node_cycle.gltf", "NODE_CYCLE", "/nodes/2/children", json!([null, null, 1])),
        ("node_with_two_parents.gltf", "NODE_PARENT_OVERRIDE", "/nodes/1/children/0", json!([null, null, 0])),
        ("dangling_child.gltf", "UNRESOLVED_REFERENCE", "/nodes/0/children/1", json!([null, 0])),
    ] {
        let answer = sinew(&["inspect", &fixture(name), "--json"]).json();
        assert_eq!(codes(&answer), [(code, pointer)], "{name}");
        let found: Vec<_> = answer["nodes"].as_array().unwrap().iter().map(|node| node["parent"].clone()).collect();
        assert_eq!(json!(found), parents, "{name}");
    }
}

#[test]
fn broken_transforms_and_lists_are_reported_each_at_its_place() {
    let answer = sinew(&["inspect", &fixture("broken_nodes.gltf"), "--json"]).json();
    let mut found = codes(&answer);
    found.sort_unstable();
    let expected = [
        ("BUFFER_TOO_SHORT", "/buffers/0"),
        ("INVALID_INDEX", "/nodes/3/children/1"),
        ("NODE_MATRIX_AND_TRS", "/nodes/0"),
        ("NODE_MATRIX_NON_TRS", "/nodes/1/matrix"),
        ("ROTATION_NON_UNIT", "/nodes/3/rotation"),
        ("ROTATION_ZERO", "/nodes/2/rotation"),
        ("SCENE_NON_ROOT_NODE", "/scenes/0/nodes/4"),
    ];
    assert_eq!(found, expected);
    assert_eq!(answer["nodes"][4]["parent"], 3);
}

#[test]
fn channels_that_cannot_run_are_reported_and_the_others_kept() {
    let answer = sinew(&["inspect", &fixture("broken_animations.gltf"), "--json"]).json();
    let mut found = codes(&answer);
    found.sort_unstable();
    let expected = [
        ("ANIMATION_CHANNEL_NO_TARGET", "/animations/0/channels/0/target"),
        ("ANIMATION_CHANNEL_UNSUPPORTED", "/animations/0/channels/1/target/path"),
        ("ANIMATION_DUPLICATE_TARGETS", "/animations/0/channels/4"),
        ("ANIMATION_KEYS_NOT_INCREASING", "/accessors/1"),
        ("ANIMATION_SAMPLER_UNREADABLE", "/animations/0/samplers/1"),
        ("UNRESOLVED_REFERENCE", "/animations/0/channels/5/sampler"),
    ];
    assert_eq!(found, expected);
    let kept = json!([{"node": 0, "path": "translation", "keys": 2, "interpolation": "LINEAR"}]);
    assert_eq!(answer["animations"][0]["channels"], kept);
}

#[test]
fn a_file_without_a_scene_runs_every_root() {
    let answer = sinew(&["inspect", &fixture("names_that_terminals_obey.gltf"), "--json"]).json();
    assert_eq!(codes(&answer), [("NO_SCENE", "")]);
    assert_eq!(answer["scene"], json!(null));
    assert!(answer["nodes"].as_array().unwrap().iter().all(|node| node["inScene"] == true), "{answer}");
}

#[test]
fn a_buffer_that_cannot_be_had_is_named_and_the_rest_is_shown() {
    let run = sinew(&["inspect", &fixture("missing_buffer.gltf")]);
    assert!(run.text().contains("  0  12 B  never_there.bin (not available)  Lost\n"), "{}", run.stdout);
    assert!(run.text().contains("error /buffers/0  BUFFER_UNAVAILABLE\n"), "{}", run.stdout);
    assert!(run.text().contains("  Lonely #0\n"), "{}", run.stdout);
}

#[test]
fn names_cannot_command_the_terminal() {
    let run = sinew(&["inspect", &fixture("names_that_terminals_obey.gltf")]);
    assert!(!run.text().contains('\x1b') && !run.stdout.contains('\x07'), "{:?}", run.stdout);
    assert!(run.stdout.contains(" line\\nbreak #0\n"), "{}", run.stdout);
    assert!(run.stdout.contains("  右腕 #1\n  #2\n"), "{}", run.stdout);
}

/// A file with a chain or a fan of nodes.
fn many(name: &str, count: usize, node: impl Fn(usize) -> String) -> String {
    let nodes: Vec<String> = (0..count).map(node).collect();
    let text =
        format!("{{\"asset\":{{\"version\":\"2.0\"}},\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{}]}}", nodes.join(","));
    file(&folder(name), "many.gltf", &text)
}

#[test]
fn a_large_tree_is_cut_unless_all_is_asked_for() {
    let path = many("large_tree", 1000, |node| {
        let children: Vec<usize> = (1..1000).collect();
        if node == 0 { format!("{{\"children\":{children:?}}}") } else { "{}".to_owned() }
    });
    let cut = sinew(&["inspect", &path]);
    assert!(cut.text().contains("  ├─ #199\n  … and 800 more nodes (--all shows them)\n"), "{}", cut.stdout);
    let all = sinew(&["inspect", &path, "--all"]);
    assert!(all.text().contains("  └─ #999\n"), "{}", all.stdout);
    assert_eq!(sinew(&["inspect", &path, "--json"]).json()["nodes"].as_array().unwrap().len(), 1000);
}

#[test]
fn each_extension_is_listed_once_and_any_number_of_them_in_passable_time() {
    // Comparing every name with every other would take 10¹⁰ comparisons, which is minutes.
    let names = |range: std::ops::Range<usize>| {
        range.map(|number| format!("\"ACME_{number:06}\"")).collect::<Vec<_>>().join(",")
    };
    let text = format!(
        r#"{{"asset": {{"version": "2.0"}}, "extensionsUsed": [{}], "extensionsRequired": [{}]}}"#,
        names(0..100_000),
        names(99_999..199_999)
    );
    let folder = folder("each_extension_is_listed_once");
    let run = sinew(&["inspect", &file(&folder, "many.gltf", &text), "--all"]);
    let rows = run.text().lines().filter(|line| line.ends_with("kept, not run"));
    // One name is in both lists.
    assert_eq!(rows.count(), 199_999);
    assert!(run.text().contains("  ACME_099998  used      kept, not run\n  ACME_099999  required  kept, not run\n"));
}

#[test]
fn a_deep_chain_does_not_make_long_lines() {
    let last = 20_000;
    let path = many("deep_chain", last + 1, |node| {
        if node < last { format!("{{\"children\":[{}]}}", node + 1) } else { "{}".to_owned() }
    });
    let run = sinew(&["inspect", &path, "--all"]);
    let longest = run.text().lines().map(|line| line.chars().count()).max().unwrap();
    assert!(longest < 90, "{longest}");
    assert!(run.stdout.contains("#20000\n"), "the last node is shown");
}

#[test]
fn unreadable_files_exit_with_3_and_name_the_fix() {
    let folder = folder("unreadable");
    let missing = folder.join("missing.glb").display().to_string();
    let no_gltf = file(&folder, "notes.txt", "buy milk");
    let truncated = file(&folder, "cut.glb", "glTF\u{2}\0\0\0");
    let broken = file(&folder, "broken.gltf", "{\"asset\": {\"version\": 2.0.0}}");
    let old = file(&folder, "old.gltf", "{\"asset\": {\"version\": \"1.0\"}}");
    let nameless = file(&folder, "nameless.gltf", "{}");
    for (path, words) in [
        (missing, &["there is no such file", "check the path"][..]),
        (no_gltf, &["not a glTF file", "give a .gltf"]),
        (truncated, &["ends before", "export it again"]),
        (broken, &["not valid JSON", "line 1, column"]),
        (old, &["/asset/version: glTF 1.0", "export it as glTF 2.0"]),
        (nameless, &["/asset/version: missing", "give a glTF 2.0 file"]),
    ] {
        let run = sinew(&["inspect", &path]);
        let message = run.failure(3);
        assert!(message.starts_with(&format!("error: {path}: ")), "{message}");
        assert!(words.iter().all(|words| message.contains(words)), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[cfg(feature = "physics")]
#[test]
fn a_file_whose_only_joint_is_left_out_still_has_its_lists() {
    let text = r#"{"asset": {"version": "2.0"}, "nodes": [{"extensions": {"KHR_physics_rigid_bodies": {"joint": {"joint": 0}}}}]}"#;
    let path = file(&folder("inspect_rejected"), "joint.gltf", text);
    let physics = &sinew(&["inspect", &path, "--json"]).json()["physics"];
    assert_eq!((&physics["joints"], &physics["bodies"]), (&serde_json::json!([]), &serde_json::json!([])));
}

#[test]
fn springs_are_shown_with_all_that_decides_how_they_swing() {
    let hair = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["VRMC_springBone"], "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "Head", "children": [1]}, {"name": "Hair", "children": [2]}, {"name": "Tip", "translation": [0, -0.1, 0]}],
        "extensions": {"VRMC_springBone": {"specVersion": "1.0",
            "colliders": [{"node": 0, "shape": {"sphere": {"radius": 0.1}}}, {"node": 0, "shape": {"sphere": {"radius": 0.2}}},
                {"node": 0, "shape": {"capsule": {"radius": 0.1, "tail": [0, 1, 0]}}}],
            "colliderGroups": [{"colliders": [0, 1, 2]}],
            "springs": [{"name": "Fringe", "colliderGroups": [0], "joints": [
                {"node": 1, "hitRadius": 0.025, "gravityPower": 0.5, "gravityDir": [1, 0, 0]}, {"node": 2}]}]}}}"#;
    let path = file(&folder("inspect_springs"), "hair.gltf", hair);
    let text = sinew(&["inspect", &path]).stdout;
    for word in ["Fringe", "hit radius", "0.025", "0.5 along 1 0 0", "2 sphere, 1 capsule"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    // What ran is what there is to run.
    let text = sinew(&["simulate", &path, "--seconds", "0.1"]).stdout;
    assert!(text.contains("only animations, constraints and springs ran"), "{text}");
    let text = sinew(&["simulate", &path, "--seconds", "0.1", "--no-springs"]).stdout;
    assert!(text.contains("only animations and constraints ran"), "{text}");
}
