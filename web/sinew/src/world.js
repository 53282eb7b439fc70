// Worlds: instances of models in one simulation.

import { bytes, index, isometry, json, number, numbers, object, optionalNumbers } from './arguments.js';
import { badArgument, fault } from './error.js';
import { Instance, createInstance } from './instance.js';
import { Model } from './model.js';
import { RAW } from './module.js';
import { IN } from './source.js';

export class World {
  /** Shared with the instances: the bindings, and a version that grows with every change. */
  #shared;
  #instances = new Map();
  /** Despawned since the step before the last one: events of the last step can name them. */
  #gone = new Map();
  #events = { version: -1, list: [] };
  #contacts = { version: -1, list: [] };
  #profile = false;

  constructor(options) {
    const { module } = new.target;
    const { RawWorld } = module.bindings;
    // A world of this module has physics, or has none, whatever is asked for.
    const { gravity, physics: _, ...rest } = object(options, 'options');
    const raw = new RawWorld(json({ ...rest, gravity: optionalNumbers(gravity, 3, 'gravity') }));
    this.#shared = { raw, module, version: 0, world: this };
    this.dt = raw.dt();
  }

  static async create(options) {
    await this.module.init();
    return new this(options);
  }

  get layout() {
    return this.#shared.module.layout;
  }

  get steps() {
    return this[RAW].steps();
  }

  get time() {
    return this[RAW].time();
  }

  get remainder() {
    return this[RAW].remainder();
  }

