//! Real files: their accessors are read, and the least and greatest numbers are those that their exporters wrote.

use std::path::{Path, PathBuf};

use sinew_document::core::RawAccessor;
use sinew_document::{AccessorIndex, Diagnostics, Document, FromJson as _, Value};

use crate::read_flat;

fn assets() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/assets");
    let folder = std::env::var_os("SINEW_ASSETS").map_or(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}

fn models(folder: &Path) -> Vec<PathBuf> {
    let (mut models, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            if path.is_dir() {
                folders.push(path);
            } else if ["gltf", "glb", "vrm", "vrma"].contains(&extension) {
                models.push(path);
            }
        }
    }
    models.sort();
    models
}

#[test]
fn declared_bounds_of_real_files_are_those_of_their_numbers() {
    let Some(folder) = assets() else {
        println!("skipped: there are no assets beside the workspace, and SINEW_ASSETS names none");
        return;
    };
    let (mut accessors, mut bounds) = (0, 0);
    for path in models(&folder) {
        let Ok(document) = Document::open(&path) else { continue };
        for (index, value) in document.iter::<AccessorIndex>() {
            let Some(table) = RawAccessor::from_json(value, &mut Diagnostics::new()) else { continue };
            let accessor = match document.accessor(index) {
                Ok(accessor) => accessor,
                Err(error) => panic!("{}: {error}", path.display()),
            };
            let numbers = read_flat(&accessor).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            accessors += 1;
            if accessor.is_normalized() {
                continue;
            }
            let width = accessor.shape().components();
            let extreme = |bound: Option<Value<'_>>, pick: fn(f32, f32) -> f32| {
                for (component, bound) in bound.into_iter().flat_map(Value::elements).enumerate() {
                    let found = numbers.iter().skip(component).step_by(width).copied().reduce(pick);
                    let (found, bound) = (found.unwrap(), bound.as_f32().unwrap());
                    let tolerance = 1e-5 * bound.abs().max(1.0);
                    assert!((found - bound).abs() <= tolerance, "{}: {index} {found} {bound}", path.display());
                }
                bound.map_or(0, Value::len)
            };
            bounds += extreme(table.min, f32::min) + extreme(table.max, f32::max);
        }
    }
    assert!(accessors > 0 && bounds > 0, "{} holds no models", folder.display());
    println!("{accessors} accessors read, {bounds} bounds compared");
}
