//! What the validator says of compressed buffer views.

use crate::{found, open, read};

fn swing() -> String {
    open("meshopt/swing.gltf").json().text().to_owned()
}

/// The text with one thing replaced, once.
fn changed(from: &str, to: &str) -> Vec<String> {
    let text = swing();
    assert!(text.contains(from), "{from}");
    found(&read(&text.replacen(from, to, 1)))
}

const ROTATIONS: &str = "/bufferViews/1/extensions/EXT_meshopt_compression";

#[test]
fn a_view_that_cannot_be_decoded_is_reported_once_and_its_channels_are_skipped() {
    // The first view has the key times of both channels.
    let sampler = |place: usize| format!("ANIMATION_SAMPLER_UNREADABLE /animations/0/samplers/{place}");
    let view = "BUFFER_VIEW_UNREADABLE /bufferViews/0/extensions/EXT_meshopt_compression".to_owned();
    let mut value: serde_json::Value = serde_json::from_str(&swing()).unwrap();
    value["bufferViews"][0]["extensions"]["EXT_meshopt_compression"]["count"] = 64.into();
    assert_eq!(found(&read(&value.to_string())), [view.clone(), sampler(0), sampler(1)]);
    let text = swing();
    let uri = text.find("base64,").unwrap() + 7;
    // The first byte of the first stream is a0.
    let broken = format!("{}{}{}", &text[..uri], "AA", &text[uri + 2..]);
    assert_eq!(found(&read(&broken)), [view, sampler(0), sampler(1)]);
}

#[test]
fn views_that_nothing_reads_are_checked_as_well() {
    let text = swing().replacen("\"animations\"", "\"extras\"", 1);
    assert_eq!(found(&read(&text)), <Vec<String>>::new());
    let text = text.replacen("\"QUATERNION\"", "\"COLOUR\"", 1);
    assert_eq!(found(&read(&text)), [format!("BUFFER_VIEW_UNREADABLE {ROTATIONS}/filter")]);
}

#[test]
fn words_of_the_later_text_are_reported_in_the_earlier_one() {
    let color = changed("\"QUATERNION\"", "\"COLOR\"");
    assert!(color.contains(&format!("VALUE_NOT_IN_LIST {ROTATIONS}/filter")), "{color:?}");
    let later = read(&swing().replace("EXT_meshopt", "KHR_meshopt").replacen("\"QUATERNION\"", "\"COLOR\"", 1));
    assert!(found(&later).iter().all(|finding| !finding.starts_with("VALUE_NOT_IN_LIST")));
    let surplus = changed("\"filter\": \"QUATERNION\"", "\"filter\": \"QUATERNION\",\n     \"level\": 3");
    assert_eq!(surplus, [format!("UNEXPECTED_PROPERTY {ROTATIONS}/level")]);
}

#[test]
fn both_extensions_on_one_view_are_reported() {
    let text = swing();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let extensions = &mut value["bufferViews"][1]["extensions"];
    extensions["KHR_meshopt_compression"] = extensions["EXT_meshopt_compression"].clone();
    value["extensionsUsed"] = serde_json::json!(["EXT_meshopt_compression", "KHR_meshopt_compression"]);
    assert_eq!(found(&read(&value.to_string())), ["ONE_OF_MISMATCH /bufferViews/1/extensions"]);
}

#[test]
fn a_fallback_is_named_by_compressed_views_alone() {
    let mut value: serde_json::Value = serde_json::from_str(&swing()).unwrap();
    let buffer = value["buffers"][1].clone();
    value["buffers"][0] = serde_json::json!({"byteLength": buffer["byteLength"], "uri": buffer["uri"],
        "extensions": {"EXT_meshopt_compression": {"fallback": true}}});
    value["bufferViews"].as_array_mut().unwrap().push(serde_json::json!({"buffer": 0, "byteLength": 4}));
    value["bufferViews"][2]["extensions"]["EXT_meshopt_compression"]["buffer"] = 0.into();
    assert_eq!(
        found(&read(&value.to_string())),
        [
            "UNSATISFIED_DEPENDENCY /bufferViews/2/extensions/EXT_meshopt_compression/buffer",
            "UNSATISFIED_DEPENDENCY /bufferViews/3/buffer",
        ]
    );
}

/// Only the lists name an extension that widens what core glTF allows.
#[test]
fn quantization_is_not_missed() {
    let text = r#"{"asset": {"version": "2.0"}, "scenes": [{}], "extensionsUsed": ["KHR_mesh_quantization", "EXT_meshopt_compression"],
        "extensionsRequired": ["KHR_mesh_quantization"]}"#;
    assert_eq!(found(&read(text)), ["EXTENSION_NOT_PRESENT /extensionsUsed/1"]);
}
