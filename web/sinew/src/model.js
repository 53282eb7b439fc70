// Models: files, resolved and checked.

import { bytes, index, number, object, optionalNumbers, resources, string } from './arguments.js';
import { Clip } from './clip.js';
import { badArgument, fault } from './error.js';
import { RAW, init, module } from './module.js';
import { geometry } from './shape.js';

const OWN = Symbol('own');

export class Model {
  #raw;
  #diagnostics = null;
  #info = null;

  constructor(token, raw) {
    if (token !== OWN) throw badArgument('a Model is made by `Model.load` or `Model.parse`');
    this.#raw = raw;
    this.nodeCount = raw.node_count();
  }

  static async load(file, options) {
    await init();
    return Model.parse(file, options);
  }

  static parse(file, options) {
    const { RawModel } = module();
    const {
      name = '',
      resources: files,
      omiStiffness = 'auto',
      uninherited = 'identity',
      lookAtVirtualTransform = false,
    } = object(options, 'options');
    const words = [string(omiStiffness, 'omiStiffness'), string(uninherited, 'uninherited')];
    const content = bytes(file, 'a file');
    const beside = resources(module(), files);
    const raw = RawModel.parse(string(name, 'name'), content, beside, ...words, Boolean(lookAtVirtualTransform));
    return new Model(OWN, raw);
  }

  get diagnostics() {
    this.#diagnostics ??= JSON.parse(this[RAW].diagnostics());
    return this.#diagnostics;
  }

  get info() {
    // Absent lists are left out of the JSON.
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
    const raw = this[RAW];
    const described = this.info.physics?.shapes[index(shape, 'shape')];
    if (described === undefined) throw badArgument(`there is no shape ${shape}`);
    return geometry(described) ?? { positions: raw.shape_points(shape), indices: raw.shape_triangles(shape) };
  }

  bake(options) {
    const { RawBake } = module();
    const {
      seconds = 5,
      dt = 1 / 60,
      gravity,
      degrees = 0.1,
      millimetres = 1,
      fps,
      strip = false,
      virtualTransforms = false,
      clip,
      repeat = 'hold',
    } = object(options, 'options');
    const raw = this[RAW];
    const most = fps === undefined || fps === null ? undefined : number(fps, 'fps');
    const job = new RawBake(
      number(seconds, 'seconds'),
      number(dt, 'dt'),
      optionalNumbers(gravity, 3, 'gravity'),
      most,
      string(repeat, 'repeat'),
    );
    try {
      job.set_tolerance(number(degrees, 'degrees'), number(millimetres, 'millimetres'));
      job.set_contents(Boolean(strip), Boolean(virtualTransforms));
      if (clip !== undefined && clip !== null) {
        if (!(clip instanceof Clip)) throw badArgument('clip must be a Clip');
        job.set_clip(clip[RAW]);
      }
      const baked = job.run(raw);
      const result = { bytes: baked.bytes(), report: JSON.parse(baked.report()) };
      baked.free();
      return result;
    } finally {
      job.free();
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
