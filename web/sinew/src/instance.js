// Instances: models in a world.

import { index, isometry, json, number, numbers, object, optionalNumbers, string } from './arguments.js';
import { Clip } from './clip.js';
import { badArgument, fault } from './error.js';
import { createProperty } from './property.js';
import { IN } from './source.js';

const OWN = Symbol('own');

/** Inputs that a module without physics does not read. */
const OF_BODIES = new Set([
  'springBody', 'impulse', 'angularImpulse', 'velocity', 'teleport', 'wake', 'gravity', 'force', 'enableJoint', 'breakJoint',
  'addBody', 'removeBody', 'addJoint', 'removeJoint', 'filter', 'character', 'moveCharacter',
]);

/** Only worlds create instances. */
export function createInstance(shared, model, id, forget) {
  return new Instance(OWN, { shared, model, id, forget });
}

/** A pose: views that are updated when they are read. */
class Pose {
  #update;
  #addresses;
  #module;
  #buffer = null;
  #views = null;

  constructor(module, update, addresses) {
    this.#module = module;
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
    if (this.#buffer !== this.#module.buffer) {
      this.#buffer = this.#module.buffer;
      const views = Object.entries(this.#addresses).map(([key, span]) => [key, this.#module.view(span)]);
      this.#views = Object.fromEntries(views);
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
    this.pose = new Pose(shared.module, () => this.#update('pose', (raw) => raw.update_pose(id)), pose);
    const between = () => this.#update('interpolated', (raw) => raw.update_interpolated(id));
    this.interpolated = new Pose(shared.module, between, interpolated);
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

  setSpringBody(node, { instance = this, collides = true } = {}) {
    if (!(instance instanceof Instance)) throw badArgument('instance must be an Instance');
    if (typeof collides !== 'boolean') throw badArgument('collides must be true or false');
    const which = index(node, 'node');
    this.#change((raw) => this.#shared.module.withPhysics(raw).set_spring_body(this.id, instance.id, which, collides));
  }

  resetSprings() {
    this.#change((raw) => raw.reset_springs(this.id));
  }

  setExpression(name, value) {
    const of = string(name, 'name');
    const to = value === null ? undefined : number(value, 'value');
    this.#change((raw) => raw.set_expression(this.id, of, to));
  }

  get expressions() {
    return JSON.parse(this.#raw.expressions(this.id));
  }

  get materialValues() {
    return JSON.parse(this.#raw.material_values(this.id));
  }

  lookAt(target, options = {}) {
    if (target === null) {
      this.#change((raw) => raw.clear_look_at(this.id));
      return;
    }
    const { instance, ...rest } = object(target, 'target');
    const { speed } = object(options, 'options');
    if (instance !== undefined && !(instance instanceof Instance)) throw badArgument('instance must be an Instance');
    const of = json({ ...rest, instance: instance?.id, speed });
    this.#change((raw) => raw.look_at(this.id, of));
  }

  get lookAtAngles() {
    const angles = this.#raw.look_at_angles(this.id);
    return angles === undefined ? null : { yaw: angles[0], pitch: angles[1] };
  }

  setBoneGoal(bone, goal) {
    const of = string(bone, 'bone');
    if (goal === null) {
      this.#change((raw) => raw.set_bone_goal(this.id, of, undefined));
      return;
    }
    const { instance, ...rest } = object(goal, 'goal');
    if (instance !== undefined && !(instance instanceof Instance)) throw badArgument('instance must be an Instance');
    const to = json({ ...rest, instance: instance?.id });
    this.#change((raw) => raw.set_bone_goal(this.id, of, to));
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

  setProperties(values) {
    this.perform({ do: 'setAll', values: object(values, 'values') });
  }

  setDriveTarget(node, drive, target) {
    const [name, which, to] = [string(node, 'node'), index(drive, 'drive'), number(target, 'target')];
    this.#change((raw) => this.#shared.module.withPhysics(raw).set_drive_target(this.id, name, which, to));
  }

  setLimit(node, limit, min, max) {
    const [name, which] = [string(node, 'node'), index(limit, 'limit')];
    const [low, high] = [number(min, 'min'), number(max, 'max')];
    this.#change((raw) => this.#shared.module.withPhysics(raw).set_limit(this.id, name, which, low, high));
  }

  get bodyValues() {
    this.#update('bodies', (raw) => this.#shared.module.hasPhysics && raw.update_bodies(this.id));
    return this.#shared.module.view(this.#bodyAddress);
  }

  get bodies() {
    const values = this.bodyValues;
    const described = values.length === 0 ? [] : this.model.info.physics.bodies;
    // A body that was removed has no numbers.
    return described.map((body, at) => bodyState(this.world.layout, body, values, at)).filter((body) => !Number.isNaN(body.translation[0]));
  }

  get joints() {
    this.#update('joints', (raw) => {
      this.#joints = this.#shared.module.hasPhysics ? JSON.parse(raw.joints(this.id)) : [];
    });
    return this.#joints;
  }

  body(node) {
    index(node, 'node');
    const values = this.bodyValues;
    const described = values.length === 0 ? [] : this.model.info.physics.bodies;
    const at = described.findIndex((body) => body.node === node);
    const found = at < 0 ? null : bodyState(this.world.layout, described[at], values, at);
    if (found !== null && !Number.isNaN(found.translation[0])) return found;
    if (!this.#shared.module.hasPhysics) return null;
    // One that code has added.
    const added = this.#raw.body_of(this.id, node);
    if (added === undefined) return null;
    return bodyState(this.world.layout, { node, kind: ['static', 'kinematic', 'dynamic'][added.at(-1)] }, added, 0);
  }

  velocity(node) {
    const found = this.#shared.module.withPhysics(this.#raw).velocity(this.id, index(node, 'node'));
    return found === undefined ? null : JSON.parse(found);
  }

  setVelocity(node, linear, angular) {
    const [which, forward] = [index(node, 'node'), numbers(linear, 3, 'linear')];
    const spin = optionalNumbers(angular, 3, 'angular');
    this.#change((raw) => this.#shared.module.withPhysics(raw).set_velocity(this.id, which, forward, spin));
  }

  applyImpulse(node, impulse, point) {
    const [which, push] = [index(node, 'node'), numbers(impulse, 3, 'impulse')];
    const at = optionalNumbers(point, 3, 'point');
    this.#change((raw) => this.#shared.module.withPhysics(raw).apply_impulse(this.id, which, push, at));
  }

  applyAngularImpulse(node, impulse) {
    const [which, push] = [index(node, 'node'), numbers(impulse, 3, 'impulse')];
    this.#change((raw) => this.#shared.module.withPhysics(raw).apply_angular_impulse(this.id, which, push));
  }

  teleport(node, to) {
    const which = index(node, 'node');
    const { translation, rotation } = isometry(to, 'transform');
    this.#change((raw) => this.#shared.module.withPhysics(raw).teleport(this.id, which, translation, rotation));
  }

  wake(node) {
    const which = index(node, 'node');
    this.#change((raw) => this.#shared.module.withPhysics(raw).wake(this.id, which));
  }

  get playing() {
    return JSON.parse(this.#raw.playing(this.id));
  }

  play(state) {
    const change = object(state, 'state');
    const which = index(change.animation, 'animation');
    // Fields that are not given stay as they are if it plays already.
    const isSame = (state) => state.animation === which && (state.layer ?? 0) === (change.layer ?? 0);
    const isStaying = (state) => !state.fade?.stops;
    const now = this.playing.find((state) => isSame(state) && isStaying(state)) ?? { time: 0, speed: 1, repeat: 'hold' };
    this.#change((raw) => raw.play(this.id, json({ ...now, ...change, animation: which })));
  }

  crossFade(state, seconds) {
    const { animation, time = 0, speed = 1, repeat = 'hold', ...rest } = object(state, 'state');
    const playing = { ...rest, animation: index(animation, 'animation'), time, speed, repeat };
    this.perform({ do: 'crossFade', playing, seconds });
  }

  layer(layer) {
    return JSON.parse(this.#raw.layer(this.id, layer));
  }

  setLayer(layer, settings) {
    this.perform({ do: 'layer', layer, settings: object(settings, 'settings') });
  }

  stopLayer(layer, seconds = 0) {
    this.perform({ do: 'stopLayer', layer, seconds });
  }

  get rootMotion() {
    const found = this.#raw.root_motion(this.id);
    return found === undefined ? null : JSON.parse(found);
  }

  setRootMotion(settings) {
    const { node, translation = [true, false, true], yaw = true, movesInstance = true } = settings ?? {};
    this.perform({ do: 'rootMotion', node, translation, yaw, movesInstance });
  }

  setForce(node, force) {
    this.perform({ do: 'force', node: index(node, 'node'), ...(force ?? {}) });
  }

  setJointEnabled(node, enabled) {
    this.perform({ do: 'enableJoint', node: index(node, 'node'), enabled });
  }

  isJointEnabled(node) {
    return this.#shared.module.withPhysics(this.#raw).is_joint_enabled(this.id, index(node, 'node')) ?? null;
  }

  setJointBreak(node, bounds) {
    this.perform({ do: 'breakJoint', node: index(node, 'node'), ...(bounds ?? {}) });
  }

  addBody(node, body) {
    this.perform({ do: 'addBody', node: index(node, 'node'), body: object(body ?? {}, 'body') });
  }

  removeBody(node) {
    this.perform({ do: 'removeBody', node: index(node, 'node') });
  }

  addJoint(node, joint, to) {
    const { instance, node: connected, held = false } = object(to, 'to');
    if (instance !== undefined && !(instance instanceof Instance)) {
      throw badArgument('to.instance is an instance of the same world');
    }
    const frame = { instance: instance?.id, node: index(connected, 'to.node'), held };
    this.perform({ do: 'addJoint', node: index(node, 'node'), joint: object(joint ?? {}, 'joint'), to: frame });
  }

  removeJoint(node) {
    this.perform({ do: 'removeJoint', node: index(node, 'node') });
  }

  setCollisionFilter(node, filter) {
    const which = node === null ? undefined : index(node, 'node');
    this.perform({ do: 'filter', node: which, filter: filter ?? undefined });
  }

  constraintWeight(constraint) {
    return this.#raw.constraint_weight(this.id, index(constraint, 'constraint')) ?? null;
  }

  setConstraintWeight(constraint, weight) {
    this.perform({ do: 'constraintWeight', constraint: index(constraint, 'constraint'), weight });
  }

  character(node) {
    const found = this.#shared.module.withPhysics(this.#raw).character(this.id, index(node, 'node'));
    return found === undefined ? null : JSON.parse(found);
  }

  setCharacter(node, settings) {
    this.perform({ do: 'character', node: index(node, 'node'), settings: settings ?? undefined });
  }

  moveCharacter(node, velocity, jump = 0) {
    const wanted = [...numbers(velocity, 3, 'velocity')];
    this.perform({ do: 'moveCharacter', node: index(node, 'node'), velocity: wanted, jump });
  }

  select(node, selection) {
    this.perform({ do: 'select', node: index(node, 'node'), selection: object(selection ?? {}, 'selection') });
  }

  hover(node, controller = 0) {
    this.perform({ do: 'hover', node: node === null ? undefined : index(node, 'node'), controller });
  }

  sendEvent(event, values) {
    const lists = Object.entries(object(values ?? {}, 'values')).map(([id, value]) => {
      const list = typeof value === 'object' ? [...value] : [value];
      return [id, list.map(Number)];
    });
    this.perform({ do: 'sendEvent', event, values: Object.fromEntries(lists) });
  }

  /** What a graph says, as JSON; a module without graphs has nobody who says anything. */
  #ofGraph(ask) {
    const raw = this.#raw;
    return this.#shared.module.hasPhysics ? JSON.parse(ask(raw) ?? 'null') : null;
  }

  get graphEvents() {
    return this.#ofGraph((raw) => raw.graph_events(this.id)) ?? [];
  }

  get graphLog() {
    return this.#ofGraph((raw) => raw.graph_log(this.id)) ?? [];
  }

  get graph() {
    return this.#ofGraph((raw) => raw.graph_state(this.id));
  }

  get graphNodes() {
    return this.#ofGraph((raw) => raw.graph_nodes(this.id)) ?? [];
  }

  traceGraph(isOn) {
    if (typeof isOn !== 'boolean') throw badArgument('isOn must be true or false');
    const raw = this.#raw;
    if (!this.#shared.module.hasPhysics) throw fault('NO_GRAPH', 'this module is built without behaviour graphs');
    raw.trace_graph(this.id, isOn);
  }

  get graphActivations() {
    return this.#ofGraph((raw) => raw.graph_activations(this.id)) ?? [];
  }

  perform(input) {
    const { do: kind, ...members } = object(input, 'input');
    if (OF_BODIES.has(kind)) this.#shared.module.withPhysics(this.#raw);
    // Gravity is the world's; of all others the instance is this one.
    const written = json(kind === 'gravity' ? { do: kind, ...members } : { do: kind, instance: 0, ...members });
    this.#change((raw) => raw.perform(this.id, written));
  }

  stop(animation) {
    const which = index(animation, 'animation');
    this.#change((raw) => raw.stop(this.id, which));
  }

  playClip(clip, options) {
    if (!(clip instanceof Clip)) throw badArgument('clip must be a Clip');
    const { hips, lookAt, fade: seconds, ...playing } = object(options, 'options');
    const isMixed = ['layer', 'weight', 'speed', 'time'].some((name) => playing[name] !== undefined);
    if (!isMixed && seconds === undefined) {
      const playback = json({ hips, lookAt, ...playing });
      this.#change((raw) => raw.play_clip(this.id, clip[IN](this.#shared.module), playback));
      return;
    }
    const playback = json({ hips, lookAt, playing, seconds });
    this.#change((raw) => raw.play_clip_with(this.id, clip[IN](this.#shared.module), playback));
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

function bodyState(layout, { node, kind }, values, at) {
  const { width, fields } = layout.bodyValues;
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
