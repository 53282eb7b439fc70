// Further copies of a loaded file: objects that share geometries and materials, and an instance of the same model.

import { clone } from 'three/addons/utils/SkeletonUtils.js';

import { World } from '../src/index.js';
import { objectsOfNodes, readModel } from './plugin.js';

/** The models of files that were loaded without the plugin. */
const models = new WeakMap();

export async function instantiate(Controller, gltf, { world: shared, worldOptions, spawn, model: given } = {}) {
  const running = gltf.userData?.sinew;
  const model = (await given) ?? running?.model ?? (await modelOf(gltf.parser));
  const source = running?.root ?? gltf.scene;
  const originals = running?.objects ?? (await objectsOfNodes(gltf.parser, model));
  const world = shared ?? running?.world ?? (await World.create(worldOptions));
  const root = clone(source);
  const copies = new Map();
  pair(source, root, copies);
  const instance = world.spawn(model, spawn);
  const objects = originals.map((object) => copies.get(object) ?? null);
  rest(objects, instance.pose.locals);
  // Where the original is; the controller moves the copy to its own place.
  root.position.set(0, 0, 0);
  root.quaternion.identity();
  const ownsWorld = shared === undefined && running === undefined;
  return new Controller({ model, world, instance, root, objects, ownsWorld, ownsModel: false });
}

function modelOf(parser) {
  if (!models.has(parser)) {
    models.set(parser, readModel(parser, {}));
  }
  return models.get(parser);
}

function pair(source, copy, copies) {
  copies.set(source, copy);
  source.children.forEach((child, at) => {
    // What was added to the original later is copied too, but is no node.
    if (copy.children[at]) {
      pair(child, copy.children[at], copies);
    }
  });
}

/** A copy begins as the file says, wherever the original is by now. */
function rest(objects, locals) {
  objects.forEach((object, node) => {
    if (object) {
      object.position.fromArray(locals, node * 10);
      object.quaternion.fromArray(locals, node * 10 + 3);
      object.scale.fromArray(locals, node * 10 + 7);
    }
  });
}
