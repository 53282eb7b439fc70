use std::path::Path;

use serde_json::{Value, json};

use crate::{codes, command, demo, file, fixture, folder, sinew};

fn in_folder(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

/// The JSON of a `.gltf`, or of a GLB: a header of 12 bytes, then the length and the kind of the first chunk.
fn json_of(path: &str) -> Value {
    let bytes = std::fs::read(path).unwrap();
    if !bytes.starts_with(b"glTF") {
        return serde_json::from_slice(&bytes).unwrap();
    }
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&bytes[20..20 + length]).unwrap()
}

#[test]
fn the_same_format_is_copied_byte_for_byte() {
    let out = in_folder(&folder("copy_same"), "out.gltf");
    let run = sinew(&["copy", &fixture("unknown_extensions.gltf"), &out]);
    assert_eq!(run.text().split("  ").next(), Some(format!("wrote {out}").as_str()));
    assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(fixture("unknown_extensions.gltf")).unwrap());
}

#[test]
fn a_text_becomes_a_glb_and_a_text_again() {
    let folder = folder("copy_round");
    let (glb, gltf) = (in_folder(&folder, "crane.glb"), in_folder(&folder, "crane.gltf"));
    sinew(&["copy", &demo(), &glb]).text();
    let original = json_of(&demo());
    let mut packed = original.clone();
    packed["buffers"][0].as_object_mut().unwrap().remove("uri");
    assert_eq!(json_of(&glb), packed);

    let run = sinew(&["copy", &glb, &gltf]);
    assert_eq!(run.text().lines().count(), 2, "{}", run.stdout);
    packed["buffers"][0]["uri"] = json!("crane.bin");
    assert_eq!(json_of(&gltf), packed);
    // What an animation gives depends on the buffer, so equal answers show that its bytes survived.
    let answer = |path: &str| sinew(&["evaluate", path, "--animation", "0", "--time", "0.7", "--json"]).json();
    assert_eq!(answer(&gltf), answer(&demo()));
    assert_eq!(answer(&glb), answer(&demo()));
}

#[test]
fn files_beside_one_in_the_current_folder_are_named_and_compared_as_it_is() {
    let folder = folder("copy_here");
    let run = |arguments: &[&str]| {
        let output = command(arguments).current_dir(&folder).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    sinew(&["copy", &demo(), &in_folder(&folder, "crane.glb")]).text();
    let (code, reported, _) = run(&["copy", "crane.glb", "crane.gltf"]);
    assert_eq!(code, Some(0));
    assert!(reported.starts_with("wrote crane.bin  "), "{reported}");

    // The image would take the name of the copy, and one of the two would be lost.
    std::fs::create_dir_all(folder.join("in")).unwrap();
    let text = r#"{"asset": {"version": "2.0"}, "images": [{"uri": "out.gltf"}]}"#;
    file(&folder, "in/asset.gltf", text);
    file(&folder, "in/out.gltf", "an image");
    let (code, _, why) = run(&["copy", "in/asset.gltf", "out.gltf"]);
    assert_eq!(code, Some(3), "{why}");
    assert!(why.contains("out.gltf"), "{why}");
    assert!(!folder.join("out.gltf").exists());
}

#[test]
fn embedding_needs_no_second_file() {
    let folder = folder("copy_embed");
    let (glb, gltf) = (in_folder(&folder, "a.glb"), in_folder(&folder, "b.gltf"));
    sinew(&["copy", &demo(), &glb]).text();
    assert_eq!(sinew(&["copy", &glb, &gltf, "--embed"]).text().lines().count(), 1);
    // Base64 of the same bytes with the same media type is the same text.
    assert_eq!(json_of(&gltf), json_of(&demo()));
}

#[test]
fn json_lists_what_was_written_and_noticed() {
    let out = in_folder(&folder("copy_json"), "out.vrm");
    let answer = sinew(&["copy", &fixture("missing_buffer.gltf"), &out, "--json"]).json();
    assert_eq!(answer["files"], json!([out]));
    assert_eq!(codes(&answer), [("BUFFER_UNAVAILABLE", "/buffers/0")]);
}

#[test]
fn a_missing_resource_is_a_note_and_does_not_stop_the_copy() {
    let folder = folder("copy_missing");
    let asset = file(&folder, "in.gltf", r#"{"asset":{"version":"2.0"},"images":[{"uri":"gone.png"}]}"#);
    let out = in_folder(&folder, "out.gltf");
    let run = sinew(&["copy", &asset, &out]);
    assert!(run.text().starts_with("wrote "), "{}", run.stdout);
    assert!(run.stderr.starts_with(&format!("note: {asset}: /images/0: ")), "{}", run.stderr);
    assert!(run.stderr.contains("IMAGE_UNAVAILABLE"), "{}", run.stderr);
    let quiet = sinew(&["copy", &asset, &out, "--force", "--quiet"]);
    assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (Some(0), "", ""));
}

#[test]
fn nothing_is_overwritten_unless_asked() {
    let folder = folder("copy_exists");
    let taken = file(&folder, "taken.gltf", "precious");
    let run = sinew(&["copy", &demo(), &taken]);
    let expected = format!("error: {taken}: exists — choose another name, or overwrite it with --force\n");
    assert_eq!(run.failure(3), expected);
    assert_eq!(std::fs::read_to_string(&taken).unwrap(), "precious");
    sinew(&["copy", &demo(), &taken, "--force"]).text();
    assert_eq!(json_of(&taken), json_of(&demo()));
}

#[test]
fn a_place_that_cannot_be_written_exits_with_3_and_says_why() {
    let folder = folder("copy_nowhere");
    std::fs::create_dir(folder.join("folder.glb")).unwrap();
    for (out, words) in [
        ("missing/a.glb", "there is no such folder — create it first"),
        ("folder.glb", "is a folder — name a file in it"),
    ] {
        let run = sinew(&["copy", &demo(), &in_folder(&folder, out)]);
        assert!(run.failure(3).contains(words), "{}", run.stderr);
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn an_output_name_without_a_known_extension_is_a_usage_error() {
    let folder = folder("copy_no_format");
    for verb in ["copy", "normalize"] {
        for out in ["a.txt", "a"] {
            let run = sinew(&[verb, &demo(), &in_folder(&folder, out)]);
            assert!(run.failure(2).contains("let it end in .gltf, .glb, .vrm or .vrma"), "{}", run.stderr);
        }
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing is written");
}

#[test]
fn an_unreadable_file_is_not_copied() {
    let out = in_folder(&folder("copy_unreadable"), "out.glb");
    assert!(sinew(&["copy", "nowhere.glb", &out]).failure(3).starts_with("error: nowhere.glb: "));
    assert!(!Path::new(&out).exists());
}
