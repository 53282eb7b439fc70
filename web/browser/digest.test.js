/** The browser computes what the native library computes, to the last bit. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { browser, open, project, server, useBrowser } from './browser.js';

useBrowser();

test('the golden digests of the native library come out in the browser', async (t) => {
  // Tuples of Rust: ("heap", 60, 0x4a4f_…).
  const text = readFileSync(join(project, 'crates/sinew/tests/running/golden.txt'), 'utf8');
  const golden = [...text.matchAll(/"(\w+)", (\d+), (0x[0-9a-f_]+)/g)].map(([, scene, step, digest]) => {
    return [scene, Number(step), BigInt(digest.replaceAll('_', '')).toString(16)];
  });
  assert.ok(golden.length >= 9);
  const { page } = await open(t, browser, `${server.address}web/browser/pages/three.html`);
  await page.waitForFunction(() => globalThis.api);
  const found = await page.evaluate(async (wanted) => {
    const { Model, World } = globalThis.api.sinew;
    const digests = [];
    for (const scene of new Set(wanted.map(([name]) => name))) {
      const model = await Model.load(await (await fetch(`../../../fixtures/running/${scene}.gltf`)).arrayBuffer());
      const world = await World.create();
      world.spawn(model);
      const steps = wanted.filter(([name]) => name === scene).map(([, step]) => step);
      while (world.steps < Math.max(...steps)) {
        world.step();
        if (steps.includes(world.steps)) {
          digests.push([scene, world.steps, BigInt.asUintN(64, world.digest).toString(16)]);
        }
      }
      world.dispose();
      model.dispose();
    }
    return digests;
  }, golden);
  assert.deepEqual(found, golden);
});
