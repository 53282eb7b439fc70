import { Group } from 'three';

import { Model, World } from '../src/index.js';
import { SinewController } from './controller.js';
import { PropertySync } from './properties.js';

/**
 * A plugin for three's GLTFLoader: `loader.register((parser) => new SinewLoaderPlugin(parser))`. It sets
 * `gltf.userData.sinew`, a {@link SinewController}.
 */
export class SinewLoaderPlugin {
  #parser;
  #options;

  constructor(parser, options = {}) {
    this.#parser = parser;
    this.#options = options;
  }

  /** The name that identifies the plugin to the loader. */
  get name() {
    return 'sinew';
  }

  async afterRoot(gltf) {
    const { model: given, world: shared, worldOptions, spawn, ...modelOptions } = this.#options;
    const model = (await given) ?? (await readModel(this.#parser, modelOptions));
    // Without scenes every root runs; the loader shows nothing.
    if (!gltf.scene) {
      gltf.scene = await everyRoot(this.#parser, model);
      gltf.scenes.push(gltf.scene);
    }
    const world = shared ?? (await World.create(worldOptions));
    const objects = await objectsOfNodes(this.#parser, model);
    gltf.userData.sinew = new SinewController({
      model,
      world,
      instance: world.spawn(model, spawn),
      root: gltf.scene,
      objects,
      ownsWorld: !shared,
      ownsModel: !given,
      properties: new PropertySync(this.#parser, gltf.scene, objects),
    });
  }
}

/** The file that the loader reads, as Sinew reads it. */
export async function readModel(parser, options) {
  const binary = parser.extensions.KHR_binary_glTF;
  if (binary) {
    return Model.load(glb(binary.content, binary.body), options);
  }
  const resources = new Map();
  const buffers = parser.json.buffers ?? [];
  for (const [index, { uri }] of buffers.entries()) {
    if (uri !== undefined && !uri.startsWith('data:')) {
      resources.set(uri, await parser.getDependency('buffer', index));
    }
  }
  return Model.load(JSON.stringify(parser.json), { resources, ...options });
}

/** Joins the two chunks that the loader split. */
function glb(text, body) {
  const json = new TextEncoder().encode(text);
  const padded = (length) => (length + 3) & ~3;
  const jsonLength = padded(json.length);
  const bodyLength = body ? padded(body.byteLength) : 0;
  const length = 12 + 8 + jsonLength + (body ? 8 + bodyLength : 0);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  [0x46546c67, 2, length, jsonLength, 0x4e4f534a].forEach((word, at) => view.setUint32(at * 4, word, true));
  bytes.fill(0x20, 20, 20 + jsonLength).set(json, 20);
  if (body) {
    view.setUint32(20 + jsonLength, bodyLength, true);
    view.setUint32(24 + jsonLength, 0x004e4942, true);
    bytes.set(new Uint8Array(body), 28 + jsonLength);
  }
  return bytes;
}

async function everyRoot(parser, model) {
  const group = new Group();
  for (const { index, parent, inScene } of model.info.nodes) {
    if (parent === null && inScene) {
      group.add(await parser.getDependency('node', index));
    }
  }
  return group;
}

/** The object of each node of the scene that runs, as the loader keeps it; `null` for the other nodes. */
export function objectsOfNodes(parser, model) {
  const { nodes } = model.info;
  return Promise.all(nodes.map(({ index, inScene }) => (inScene ? parser.getDependency('node', index) : null)));
}
