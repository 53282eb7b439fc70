// Instances: models in a world.

import { index, number, numbers, object, optionalNumbers, place, string } from './arguments.js';
import { Clip } from './clip.js';
import { badArgument, fault } from './error.js';
import { RAW, buffer, humanBones, view } from './module.js';
import { poseFromNumbers, numbersFromPose } from './human_pose.js';

const OWN = Symbol('own');
/** The number of floats per body. */
const BODY = 15;

/** Restricts the constructor to worlds. */
export function makeInstance(shared, model, id, forget) {
  return new Instance(OWN, { shared, model, id, forget });
}

/** A pose: views that are updated on access. */
class Pose {
  #bring;
  #addresses;
  #buffer = null;
  #views = null;

  constructor(bring, addresses) {
    this.#bring = bring;
    this.#addresses = addresses;
  }

  get locals() {
    return this.#view(0);
  }

  get matrices() {
    return this.#view(1);
  }

  get weights() {
    return this.#view(2);
  }

  get virtualMatrices() {
    return this.#view(3);
  }

  #view(which) {
    this.#bring();
    // Growth replaces the memory's buffer, and detaches views of the old one.
    if (this.#buffer !== buffer()) {
      this.#buffer = buffer();
      const list = this.#addresses;
      this.#views = [0, 2, 4, 6].map((at) => view(list[at], list[at + 1]));
    }
    return this.#views[which];
  }
}

export class Instance {
  #shared;
  #forget;
  #isOut = false;
  #addresses;
  /** The version of the world at the last update. */
  #seen = { now: -1, between: -1, bodies: -1 };

