//! Every real file is shown and evaluated, where there are any.

use sinew_testkit::assets;

use crate::sinew;

#[test]
fn every_real_file_is_shown_and_evaluated() {
    for path in assets::models("") {
        let path = path.display().to_string();
        let shown = sinew(&["inspect", &path, "--json"]).json();
        let evaluated = sinew(&["evaluate", &path, "--json"]).json();
        let count = shown["counts"]["nodes"].as_u64().unwrap() as usize;
        let nodes = evaluated["nodes"].as_array().unwrap();
        assert_eq!((nodes.len(), shown["nodes"].as_array().unwrap().len()), (count, count), "{path}");
        for (index, node) in nodes.iter().enumerate() {
            assert_eq!(node["index"], index, "{path}");
            let matrix = node["model"]["matrix"].as_array().unwrap();
            assert!(matrix.len() == 16 && matrix.iter().all(serde_json::Value::is_number), "{path}: node {index}");
        }
        assert_eq!(sinew(&["inspect", &path, "--all"]).code, Some(0), "{path}");
    }
}
