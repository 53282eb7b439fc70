// Steering: forces, joints, characters, layers, queries, and bodies and joints that come and go.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Clip, Model, World, init } from 'sinew-gltf';

import { cube, file, ground, read } from './files.js';

const KHR = 'KHR_physics_rigid_bodies';
const near = (found, expected, tolerance) => assert.ok(Math.abs(found - expected) <= tolerance, `${found} for ${expected}`);
const run = (world, steps) => {
  for (let step = 0; step < steps; step += 1) world.step();
};
const height = (instance, node) => instance.pose.matrices[16 * node + 13];

/** A ground, a cube on a hinge about x that hangs from a post, a loose cube, a kinematic one and a plain node. */
function yard() {
  const hinge = { limits: [{ linearAxes: [0, 1, 2], min: 0, max: 0 }, { angularAxes: [1, 2], min: 0, max: 0 }, { angularAxes: [0], min: -1, max: 1 }] };
  const hung = cube();
  hung[KHR].joint = { connectedNode: 1, joint: 0 };
  const nodes = [
    { name: 'ground', translation: [0, -0.5, 0], extensions: ground() },
    { name: 'post', translation: [0, 6, 0] },
    { name: 'hung', translation: [0, 6, 0], extensions: hung },
    { name: 'loose', translation: [4, 0.5, 0], extensions: cube({ mass: 2 }) },
    { name: 'hero', translation: [-4, 0.5, 0], extensions: cube({ isKinematic: true }) },
    { name: 'plain', translation: [8, 3, 0] },
  ];
  return file(nodes, { [KHR]: { physicsJoints: [hinge] } });
}

async function spawned() {
  await init();
  const world = new World();
  return [world, world.spawn(Model.parse(yard()))];
}

test('a force acts until it is ended', async () => {
  const [world, yard] = await spawned();
  yard.setForce(3, { force: [0, 2 * 9.81 + 4, 0] });
  run(world, 60);
  // 4 N more than its weight on 2 kg, for a second.
  near(yard.velocity(3).linear[1], 2, 1e-3);
  yard.setForce(3, null);
  // A third of a second, in which it does not come back to the ground.
  run(world, 20);
  near(yard.velocity(3).linear[1], 2 - 9.81 / 3, 1e-3);
  assert.throws(() => yard.setForce(0, { force: [1, 0, 0] }), { code: 'NO_BODY' });
});

test('gravity is the one that was set', async () => {
  const [world, yard] = await spawned();
  world.gravity = [0, 1, 0];
  assert.deepEqual([...world.gravity], [0, 1, 0]);
  run(world, 60);
  near(yard.velocity(3).linear[1], 1, 1e-3);
});

test('joints are switched, and break under a load', async () => {
  const [world, yard] = await spawned();
  assert.equal(yard.isJointEnabled(2), true);
  yard.setJointEnabled(2, false);
  assert.equal(yard.isJointEnabled(2), false);
  run(world, 30);
  assert.ok(height(yard, 2) < 5.5);
  assert.throws(() => yard.setJointEnabled(3, true), { code: 'NO_JOINT' });
  const [other, again] = await spawned();
  // 1 kg weighs 9.81 N.
  again.setJointBreak(2, { force: 50 });
  run(other, 30);
  assert.equal(again.isJointEnabled(2), true);
  again.setJointBreak(2, { force: 5 });
  run(other, 2);
  assert.equal(again.isJointEnabled(2), false);
  assert.throws(() => again.setJointBreak(2, { force: -1 }), { code: 'OUT_OF_BOUNDS' });
});

test('a limit has the ends that were set', async () => {
  const [, yard] = await spawned();
  yard.setLimit('hung', 2, -0.5, 0.25);
  const end = (key) => yard.property(`/extensions/${KHR}/physicsJoints/0/limits/2/${key}`).value;
  assert.deepEqual([end('min'), end('max')], [-0.5, 0.25]);
  assert.throws(() => yard.setLimit('hung', 2, 1, 0), { code: 'PROPERTY_OUT_OF_RANGE' });
});