  constructor(token, made) {
    if (token !== OWN) throw badArgument('an Instance is made by `World.spawn`');
    const { shared, model, id, forget } = made;
    this.#shared = shared;
    this.#forget = forget;
    this.world = shared.world;
    this.model = model;
    this.id = id;
    this.#addresses = shared.raw.addresses(id);
    this.pose = new Pose(() => this.#bringPose('now', false), this.#addresses.subarray(0, 8));
    this.interpolated = new Pose(() => this.#bringPose('between', true), this.#addresses.subarray(8, 16));
  }

  get isAlive() {
    return !this.#isOut && this.#shared.raw !== null;
  }

  get place() {
    return frame(this.#raw.place(this.id), 0);
  }

  set place(at) {
    this.setPlace(at);
  }

  setPlace(at) {
    this.#change((raw) => raw.set_place(this.id, place(at)));
  }

  get bodyValues() {
    const raw = this.#raw;
    if (this.#seen.bodies !== this.#shared.version) {
      raw.update_bodies(this.id);
      this.#seen.bodies = this.#shared.version;
    }
    return view(this.#addresses[16], this.#addresses[17]);
  }

  get bodies() {
    const values = this.bodyValues;
    const described = values.length === 0 ? [] : this.model.info.physics.bodies;
    return described.map((body, place) => bodyState(body, values.subarray(place * BODY, (place + 1) * BODY)));
  }

  get joints() {
    const values = this.#raw.joints(this.id);
    let at = 0;
    const take = (count) => values.subarray(at, (at += count));
    const list = (width, make) => Array.from({ length: take(1)[0] }, () => make([...take(width)]));
    return (this.model.info.physics?.joints ?? []).map(({ node }) => ({
      node,
      isActive: take(1)[0] !== 0,
      frameA: frame(take(7), 0),
      frameB: frame(take(7), 0),
      limits: list(2, ([metric, violation]) => ({ metric, violation })),
      drives: list(3, ([position, velocity, force]) => ({ position, velocity, force })),
    }));
  }

  body(node) {
    index(node, 'node');
    const place = (this.model.info.physics?.bodies ?? []).findIndex((body) => body.node === node);
    return place < 0 ? null : this.bodies[place];
  }

  velocity(node) {
    const found = this.#raw.velocity(this.id, index(node, 'node'));
    return found === undefined ? null : { linear: [...found.subarray(0, 3)], angular: [...found.subarray(3, 6)] };
  }

  setVelocity(node, linear, angular) {
    const spin = optionalNumbers(angular, 3, 'angular');
    return this.#change((raw) => raw.set_velocity(this.id, index(node, 'node'), numbers(linear, 3, 'linear'), spin));
  }

  applyImpulse(node, impulse, point) {
    const at = optionalNumbers(point, 3, 'point');
    return this.#change((raw) => raw.apply_impulse(this.id, index(node, 'node'), numbers(impulse, 3, 'impulse'), at));
  }

  applyAngularImpulse(node, impulse) {
    return this.#change((raw) => raw.apply_angular_impulse(this.id, index(node, 'node'), numbers(impulse, 3, 'impulse')));
  }

  teleport(node, at) {
    this.#change((raw) => raw.teleport(this.id, index(node, 'node'), place(at)));
  }

  wake(node) {
    return this.#change((raw) => raw.wake(this.id, index(node, 'node')));
  }

  get playing() {
    return JSON.parse(this.#raw.playing(this.id));
  }

  play(playing) {
    const { animation, time, speed, repeat } = object(playing, 'playing');
    const which = index(animation, 'animation');
    // Options that are not given keep their value if it plays already.
    const now = this.playing.find((entry) => entry.animation === which) ?? { time: 0, speed: 1, repeat: 'hold' };
    const [from, rate] = [number(time ?? now.time, 'time'), number(speed ?? now.speed, 'speed')];
    this.#change((raw) => raw.play(this.id, which, from, rate, string(repeat ?? now.repeat, 'repeat')));
  }

  stop(animation) {
    return this.#change((raw) => raw.stop(this.id, index(animation, 'animation')));
  }

  playClip(clip, options) {
    if (!(clip instanceof Clip)) throw badArgument('clip must be a Clip');
    const { repeat = 'hold', hips = 'height', lookAt = true } = object(options, 'options');
    const words = [string(repeat, 'repeat'), string(hips, 'hips')];
    this.#change((raw) => raw.play_clip(this.id, clip[RAW], ...words, Boolean(lookAt)));
  }

  stopClip() {
    return this.#change((raw) => raw.stop_clip(this.id));
  }

  humanPose() {
    const found = this.#raw.human_pose(this.id);
    return found === undefined ? null : poseFromNumbers(found, humanBones());
  }

  setHumanPose(pose, options) {
    const { hips = 'height' } = object(options, 'options');
    if (pose === null || pose === undefined) {
      this.#change((raw) => raw.clear_human_pose(this.id));
      return;
    }
    const list = numbersFromPose(pose, humanBones());
    this.#change((raw) => raw.set_human_pose(this.id, list, string(hips, 'hips')));
  }

  setOverride(node, change) {
    const which = index(node, 'node');
    if (change === null || change === undefined) {
      this.#change((raw) => raw.clear_override(this.id, which));
      return;
    }
    const { translation, rotation, scale } = object(change, 'change');
    const parts = [
      optionalNumbers(translation, 3, 'translation'),
      optionalNumbers(rotation, 4, 'rotation'),
      optionalNumbers(scale, 3, 'scale'),
    ];
    this.#change((raw) => raw.set_override(this.id, which, ...parts));
  }

  despawn() {
    if (!this.isAlive) return false;
    this.#raw.despawn(this.id);
    this.#forget(this);
    this.#isOut = true;
    this.#shared.version += 1;
    return true;
  }

  get #raw() {
    const { raw } = this.#shared;
    if (raw === null) throw fault('DISPOSED', 'the World of this Instance was disposed of');
    if (this.#isOut) throw fault('UNKNOWN_INSTANCE', 'this Instance was despawned');
    return raw;
  }

  #change(work) {
    const outcome = work(this.#raw);
    this.#shared.version += 1;
    return outcome;
  }

  #bringPose(which, isBetween) {
    const raw = this.#raw;
    if (this.#seen[which] !== this.#shared.version) {
      raw.update_pose(this.id, isBetween);
      this.#seen[which] = this.#shared.version;
    }
  }
}

function frame(values, at) {
  return { translation: [...values.subarray(at, at + 3)], rotation: [...values.subarray(at + 3, at + 7)] };
}

function bodyState({ node, kind }, values) {
  return {
    node,
    kind,
    isDriven: values[13] !== 0,
    isSleeping: values[14] !== 0,
    ...frame(values, 0),
    linearVelocity: [...values.subarray(7, 10)],
    angularVelocity: [...values.subarray(10, 13)],
  };
}
