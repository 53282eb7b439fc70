// The WebAssembly modules: each is loaded once, when it is first needed.

import { fault } from './error.js';

/** The key of an object's bindings, private to the package. */
export const RAW = Symbol('raw');

/** A module with its bindings. */
export class Module {
  #start;
  #bindings;
  #url;
  #exports = null;
  #layouts = null;
  #loading = null;

  /** `start` and `bindings` are those that are generated beside the module at `url`. */
  constructor({ start, bindings, url }) {
    this.#start = start;
    this.#bindings = bindings;
    this.#url = url;
  }

  init(source) {
    // A failed load can be tried again, with another source.
    this.#loading ??= this.#load(source).catch((error) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  get isInitialized() {
    return this.#exports !== null;
  }

  /** The functions and classes of the module. */
  get bindings() {
    if (this.#exports === null) {
      throw fault('NOT_INITIALIZED', 'the module is not loaded yet: `await init()` first, or use `load` and `create`');
    }
    return this.#bindings;
  }

  /** Numbers in the memory of the module. */
  view({ address, length }) {
    return new Float32Array(this.#exports.memory.buffer, address, length);
  }

  /** The memory of the module: another object after it has grown. */
  get buffer() {
    return this.#exports.memory.buffer;
  }

  get version() {
    return JSON.parse(this.bindings.version());
  }

  get layout() {
    this.#layouts ??= mapValues(JSON.parse(this.bindings.layout()), rowLayout);
    return this.#layouts;
  }

  get humanBones() {
    return this.bindings.human_bones();
  }

  /** Whether the module is built with physics. */
  get hasPhysics() {
    return this.layout.bodyValues !== undefined;
  }

  /** The bindings of a world or a model; throws if the module is built without physics. */
  withPhysics(raw) {
    if (!this.hasPhysics) throw fault('NO_PHYSICS', 'this module is built without physics');
    return raw;
  }

  async #load(source) {
    const found = source ?? this.#fileBeside();
    this.#exports = await this.#start(found === undefined ? undefined : { module_or_path: found });
  }

  /**
   * In Node, which does not fetch files, the bytes of the module; elsewhere nothing, and the bindings fetch the file beside
   * them.
   */
  #fileBeside() {
    const files = globalThis.process?.versions?.node && globalThis.process.getBuiltinModule?.('node:fs');
    return files && this.#url.protocol === 'file:' ? files.readFileSync(this.#url) : undefined;
  }
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
