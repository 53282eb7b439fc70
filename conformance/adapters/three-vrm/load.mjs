// Files, read as three.js and three-vrm read them, and told as the suite wants to have them told.
import { readFile } from 'node:fs/promises';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

// The loader tells of its progress in events that Node.js does not have.
globalThis.ProgressEvent ??= class ProgressEvent extends Event {};

/** Reads a glTF file with plugins. */
export async function load(path, plugins) {
  const text = await readFile(path, 'utf8');
  const json = JSON.parse(text);
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
  for (const plugin of plugins) loader.register(plugin);
  const gltf = await loader.parseAsync(text, '');
  const nodes = await Promise.all((json.nodes ?? []).map((_, index) => gltf.parser.getDependency('node', index)));
  return { json, gltf, nodes };
}

/** The state of every node, in the order of the file. */
export function told({ json, nodes }, root) {
  root.updateMatrixWorld(true);
  return nodes.map((node, index) => {
    node.updateWorldMatrix(true, false);
    return {
      index,
      name: json.nodes[index].name ?? null,
      local: { translation: node.position.toArray(), rotation: node.quaternion.toArray(), scale: node.scale.toArray() },
      model: { matrix: node.matrixWorld.toArray() },
      weights: [...(node.morphTargetInfluences ?? [])],
    };
  });
}
