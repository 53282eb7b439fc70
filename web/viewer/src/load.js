/** Loads a file: Sinew runs it, three renders it. */
import { BufferGeometry, Cache, LoadingManager } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { Clip, Model, World, init } from 'sinew-gltf';
import { SinewLoaderPlugin, addStandIns, bareScene } from 'sinew-gltf/three';

import { addDecoders } from './decoders.js';
import { embeddedBytes } from './embedded.js';
import { jsonOf } from './files.js';
import { animationKeys, clipKeys } from './keys.js';
import { completed } from './missing.js';
import { isVrm, toonPlugins } from './toon.js';

Cache.enabled = false;

/** The timeout of three's loader, which waits forever for a cycle of nodes. */
const PATIENCE = 20_000;

/** Animations and clips loop. */
const SPAWN = { repeat: 'loop' };

/** Loads the module, which an exported page has inside. */
export async function initialize() {
  await init((await embeddedBytes('sinew_bg.wasm')) ?? undefined);
}

/**
 * Reads a model. Throws if Sinew cannot read it; a file that only three cannot read is shown without meshes, and `notice` has
 * the reason. `lacks` lists what is missing.
 */
export async function loadModel({ name, bytes, resources = new Map() }, renderer) {
  await initialize();
  const json = jsonOf(bytes);
  const complete = completed(json, bytes, resources);
  const model = await Model.load(complete.bytes, { name, resources });
  try {
    const { scene, controller, notice, toon = [], keys = [] } = await running(model, json, complete, resources, renderer);
    controller.world.profile = true;
    hideUnreadable(scene);
    const standIns = addStandIns(controller);
    return { name, bytes, json, model, scene, controller, standIns, notice, toon, keys, lacks: complete.lacks };
  } catch (error) {
    model.dispose();
    throw error;
  } finally {
    complete.standIns.forEach((url) => url.startsWith('blob:') && URL.revokeObjectURL(url));
  }
}

/** A clip, and the times of its keys. */
export async function loadClip({ name, bytes }) {
  await initialize();
  const clip = await Clip.load(bytes, { name });
  return { clip, keys: await clipKeys({ name, bytes }) };
}

async function running(model, json, complete, resources, renderer) {
  let reason;
  if (isForest(json)) {
    try {
      const gltf = await withPatience(parse(model, json, complete, resources, renderer));
      const keys = await animationKeys(gltf.parser);
      return { scene: gltf.scene, controller: gltf.userData.sinew, toon: gltf.userData.vrmMToonMaterials, keys };
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  } else {
    reason = 'its nodes are no tree';
  }
  const bare = bareScene(model, await World.create(), SPAWN);
  const notice = `three.js cannot show its meshes (${reason}); what moves is drawn from its colliders.`;
  return { scene: bare.scene, controller: bare.userData.sinew, notice };
}

async function parse(model, json, { bytes, standIns }, resources, renderer) {
  const urls = new Map();
  const manager = new LoadingManager();
  manager.setURLModifier((url) => {
    const uri = decodeURI(url);
    const standIn = standIns.get(url) ?? standIns.get(uri);
    const found = [...resources].find(([name]) => name === url || name === uri);
    if (standIn || !found) {
      return standIn ?? url;
    }
    if (!urls.has(found[0])) {
      urls.set(found[0], URL.createObjectURL(new Blob([found[1]])));
    }
    return urls.get(found[0]);
  });
  const loader = new GLTFLoader(manager);
  await addDecoders(loader, json, renderer);
  if (isVrm(json)) {
    toonPlugins.forEach((plugin) => loader.register(plugin));
  }
  loader.register((parser) => new SinewLoaderPlugin(parser, { model, spawn: SPAWN }));
  try {
    return await loader.parseAsync(bytes.slice().buffer, '');
  } finally {
    urls.forEach((url) => URL.revokeObjectURL(url));
  }
}

/** Meshes that lie in one point are made of bytes that the file does not have; colliders are drawn in their place. */
function hideUnreadable(scene) {
  scene.traverse((object) => {
    const position = object.isMesh && object.geometry?.attributes?.position;
    if (!position || !position.count || position.isInterleavedBufferAttribute) {
      return;
    }
    const isPoint = position.array.every((value) => value === 0 || Number.isNaN(value));
    if (isPoint) {
      object.geometry = new BufferGeometry();
    }
  });
}

/** Whether the nodes form a forest, which three assumes. */
function isForest(json) {
  const nodes = Array.isArray(json?.nodes) ? json.nodes : [];
  const parents = new Map();
  for (const [index, node] of nodes.entries()) {
    for (const child of Array.isArray(node?.children) ? node.children : []) {
      if (parents.has(child) || !Number.isInteger(child) || child < 0 || child >= nodes.length) {
        return false;
      }
      parents.set(child, index);
    }
  }
  const isClear = new Set();
  for (const start of parents.keys()) {
    const way = new Set();
    for (let at = start; at !== undefined && !isClear.has(at); at = parents.get(at)) {
      if (way.has(at)) {
        return false;
      }
      way.add(at);
    }
    way.forEach((node) => isClear.add(node));
  }
  return json !== null;
}

function withPatience(promise) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it takes too long')), PATIENCE);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
