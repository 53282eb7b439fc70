/** Sinew for Babylon.js: what its glTF loader has loaded follows a running instance. */
import { Follower } from '../adapter/follower.js';

export { loadModel } from '../adapter/load_model.js';

/**
 * An asset container or result of the glTF loader that runs. Nodes keep the file's own axes below the `__root__` that the
 * loader adds, so that they take Sinew's numbers as they are.
 */
export class SinewBabylon extends Follower {
  constructor(container, model, options = {}) {
    const objects = objectsOfNodes(container, model.nodeCount);
    super(model, objects, { ...options, writeTransform, writeWeights });
    // Babylon's own animations would move the same nodes.
    container.animationGroups?.forEach((group) => group.stop());
  }
}

/** The loader leaves the JSON pointer of its origin on every object. */
function objectsOfNodes({ transformNodes = [], meshes = [] }, count) {
  const objects = new Array(count).fill(null);
  for (const object of [...transformNodes, ...meshes]) {
    for (const pointer of object._internalMetadata?.gltf?.pointers ?? []) {
      const [, index] = /^\/nodes\/(\d+)$/.exec(pointer) ?? [];
      if (index !== undefined && Number(index) < count) {
        objects[index] = object;
      }
    }
  }
  return objects;
}

function writeTransform(object, locals, at) {
  object.position.fromArray(locals, at);
  // A node without a rotation in its file has Euler angles, until it has a quaternion.
  object.rotationQuaternion ??= object.rotation.toQuaternion();
  object.rotationQuaternion.fromArray(locals, at + 3);
  object.scaling.fromArray(locals, at + 7);
}

/** A mesh of several primitives has a child for each. */
function writeWeights(object, weights) {
  for (const mesh of [object, ...object.getChildren()]) {
    const manager = mesh.morphTargetManager;
    for (let at = 0; at < Math.min(weights.length, manager?.numTargets ?? 0); at += 1) {
      manager.getTarget(at).influence = weights[at];
    }
  }
}
