// The module and the native library give the same digest after every step.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import { Model, World, init } from 'sinew';

import { path, read } from './files.js';
import { run, skipped } from './native.js';

const STEPS = 600;

/** Bodies that collide, hang on joints, are driven, and land on shapes of every kind. */
const SCENES = [
  'fixtures/running/heap.gltf',
  'fixtures/running/joints.gltf',
  'fixtures/running/machine.gltf',
  'crates/sinew-cli/demo/demo.gltf',
  'fixtures/physics_khr/body_without_collider.gltf',
  'fixtures/physics_khr/compound_trigger_parts.gltf',
  'fixtures/physics_khr/inertia_orientation.gltf',
  'fixtures/physics_khr/joint_drives.gltf',
  'fixtures/physics_khr/joint_limits.gltf',
  'fixtures/physics_khr/meshes.gltf',
  'fixtures/physics_khr/scales.gltf',
  'fixtures/physics_khr/two_spellings.gltf',
];

/** Pairs of step and digest that native tests hold. */
const text = String(read('crates/sinew/tests/running/golden.txt'));
const golden = [...text.matchAll(/\("(\w+)", (\d+), 0x([0-9a-f_]+)\)/g)].map(([, scene, step, digest]) => ({
  scene,
  step: Number(step),
  digest: digest.replaceAll('_', ''),
}));

test('the golden digests come out', async () => {
  await init();
  assert.ok(golden.length >= 9);
  for (const { scene, step, digest } of golden) {
    const world = new World();
    world.spawn(Model.parse(read(`fixtures/running/${scene}.gltf`)));
    for (let at = 0; at < step; at += 1) world.step();
    assert.equal(world.digest.toString(16).padStart(16, '0'), digest, `${scene}, step ${step}`);
  }
});

test('every step of every scene has the digest of the native library', { skip: skipped }, async (t) => {
  await init();
  const folder = mkdtempSync(join(tmpdir(), 'sinew-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const scene of SCENES) {
    const log = join(folder, 'log.jsonl');
    rmSync(log, { force: true });
    run('simulate', path(scene), '--seconds', String(STEPS / 60), '--record', log);
    const lines = readFileSync(log, 'utf8').trim().split('\n').slice(1).map((line) => JSON.parse(line));
    assert.equal(lines.length, STEPS, scene);
    const world = new World();
    world.spawn(Model.parse(read(scene)));
    for (const { step, digest } of lines) {
      world.step();
      assert.equal(world.digest.toString(16).padStart(16, '0'), digest, `${scene}, step ${step}`);
    }
    world.dispose();
  }
});
