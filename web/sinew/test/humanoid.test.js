// Humanoids, clips, animations and virtual transforms.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Clip, Model, World, humanBones, init } from 'sinew-gltf';

import { file, filesBelow, read } from './files.js';

await init();

const quarter = [0, Math.SQRT1_2, 0, Math.SQRT1_2];

function near(found, expected, tolerance = 1e-5) {
  assert.equal(found.length, expected.length);
  found.forEach((value, at) => assert.ok(Math.abs(value - expected[at]) <= tolerance, `${found} is not ${expected}`));
}

test('a humanoid lists its bones with their parents', () => {
  const { humanoid } = Model.parse(read('fixtures/humanoid/avatar_vrm1.gltf')).info;
  assert.equal(humanoid.facing, '+Z');
  const [hips, ...others] = humanoid.bones;
  assert.deepEqual([hips.bone, hips.parent], ['hips', null]);
  const names = humanoid.bones.map(({ bone }) => bone);
  for (const { bone, parent } of others) assert.ok(names.indexOf(parent) < names.indexOf(bone), bone);
  assert.ok(names.every((name) => humanBones().includes(name)));
});

test('a human pose that is set is read back', () => {
  for (const name of ['avatar_vrm1', 'avatar_vrm0', 'avatar_vrm1_rotated']) {
    const model = Model.parse(read(`fixtures/humanoid/${name}.gltf`));
    const world = new World();
    const instance = world.spawn(model, { animations: 'none' });
    const pose = instance.humanPose();
    pose.rotations.head = quarter;
    pose.hips[0] += 0.25;
    instance.setHumanPose(pose);
    world.step();
    const found = instance.humanPose();
    near(found.rotations.head, quarter);
    near(found.hips, pose.hips);
    instance.setHumanPose(null);
  }
  const plain = new World().spawn(Model.parse(file([{}])));
  assert.equal(plain.humanPose(), null);
});

test('a human pose contains the rest position of its hips and the length of its legs', () => {
  const stand = (name, place) => {
    const document = JSON.parse(new TextDecoder().decode(read(`fixtures/humanoid/${name}.gltf`)));
    document.nodes[0].translation = place;
    return new World().spawn(Model.parse(JSON.stringify(document)), { animations: 'none' });
  };
  const from = stand('avatar_vrm1', [2, 0, -1]);
  const pose = from.humanPose();
  near(pose.hipsRest, pose.hips);
  assert.ok(pose.legLength > 0.5);
  for (const hips of ['height', 'legs', 'none']) {
    // Hips at rest are at rest on another avatar at another place.
    const to = stand('avatar_vrm1_rotated', [0.5, 0, 3]);
    const rest = to.humanPose().hips;
    to.setHumanPose(pose, { hips });
    to.world.step();
    near(to.humanPose().hips, rest);
  }
});

test('a clip without a humanoid plays, and leaves the bones', () => {
  const clip = Clip.parse(read('conformance/human_pose/a_gaze_without_a_humanoid/clip.vrma'));
  assert.deepEqual(clip.bones, []);
  const world = new World({ dt: 0.5 });
  const model = Model.parse(read('conformance/human_pose/a_gaze_without_a_humanoid/vrm-1.0.gltf'));
  const instance = world.spawn(model, { animations: 'none' });
  const before = instance.humanPose();
  instance.playClip(clip);
  world.step();
  world.step();
  const after = instance.humanPose();
  near(after.hips, before.hips);
  near(after.rotations.leftUpperArm, before.rotations.leftUpperArm);
  // The left eye rotates by 12 · 30/80 = 4.5° to the left and 10 · 20/40 = 5° down: Ry · Rx.
  const [y, x] = [4.5, 5].map((degrees) => (degrees * Math.PI) / 360);
  const [sy, cy, sx, cx] = [Math.sin(y), Math.cos(y), Math.sin(x), Math.cos(x)];
  near(after.rotations.leftEye, [cy * sx, sy * cx, -sy * sx, cy * cx]);
});

