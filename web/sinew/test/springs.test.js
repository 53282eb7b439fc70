// Hair swings, in wind too, and goes along with a root that is set elsewhere.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Model, World, init } from 'sinew-gltf';

/** One joint at the origin whose tail is 0.1 m along x. */
const LOCK = JSON.stringify({
  asset: { version: '2.0' },
  nodes: [{ name: 'Hair', children: [1] }, { name: 'Tail', translation: [0.1, 0, 0] }],
  extensions: {
    VRMC_springBone: { specVersion: '1.0', springs: [{ joints: [{ node: 0, dragForce: 0.4 }, { node: 1 }] }] },
  },
});

/** Where the tail is in the model. */
const tail = (instance) => [...instance.pose.matrices.slice(16 + 12, 16 + 15)];

function near(found, expected) {
  found.forEach((number, at) => assert.ok(Math.abs(number - expected[at]) < 1e-5, `${found} is not ${expected}`));
}

test('wind blows hair aside, and a reset ends it', async () => {
  await init();
  const world = new World();
  const [loose, stiff] = [world.spawn(Model.parse(LOCK)), world.spawn(Model.parse(LOCK), { springs: false })];
  for (const instance of [loose, stiff]) instance.setWind([0, 0, 1]);
  for (let step = 0; step < 200; step += 1) world.step();
  // As strong along z as the spring is along x.
  near(tail(loose), [0.1 * Math.SQRT1_2, 0, 0.1 * Math.SQRT1_2]);
  near(tail(stiff), [0.1, 0, 0]);
  loose.setWind([0, 0, 0]);
  loose.resetSprings();
  near(tail(loose), [0.1, 0, 0]);
  assert.throws(() => loose.setWind([0, NaN, 0]), { code: 'NOT_FINITE' });
  assert.throws(() => world.spawn(Model.parse(LOCK), { springs: 1 }), { code: 'INVALID_ARGUMENT' });
});

test('hair trails behind a root that moves, and goes along with one that is set elsewhere', async () => {
  await init();
  const world = new World();
  const [moved, set] = [world.spawn(Model.parse(LOCK)), world.spawn(Model.parse(LOCK))];
  moved.setTransform({ translation: [5, 0, 0] });
  set.teleportRoot({ translation: [5, 0, 0] });
  world.step();
  assert.ok(tail(moved)[0] < -0.09, `${tail(moved)}`);
  near(tail(set), [0.1, 0, 0]);
});

test('springs are listed by the model', async () => {
  await init();
  const [spring] = Model.parse(LOCK).info.springs;
  assert.deepEqual([spring.joints[0].node, spring.joints[0].tail], [0, 1]);
});

test('a rigid body of another instance is a collider of hair on request', async () => {
  await init();
  const world = new World();
  const ball = JSON.stringify({
    asset: { version: '2.0' },
    nodes: [
      {
        translation: [0.1, -0.04, 0],
        extensions: { KHR_physics_rigid_bodies: { motion: { isKinematic: true }, collider: { geometry: { shape: 0 } } } },
      },
      {},
    ],
    extensions: { KHR_implicit_shapes: { shapes: [{ type: 'sphere', sphere: { radius: 0.05 } }] } },
  });
  const [hair, other] = [world.spawn(Model.parse(LOCK)), world.spawn(Model.parse(ball))];
  const steps = () => {
    for (let step = 0; step < 200; step += 1) world.step();
  };
  steps();
  near(tail(hair), [0.1, 0, 0]);
  hair.setSpringBody(0, { instance: other });
  steps();
  const [x, y] = tail(hair);
  // Out of the ball, but for the little that the bone's length takes back.
  assert.ok(y > 0 && Math.hypot(x - 0.1, y + 0.04) > 0.049, `${x} ${y}`);
  hair.setSpringBody(0, { instance: other, collides: false });
  steps();
  near(tail(hair), [0.1, 0, 0]);
  assert.throws(() => hair.setSpringBody(1, { instance: other }), { code: 'NO_BODY' });
  assert.throws(() => hair.setSpringBody(9, { instance: other }), { code: 'UNKNOWN_NODE' });
  assert.throws(() => hair.setSpringBody(0, { instance: {} }), { code: 'INVALID_ARGUMENT' });
});
