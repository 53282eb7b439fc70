/** Sinew for PlayCanvas: entities of a container asset follow a running instance. */
import { Follower } from '../adapter/follower.js';

export { loadModel } from '../adapter/load_model.js';

/** An entity of a container (`resource.instantiateRenderEntity()`) that runs. */
export class SinewPlayCanvas extends Follower {
  constructor(entity, resource, model, options = {}) {
    super(model, objectsOfNodes(entity, resource, model.nodeCount), { ...options, writeTransform, writeWeights });
  }
}

/** An entity is a copy of the container's nodes, with the same children in the same order; lights and cameras come after them. */
function objectsOfNodes(entity, { data: { nodes, scenes } }, count) {
  const objects = new Array(count).fill(null);
  const indices = new Map(nodes.map((node, index) => [node, index]));
  const pair = (template, copy) => {
    if (!copy) {
      return;
    }
    if (indices.has(template)) {
      objects[indices.get(template)] = copy;
    }
    template.children.forEach((child, at) => pair(child, copy.children[at]));
  };
  // Several scenes are children of one entity.
  const copies = scenes.length === 1 ? [entity] : entity.children;
  scenes.forEach((scene, at) => pair(scene, copies[at]));
  return objects;
}

function writeTransform(entity, locals, at) {
  entity.setLocalPosition(locals[at], locals[at + 1], locals[at + 2]);
  entity.setLocalRotation(locals[at + 3], locals[at + 4], locals[at + 5], locals[at + 6]);
  entity.setLocalScale(locals[at + 7], locals[at + 8], locals[at + 9]);
}

function writeWeights(entity, weights) {
  for (const { morphInstance } of entity.render?.meshInstances ?? []) {
    weights.forEach((weight, at) => morphInstance?.setWeight(at, weight));
  }
}
