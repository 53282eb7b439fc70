// Files as a three.js application loads them.

import { readFileSync } from 'node:fs';

import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/** Loads a `.gltf` without buffers, or a `.glb`; `plugins` as `GLTFLoader.register` takes them. */
export function load(file, ...plugins) {
  const loader = new GLTFLoader();
  for (const plugin of plugins) loader.register(plugin);
  const bytes = readFileSync(file);
  const isBinary = bytes.subarray(0, 4).toString('latin1') === 'glTF';
  const data = isBinary ? bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) : bytes.toString('utf8');
  return loader.parseAsync(data, '');
}

/** The objects of the nodes of a loaded file, by the file's index. */
export function objectsByNode({ parser }) {
  const objects = [];
  for (const [object, { nodes }] of parser.associations) {
    if (nodes !== undefined && object.isObject3D) objects[nodes] = object;
  }
  return objects;
}
