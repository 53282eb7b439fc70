// `sinew-gltf/motion`: the module without the engine, and physics that is loaded when a world asks for it.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import * as whole from 'sinew-gltf';
import * as motion from 'sinew-gltf/motion';

import { avatar } from '../../viewer/demos/avatar.js';
import { wave } from '../../viewer/demos/wave.js';
import { path, read } from './files.js';
import { machine } from './machine.js';

const profile = path('web/sinew/dist/motion.profile.txt');
const isQuick = !existsSync(profile) || readFileSync(profile, 'utf8') !== 'wasm-without-physics';

/** Bytes, gzipped: 449 kB of the module and 8 kB of JavaScript, with room for 1 %. */
const MAX_BYTES = 461_000;

const FALLING = JSON.stringify({
  asset: { version: '2.0' },
  nodes: [{ translation: [0, 20, 0], extensions: { KHR_physics_rigid_bodies: { motion: { mass: 1 }, collider: { geometry: { shape: 0 } } } } }],
  extensions: {
    KHR_implicit_shapes: { shapes: [{ type: 'sphere', sphere: { radius: 0.2 } }] },
    KHR_physics_rigid_bodies: {},
  },
});

/** An avatar that plays a clip for two seconds, with its springs: the numbers of its pose. */
async function played({ Clip, Model, World }) {
  const model = await Model.load(avatar().glb());
  const clip = await Clip.load(wave().glb());
  const world = await World.create();
  const instance = world.spawn(model);
  instance.playClip(clip, { repeat: 'loop' });
  for (let step = 0; step < 120; step += 1) world.step();
  return { locals: [...instance.pose.locals], rest: [...world.spawn(model).pose.locals], world, instance, model };
}

test('the download size is bounded', { skip: isQuick && 'this module was built quickly, or not at all' }, (t) => {
  const sizes = ['motion_bg.wasm', 'motion.js'].map((name) => gzipSync(read(`web/sinew/dist/${name}`), { level: 9 }).length);
  t.diagnostic(`gzipped: ${sizes.join(' + ')} bytes`);
  assert.ok(sizes[0] + sizes[1] <= MAX_BYTES, `${sizes}`);
});

test('an avatar moves as with the whole module, bit for bit, and the engine is not loaded', async () => {
  assert.equal(whole.isInitialized(), false);
  const small = await played(motion);
  assert.equal(motion.version().engine, null);
  assert.equal(whole.isInitialized(), false);
  const large = await played(whole);
  assert.deepEqual(small.locals, large.locals);
  assert.notDeepEqual(small.locals, small.rest);
  assert.throws(() => small.world.rayCast([0, 0, 0], [0, 1, 0]), { code: 'NO_PHYSICS' });
  assert.throws(() => small.model.bake(), { code: 'NO_PHYSICS' });
  assert.throws(() => small.world.spawn(large.model), { code: 'INVALID_ARGUMENT', message: /sinew-gltf\/motion/ });
});

test('a world with physics loads the engine, and takes files that were read without it', async () => {
  const model = await motion.Model.load(FALLING);
  assert.equal(model.info.physics, null);
  const still = await motion.World.create();
  const resting = still.spawn(model);
  const world = await motion.World.create({ physics: true, gravity: [0, -10, 0] });
  const instance = world.spawn(model);
  for (let step = 0; step < 60; step += 1) {
    world.step();
    still.step();
  }
  assert.equal(resting.pose.locals[1], 20);
  // Between g·t²/2 and the symplectic sum g·h²·(1 + … + 60), g = 10 m/s².
  const fallen = 20 - instance.pose.locals[1];
  assert.ok(fallen > 5 - 1e-4 && fallen < (10 * 1830) / 3600 + 1e-4, `${fallen}`);
  assert.equal(model.info.physics.bodies.length, 1);
  assert.ok(world instanceof motion.World);
  const other = await whole.World.create({ gravity: [0, -10, 0] });
  other.spawn(await whole.Model.load(FALLING));
  for (let step = 0; step < 60; step += 1) other.step();
  assert.equal(world.digest, other.digest);
});

test('graphs run in a world that asks for them', async () => {
  const model = await motion.Model.load(machine());
  const still = (await motion.World.create()).spawn(model);
  still.world.step();
  assert.equal(still.graph, null);
  assert.throws(() => still.sendEvent('ask'), { code: 'NO_GRAPH' });
  const running = (await motion.World.create({ graphs: true })).spawn(model);
  running.sendEvent('ask', { number: 4 });
  running.world.step();
  assert.deepEqual(running.graphEvents.map(({ event, values }) => [event, values]), [['answer', { number: 8 }]]);
});

test('what the small module does not read is checked by the large one', async () => {
  const bytes = read('fixtures/physics_khr/shape_missing.gltf');
  const model = await motion.Model.load(bytes);
  const ofBodies = ({ pointer }) => pointer.includes('KHR_physics_rigid_bodies');
  assert.equal(model.diagnostics.some(ofBodies), false);
  const found = await model.validate();
  assert.equal(found.some(ofBodies), true);
  assert.deepEqual(found, await (await whole.Model.load(bytes)).validate());
});

test('inputs to bodies are refused by their reason', async () => {
  const still = (await motion.World.create()).spawn(await motion.Model.load(FALLING));
  for (const input of [{ do: 'force', node: 0, force: [0, 1, 0] }, { do: 'addBody', node: 0 }, { do: 'gravity', gravity: [0, 0, 0] }]) {
    assert.throws(() => still.perform(input), { code: 'NO_PHYSICS' }, input.do);
  }
  assert.throws(() => still.perform({ do: 'dance' }), { code: 'INVALID_ARGUMENT' });
});

test('a clip plays in worlds of both kinds', async () => {
  const model = await motion.Model.load(avatar().glb());
  const clip = await motion.Clip.load(wave().glb());
  await motion.loadPhysics();
  const poses = [];
  for (const physics of [false, true]) {
    const instance = (await motion.World.create({ physics })).spawn(model);
    instance.playClip(clip);
    for (let step = 0; step < 30; step += 1) instance.world.step();
    poses.push([...instance.pose.locals]);
  }
  assert.deepEqual(poses[0], poses[1]);
  clip.dispose();
  assert.throws(() => model.bake({ clip }), { code: 'DISPOSED' });
});

test('the exports equal the types', () => {
  const types = String(read('web/sinew/motion/index.d.ts'));
  const again = /export \{([^}]+)\} from/.exec(types)[1].split(',').map((name) => name.trim());
  const own = [...types.matchAll(/^export (?:function|class) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(motion).sort(), [...again, ...own].sort());
});
