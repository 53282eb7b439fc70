// Human figures, clips, animations and virtual transforms.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Clip, Model, World, humanBones, init } from 'sinew';

import { file, read } from './files.js';

await init();

const quarter = [0, Math.SQRT1_2, 0, Math.SQRT1_2];

function near(found, expected, tolerance = 1e-5) {
  assert.equal(found.length, expected.length);
  found.forEach((value, at) => assert.ok(Math.abs(value - expected[at]) <= tolerance, `${found} is not ${expected}`));
}

test('a figure tells its bones, and each the one it hangs on', () => {
  const { humanoid } = Model.parse(read('fixtures/humanoid/figure_vrm1.gltf')).info;
  assert.equal(humanoid.facing, '+Z');
  const [hips, ...others] = humanoid.bones;
  assert.deepEqual([hips.bone, hips.parent], ['hips', null]);
  const names = humanoid.bones.map(({ bone }) => bone);
  for (const { bone, parent } of others) assert.ok(names.indexOf(parent) < names.indexOf(bone), bone);
  assert.ok(names.every((name) => humanBones().includes(name)));
});

test('a posture that is set is the posture that is read', () => {
  for (const name of ['figure_vrm1', 'figure_vrm0', 'figure_vrm1_turned']) {
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

test('clips of every kind play on a figure', () => {
  const model = Model.parse(read('fixtures/humanoid/figure_vrm1.gltf'));
  for (const name of ['humanoid/figure_clip.gltf', 'bvh/mixamo.bvh', 'bvh/vrm.bvh']) {
    const clip = Clip.parse(read(`fixtures/${name}`));
    assert.ok(clip.duration > 0 && clip.bones.includes('hips'), name);
    const world = new World({ dt: clip.duration / 4 });
    const instance = world.spawn(model, { animations: 'none' });
    const rest = instance.humanPose();
    instance.playClip(clip, { repeat: 'loop' });
    const moved = [1, 2, 3].some(() => {
      world.step();
      const now = instance.humanPose();
      return Object.entries(now.rotations).some(([bone, [, , , w]]) => Math.abs(w - rest.rotations[bone][3]) > 1e-3);
    });
    assert.ok(moved, `${name} moves nothing`);
    assert.equal(instance.stopClip(), true);
    assert.equal(instance.stopClip(), false);
    clip.dispose();
    assert.throws(() => instance.playClip(clip), { code: 'DISPOSED' });
  }
});

test('what is no clip says why', () => {
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
  assert.deepEqual(refused(read('fixtures/humanoid/figure_clip.gltf'), { animation: 99 }), ['SinewError', 'UNKNOWN_ANIMATION']);
  assert.deepEqual(refused(read('fixtures/bvh/cmu.bvh'), { bvh: { metresPerUnit: 0 } }), ['SinewError', 'INVALID_ARGUMENT']);
  const world = new World();
  const stone = world.spawn(Model.parse(file([{}])));
  const clip = Clip.parse(read('fixtures/bvh/cmu.bvh'));
  assert.throws(() => stone.playClip(clip), { code: 'NO_HUMANOID' });
});

/** A file whose node 0 goes from x = 0 to x = 2 in two seconds. */
function animated() {
  const numbers = new Float32Array([0, 2, 0, 0, 0, 2, 0, 0]);
  const uri = `data:application/octet-stream;base64,${Buffer.from(numbers.buffer).toString('base64')}`;
  return JSON.stringify({
    asset: { version: '2.0' },
    nodes: [{ name: 'cart' }],
    buffers: [{ byteLength: 32, uri }],
    bufferViews: [
      { buffer: 0, byteLength: 8 },
      { buffer: 0, byteOffset: 8, byteLength: 24 },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [2] },
      { bufferView: 1, componentType: 5126, count: 2, type: 'VEC3' },
    ],
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
  assert.equal(instance.stop(0), true);
  assert.equal(instance.stop(0), false);
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

test('morph weights stand where the model says', () => {
  const model = Model.parse(read('fixtures/morph_weights.gltf'));
  const { morphTargets } = model.info;
  assert.ok(morphTargets.length > 0);
  const instance = new World().spawn(model);
  const { first, count } = morphTargets[morphTargets.length - 1];
  assert.equal(instance.pose.weights.length, first + count);
});
