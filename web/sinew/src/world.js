// Worlds: instances of models in one simulation.

import { bytes, index, number, numbers, object, optionalNumbers, place, string } from './arguments.js';
import { badArgument, fault } from './error.js';
import { makeInstance } from './instance.js';
import { Model } from './model.js';
import { RAW, init, module } from './module.js';

const EVENT_KINDS = ['triggerEnter', 'triggerExit', 'contactBegin', 'contactEnd'];
const REPEATS = ['hold', 'loop', 'release'];

export class World {
  /** The world's bindings, and a version that increases with every change, for instances. */
  #shared;
  #instances = new Map();
  /** Instances despawned since the step before the last, which events of the last may refer to. */
  #gone = new Map();
  #events = { version: -1, list: [] };
  #contacts = { version: -1, list: [] };
  #profile = false;

  constructor(options) {
    const { RawWorld } = module();
    const {
      dt = 1 / 60,
      mostSteps = 8,
      gravity,
      density = 1000,
      subsetFilters = false,
      sleeping = true,
    } = object(options, 'options');
    const raw = new RawWorld(
      number(dt, 'dt'),
      index(mostSteps, 'mostSteps'),
      optionalNumbers(gravity, 3, 'gravity'),
      number(density, 'density'),
      Boolean(subsetFilters),
      Boolean(sleeping),
    );
    this.#shared = { raw, version: 0, world: this };
    this.dt = raw.dt();
  }

  static async create(options) {
    await init();
    return new World(options);
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
    return this[RAW].physics_digest();
  }

  get events() {
    const version = this.#shared.version;
    if (this.#events.version !== version) {
      const list = rows(this[RAW].events(), 6).map(([time, kind, a, nodeA, b, nodeB]) => ({
        time,
        kind: EVENT_KINDS[kind],
        a: { instance: this.#instance(a), node: nodeA },
        b: { instance: this.#instance(b), node: nodeB },
      }));
      this.#events = { version, list };
    }
    return this.#events.list;
  }

  get stopped() {
    return this.#nodes(this[RAW].stopped());
  }

  get contacts() {
    const version = this.#shared.version;
    if (this.#contacts.version !== version) {
      const list = rows(this[RAW].contacts(), 12).map(([a, nodeA, b, nodeB, ...of]) => ({
        a: { instance: this.#instance(a), node: nodeA },
        b: { instance: this.#instance(b), node: nodeB },
        point: of.slice(0, 3),
        normal: of.slice(3, 6),
        depth: of[6],
        impulse: of[7],
      }));
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
    const [animate, drive, simulate, follow, events] = this[RAW].milliseconds();
    return { animate, drive, simulate, follow, events, total: animate + drive + simulate + follow + events };
  }

  spawn(model, options) {
    if (!(model instanceof Model)) throw badArgument('model must be a Model');
    const { animations = 'all', repeat = 'hold' } = object(options, 'options');
    const playing = playingNumbers(model[RAW].animation_count(), animations, repeat);
    const raw = this[RAW];
    const id = raw.spawn(model[RAW], place(options), playing);
    const instance = makeInstance(this.#shared, model, id, (gone) => this.#forget(gone));
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
    raw.advance(number(seconds, 'seconds'));
    this.#stepped(before);
    return { steps: raw.advanced_steps(), dropped: raw.advanced_dropped() };
  }

  rayCast(origin, direction, maxDistance = Infinity) {
    if (typeof maxDistance !== 'number') throw badArgument('maxDistance must be a number');
    const hit = this[RAW].ray_cast(numbers(origin, 3, 'origin'), numbers(direction, 3, 'direction'), maxDistance);
    if (hit.length === 0) return null;
    const [instance, node, distance, ...of] = hit;
    return { instance: this.#instance(instance), node, distance, point: of.slice(0, 3), normal: of.slice(3, 6) };
  }

  overlapPoint(point) {
    return this.#nodes(this[RAW].overlap_point(numbers(point, 3, 'point')));
  }

  overlapShape(shape, at) {
    const { kind } = object(shape, 'shape');
    return this.#nodes(this[RAW].overlap_shape(string(kind, 'shape.kind'), shapeNumbers(shape), place(at)));
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

  #instance(id) {
    return this.#instances.get(id) ?? this.#gone.get(id)?.instance ?? null;
  }

  #nodes(list) {
    return rows(list, 2).map(([instance, node]) => ({ instance: this.#instance(instance), node }));
  }
}

/** Splits numbers into rows of a length. */
function rows(list, length) {
  const found = [];
  for (let start = 0; start < list.length; start += length) {
    found.push([...list.subarray(start, start + length)]);
  }
  return found;
}

/** The playing animations, from four numbers each. */
function playingNumbers(count, animations, repeat) {
  if (animations === 'none') return new Float64Array(0);
  const all = () => Array.from({ length: count }, (_, animation) => ({ animation, repeat }));
  const list = animations === 'all' ? all() : animations;
  if (!Array.isArray(list)) throw badArgument('animations must be `all`, `none` or an array');
  const entries = list.flatMap((entry) => {
    const { animation, time = 0, speed = 1, repeat: how = repeat } = object(entry, 'animations');
    const which = REPEATS.indexOf(how);
    if (which < 0) throw badArgument(`repeat is one of ${REPEATS.join(', ')}, and not ${String(how)}`);
    return [index(animation, 'animation'), number(time, 'time'), number(speed, 'speed'), which];
  });
  return Float64Array.from(entries);
}

function shapeNumbers(shape) {
  switch (shape.kind) {
    case 'box':
      return numbers(shape.size, 3, 'shape.size');
    case 'sphere':
      return numbers([shape.radius, 0, 0], 3, 'shape.radius');
    case 'capsule':
    case 'cylinder':
      return numbers([shape.height, shape.radiusBottom, shape.radiusTop], 3, 'shape');
    default:
      throw badArgument(`no ${String(shape.kind)} can be asked for: only box, sphere, capsule and cylinder`);
  }
}