test('a character walks on the ground', async () => {
  const [world, yard] = await spawned();
  assert.equal(yard.character(4), null);
  yard.setCharacter(4, {});
  yard.moveCharacter(4, [1, 0, 0]);
  run(world, 60);
  near(yard.pose.matrices[16 * 4 + 12], -3, 0.05);
  assert.equal(yard.character(4).isGrounded, true);
  yard.setCharacter(4, null);
  assert.equal(yard.character(4), null);
  assert.throws(() => yard.setCharacter(3, {}), { code: 'BODY_NOT_KINEMATIC' });
});

test('rays and shapes find colliders', async () => {
  const [world, yard] = await spawned();
  const hits = world.rayCastAll([4, 5, 0], [0, -1, 0], 100);
  assert.deepEqual(hits.map(({ node }) => node), [3, 0]);
  near(hits[0].distance, 4, 1e-3);
  const swept = world.shapeCast({ kind: 'sphere', radius: 0.5 }, { translation: [4, 5, 0] }, [0, -1, 0], 100);
  near(swept.distance, 3.5, 1e-2);
  const closest = world.closestPoint([4, 3, 0]);
  assert.equal(closest.node, 3);
  assert.ok(yard);
});

test('a node becomes a body, and is none again', async () => {
  const [world, yard] = await spawned();
  assert.equal(yard.body(5), null);
  yard.addBody(5, { mass: 3, colliders: [{ shape: { sphere: { radius: 0.25 } } }] });
  assert.equal(yard.property(`/nodes/5/extensions/${KHR}/motion/mass`).value, 3);
  assert.equal(yard.body(5).kind, 'dynamic');
  run(world, 240);
  near(height(yard, 5), 0.25, 0.01);
  yard.removeBody(5);
  assert.equal(yard.body(5), null);
  assert.throws(() => yard.removeBody(5), { code: 'NO_BODY' });
  assert.throws(() => yard.addBody(3, {}), { code: 'HAS_BODY' });
  const bad = { colliders: [{ shape: { sphere: { radius: 0 } } }] };
  assert.throws(() => yard.addBody(5, bad), { code: 'INVALID_PART', message: /sphere\.radius must be above 0/ });
  assert.throws(() => yard.addBody(5, { weight: 1 }), { code: 'INVALID_ARGUMENT', message: /weight/ });
  // One of the file's goes as well.
  yard.removeBody(3);
  assert.equal(yard.body(3), null);
  assert.deepEqual(yard.bodies.map(({ node }) => node), [2, 4]);
});

test('a joint holds the body of another instance until it is removed', async () => {
  const [world, yard] = await spawned();
  const other = world.spawn(Model.parse(yard.model ? file([{ name: 'ball', translation: [0, 20, 0], extensions: cube() }]) : ''));
  yard.addBody(1, { kind: 'kinematic' });
  const fixed = { limits: [{ linearAxes: [0, 1, 2], min: 0, max: 0 }, { angularAxes: [0, 1, 2], min: 0, max: 0 }] };
  const past = world.snapshot();
  yard.addJoint(1, fixed, { instance: other, node: 0, held: true });
  run(world, 60);
  near(height(other, 0), 20, 1e-3);
  yard.removeJoint(1);
  run(world, 60);
  near(height(other, 0), 20 - 9.81 / 2, 0.2);
  // A rollback across both.
  world.restore(past);
  run(world, 60);
  near(height(other, 0), 20 - 9.81 / 2, 0.2);
  assert.throws(() => yard.addJoint(1, fixed, { instance: {}, node: 0 }), { code: 'INVALID_ARGUMENT' });
  assert.throws(() => yard.removeJoint(1), { code: 'NO_JOINT' });
});

test('filters decide anew what collides', async () => {
  const [world, yard] = await spawned();
  run(world, 30);
  near(height(yard, 3), 0.5, 0.01);
  yard.setCollisionFilter(3, { collideWithSystems: [] });
  run(world, 60);
  assert.ok(height(yard, 3) < -2);
  yard.setCollisionFilter(null, null);
  assert.throws(() => yard.setCollisionFilter(5, null), { code: 'NO_COLLIDER' });
  const both = { collideWithSystems: ['a'], notCollideWithSystems: ['b'] };
  assert.throws(() => yard.setCollisionFilter(3, both), { code: 'INVALID_PART' });
});

