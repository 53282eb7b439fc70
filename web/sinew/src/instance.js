// Instances: models in a world.

import { index, isometry, json, number, numbers, object, optionalNumbers, string } from './arguments.js';
import { Clip } from './clip.js';
import { badArgument, fault } from './error.js';
import { createProperty } from './property.js';
import { RAW, buffer, hasPhysics, layout, view, withPhysics } from './module.js';

const OWN = Symbol('own');

/** Only worlds create instances. */
export function createInstance(shared, model, id, forget) {
  return new Instance(OWN, { shared, model, id, forget });
}

/** A pose: views that are updated when they are read. */
class Pose {
  #update;
  #addresses;
  #buffer = null;
  #views = null;

  constructor(update, addresses) {
    this.#update = update;
    this.#addresses = addresses;
  }

  get locals() {
    return this.#read('locals');
  }

  get matrices() {
    return this.#read('matrices');
  }

  get weights() {
    return this.#read('weights');
  }

  get virtualMatrices() {
    return this.#read('virtualMatrices');
  }

  #read(name) {
    this.#update();
    // The memory is another object after it has grown, and views of the old one are empty.
    if (this.#buffer !== buffer()) {
      this.#buffer = buffer();
      this.#views = Object.fromEntries(Object.entries(this.#addresses).map(([key, span]) => [key, view(span)]));
    }
    return this.#views[name];
  }
}

export class Instance {
  #shared;
  #forget;
  #isOut = false;
  #bodyAddress;
  #joints = [];
  /** The versions of the world that were read last. */
  #seen = { pose: -1, interpolated: -1, bodies: -1, joints: -1 };

