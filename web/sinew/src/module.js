// The WebAssembly module: loaded once, when it is first needed.

import start, * as bindings from '../dist/sinew.js';

import { fault } from './error.js';

/** The key of an object's bindings, private to the package. */
export const RAW = Symbol('raw');

let exports = null;
let layouts = null;
let loading = null;

export function init(source) {
  // A failed load can be tried again, with another source.
  loading ??= load(source).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

export function isInitialized() {
  return exports !== null;
}

/** The functions and classes of the module. */
export function module() {
  if (exports === null) {
    throw fault('NOT_INITIALIZED', 'the module is not loaded yet: `await init()` first, or use `load` and `create`');
  }
  return bindings;
}

/** Numbers in the memory of the module. */
export function view({ address, length }) {
  return new Float32Array(exports.memory.buffer, address, length);
}

/** The memory of the module: another object after it has grown. */
export function buffer() {
  return exports.memory.buffer;
}

export function version() {
  return JSON.parse(module().version());
}

export function layout() {
  layouts ??= mapValues(JSON.parse(module().layout()), rowLayout);
  return layouts;
}

/** The positions of adjacent fields, from their widths. */
function rowLayout(widths) {
  let width = 0;
  const fields = mapValues(widths, (count) => {
    const first = width;
    width += count;
    return { first, count };
  });
  return { width, fields };
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

/** The bindings of a world or a model; throws if the module is built without physics. */
export function withPhysics(raw) {
  if (!hasPhysics()) throw fault('NO_PHYSICS', 'this module is built without physics');
  return raw;
}

/** Whether the module is built with physics. */
export function hasPhysics() {
  return layout().bodyValues !== undefined;
}

export function humanBones() {
  return module().human_bones();
}

async function load(source) {
  const found = source ?? fileBeside();
  exports = await start(found === undefined ? undefined : { module_or_path: found });
}

/**
 * In Node, which does not fetch files, the bytes of the module; elsewhere nothing, and the bindings fetch the file beside
 * them.
 */
function fileBeside() {
  const files = globalThis.process?.versions?.node && globalThis.process.getBuiltinModule?.('node:fs');
  const url = new URL('../dist/sinew_bg.wasm', import.meta.url);
  return files && url.protocol === 'file:' ? files.readFileSync(url) : undefined;
}
