// Clips: motions for humanoids.

import { bytes, json, object, resources } from './arguments.js';
import { badArgument, fault } from './error.js';
import { RAW } from './module.js';
import { IN, Sources } from './source.js';

const OWN = Symbol('own');

export class Clip {
  #sources;
  #module;

  constructor(token, module, sources) {
    if (token !== OWN) throw badArgument('a Clip is created by `Clip.load` or `Clip.parse`');
    this.#module = module;
    this.#sources = sources;
    const raw = this[RAW];
    this.duration = raw.duration();
    this.bones = raw.bones();
    this.expressions = raw.expressions();
    this.diagnostics = JSON.parse(raw.diagnostics());
  }

  static async load(file, options) {
    await this.module.init();
    return this.parse(file, options);
  }

  static parse(file, options) {
    const { name: _, resources: files, ...rest } = object(options, 'options');
    const content = bytes(file, 'a file');
    const text = json(rest);
    const read = (bindings) => {
      const beside = resources(bindings, files);
      try {
        return bindings.RawClip.parse(content, beside, text);
      } finally {
        beside.free();
      }
    };
    return new this(OWN, this.module, new Sources(this.module, read));
  }

  dispose() {
    this.#sources?.free();
    this.#sources = null;
  }

  [IN](module) {
    if (this.#sources === null) throw fault('DISPOSED', 'this Clip was disposed of');
    return this.#sources.in(module);
  }

  get [RAW]() {
    return this[IN](this.#module);
  }
}