  constructor(token, created) {
    if (token !== OWN) throw badArgument('an Instance is created by `World.spawn`');
    const { shared, model, id, forget } = created;
    this.#shared = shared;
    this.#forget = forget;
    this.world = shared.world;
    this.model = model;
    this.id = id;
    const { pose, interpolated, bodyValues } = JSON.parse(shared.raw.addresses(id));
    this.#bodyAddress = bodyValues;
    this.pose = new Pose(() => this.#update('pose', (raw) => raw.update_pose(id)), pose);
    const between = () => this.#update('interpolated', (raw) => raw.update_interpolated(id));
    this.interpolated = new Pose(between, interpolated);
  }

  get isAlive() {
    return !this.#isOut && this.#shared.raw !== null;
  }

  get transform() {
    return JSON.parse(this.#raw.transform(this.id));
  }

  set transform(to) {
    this.setTransform(to);
  }

  setTransform(to) {
    const { translation, rotation } = isometry(to, 'transform');
    this.#change((raw) => raw.set_transform(this.id, translation, rotation));
  }

  teleportRoot(to) {
    const { translation, rotation } = isometry(to, 'transform');
    this.#change((raw) => raw.teleport_root(this.id, translation, rotation));
  }

  setWind(wind) {
    const force = numbers(wind, 3, 'wind');
    this.#change((raw) => raw.set_wind(this.id, force));
  }

  resetSprings() {
    this.#change((raw) => raw.reset_springs(this.id));
  }

  node(name) {
    return this.#raw.node(this.id, string(name, 'name'));
  }

  animation(name) {
    return this.#raw.animation(this.id, string(name, 'name'));
  }

  property(pointer) {
    const name = string(pointer, 'pointer');
    const handle = this.#raw.property(this.id, name);
    const read = () => this.#raw.property_value(this.id, handle);
    const write = (list) => this.#change((raw) => raw.set_property(this.id, handle, list));
    const isReadOnly = !this.#raw.is_property_mutable(handle);
    return createProperty(name, this.#raw.property_type(handle), isReadOnly, read, write);
  }

  get changedProperties() {
    return JSON.parse(this.#raw.changed_properties(this.id));
  }

  setDriveTarget(node, drive, target) {
    const [name, which, to] = [string(node, 'node'), index(drive, 'drive'), number(target, 'target')];
    this.#change((raw) => withPhysics(raw).set_drive_target(this.id, name, which, to));
  }

  setLimit(node, limit, min, max) {
    const [name, which] = [string(node, 'node'), index(limit, 'limit')];
    const [low, high] = [number(min, 'min'), number(max, 'max')];
    this.#change((raw) => withPhysics(raw).set_limit(this.id, name, which, low, high));
  }

  get bodyValues() {
    this.#update('bodies', (raw) => hasPhysics() && raw.update_bodies(this.id));
    return view(this.#bodyAddress);
  }

  get bodies() {
    const values = this.bodyValues;
    const described = values.length === 0 ? [] : this.model.info.physics.bodies;
    return described.map((body, at) => bodyState(body, values, at));
  }

  get joints() {
    this.#update('joints', (raw) => {
      this.#joints = hasPhysics() ? JSON.parse(raw.joints(this.id)) : [];
    });
    return this.#joints;
  }

  body(node) {
    index(node, 'node');
    const values = this.bodyValues;
    const described = values.length === 0 ? [] : this.model.info.physics.bodies;
    const at = described.findIndex((body) => body.node === node);
    return at < 0 ? null : bodyState(described[at], values, at);
  }

  velocity(node) {
    const found = withPhysics(this.#raw).velocity(this.id, index(node, 'node'));
    return found === undefined ? null : JSON.parse(found);
  }

  setVelocity(node, linear, angular) {
    const [which, forward] = [index(node, 'node'), numbers(linear, 3, 'linear')];
    const spin = optionalNumbers(angular, 3, 'angular');
    this.#change((raw) => withPhysics(raw).set_velocity(this.id, which, forward, spin));
  }

  applyImpulse(node, impulse, point) {
    const [which, push] = [index(node, 'node'), numbers(impulse, 3, 'impulse')];
    const at = optionalNumbers(point, 3, 'point');
    this.#change((raw) => withPhysics(raw).apply_impulse(this.id, which, push, at));
  }

  applyAngularImpulse(node, impulse) {
    const [which, push] = [index(node, 'node'), numbers(impulse, 3, 'impulse')];
    this.#change((raw) => withPhysics(raw).apply_angular_impulse(this.id, which, push));
  }

  teleport(node, to) {
    const which = index(node, 'node');
    const { translation, rotation } = isometry(to, 'transform');
    this.#change((raw) => withPhysics(raw).teleport(this.id, which, translation, rotation));
  }

  wake(node) {
    const which = index(node, 'node');
    this.#change((raw) => withPhysics(raw).wake(this.id, which));
  }

  get playing() {
    return JSON.parse(this.#raw.playing(this.id));
  }

  play(state) {
    const change = object(state, 'state');
    const which = index(change.animation, 'animation');
    // Fields that are not given stay as they are if it plays already.
    const now = this.playing.find(({ animation }) => animation === which) ?? { time: 0, speed: 1, repeat: 'hold' };
    const { time = now.time, speed = now.speed, repeat = now.repeat } = change;
    this.#change((raw) => raw.play(this.id, json({ animation: which, time, speed, repeat })));
  }

  stop(animation) {
    const which = index(animation, 'animation');
    this.#change((raw) => raw.stop(this.id, which));
  }

  playClip(clip, options) {
    if (!(clip instanceof Clip)) throw badArgument('clip must be a Clip');
    const playback = json(object(options, 'options'));
    this.#change((raw) => raw.play_clip(this.id, clip[RAW], playback));
  }

  stopClip() {
    this.#change((raw) => raw.stop_clip(this.id));
  }

  humanPose() {
    const found = this.#raw.human_pose(this.id);
    return found === undefined ? null : JSON.parse(found);
  }

  setHumanPose(pose, options) {
    if (pose === null || pose === undefined) {
      this.#change((raw) => raw.clear_human_pose(this.id));
      return;
    }
    const { hips } = object(options, 'options');
    this.#change((raw) => raw.set_human_pose(this.id, json({ pose: named(pose), hips })));
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
    this.#change((raw) => raw.despawn(this.id));
    this.#forget(this);
    this.#isOut = true;
  }

  get #raw() {
    const { raw } = this.#shared;
    if (raw === null) throw fault('DISPOSED', 'the World of this Instance was disposed of');
    if (this.#isOut) throw fault('UNKNOWN_INSTANCE', 'this Instance was despawned');
    return raw;
  }

  #change(work) {
    work(this.#raw);
    this.#shared.version += 1;
  }

  /** Brings a part up to date, if the world has changed since it was read. */
  #update(part, work) {
    const raw = this.#raw;
    if (this.#seen[part] !== this.#shared.version) {
      work(raw);
      this.#seen[part] = this.#shared.version;
    }
  }
}

/** A human pose with arrays of finite numbers. */
function named(pose) {
  const { hips, hipsRest, rotations, ...lengths } = object(pose, 'pose');
  const list = Object.entries(object(rotations, 'rotations')).map(([bone, value]) => [bone, numbers(value, 4, bone)]);
  return {
    ...lengths,
    hips: optionalNumbers(hips, 3, 'hips'),
    hipsRest: optionalNumbers(hipsRest, 3, 'hipsRest'),
    rotations: Object.fromEntries(list),
  };
}

function bodyState({ node, kind }, values, at) {
  const { width, fields } = layout().bodyValues;
  const field = ({ first, count }) => [...values.subarray(at * width + first, at * width + first + count)];
  return {
    node,
    kind,
    isAnimated: field(fields.isAnimated)[0] !== 0,
    isSleeping: field(fields.isSleeping)[0] !== 0,
    translation: field(fields.translation),
    rotation: field(fields.rotation),
    linearVelocity: field(fields.linearVelocity),
    angularVelocity: field(fields.angularVelocity),
  };
}
