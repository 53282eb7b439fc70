// Faces and eyes: expressions that an application sets, and targets that eyes follow.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Model, World, init } from 'sinew-gltf';

const AVATAR = JSON.stringify({
  asset: { version: '2.0' },
  nodes: [
    { name: 'Hips', translation: [0, 1, 0], children: [1, 2] },
    { name: 'Head', translation: [0, 0.5, 0] },
    { name: 'Face', mesh: 0 },
  ],
  meshes: [{ primitives: [{ attributes: {}, targets: [{}] }] }],
  materials: [{}],
  extensions: {
    VRMC_vrm: {
      specVersion: '1.0',
      humanoid: { humanBones: { hips: { node: 0 }, head: { node: 1 } } },
      lookAt: { type: 'expression', offsetFromHeadBone: [0, 0, 0] },
      expressions: {
        preset: {
          lookLeft: {},
          happy: {
            morphTargetBinds: [{ node: 2, index: 0, weight: 0.5 }],
            materialColorBinds: [{ material: 0, type: 'color', targetValue: [1, 0, 0, 1] }],
          },
        },
      },
    },
  },
});

test('an expression moves its morph target and its material until it is released', async () => {
  await init();
  const world = new World();
  const avatar = world.spawn(Model.parse(AVATAR));
  avatar.setExpression('happy', 0.5);
  world.step();
  assert.equal(avatar.pose.weights[0], 0.25);
  assert.deepEqual(avatar.expressions[1], { name: 'happy', value: 0.5, weight: 0.5 });
  const [{ type, value }] = avatar.materialValues;
  assert.deepEqual([type, value], ['color', [1, 0.5, 0.5, 1]]);
  avatar.setExpression('happy', null);
  world.step();
  assert.equal(avatar.pose.weights[0], 0);
  assert.throws(() => avatar.setExpression('grin', 1), { code: 'UNKNOWN_EXPRESSION' });
  assert.throws(() => avatar.setExpression('happy', NaN), { code: 'NOT_FINITE' });
});

test('eyes follow points, nodes and directions', async () => {
  await init();
  const world = new World();
  const [avatar, other] = [world.spawn(Model.parse(AVATAR)), world.spawn(Model.parse(AVATAR))];
  other.setTransform({ translation: [-2, 0, 2] });
  const angles = (target, options) => {
    avatar.lookAt(target, options);
    world.step();
    const { yaw, pitch } = avatar.lookAtAngles;
    // Adding 0 makes a zero of −0.
    return [yaw, pitch].map((angle) => Math.round(angle * 1000) / 1000 + 0);
  };
  assert.deepEqual(angles({ point: [1, 1.5, 1] }), [45, 0]);
  assert.equal(avatar.expressions[0].weight, 0.5);
  assert.deepEqual(angles({ node: 1, instance: other }), [-45, 0]);
  assert.deepEqual(angles({ direction: [15, 0] }, { speed: 60 }), [-44, 0]);
  avatar.lookAt(null);
  assert.equal(avatar.lookAtAngles, null);
  assert.throws(() => avatar.lookAt({}), { code: 'INVALID_ARGUMENT' });
  assert.throws(() => avatar.lookAt({ node: 99 }), { code: 'UNKNOWN_NODE' });
  assert.throws(() => avatar.lookAt({ node: 1, instance: 3 }), { code: 'INVALID_ARGUMENT' });
});

test('bones follow goals until they are released', async () => {
  await init();
  const world = new World();
  const avatar = world.spawn(Model.parse(AVATAR));
  const turned = (goal) => {
    avatar.setBoneGoal('head', goal);
    world.step();
    // Ten numbers a node, of which the rotation begins at the fourth.
    const [, y, , w] = avatar.pose.locals.slice(13, 17);
    return Math.round((Math.atan2(y, w) * 360) / Math.PI);
  };
  const goal = { point: [1, 1.5, 1] };
  assert.equal(turned(goal), 45);
  assert.equal(turned({ ...goal, limit: 30 }), 30);
  assert.equal(turned({ ...goal, weight: 0.2 }), 9);
  assert.equal(turned(null), 0);
  assert.throws(() => avatar.setBoneGoal('paw', goal), { code: 'INVALID_ARGUMENT' });
  assert.throws(() => avatar.setBoneGoal('leftHand', goal), { code: 'UNKNOWN_BONE' });
  assert.throws(() => avatar.setBoneGoal('head', { ...goal, weight: 2 }), { code: 'OUT_OF_BOUNDS' });
  assert.throws(() => avatar.setBoneGoal('head', { ...goal, speed: 2 }), { code: 'INVALID_ARGUMENT' });
  assert.throws(() => avatar.setBoneGoal('head', {}), { code: 'INVALID_ARGUMENT' });
});
