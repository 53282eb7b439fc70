// The WebAssembly module: loaded once, when it is first needed.

import start, * as bindings from '../dist/sinew.js';

import { fault } from './error.js';

/** The key of an object's bindings, private to the package. */
export const RAW = Symbol('raw');

let exports = null;
let loading = null;

export function init(source) {
  // A failed load may be retried, also with another source.
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

/** A view of numbers in the module's memory. */
export function view(address, length) {
  return new Float32Array(exports.memory.buffer, address, length);
}

/** The memory's buffer, which growth replaces. */
export function buffer() {
  return exports.memory.buffer;
}

export function version() {
  const [sinew, engine, engineVersion] = module().versions();
  return { sinew, engine, engineVersion };
}

export function humanBones() {
  return module().human_bones();
}

async function load(source) {
  const found = source ?? fileBeside();
  exports = await start(found === undefined ? undefined : { module_or_path: found });
}

/**
 * The bytes of the module in Node, which does not fetch files; elsewhere `undefined`, and the bindings fetch the file next to
 * them.
 */
function fileBeside() {
  const files = globalThis.process?.versions?.node && globalThis.process.getBuiltinModule?.('node:fs');
  const url = new URL('../dist/sinew_bg.wasm', import.meta.url);
  return files && url.protocol === 'file:' ? files.readFileSync(url) : undefined;
}
