//! The features of a file's extensions, and whether Sinew runs them. An avatar's extension bundles several: Sinew runs its bones,
//! expressions, look-at and spring bones and keeps its materials as data.

use serde::Serialize;
use sinew_document::extension::{is_known, vrm_0x, vrmc_vrm};
use sinew_document::{Document, Value};

/// A feature of an extension that the file uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FeatureAnswer {
    /// The extension that it belongs to.
    pub extension: String,
    /// A short description.
    pub feature: &'static str,
    /// Whether Sinew runs it; other features stay in the file as data.
    pub runs: bool,
}

/// A feature within an extension, and where it is found.
struct Feature {
    name: &'static str,
    runs: bool,
    /// Paths from the extension's object; `*` is every member or element. A value there that is not empty uses the feature.
    paths: &'static [&'static [&'static str]],
}

const VRMC_VRM: &[Feature] = &[
    Feature { name: "humanoid", runs: true, paths: &[&["humanoid", "humanBones"]] },
    Feature {
        name: "expressions (morph targets)",
        runs: true,
        paths: &[
            &["expressions", "preset", "*", "morphTargetBinds"],
            &["expressions", "custom", "*", "morphTargetBinds"],
        ],
    },
    Feature {
        name: "expressions (materials)",
        runs: true,
        paths: &[
            &["expressions", "preset", "*", "materialColorBinds"],
            &["expressions", "preset", "*", "textureTransformBinds"],
            &["expressions", "custom", "*", "materialColorBinds"],
            &["expressions", "custom", "*", "textureTransformBinds"],
        ],
    },
    Feature { name: "look-at", runs: true, paths: &[&["lookAt"]] },
    Feature { name: "first person", runs: false, paths: &[&["firstPerson"]] },
    Feature { name: "meta", runs: false, paths: &[&["meta"]] },
];

const VRM_0X: &[Feature] = &[
    Feature { name: "humanoid", runs: true, paths: &[&["humanoid", "humanBones"]] },
    Feature {
        name: "expressions (morph targets)",
        runs: true,
        paths: &[&["blendShapeMaster", "blendShapeGroups", "*", "binds"]],
    },
    Feature {
        name: "expressions (materials)",
        runs: true,
        paths: &[&["blendShapeMaster", "blendShapeGroups", "*", "materialValues"]],
    },
    Feature { name: "look-at", runs: true, paths: &[&["firstPerson", "lookAtTypeName"]] },
    Feature { name: "look-at curves", runs: true, paths: &[&["firstPerson", "*", "curve"]] },
    Feature { name: "first person", runs: false, paths: &[&["firstPerson", "meshAnnotations"]] },
    Feature { name: "spring bones", runs: true, paths: &[&["secondaryAnimation", "boneGroups"]] },
    Feature { name: "materials", runs: false, paths: &[&["materialProperties"]] },
    Feature { name: "meta", runs: false, paths: &[&["meta"]] },
];

/// The features of an extension that bundles several. Every other extension runs, or stays as data, as a whole.
fn features_of(extension: &str) -> Option<&'static [Feature]> {
    match extension {
        vrmc_vrm::NAME => Some(VRMC_VRM),
        vrm_0x::NAME => Some(VRM_0X),
        _ => None,
    }
}

/// The features that the file uses of an extension with several of them. Empty for other extensions.
pub fn feature_parts(document: &Document, extension: &str) -> Vec<FeatureAnswer> {
    let Some((features, value)) = features_of(extension).zip(document.extension(extension)) else { return Vec::new() };
    let used = features.iter().filter(|feature| feature.paths.iter().any(|path| is_used(value, path)));
    used.map(|feature| FeatureAnswer { extension: extension.to_owned(), feature: feature.name, runs: feature.runs })
        .collect()
}

/// Whether Sinew runs an extension, in part or as a whole.
pub fn runs(document: &Document, extension: &str) -> bool {
    let parts = feature_parts(document, extension);
    is_known(extension) && (parts.is_empty() || parts.iter().any(|part| part.runs))
}

/// Whether the value at a path is not empty. The recursion is as deep as the path, which is a constant.
fn is_used(value: Value, path: &[&str]) -> bool {
    match path.split_first() {
        None => !value.is_empty() || value.as_str().is_some_and(|text| !text.is_empty()),
        Some((&"*", rest)) => {
            value.members().any(|(_, member)| is_used(member, rest))
                || value.elements().any(|element| is_used(element, rest))
        }
        Some((key, rest)) => value.get(key).is_some_and(|member| is_used(member, rest)),
    }
}

#[cfg(test)]
mod tests {
    use sinew_document::{Document, NoResources};

    use super::*;

    fn document(text: &str) -> Document {
        Document::read(text.as_bytes(), &NoResources).unwrap()
    }

    #[test]
    fn materials_of_vrm_0x_are_kept_while_humanoid_and_springs_run() {
        let document = document(
            r#"{"asset":{"version":"2.0"},"extensionsUsed":["VRM"],"extensions":{"VRM":{
                "humanoid":{"humanBones":[{"bone":"hips","node":0}]},
                "firstPerson":{"lookAtTypeName":"Bone","meshAnnotations":[]},
                "blendShapeMaster":{"blendShapeGroups":[{"name":"A","binds":[],"materialValues":[{"materialName":"m"}]}]},
                "secondaryAnimation":{"boneGroups":[{"bones":[0]}],"colliderGroups":[]}}}}"#,
        );
        let parts = feature_parts(&document, "VRM");
        let names: Vec<_> = parts.iter().map(|part| (part.feature, part.runs)).collect();
        assert_eq!(
            names,
            [("humanoid", true), ("expressions (materials)", true), ("look-at", true), ("spring bones", true)]
        );
    }

    #[test]
    fn an_extension_of_which_nothing_runs_does_not_run() {
        let document = document(
            r#"{"asset":{"version":"2.0"},"extensions":{"VRMC_vrm":{"specVersion":"1.0","meta":{"name":"a"}},
                "VRMC_materials_mtoon":{"specVersion":"1.0"}}}"#,
        );
        assert!(!runs(&document, "VRMC_vrm"));
        assert!(!runs(&document, "VRMC_materials_mtoon"));
        assert!(runs(&document, "VRMC_springBone"));
        assert!(runs(&document, "KHR_physics_rigid_bodies"));
    }
}
