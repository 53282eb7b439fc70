// rapier alone, as its JavaScript package has it.
import RAPIER from '@dimforge/rapier3d-simd-compat';
import { Vector3 } from 'three';

import { Unsupported } from './scene.mjs';

const RULES = { average: 'Average', minimum: 'Min', maximum: 'Max', multiply: 'Multiply' };
let ready;

export async function build(scene, { gravity, dt }) {
  await (ready ??= RAPIER.init());
  const world = new RAPIER.World(vector(gravity));
  world.timestep = dt;
  const made = new Map();
  for (const body of scene.bodies) made.set(body, addBody(world, body));
  const fixed = world.createRigidBody(RAPIER.RigidBodyDesc.fixed());
  for (const collider of scene.ground?.colliders ?? []) world.createCollider(describe(collider), fixed);
  for (const joint of scene.joints) {
    const [a, b] = joint.bodies.map((body) => made.get(body) ?? fixed);
    world.createImpulseJoint(jointOf(joint), a, b, true).setContactsEnabled(joint.collides);
  }
  return {
    step: () => world.step(),
    free: () => world.free(),
    state: (body) => state(made.get(body)),
    apply: (action) => apply(made.get(action.body), action),
  };
}

function addBody(world, body) {
  const { motion, node } = body;
  const kind = motion.isKinematic ? RAPIER.RigidBodyDesc.kinematicVelocityBased() : RAPIER.RigidBodyDesc.dynamic();
  kind.setTranslation(...node.position.toArray()).setRotation(quaternion(node.rotation));
  kind.setLinvel(...body.linear.toArray()).setAngvel(vector(body.angular.toArray()));
  kind.setGravityScale(motion.gravityFactor ?? 1).setLinearDamping(0).setAngularDamping(0);
  const isGiven = Boolean(motion.inertiaDiagonal || motion.centerOfMass);
  if (isGiven && !motion.isKinematic) {
    if (!motion.inertiaDiagonal) throw new Unsupported('a centre of mass with moments from the shapes');
    const [x, y, z, w] = motion.inertiaOrientation ?? [0, 0, 0, 1];
    kind.setAdditionalMassProperties(body.mass, vector(body.center.toArray()), vector(motion.inertiaDiagonal), { x, y, z, w });
  }
  const rigid = world.createRigidBody(kind);
  for (const collider of body.colliders) {
    world.createCollider(describe(collider).setMass(isGiven ? 0 : collider.mass), rigid);
  }
  // Else it has no mass before its first step, and impulses of that step do nothing.
  rigid.recomputeMassPropertiesFromColliders();
  return rigid;
}

function describe({ shape, material, position, rotation }) {
  const { ColliderDesc, CoefficientCombineRule } = RAPIER;
  const make = {
    box: () => ColliderDesc.cuboid(...shape.half),
    sphere: () => ColliderDesc.ball(shape.radius),
    capsule: () => ColliderDesc.capsule(shape.half, shape.radius),
    cylinder: () => ColliderDesc.cylinder(shape.half, shape.radius),
  };
  const { staticFriction = 0.6, dynamicFriction = 0.6, restitution = 0 } = material;
  if (staticFriction !== dynamicFriction) throw new Unsupported('rapier has one coefficient of friction');
  const rule = (name = 'average') => CoefficientCombineRule[RULES[name]];
  return make[shape.type]()
    .setTranslation(...position.toArray())
    .setRotation(quaternion(rotation))
    .setFriction(dynamicFriction)
    .setRestitution(restitution)
    .setFrictionCombineRule(rule(material.frictionCombine))
    .setRestitutionCombineRule(rule(material.restitutionCombine));
}

/** A weld, a pin, a hinge or a slider; rapier's package has no frames for the others. */
function jointOf({ axes, frames }) {
  const [a, b] = frames.map(({ position }) => vector(position.toArray()));
  const [linear, angular] = [axes.slice(0, 3), axes.slice(3)];
  const count = (list) => list.filter((axis) => axis === 'locked').length;
  const free = (list) => list.findIndex((axis) => axis !== 'locked');
  const axisOf = (which) => {
    const [first, second] = frames.map(({ rotation }) => new Vector3().setComponent(which, 1).applyQuaternion(rotation));
    if (first.distanceTo(second) > 1e-5) throw new Unsupported('a joint whose bodies are rotated at rest');
    return vector(first.toArray());
  };
  const limited = (joint, range) => {
    if (Array.isArray(range)) {
      joint.limitsEnabled = true;
      joint.limits = range.map((end) => Math.max(-1e6, Math.min(1e6, end)));
    }
    return joint;
  };
  if (count(linear) === 3 && count(angular) === 3) {
    const [first, second] = frames.map(({ rotation }) => quaternion(rotation));
    return RAPIER.JointData.fixed(a, first, b, second);
  }
  if (count(linear) === 3 && angular.every((axis) => axis === 'free')) return RAPIER.JointData.spherical(a, b);
  if (count(linear) === 3 && count(angular) === 2) {
    return limited(RAPIER.JointData.revolute(a, b, axisOf(free(angular))), angular[free(angular)]);
  }
  if (count(linear) === 2 && count(angular) === 3) {
    return limited(RAPIER.JointData.prismatic(a, b, axisOf(free(linear))), linear[free(linear)]);
  }
  throw new Unsupported('a joint that is no weld, pin, hinge or slider');
}

function state(rigid) {
  const list = ({ x, y, z }) => [x, y, z];
  const { x, y, z, w } = rigid.rotation();
  return {
    position: list(rigid.translation()),
    rotation: [x, y, z, w],
    linear: list(rigid.linvel()),
    angular: list(rigid.angvel()),
    sleeping: rigid.isSleeping(),
  };
}

function apply(rigid, { impulse, point, angularImpulse, linearVelocity, angularVelocity }) {
  if (impulse && point) rigid.applyImpulseAtPoint(vector(impulse), vector(point), true);
  else if (impulse) rigid.applyImpulse(vector(impulse), true);
  if (angularImpulse) rigid.applyTorqueImpulse(vector(angularImpulse), true);
  if (linearVelocity) rigid.setLinvel(vector(linearVelocity), true);
  if (angularVelocity) rigid.setAngvel(vector(angularVelocity), true);
}

const vector = ([x, y, z]) => ({ x, y, z });
const quaternion = ({ x, y, z, w }) => ({ x, y, z, w });
