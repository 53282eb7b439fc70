// What a model or a clip was read from: a world of another module reads it again.

import { badArgument } from './error.js';

/** The bindings of a model or a clip in a module. */
export const IN = Symbol('in');

/** The bindings of one file in the modules that it was read in. */
export class Sources {
  #read;
  #raws = new Map();

  /** `read` gives the bindings of a file, from those of a module. */
  constructor(module, read) {
    this.#raws.set(module, read(module.bindings));
    // A module with physics has everything: the file is not kept for another one.
    this.#read = module.hasPhysics ? null : read;
  }

  /** The bindings in a module: the file is read again where it was not read yet. */
  in(module) {
    if (!this.#raws.has(module)) {
      if (this.#read === null) throw badArgument('a file of `sinew-gltf` cannot be in a world of `sinew-gltf/motion`: read it with its Model or Clip');
      this.#raws.set(module, this.#read(module.bindings));
      this.#read = module.hasPhysics ? null : this.#read;
    }
    return this.#raws.get(module);
  }

  /** The module that knows most of the file: one with physics, if it has been read there. */
  get best() {
    const modules = [...this.#raws.keys()];
    return modules.find((module) => module.hasPhysics) ?? modules[0];
  }

  get count() {
    return this.#raws.size;
  }

  free() {
    this.#raws.forEach((raw) => raw.free());
    this.#raws.clear();
  }
}
