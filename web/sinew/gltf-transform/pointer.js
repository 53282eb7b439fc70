// JSON pointers into a file, of KHR_animation_pointer and of behaviour graphs: `/nodes/3/translation`,
// `/extensions/KHR_lights_punctual/lights/0/intensity`. The part that counts entries of a list of the file is the reference.

import { Document } from '@gltf-transform/core';

import { KINDS } from './kinds.js';
import { keysOf, pointerOf } from './path.js';

const LISTS = {
  nodes: 'node',
  meshes: 'mesh',
  materials: 'material',
  cameras: 'camera',
  skins: 'skin',
  scenes: 'scene',
  animations: 'animation',
  images: 'image',
  accessors: 'accessor',
};
const LIGHTS = 'KHR_lights_punctual';

/** The kind of what a pointer refers to, and which of them; `null` for a pointer into the file's own values. */
export function parsePointer(pointer) {
  const keys = typeof pointer === 'string' ? keysOf(pointer) : [];
  const index = (key) => (/^(0|[1-9]\d*)$/.test(key ?? '') ? Number(key) : null);
  if (LISTS[keys[0]] && index(keys[1]) !== null) {
    const withMesh = { nodes: ['weights', 'mesh'], meshes: ['weights'] }[keys[0]] ?? [];
    const to = withMesh.includes(keys[2]) ? { nodes: 'morphNode', meshes: 'morphMesh' }[keys[0]] : LISTS[keys[0]];
    return { to, index: index(keys[1]), at: 1 };
  }
  if (keys[0] === 'extensions' && keys[1] === LIGHTS && keys[2] === 'lights' && index(keys[3]) !== null) {
    return { to: 'light', index: index(keys[3]), at: 3 };
  }
  return null;
}

/** The list of a pointer template whose index is a parameter: `/nodes/{index}/…`. */
export function templateList(pointer, parameter) {
  const keys = typeof pointer === 'string' ? keysOf(pointer) : [];
  return keys[1] === `{${parameter}}` ? LISTS[keys[0]] : undefined;
}

/** The kind of reference in a pointer, for edges that depend on it. */
export function pointerKind(pointer) {
  const found = parsePointer(pointer);
  return found === null ? undefined : found.to === 'light' ? KINDS.node : KINDS[found.to];
}

export function readPointer(context, pointer) {
  const found = parsePointer(pointer);
  if (found === null) {
    return undefined;
  }
  if (found.to === 'light') {
    // Lights are read later; any node that carries the light stands for it.
    const nodes = context.jsonDoc.json.nodes ?? [];
    return context.nodes[nodes.findIndex(({ extensions }) => extensions?.[LIGHTS]?.light === found.index)];
  }
  return KINDS[found.to].read(context, found.index);
}

export function writePointer(context, property, slot, pointer) {
  const { to, at } = parsePointer(pointer);
  const index = to === 'light' ? lightIndex(property) : KINDS[to].write(context, property);
  const keys = keysOf(pointer);
  keys[at] = index;
  return index === undefined ? undefined : pointerOf(keys);
}

/** Lights are written in the order of the extension's properties. */
function lightIndex(node) {
  const light = node.getExtension(LIGHTS);
  const used = Document.fromGraph(node.getGraph()).getRoot().listExtensionsUsed();
  const lights = used.find(({ extensionName }) => extensionName === LIGHTS)?.listProperties() ?? [];
  const index = lights.indexOf(light);
  return index < 0 ? undefined : index;
}