test('gravity and filters have pointers', async () => {
  const [world, yard] = await spawned();
  const gravity = yard.property('/extensions/SINEW_world/gravity');
  gravity.value = [0, 0, 2];
  assert.deepEqual([...world.gravity], [0, 0, 2]);
  const filter = yard.property(`/nodes/3/extensions/${KHR}/collider/collisionFilter`);
  assert.equal(filter.value, -1);
  assert.throws(() => filter.set(0), { code: 'PROPERTY_OUT_OF_RANGE' });
});

/** A node that one animation moves a metre along x and another along y, each in a second, and one that follows its rotation. */
function animated() {
  const numbers = new Float32Array([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0]);
  const accessor = (byteOffset, count, type, extra = {}) => ({ bufferView: 0, byteOffset, count, type, componentType: 5126, ...extra });
  const animation = (output) => ({
    channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
    samplers: [{ input: 0, output }],
  });
  const constraint = { specVersion: '1.0', constraint: { rotation: { source: 0 } } };
  return JSON.stringify({
    asset: { version: '2.0' },
    nodes: [{ name: 'mover' }, { name: 'follower', extensions: { VRMC_node_constraint: constraint } }],
    buffers: [{ byteLength: numbers.byteLength, uri: `data:application/octet-stream;base64,${Buffer.from(numbers.buffer).toString('base64')}` }],
    bufferViews: [{ buffer: 0, byteLength: numbers.byteLength }],
    accessors: [accessor(0, 2, 'SCALAR', { min: [0], max: [1] }), accessor(8, 2, 'VEC3'), accessor(32, 2, 'VEC3')],
    animations: [animation(1), animation(2)],
  });
}

test('the page about playing runs', async () => {
  await init();
  const [, code] = String(read('docs/playing.md')).match(/```js\n([\s\S]*?)```/);
  const dancer = read('conformance/human_pose/from_an_animated_figure_of_vrm_1_0/clip.vrma');
  const world = new World();
  const robot = world.spawn(Model.parse(dancer));
  new Function('robot', 'walk', 'run', 'wave', code)(robot, 0, 0, Clip.parse(dancer));
  run(world, 30);
  assert.equal(world.steps, 30);
});

test('animations cross-fade, and layers have weights', async () => {
  await init();
  const world = new World();
  const mover = world.spawn(Model.parse(animated()));
  run(world, 60);
  near(mover.pose.matrices[12], 1, 1e-4);
  mover.crossFade({ animation: 1 }, 0.5);
  run(world, 15);
  // A quarter of a second into half a second: half of the one, and half of a quarter of the other.
  near(mover.pose.matrices[12], 0.5, 0.02);
  near(mover.pose.matrices[13], 0.125, 0.02);
  run(world, 60);
  near(mover.pose.matrices[12], 0, 1e-4);
  near(mover.pose.matrices[13], 1, 1e-4);
  mover.setLayer(0, { weight: 0.5 });
  assert.equal(mover.layer(0).weight, 0.5);
  run(world, 1);
  near(mover.pose.matrices[13], 0.5, 1e-4);
  mover.stopLayer(0);
  run(world, 2);
  assert.equal(mover.playing.length, 0);
  assert.throws(() => mover.setLayer(0, { weight: Number.NaN }), { code: /INVALID_ARGUMENT|NOT_FINITE/ });
});

test('root motion is taken out of the pose', async () => {
  await init();
  const world = new World();
  const mover = world.spawn(Model.parse(animated()));
  assert.equal(mover.rootMotion, null);
  mover.setRootMotion({ node: 0 });
  let travelled = 0;
  for (let step = 0; step < 60; step += 1) {
    world.step();
    travelled += mover.rootMotion.translation[0];
  }
  near(travelled, 1, 1e-3);
  mover.setRootMotion(null);
  assert.equal(mover.rootMotion, null);
});

test('a constraint has the weight that was set', async () => {
  await init();
  const world = new World();
  const mover = world.spawn(Model.parse(animated()));
  assert.equal(mover.constraintWeight(0), 1);
  mover.setConstraintWeight(0, 0.25);
  assert.equal(mover.constraintWeight(0), 0.25);
  assert.equal(mover.constraintWeight(1), null);
  assert.throws(() => mover.setConstraintWeight(0, 2), { code: 'PROPERTY_OUT_OF_RANGE' });
});