/** A buffer of numbers with an accessor for each list of them, and the numbers a value of each has. */
function accessors(...lists) {
  const numbers = new Float32Array(lists.flatMap(([values]) => values));
  const uri = `data:application/octet-stream;base64,${Buffer.from(numbers.buffer).toString('base64')}`;
  let byteOffset = 0;
  const bufferViews = lists.map(([values]) => {
    const view = { buffer: 0, byteOffset, byteLength: values.length * 4 };
    byteOffset += view.byteLength;
    return view;
  });
  const types = { 1: 'SCALAR', 3: 'VEC3', 4: 'VEC4' };
  return {
    buffers: [{ byteLength: numbers.byteLength, uri }],
    bufferViews,
    accessors: lists.map(([values, width], bufferView) => ({
      bufferView,
      componentType: 5126,
      count: values.length / width,
      type: types[width],
    })),
  };
}

/** A .vrma in which the head rotates by 90° to the left within two seconds. */
function headTurns() {
  const channel = { sampler: 0, target: { node: 2, path: 'rotation' } };
  return JSON.stringify({
    asset: { version: '2.0' },
    nodes: [{ translation: [0, 1, 0], children: [1] }, { children: [2] }, {}],
    ...accessors([[0, 2], 1], [[0, 0, 0, 1, ...quarter], 4]),
    animations: [{ channels: [channel], samplers: [{ input: 0, output: 1 }] }],
    extensions: {
      VRMC_vrm_animation: {
        specVersion: '1.0',
        humanoid: { humanBones: { hips: { node: 0 }, spine: { node: 1 }, head: { node: 2 } } },
      },
    },
  });
}

test('a clip rotates the head of an avatar with another rest pose', () => {
  const clip = Clip.parse(headTurns());
  assert.equal(clip.duration, 2);
  assert.deepEqual(clip.bones, ['hips', 'spine', 'head']);
  const world = new World({ dt: 0.5 });
  const instance = world.spawn(Model.parse(read('fixtures/humanoid/avatar_vrm1_rotated.gltf')), { animations: 'none' });
  instance.playClip(clip);
  const head = () => instance.humanPose().rotations.head;
  world.step();
  world.step();
  // Half of a quarter is 45°: sin and cos of 22.5°.
  near(head(), [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)]);
  for (let step = 0; step < 4; step += 1) world.step();
  near(head(), quarter);
});

/** A skeleton whose hips, 90 cm up, rotate by 90° to the left within half a second. */
const BVH = `HIERARCHY
ROOT Hips { OFFSET 0 90 0 CHANNELS 3 Zrotation Xrotation Yrotation
  JOINT Spine { OFFSET 0 10 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 10 0 } } }
MOTION
Frames: 2
Frame Time: 0.5
0 0 0 0 0 0
0 0 90 0 0 0
`;

test('motion capture plays on an avatar in a loop', () => {
  const clip = Clip.parse(BVH);
  assert.equal(clip.duration, 0.5);
  const world = new World({ dt: 0.25 });
  const instance = world.spawn(Model.parse(read('fixtures/humanoid/avatar_vrm1.gltf')), { animations: 'none' });
  instance.playClip(clip, { repeat: 'loop' });
  const rotations = Array.from({ length: 4 }, () => {
    world.step();
    return instance.humanPose().rotations.hips[1];
  });
  // A half of the quarter after 0.25 s; at 0.5 s it is at its end, which is its start.
  const half = Math.sin(Math.PI / 8);
  near([rotations[0], rotations[2]], [half, half]);
  near([rotations[1], rotations[3]], [rotations[1], rotations[1]]);
  assert.equal(instance.stopClip(), undefined);
  assert.throws(() => instance.stopClip(), { code: 'NOT_PLAYING' });
  clip.dispose();
  assert.throws(() => instance.playClip(clip), { code: 'DISPOSED' });
});

test('motion capture of every known rig is read', () => {
  for (const name of filesBelow('fixtures/bvh')) {
    assert.ok(Clip.parse(read(`file://${name}`)).bones.includes('hips'), name);
  }
});

