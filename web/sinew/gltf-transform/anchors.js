// What keeps nodes where they are.
//
// A node with a behaviour has a meaning by its place among the others and by its own transform: colliders belong to the body above,
// constraints work in local spaces, a shape is scaled by its node. Functions that flatten the hierarchy, join meshes or
// correct nodes of quantized meshes spare joints of skins and animated nodes; an anchor makes a node both, in the document alone.

import { Animation, Skin } from '@gltf-transform/core';

/** A skin whose joints are anchored nodes and the nodes above them. It is never written. */
export class AnchorSkin extends Skin {}

/**
 * An animation without channels: instancing, which would draw moving nodes where they are at rest, spares animated files. It is never
 * written.
 */
export class AnchorAnimation extends Animation {}

/** Anchors nodes; the owner, a property of the root, holds the anchors. */
export function anchor(nodes, owner, document) {
  if (nodes.size === 0) {
    return;
  }
  const chain = new Set();
  for (const node of nodes) {
    for (let at = node; at && !chain.has(at); at = at.getParentNode()) {
      chain.add(at);
    }
  }
  // Differs from every skin of the file, so that none is taken for its duplicate.
  const skin = new AnchorSkin(document.getGraph(), 'sinew: anchors').setExtras({ anchors: owner.extensionName });
  chain.forEach((node) => skin.addJoint(node));
  owner.keep(skin);
  owner.keep(new AnchorAnimation(document.getGraph(), 'sinew: anchors'));
  for (const node of nodes) {
    owner.keep(document.createAnimationChannel().setTargetPath('translation').setTargetNode(node));
  }
}

/** Takes the anchors out of a file that is being written. */
export function removeAnchors(context, document) {
  if (context.extensionData.sinewAnchors) {
    return;
  }
  context.extensionData.sinewAnchors = true;
  const { json } = context.jsonDoc;
  const root = document.getRoot();
  json.animations = without(AnchorAnimation, root.listAnimations(), context.animationIndexMap, json.animations);
  json.skins = without(AnchorSkin, root.listSkins(), context.skinIndexMap, json.skins);
  for (const [node, index] of context.nodeIndexMap) {
    if (node.getSkin()) {
      json.nodes[index].skin = context.skinIndexMap.get(node.getSkin());
    }
  }
}

/** The entries of a list without anchors; the map of indices then has theirs. */
function without(Anchor, properties, indices, defs = []) {
  const real = properties.filter((property) => !(property instanceof Anchor));
  const left = real.map((property) => defs[indices.get(property)]);
  indices.clear();
  real.forEach((property, index) => indices.set(property, index));
  return left;
}
