// Clips: motions for humanoids.

import { bytes, json, object, resources } from './arguments.js';
import { badArgument, fault } from './error.js';
import { RAW, init, module } from './module.js';

const OWN = Symbol('own');

export class Clip {
  #raw;

  constructor(token, raw) {
    if (token !== OWN) throw badArgument('a Clip is created by `Clip.load` or `Clip.parse`');
    this.#raw = raw;
    this.duration = raw.duration();
    this.bones = raw.bones();
    this.expressions = raw.expressions();
    this.diagnostics = JSON.parse(raw.diagnostics());
  }

  static async load(file, options) {
    await init();
    return Clip.parse(file, options);
  }

  static parse(file, options) {
    const { RawClip } = module();
    const { name: _, resources: files, ...rest } = object(options, 'options');
    const content = bytes(file, 'a file');
    const text = json(rest);
    const beside = resources(module(), files);
    try {
      return new Clip(OWN, RawClip.parse(content, beside, text));
    } finally {
      beside.free();
    }
  }

  dispose() {
    this.#raw?.free();
    this.#raw = null;
  }

  get [RAW]() {
    if (this.#raw === null) throw fault('DISPOSED', 'this Clip was disposed of');
    return this.#raw;
  }
}
