// Animation channels whose target is a JSON pointer.
//
// Functions know channels of nodes: they drop one without a target node, and interpolate by its path. A channel that points at a
// property of a node is such a channel in the document; one that points elsewhere has a node that stands in for its target.

import { keysOf, pointerOf } from './path.js';

const PATHS = ['translation', 'rotation', 'scale', 'weights'];

/** The path of a channel whose pointer is a transform or the weights of a node. */
function nodePath(pointer) {
  const keys = typeof pointer === 'string' ? keysOf(pointer) : [];
  return keys[0] === 'nodes' && keys.length === 3 && PATHS.includes(keys[2]) ? keys[2] : null;
}

export function readChannel(channel, property, context, document) {
  const { pointer } = property.getData();
  const path = nodePath(pointer);
  const target = property.target('/pointer');
  if (path !== null && target) {
    channel.setTargetNode(target).setTargetPath(path);
  } else if (!channel.getTargetNode()) {
    const isNode = target?.propertyType === 'Node';
    channel.setTargetNode(isNode ? target : standIn(context, document)).setTargetPath('pointer');
  }
}

/** A leaf, where nothing is below that flattening would spare. */
function standIn({ nodes }, document) {
  return nodes.find((node) => node.listChildren().length === 0) ?? nodes[0] ?? document.createNode();
}

export function writeChannel(channel, target, context) {
  const written = target.extensions.KHR_animation_pointer;
  // Quantization re-targets channels of weights.
  if (nodePath(written.pointer) !== null && channel.getTargetNode()) {
    const keys = keysOf(written.pointer);
    keys[1] = context.nodeIndexMap.get(channel.getTargetNode());
    written.pointer = pointerOf(keys);
  }
  delete target.node;
  target.path = 'pointer';
}