  get instances() {
    return [...this.#instances.values()];
  }

  get digest() {
    return this[RAW].digest();
  }

  get physicsDigest() {
    return this.#shared.module.withPhysics(this[RAW]).physics_digest();
  }

  get events() {
    const { version } = this.#shared;
    if (this.#events.version !== version) {
      const found = this.#physics((raw) => JSON.parse(raw.events()), []);
      const list = found.map(({ time, kind, a, b }) => ({ time, kind, a: this.#node(a), b: this.#node(b) }));
      this.#events = { version, list };
    }
    return this.#events.list;
  }

  eventsOf(instance, node) {
    if (!(instance instanceof Instance)) throw badArgument('instance must be an Instance');
    const which = node === undefined ? null : index(node, 'node');
    const isMeant = (side) => side.instance === instance && (which === null || side.node === which);
    return this.events.filter(({ a, b }) => isMeant(a) || isMeant(b));
  }

  get stopped() {
    return this.#physics((raw) => JSON.parse(raw.stopped()), []).map((node) => this.#node(node));
  }

  get contacts() {
    const { version } = this.#shared;
    if (this.#contacts.version !== version) {
      const list = this.#physics((raw) => rows(raw.contacts(), this.layout.contacts), []).map(
        ({ instanceA, nodeA, instanceB, nodeB, ...rest }) => ({
          a: this.#node({ instance: instanceA, node: nodeA }),
          b: this.#node({ instance: instanceB, node: nodeB }),
          ...rest,
        }),
      );
      this.#contacts = { version, list };
    }
    return this.#contacts.list;
  }

  get profile() {
    return this.#profile;
  }

  set profile(isOn) {
    this.#profile = Boolean(isOn);
    this[RAW].set_clock(this.#profile ? () => performance.now() : undefined);
  }

  get timings() {
    if (!this.#profile) return null;
    const stages = JSON.parse(this[RAW].timings());
    return { ...stages, total: Object.values(stages).reduce((sum, stage) => sum + stage, 0) };
  }

  spawn(model, options) {
    if (!(model instanceof Model)) throw badArgument('model must be a Model');
    const { animations = 'first', repeat = 'hold', springs = true } = object(options, 'options');
    if (typeof springs !== 'boolean') throw badArgument('springs must be true or false');
    const playing = animationStates(animations, repeat);
    const { translation, rotation } = isometry(options, 'options');
    const id = this[RAW].spawn(model[IN](this.#shared.module), translation, rotation, json(playing), json(repeat), springs);
    const instance = createInstance(this.#shared, model, id, (gone) => this.#forget(gone));
    this.#instances.set(id, instance);
    this.#shared.version += 1;
    return instance;
  }

  step() {
    const raw = this[RAW];
    const before = raw.steps();
    raw.step();
    this.#stepped(before);
  }

  advance(seconds) {
    const raw = this[RAW];
    const before = raw.steps();
    try {
      raw.advance(number(seconds, 'seconds'));
    } finally {
      // Steps before one that is refused are run.
      this.#stepped(before);
    }
    return { steps: raw.advanced_steps(), dropped: raw.advanced_dropped() };
  }

  rayCast(origin, direction, maxDistance = Infinity) {
    if (typeof maxDistance !== 'number') throw badArgument('maxDistance must be a number');
    const [from, along] = [numbers(origin, 3, 'origin'), numbers(direction, 3, 'direction')];
    const hit = this.#shared.module.withPhysics(this[RAW]).ray_cast(from, along, maxDistance);
    if (hit === undefined) return null;
    const { instance, node, ...rest } = JSON.parse(hit);
    return { ...this.#node({ instance, node }), ...rest };
  }

  rayCastAll(origin, direction, maxDistance = Infinity, options = {}) {
    const [from, along] = [numbers(origin, 3, 'origin'), numbers(direction, 3, 'direction')];
    const found = this.#shared.module.withPhysics(this[RAW]).ray_cast_all(from, along, maxDistance, queryOptions(options));
    return JSON.parse(found).map((hit) => ({ ...hit, ...this.#node(hit) }));
  }

  shapeCast(shape, transform, direction, maxDistance = Infinity, options = {}) {
    const { translation, rotation } = isometry(transform, 'transform');
    const along = numbers(direction, 3, 'direction');
    const raw = this.#shared.module.withPhysics(this[RAW]);
    const hit = raw.shape_cast(json(shape), translation, rotation, along, maxDistance, queryOptions(options));
    if (hit === undefined) return null;
    const found = JSON.parse(hit);
    return { ...found, ...this.#node(found) };
  }

  closestPoint(point, maxDistance = Infinity, options = {}) {
    const at = numbers(point, 3, 'point');
    const found = this.#shared.module.withPhysics(this[RAW]).closest_point(at, maxDistance, queryOptions(options));
    if (found === undefined) return null;
    const nearest = JSON.parse(found);
    return { ...nearest, ...this.#node(nearest) };
  }

  get gravity() {
    return [...this.#shared.module.withPhysics(this[RAW]).gravity()];
  }

  set gravity(gravity) {
    this.#shared.module.withPhysics(this[RAW]).set_gravity(numbers(gravity, 3, 'gravity'));
  }

  overlapPoint(point) {
    const found = this.#shared.module.withPhysics(this[RAW]).overlap_point(numbers(point, 3, 'point'));
    return JSON.parse(found).map((node) => this.#node(node));
  }

  overlapShape(shape, at) {
    const text = json(object(shape, 'shape'));
    const { translation, rotation } = isometry(at, 'transform');
    const found = this.#shared.module.withPhysics(this[RAW]).overlap_shape(text, translation, rotation);
    return JSON.parse(found).map((node) => this.#node(node));
  }

  snapshot() {
    return this[RAW].snapshot();
  }

  restore(snapshot) {
    this[RAW].restore(bytes(snapshot, 'a snapshot'));
    this.#shared.version += 1;
  }

  dispose() {
    const { raw } = this.#shared;
    this.#shared.raw = null;
    this.#instances.clear();
    this.#gone.clear();
    raw?.free();
  }

  get [RAW]() {
    const { raw } = this.#shared;
    if (raw === null) throw fault('DISPOSED', 'this World was disposed of');
    return raw;
  }

  #stepped(before) {
    this.#shared.version += 1;
    for (const [id, { steps }] of this.#gone) {
      if (steps < before) this.#gone.delete(id);
    }
  }

  #forget(instance) {
    this.#instances.delete(instance.id);
    this.#gone.set(instance.id, { instance, steps: this.steps });
  }

  /** A node of an instance that the module names by its number. */
  #node({ instance, node }) {
    return { instance: this.#instances.get(instance) ?? this.#gone.get(instance)?.instance ?? null, node };
  }

  /** A result of the simulation; another one if the module is built without physics. */
  #physics(read, otherwise) {
    const raw = this[RAW];
    return this.#shared.module.hasPhysics ? read(raw) : otherwise;
  }
}

/** Rows of numbers as objects: a field of one number is that number, a wider one an array. */
function rows(list, { width, fields }) {
  const entries = Object.entries(fields);
  return Array.from({ length: list.length / width }, (_, row) => {
    const field = ({ first, count }) => {
      const start = row * width + first;
      return count === 1 ? list[start] : [...list.subarray(start, start + count)];
    };
    return Object.fromEntries(entries.map(([name, at]) => [name, field(at)]));
  });
}

/** The options of a query with numbers for instances. */
function queryOptions(options) {
  const { withoutKinds, withoutInstances, withoutNodes, filter } = object(options, 'options');
  return json({
    withoutKinds,
    withoutInstances: withoutInstances?.map((instance) => instance.id),
    withoutNodes: withoutNodes?.map(({ instance, node }) => [instance.id, node]),
    filter,
  });
}

/** What plays at first: a word, or states of animations. */
function animationStates(animations, repeat) {
  if (['first', 'all', 'none'].includes(animations)) return animations;
  if (!Array.isArray(animations)) throw badArgument('animations must be `first`, `all`, `none` or an array');
  return animations.map((entry) => {
    const { animation, time = 0, speed = 1, repeat: how = repeat, ...rest } = object(entry, 'animations');
    return { ...rest, animation: index(animation, 'animation'), time, speed, repeat: how };
  });
}
