// The WebAssembly module: loaded once, when it is first needed.

import start, * as bindings from '../dist/sinew.js';

import { fault } from './error.js';

/** Where the bindings of an object are; nobody outside the package has the key. */
export const RAW = Symbol('raw');

let exports = null;
let loading = null;

export function init(source) {
  // One that failed may be tried again, with another source perhaps.
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

/** Numbers that stand in the memory of the module. */
export function view(address, length) {
  return new Float32Array(exports.memory.buffer, address, length);
}

/** The memory of the module, another object whenever it has grown. */
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
 * In Node, which does not fetch files, the bytes of the module; elsewhere nothing, and the bindings fetch it from beside
 * themselves.
 */
function fileBeside() {
  const files = globalThis.process?.versions?.node && globalThis.process.getBuiltinModule?.('node:fs');
  const url = new URL('../dist/sinew_bg.wasm', import.meta.url);
  return files && url.protocol === 'file:' ? files.readFileSync(url) : undefined;
}
