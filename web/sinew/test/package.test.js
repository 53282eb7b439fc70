// What is shipped: its size, and types that say what the code does.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

import * as sinew from 'sinew-gltf';

import { path, read } from './files.js';

const profile = path('web/sinew/dist/sinew.profile.txt');
const isQuick = !existsSync(profile) || readFileSync(profile, 'utf8') !== 'wasm';

/**
 * Bytes, gzipped: 1,842 kB of the module and 11 kB of JavaScript, with room for 1 %. Brotli, which servers prefer, makes a quarter less of the
 * whole. `ARCHITECTURE.md` has what is in it.
 */
const MAX_BYTES = 1_871_000;

test('the download size is bounded', { skip: isQuick && 'this module was built quickly' }, (t) => {
  const sizes = ['sinew_bg.wasm', 'sinew.js'].map((name) => gzipSync(read(`web/sinew/dist/${name}`), { level: 9 }).length);
  t.diagnostic(`gzipped: ${sizes.join(' + ')} bytes`);
  assert.ok(sizes[0] + sizes[1] <= MAX_BYTES, `${sizes}`);
});

/** The members of an object's classes. */
function membersOf(object) {
  const above = Object.getPrototypeOf(object);
  return above === Object.prototype ? [] : [...Object.getOwnPropertyNames(above), ...membersOf(above)];
}

test('the exports equal the types', async () => {
  await sinew.init();
  const types = String(read('web/sinew/index.d.ts'));
  const values = [...types.matchAll(/^export (?:function|class) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(sinew).sort(), values.sort());
  const world = new sinew.World();
  const model = sinew.Model.parse(read('fixtures/running/machine.gltf'));
  const instance = world.spawn(model);
  const clip = sinew.Clip.parse(read('fixtures/bvh/cmu.bvh'));
  for (const [name, object] of Object.entries({ World: world, Model: model, Instance: instance, Clip: clip })) {
    const [, body] = types.match(new RegExp(`export class ${name} \\{\\n([\\s\\S]*?)\\n\\}`));
    const named = [...body.matchAll(/^ {2}(?:readonly )?(\w+)(?=[(:<])/gm)].map(([, member]) => member);
    const members = named.filter((member) => member !== 'constructor');
    assert.ok(members.length > 3, name);
    for (const member of members) assert.ok(member in object, `${name}.${member}`);
    const own = [...Object.keys(object), ...membersOf(object)];
    for (const member of own) assert.ok([...members, 'constructor'].includes(member), `${name}.${member} has no type`);
  }
});

test('the types hold in strict TypeScript', (t) => {
  const folder = mkdtempSync(join(path('web/'), '.types-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, 'use.ts'),
    `import { Clip, Model, World, isSinewError, type BodyState, type WorldEvent } from 'sinew-gltf';
     const model: Model = await Model.load(new ArrayBuffer(8), { resources: { 'a.bin': new Uint8Array(3) } });
     const world = await World.create({ gravity: [0, -1, 0] });
     const instance = world.spawn(model, { translation: new Float32Array(3), animations: [{ animation: 0, speed: 2 }] });
     const locals: Float32Array = instance.interpolated.locals;
     const events: WorldEvent[] = world.events;
     const bodies: BodyState[] = instance.bodies;
     instance.transform = { translation: [1, 2, 3], rotation: [0, 0, 0, 1] };
     for (const shape of model.info.physics?.shapes ?? []) if (shape.kind === 'box') shape.size.map((x: number) => x);
     try { instance.playClip(await Clip.load('HIERARCHY')); } catch (error) { if (isSinewError(error)) error.code; }
     // @ts-expect-error: a world is no model
     world.spawn(world);
     // @ts-expect-error: models are made by load and parse
     new Model();
     // @ts-expect-error: there is no such way to repeat
     instance.play({ animation: 0, repeat: 'forever' });
     export { locals, events, bodies };`,
  );
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const tsc = path('web/node_modules/typescript/bin/tsc');
  const run = () => execFileSync(process.execPath, [tsc, ...options, join(folder, 'use.ts')], { encoding: 'utf8' });
  try {
    run();
  } catch (error) {
    assert.fail(error.stdout);
  }
});

test('the example of the README runs', (t) => {
  const [, code] = String(read('web/sinew/README.md')).match(/```js\n([\s\S]*?)```/);
  const folder = mkdtempSync(join(path('web/'), '.example-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'fall.mjs'), code);
  const printed = execFileSync(process.execPath, [join(folder, 'fall.mjs')], { encoding: 'utf8' });
  // From 4.5 m above the ground it takes √(2·4.5/9.81) = 0.96 s; it then lies half a metre above it.
  assert.match(printed, /^0\.9\d s: contactBegin of nodes 0 and 1\nthe cube is at 0\.(49|50) m\n$/);
});
