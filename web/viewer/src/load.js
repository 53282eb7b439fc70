/** Loads a file: Sinew runs it, three renders it. */
import { Cache, LoadingManager } from 'three';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { Clip, Model, World } from 'sinew';
import { SinewLoaderPlugin, addStandIns, bareScene } from 'sinew/three';

import { jsonOf } from './files.js';

Cache.enabled = false;

/** The timeout of three's loader, which waits forever for a cycle of nodes. */
const PATIENCE = 20_000;

/** Animations and clips loop. */
const SPAWN = { repeat: 'loop' };

/**
 * Reads a model. Throws if Sinew cannot read it; a file that only three cannot read is shown without meshes, and `notice` has
 * the reason.
 */
export async function loadModel({ name, bytes, resources = new Map() }) {
  const model = await Model.load(bytes, { name, resources });
  try {
    const { scene, controller, notice } = await running(model, bytes, resources);
    controller.world.profile = true;
    const standIns = addStandIns(controller);
    return { name, bytes, model, scene, controller, standIns, notice };
  } catch (error) {
    model.dispose();
    throw error;
  }
}

export function loadClip({ name, bytes }) {
  return Clip.load(bytes, { name });
}

async function running(model, bytes, resources) {
  let reason;
  if (isForest(jsonOf(bytes))) {
    try {
      const gltf = await withPatience(parse(model, bytes, resources));
      return { scene: gltf.scene, controller: gltf.userData.sinew };
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

async function parse(model, bytes, resources) {
  const urls = new Map();
  const manager = new LoadingManager();
  manager.setURLModifier((url) => {
    const uri = decodeURI(url);
    const found = [...resources].find(([name]) => name === url || name === uri);
    if (!found) {
      return url;
    }
    if (!urls.has(found[0])) {
      urls.set(found[0], URL.createObjectURL(new Blob([found[1]])));
    }
    return urls.get(found[0]);
  });
  const loader = new GLTFLoader(manager);
  loader.setMeshoptDecoder(MeshoptDecoder);
  loader.register((parser) => new SinewLoaderPlugin(parser, { model, spawn: SPAWN }));
  try {
    return await loader.parseAsync(bytes.slice().buffer, '');
  } finally {
    urls.forEach((url) => URL.revokeObjectURL(url));
  }
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
