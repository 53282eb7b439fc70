// The module and the native library give the same digest after every step.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import { Clip, Model, World, init } from 'sinew-gltf';

import { path, read } from './files.js';
import { run, skipped } from './native.js';

const STEPS = 600;

/** Bodies that collide, hang on joints, are driven, and land on shapes of every kind. */
const SCENES = [
  'fixtures/running/heap.gltf',
  'fixtures/running/joints.gltf',
  'fixtures/running/machine.gltf',
  'crates/sinew-cli/demo/demo.gltf',
  // A behaviour graph with delays, triggers, impulses, interpolations and joint drives.
  'crates/sinew-cli/demo/machine.gltf',
  'crates/sinew-cli/demo/ragdolls.gltf',
  'fixtures/physics_khr/body_without_collider.gltf',
  'fixtures/physics_khr/compound_trigger_parts.gltf',
  'fixtures/physics_khr/inertia_orientation.gltf',
  'fixtures/physics_khr/joint_drives.gltf',
  'fixtures/physics_khr/joint_limits.gltf',
  'fixtures/physics_khr/meshes.gltf',
  'fixtures/physics_khr/scales.gltf',
  'fixtures/physics_khr/two_spellings.gltf',
  'fixtures/running/puppet.gltf',
  'fixtures/constraint/every_kind.gltf',
  // Hair that swings: every kind of collider, centers, branches, and VRM 0.x.
  'conformance/spring_bone/a_branch_listed_before_its_stem/figure.gltf',
  'conformance/spring_bone/capsules_on_moving_and_scaled_nodes/figure.gltf',
  'conformance/spring_bone/inertia_in_the_space_of_a_center/figure.gltf',
  'conformance/spring_bone/planes_on_moving_and_scaled_nodes/figure.gltf',
  'conformance/spring_bone/springs_of_vrm_0_x/figure.gltf',
  'conformance/spring_bone/tails_stay_inside/figure.gltf',
];

/** Avatars with a clip that animates bones and expressions, and with hips of another height. */
const AVATARS = [
  ['fixtures/humanoid/expressions.gltf', 'fixtures/running/smile.gltf'],
  ['fixtures/humanoid/avatar_vrm1_rotated.gltf', 'fixtures/running/smile.gltf'],
  ['fixtures/humanoid/avatar_vrm0.gltf', 'fixtures/bvh/mixamo.bvh'],
];

const hex = (digest) => digest.toString(16).padStart(16, '0');

/** Steps with the digests of bodies and of everything that native tests hold. */
const text = String(read('crates/sinew/tests/running/golden.txt'));
const golden = [...text.matchAll(/\("(\w+)", (\d+), 0x([0-9a-f_]+), 0x([0-9a-f_]+)\)/g)].map(([, scene, step, bodies, all]) => ({
  scene,
  step: Number(step),
  digests: [bodies, all].map((digest) => digest.replaceAll('_', '')),
}));

test('the golden digests are reproduced', async () => {
  await init();
  assert.ok(golden.length >= 12);
  for (const { scene, step, digests } of golden) {
    const world = new World();
    world.spawn(Model.parse(read(`fixtures/running/${scene}.gltf`)), { animations: 'all' });
    for (let at = 0; at < step; at += 1) world.step();
    assert.deepEqual([world.physicsDigest, world.digest].map(hex), digests, `${scene}, step ${step}`);
  }
});

/** The steps that the command records: the first line says how they begin, and the last how many there are. */
function recorded(folder, ...words) {
  const log = join(folder, 'log.jsonl');
  rmSync(log, { force: true });
  run('simulate', ...words, '--seconds', String(STEPS / 60), '--record', log);
  const lines = readFileSync(log, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(lines.at(-1), { end: STEPS });
  assert.equal(lines.length, STEPS + 2);
  return lines.slice(1, -1);
}

test('every step of every scene has the digest of the native library', { skip: skipped }, async (t) => {
  await init();
  const folder = mkdtempSync(join(tmpdir(), 'sinew-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const scene of SCENES) {
    const lines = recorded(folder, path(scene));
    const world = new World();
    world.spawn(Model.parse(read(scene)));
    for (const { step, digest } of lines) {
      world.step();
      assert.equal(hex(world.digest), digest, `${scene}, step ${step}`);
    }
    world.dispose();
  }
});

test('avatars with clips have the digests of the native library, bones and expressions included', { skip: skipped }, async (t) => {
  await init();
  const folder = mkdtempSync(join(tmpdir(), 'sinew-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [avatar, clip] of AVATARS) {
    const lines = recorded(folder, path(avatar), '--clip', path(clip), '--loop');
    const world = new World();
    const instance = world.spawn(Model.parse(read(avatar)));
    instance.playClip(Clip.parse(read(clip), { name: clip }), { repeat: 'loop' });
    for (const { step, digest } of lines) {
      world.step();
      assert.equal(hex(world.digest), digest, `${avatar} with ${clip}, step ${step}`);
    }
    world.dispose();
  }
});