test('a file without a clip is an error with a reason', () => {
  const refused = (bytes, options) => {
    try {
      Clip.parse(bytes, options);
    } catch (error) {
      return [error.name, error.code];
    }
    return null;
  };
  assert.deepEqual(refused(file([{}])), ['SinewError', 'NO_HUMANOID']);
  assert.deepEqual(refused(read('fixtures/humanoid/fifteen_bones.gltf')), ['SinewError', 'NO_ANIMATION']);
  assert.deepEqual(refused('HIERARCHY\nROOT'), ['SinewError', 'BVH_INVALID']);
  assert.deepEqual(refused(headTurns(), { animation: 99 }), ['SinewError', 'UNKNOWN_ANIMATION']);
  assert.deepEqual(refused(read('fixtures/bvh/cmu.bvh'), { bvh: { metresPerUnit: 0 } }), ['SinewError', 'INVALID_ARGUMENT']);
  const world = new World();
  const stone = world.spawn(Model.parse(file([{}])));
  const clip = Clip.parse(read('fixtures/bvh/cmu.bvh'));
  assert.throws(() => stone.playClip(clip), { code: 'NO_HUMANOID' });
});

/** A file whose node 0 goes from x = 0 to x = 2 in two seconds. */
function animated() {
  return JSON.stringify({
    asset: { version: '2.0' },
    nodes: [{ name: 'cart' }],
    ...accessors([[0, 2], 1], [[0, 0, 0, 2, 0, 0], 3]),
    animations: [
      {
        name: 'drive',
        channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
        samplers: [{ input: 0, output: 1 }],
      },
    ],
    extensions: {
      KHR_virtual_transform: {
        virtualTransforms: [{ name: 'seat', parent: 0, translation: [0, 1, 0], tags: ['seat', 'soft'] }],
      },
    },
  });
}

test('animations play, pause, run backwards and stop', () => {
  const model = Model.parse(animated());
  assert.deepEqual(
    model.info.animations.map(({ name, duration }) => [name, duration]),
    [['drive', 2]],
  );
  const world = new World({ dt: 0.5 });
  const instance = world.spawn(model);
  const x = () => instance.pose.locals[0];
  world.step();
  assert.equal(x(), 0.5);
  assert.deepEqual(instance.playing, [{ animation: 0, time: 0.5, speed: 1, repeat: 'hold' }]);
  instance.play({ animation: 0, speed: 0 });
  world.step();
  assert.equal(x(), 0.5);
  instance.play({ animation: 0, time: 1.5, speed: -1 });
  world.step();
  assert.equal(x(), 1);
  assert.equal(instance.animation('drive'), 0);
  assert.throws(() => instance.animation('fly'), { code: 'UNKNOWN_ANIMATION' });
  assert.equal(instance.stop(0), undefined);
  assert.throws(() => instance.stop(0), { code: 'NOT_PLAYING' });
  assert.deepEqual(instance.playing, []);
  // From 1.75, half a second is a quarter beyond the end.
  instance.play({ animation: 0, time: 1.75, repeat: 'loop' });
  world.step();
  assert.equal(x(), 0.25);
  assert.throws(() => instance.play({ animation: 0, repeat: 'forever' }), { code: 'INVALID_ARGUMENT' });
  assert.deepEqual(world.spawn(model, { animations: 'none' }).playing, []);
  const started = world.spawn(model, { animations: [{ animation: 0, time: 1, repeat: 'release' }] });
  assert.deepEqual(started.playing, [{ animation: 0, time: 1, speed: 1, repeat: 'release' }]);
});

test('virtual transforms follow their nodes, between steps too', () => {
  const model = Model.parse(animated());
  const [{ name, parent, tags }] = model.info.virtualTransforms;
  assert.deepEqual([name, parent, tags], ['seat', 0, ['seat', 'soft']]);
  const world = new World({ dt: 0.5 });
  const instance = world.spawn(model);
  world.advance(0.75);
  near([...instance.pose.virtualMatrices.subarray(12, 15)], [0.5, 1, 0]);
  // Half a step behind the first of the last two.
  near([...instance.interpolated.virtualMatrices.subarray(12, 15)], [0.25, 1, 0]);
});

test('morph weights are at the offsets of the model', () => {
  const model = Model.parse(read('fixtures/morph_weights.gltf'));
  const { morphTargets } = model.info;
  assert.ok(morphTargets.length > 0);
  const instance = new World().spawn(model);
  const { first, count } = morphTargets[morphTargets.length - 1];
  assert.equal(instance.pose.weights.length, first + count);
});
