// Kinds of references: how the number in a file becomes a property of the document, and how the property becomes a number again.
//
// `read` returns the property, or nothing where the number refers to nothing. `write` returns the value to store; undefined
// leaves what is there. `count` tells how many targets the written file has, so that a dangling number stays dangling.

import { TextureInfo } from '@gltf-transform/core';

import { MorphMesh } from './morph_mesh.js';
import { readPointer, writePointer } from './pointer.js';

/** What an edge to a material says: its properties change while the file runs, so that it is no duplicate of an equal one. */
const CHANGES = { modifyChild: true };

const simple = (list, map, edge) => ({
  read: (context, value) => context[list][value],
  write: (context, property) => context[map].get(property),
  count: ({ jsonDoc }) => jsonDoc.json[list]?.length ?? 0,
  edge,
});

const node = { ...simple('nodes', 'nodeIndexMap'), isNode: true };
const image = {
  ...simple('textures', 'imageIndexMap'),
  count: ({ jsonDoc }) => jsonDoc.json.images?.length ?? 0,
};
const named = (list, name) =>
  typeof name === 'string' ? list.find((property) => property.getName() === name) : undefined;

export const KINDS = {
  node,
  image,
  mesh: simple('meshes', 'meshIndexMap'),
  material: simple('materials', 'materialIndexMap', CHANGES),
  camera: simple('cameras', 'cameraIndexMap'),
  skin: simple('skins', 'skinIndexMap'),
  scene: simple('scenes', 'sceneIndexMap'),
  animation: simple('animations', 'animationIndexMap'),
  accessor: { ...simple('accessors', 'accessorIndexMap', { usage: 'OTHER' }) },

  /** A node for the sake of its mesh, which quantization may move to a new child. */
  morphNode: { ...node, followsMesh: true },

  /** A mesh for the sake of its weights. */
  morphMesh: {
    read: (context, value) => context.meshes[value] && MorphMesh.of(context.meshes[value]),
    write: (context, property) => property.write(context),
    count: ({ jsonDoc }) => jsonDoc.json.meshes?.length ?? 0,
  },

  /** A node and everything below it. */
  subtree: { ...node, isSubtree: true },

  /** A node by index, or by its name, which stays. */
  nodeOrName: {
    ...node,
    read: (context, value) => named(context.nodes, value) ?? node.read(context, value),
    write: (context, property, slot, value) => (typeof value === 'string' ? undefined : node.write(context, property)),
  },

  materialName: {
    read: (context, value) => named(context.materials, value),
    write: () => undefined,
    edge: CHANGES,
  },

  /** An entry of a list that is parallel to the materials; the list is put in order when it is written. */
  materialEntry: {
    read: (context, value, { at }) => context.materials[Number(at.slice(at.lastIndexOf('/') + 1))],
    write: () => undefined,
    edge: CHANGES,
  },

  /** A channel of the animation that is named beside it. */
  channel: {
    read: (context, value, { trail }) => {
      const { animation } = trail.findLast((container) => Number.isInteger(container.animation)) ?? {};
      return context.animations[animation]?.listChannels()[value];
    },
    write: (context, channel) => {
      const animation = channel.listParents().find((parent) => parent.propertyType === 'Animation');
      return animation?.listChannels().indexOf(channel);
    },
  },

  /** A texture of the file: an image with its sampler, which core has not as one property. */
  texture: {
    read: ({ jsonDoc, textures }, value) => textures[jsonDoc.json.textures?.[value]?.source],
    keep: ({ jsonDoc }, value) => {
      const { sampler } = jsonDoc.json.textures[value];
      return { sampler: structuredClone(jsonDoc.json.samplers?.[sampler] ?? {}) };
    },
    write: (context, property, { sampler }) => {
      const info = new TextureInfo(property.getGraph());
      const { magFilter = null, minFilter = null, wrapS = 10497, wrapT = 10497 } = sampler;
      info.setMagFilter(magFilter).setMinFilter(minFilter).setWrapS(wrapS).setWrapT(wrapT);
      const { index } = context.createTextureInfoDef(property, info);
      context.textureInfoDefMap.delete(info);
      info.dispose();
      return index;
    },
    count: ({ jsonDoc }) => jsonDoc.json.textures?.length ?? 0,
  },

  pointer: { read: readPointer, write: writePointer },
};

/** Whether a value can refer to something: an index, or a name. */
export function isReference(value, kind) {
  return kind === 'materialEntry' || typeof value === 'string' || (Number.isInteger(value) && value >= 0);
}
