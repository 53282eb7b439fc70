/** The browser computes what the native library computes, to the last bit. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { browser, open, project, server, useBrowser } from './browser.js';

useBrowser();

test('the browser reproduces the golden digests of the native library', async (t) => {
  // Tuples of Rust, with the digests of bodies and of everything: ("heap", 60, 0x4a4f_…, 0x17ce_…).
  const text = readFileSync(join(project, 'crates/sinew/tests/running/golden.txt'), 'utf8');
  const golden = [...text.matchAll(/"(\w+)", (\d+), (0x[0-9a-f_]+), (0x[0-9a-f_]+)/g)].map(([, scene, step, bodies, all]) => {
    return [scene, Number(step), ...[bodies, all].map((digest) => BigInt(digest.replaceAll('_', '')).toString(16))];
  });
  assert.ok(golden.length >= 12);
  const { page } = await open(t, browser, `${server.address}web/browser/pages/three.html`);
  await page.waitForFunction(() => globalThis.api);
  const found = await page.evaluate(async (wanted) => {
    const { Model, World } = globalThis.api.sinew;
    const digests = [];
    for (const scene of new Set(wanted.map(([name]) => name))) {
      const model = await Model.load(await (await fetch(`../../../fixtures/running/${scene}.gltf`)).arrayBuffer());
      const world = await World.create();
      world.spawn(model, { animations: 'all' });
      const steps = wanted.filter(([name]) => name === scene).map(([, step]) => step);
      while (world.steps < Math.max(...steps)) {
        world.step();
        if (steps.includes(world.steps)) {
          const found = [world.physicsDigest, world.digest].map((digest) => BigInt.asUintN(64, digest).toString(16));
          digests.push([scene, world.steps, ...found]);
        }
      }
      world.dispose();
      model.dispose();
    }
    return digests;
  }, golden);
  assert.deepEqual(found, golden);
});
