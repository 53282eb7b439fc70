// Models: files, resolved and checked.

import { bytes, index, json, object, optionalNumbers, resources, string } from './arguments.js';
import { Clip } from './clip.js';
import { badArgument, fault } from './error.js';
import { RAW, init, module, withPhysics } from './module.js';
import { geometry } from './shape.js';

const OWN = Symbol('own');

export class Model {
  #raw;
  #diagnostics = null;
  #info = null;

  constructor(token, raw) {
    if (token !== OWN) throw badArgument('a Model is created by `Model.load` or `Model.parse`');
    this.#raw = raw;
    this.nodeCount = raw.node_count();
  }

  static async load(file, options) {
    await init();
    return Model.parse(file, options);
  }

  static parse(file, options) {
    const { RawModel } = module();
    const { name = '', resources: files, ...rest } = object(options, 'options');
    const content = bytes(file, 'a file');
    const [called, text] = [string(name, 'name'), json(rest)];
    const raw = RawModel.parse(called, content, resources(module(), files), text);
    return new Model(OWN, raw);
  }

  get diagnostics() {
    this.#diagnostics ??= JSON.parse(this[RAW].diagnostics());
    return this.#diagnostics;
  }

  get info() {
    // The text omits parts that the file does not have.
    this.#info ??= { humanoid: null, physics: null, ...JSON.parse(this[RAW].info()) };
    return this.#info;
  }

  findNode(name) {
    return this[RAW].find_node(string(name, 'name')) ?? null;
  }

  validate() {
    return JSON.parse(this[RAW].validate());
  }

  shapeGeometry(shape) {
    const raw = withPhysics(this[RAW]);
    const described = this.info.physics?.shapes[index(shape, 'shape')];
    if (described === undefined) throw badArgument(`there is no shape ${shape}`);
    return geometry(described) ?? { positions: raw.shape_points(shape), indices: raw.shape_triangles(shape) };
  }

  bake(options) {
    const raw = withPhysics(this[RAW]);
    const { clip = null, gravity, ...rest } = object(options, 'options');
    if (clip !== null && !(clip instanceof Clip)) throw badArgument('clip must be a Clip');
    const text = json({ ...rest, gravity: optionalNumbers(gravity, 3, 'gravity') });
    const baked = clip === null ? raw.bake(text) : raw.bake_clip(text, clip[RAW]);
    try {
      return { bytes: baked.bytes(), report: JSON.parse(baked.report()) };
    } finally {
      baked.free();
    }
  }

  dispose() {
    this.#raw?.free();
    this.#raw = null;
  }

  get [RAW]() {
    if (this.#raw === null) throw fault('DISPOSED', 'this Model was disposed of');
    return this.#raw;
  }
}
