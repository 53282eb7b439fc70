// Clips: motions for humanoids.

import { bytes, index, number, object, resources, string } from './arguments.js';
import { badArgument, fault } from './error.js';
import { RAW, init, module } from './module.js';

const OWN = Symbol('own');

export class Clip {
  #raw;

  constructor(token, raw) {
    if (token !== OWN) throw badArgument('a Clip is made by `Clip.load` or `Clip.parse`');
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
    const { resources: files, animation, bvh } = object(options, 'options');
    const { metresPerUnit = 0.01, rest = 'offsets' } = object(bvh, 'bvh');
    const which = animation === undefined || animation === null ? undefined : index(animation, 'animation');
    const content = bytes(file, 'a file');
    const beside = resources(module(), files);
    try {
      const unit = number(metresPerUnit, 'bvh.metresPerUnit');
      return new Clip(OWN, RawClip.parse(content, beside, which, unit, string(rest, 'bvh.rest')));
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
