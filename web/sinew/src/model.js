// Models: files, resolved and checked.

import { bytes, index, json, object, optionalNumbers, resources, string } from './arguments.js';
import { Clip } from './clip.js';
import { badArgument, fault } from './error.js';
import { RAW } from './module.js';
import { geometry } from './shape.js';
import { IN, Sources } from './source.js';

const OWN = Symbol('own');

export class Model {
  #sources;
  #module;
  #diagnostics = null;
  /** What the file holds, as the best module of so many says it. */
  #info = { count: 0, found: null };

  constructor(token, module, sources) {
    if (token !== OWN) throw badArgument('a Model is created by `Model.load` or `Model.parse`');
    this.#module = module;
    this.#sources = sources;
    this.nodeCount = this[RAW].node_count();
  }

  static async load(file, options) {
    await this.module.init();
    return this.parse(file, options);
  }

  static parse(file, options) {
    const { name = '', resources: files, ...rest } = object(options, 'options');
    const content = bytes(file, 'a file');
    const [called, text] = [string(name, 'name'), json(rest)];
    const read = (bindings) => bindings.RawModel.parse(called, content, resources(bindings, files), text);
    return new this(OWN, this.module, new Sources(this.module, read));
  }

  get diagnostics() {
    this.#diagnostics ??= JSON.parse(this[RAW].diagnostics());
    return this.#diagnostics;
  }

  get info() {
    const raw = this.#best;
    const { count } = this.#sources;
    if (this.#info.count !== count) {
      // The text omits parts that the file does not have.
      this.#info = { count, found: { humanoid: null, physics: null, ...JSON.parse(raw.info()) } };
    }
    return this.#info.found;
  }

  findNode(name) {
    return this[RAW].find_node(string(name, 'name')) ?? null;
  }

  async validate() {
    const { module } = this.constructor;
    const tools = module.hasPhysics ? module : await this.constructor.loadTools();
    return JSON.parse(this[IN](tools).validate());
  }

  shapeGeometry(shape) {
    const raw = this.#withPhysics;
    const described = this.info.physics?.shapes[index(shape, 'shape')];
    if (described === undefined) throw badArgument(`there is no shape ${shape}`);
    return geometry(described) ?? { positions: raw.shape_points(shape), indices: raw.shape_triangles(shape) };
  }

  bake(options) {
    const raw = this.#withPhysics;
    const { clip = null, gravity, ...rest } = object(options, 'options');
    if (clip !== null && !(clip instanceof Clip)) throw badArgument('clip must be a Clip');
    const text = json({ ...rest, gravity: optionalNumbers(gravity, 3, 'gravity') });
    const baked = clip === null ? raw.bake(text) : raw.bake_clip(text, clip[IN](this.#sources.best));
    try {
      return { bytes: baked.bytes(), report: JSON.parse(baked.report()) };
    } finally {
      baked.free();
    }
  }

  dispose() {
    this.#sources?.free();
    this.#sources = null;
  }

  [IN](module) {
    if (this.#sources === null) throw fault('DISPOSED', 'this Model was disposed of');
    return this.#sources.in(module);
  }

  get [RAW]() {
    return this[IN](this.#module);
  }

  get #best() {
    return this[IN](this.#sources?.best ?? this.#module);
  }

  get #withPhysics() {
    const raw = this.#best;
    return this.#sources.best.withPhysics(raw);
  }
}
