// Whatever bytes are handed over, the module does not trap, and works on.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Clip, Model, World, init, isSinewError } from 'sinew-gltf';

import { cube, file, filesBelow, read } from './files.js';

/** Does something that may fail, but only in the way that is promised. */
function attempt(what, work) {
  try {
    return work();
  } catch (error) {
    // A trap is a RuntimeError, and a stack that runs over a RangeError.
    assert.ok(isSinewError(error), `${what}: ${error.stack}`);
    assert.ok(error.code.length > 0 && error.message.length > 0 && typeof error.pointer === 'string');
    return null;
  }
}

/** Everything that a page does with a file. */
async function use(name, bytes) {
  attempt(name, () => Clip.parse(bytes))?.dispose();
  const model = attempt(name, () => Model.parse(bytes));
  if (model === null) return false;
  assert.ok(Array.isArray(model.diagnostics) && Array.isArray(await model.validate()));
  const { physics } = model.info;
  physics?.shapes.forEach((_, shape) => {
    const { positions, indices } = model.shapeGeometry(shape);
    assert.ok(indices.every((place) => place * 3 < positions.length), `${name}, shape ${shape}`);
  });
  const world = new World();
  const instance = world.spawn(model);
  for (let step = 0; step < 3; step += 1) world.step();
  assert.ok(instance.pose.locals.length === model.nodeCount * 10);
  assert.ok(instance.interpolated.matrices.length === model.nodeCount * 16);
  assert.equal(instance.joints.length, physics?.joints.length ?? 0);
  assert.equal(instance.bodies.length, physics?.bodies.length ?? 0);
  instance.humanPose();
  attempt(name, () => world.restore(world.snapshot()));
  attempt(name, () => model.bake({ seconds: 0.1 }));
  world.dispose();
  model.dispose();
  return true;
}

/** The module still does what it should. */
function works() {
  const world = new World();
  world.spawn(Model.parse(file([{ extensions: cube() }])));
  world.step();
  assert.equal(world.steps, 1);
  world.dispose();
}

test('no file of the fixtures and of the fuzzers makes the module trap', async () => {
  await init();
  const files = [...filesBelow('fuzz/corpus'), ...filesBelow('fixtures')];
  assert.ok(files.length > 100);
  let read_ = 0;
  for (const name of files) {
    if (await use(name, read(`file://${name}`))) read_ += 1;
    works();
  }
  assert.ok(read_ > 50, `only ${read_} could be read`);
});

test('cut and changed files do not either', async () => {
  await init();
  // A small generator of our own, so that every run tries the same.
  let state = 12345;
  const random = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
  for (const name of filesBelow('fixtures').filter((path) => /running|humanoid|bvh|physics/.test(path))) {
    const bytes = read(`file://${name}`);
    for (let round = 0; round < 6; round += 1) {
      const changed = Uint8Array.from(bytes).subarray(0, round < 2 ? random(bytes.length) : bytes.length);
      for (let change = 0; change < round; change += 1) changed[random(changed.length)] = 32 + random(95);
      await use(`${name}, round ${round}`, changed);
    }
  }
  works();
});

test('a file that is not glTF is an error with a code and a pointer', async () => {
  await init();
  const refusal = (bytes) => {
    try {
      Model.parse(bytes);
    } catch (error) {
      return [error.code, error.pointer];
    }
    return null;
  };
  assert.deepEqual(refusal(new Uint8Array(0)), ['NOT_GLTF', '']);
  assert.deepEqual(refusal('HTTP/1.1 404'), ['NOT_GLTF', '']);
  assert.deepEqual(refusal('{"asset":'), ['JSON_INVALID', '']);
  assert.deepEqual(refusal(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])), ['NOT_UTF8', '']);
  assert.deepEqual(refusal('glTF'), ['GLB_INVALID', '']);
  assert.deepEqual(refusal('{}'), ['NO_VERSION', '/asset/version']);
  assert.deepEqual(refusal('{"asset":{"version":"3.0"}}'), ['UNKNOWN_VERSION', '/asset/version']);
  assert.deepEqual(refusal('{"asset":{"version":"2.0"}}'), null);
  await assert.rejects(Model.load('{}'), { name: 'SinewError', code: 'NO_VERSION', pointer: '/asset/version' });
});
