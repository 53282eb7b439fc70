// The types of `sinew-gltf/three`, used as an application would.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../', import.meta.url));

test('the types of the plugin hold in strict TypeScript', (t) => {
  const folder = mkdtempSync(join(web, '.types-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, 'use.ts'),
    `import { Scene } from 'three';
     import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
     import { Clip, World } from 'sinew-gltf';
     import { SinewController, SinewDebug, SinewLoaderPlugin, addStandIns } from 'sinew-gltf/three';
     const loader = new GLTFLoader();
     const world = await World.create();
     loader.register((parser) => new SinewLoaderPlugin(parser, { world, spawn: { repeat: 'loop' } }));
     const gltf = await loader.loadAsync('robot.glb');
     const sinew: SinewController = gltf.userData.sinew;
     const debug = new SinewDebug(sinew, { show: ['limits'] });
     new Scene().add(gltf.scene, debug, ...addStandIns(sinew));
     const stop: () => void = sinew.onEvent(({ kind }) => kind === 'triggerEnter');
     sinew.playClip(await Clip.load('HIERARCHY'), { hips: 'legs' });
     sinew.update(0.01);
     // @ts-expect-error: there is no such layer
     debug.show('ghosts');
     export { stop };`,
  );
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom,esnext'];
  const tsc = join(web, 'node_modules/typescript/bin/tsc');
  try {
    execFileSync(process.execPath, [tsc, ...options, join(folder, 'use.ts')], { encoding: 'utf8' });
  } catch (error) {
    assert.fail(error.stdout);
  }
});

test('the exports of the plugin equal its types', () => {
  const read = (name) => readFileSync(join(web, 'sinew/three', name), 'utf8');
  const typed = [...read('index.d.ts').matchAll(/^export (?:class|function) (\w+)/gm)].map(([, name]) => name);
  const exported = [...read('index.js').matchAll(/^export \{ (\w+) \}/gm)].map(([, name]) => name);
  assert.deepEqual(exported.sort(), typed.sort());
});
