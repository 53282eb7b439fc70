/** Files that are wrong in every way there is a fixture for, through the loader of the page: a message, never a trap. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';

import { browser, openViewer, project, server, useBrowser } from './browser.js';

useBrowser();

function filesBelow(folder) {
  const entries = readdirSync(join(project, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(gltf|glb|vrm|vrma|bvh)$/.test(entry.name));
  return files.map((entry) => relative(project, join(entry.parentPath, entry.name))).sort();
}

/** Each file as it is, cut in half, and with some of its bits flipped. */
function variants(path) {
  const bytes = readFileSync(join(project, path));
  const flipped = Buffer.from(bytes);
  for (let at = 13; at < flipped.length; at += 211) {
    flipped[at] ^= 1 << (at % 7);
  }
  return [bytes, bytes.subarray(0, bytes.length / 2), flipped];
}

test('malformed files and their mutations get an answer, and the page goes on', async (t) => {
  const paths = [...filesBelow('fuzz/corpus'), ...filesBelow('fixtures')];
  assert.ok(paths.length > 100, `${paths.length}`);
  const { page } = await openViewer(t, browser, server.address, '?model=demos/crane.gltf&t=0', {
    width: 320,
    height: 240,
  });
  const traps = [];
  const isTrap = (text) =>
    /RuntimeError|unreachable|memory access|table index|recursively used|null pointer/i.test(text);
  page.on('console', (message) => isTrap(message.text()) && traps.push(message.text()));
  page.on('pageerror', (error) => traps.push(String(error)));
  page.on('crash', () => traps.push('the page crashed'));
  let opened = 0;
  for (const path of paths) {
    for (const bytes of variants(path)) {
      const found = await page.evaluate(
        async ([name, content]) => {
          const { viewer } = globalThis;
          const binary = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
          const before = viewer.session;
          await viewer.openFiles([new File([binary], name)]);
          if (viewer.session !== before) {
            for (let step = 0; step < 5; step += 1) viewer.transport.step();
          }
          const message = document.querySelector('.message.error')?.textContent ?? '';
          document.getElementById('messages').replaceChildren();
          return { isOpened: viewer.session !== before, message };
        },
        [path.split('/').at(-1), bytes.toString('base64')],
      );
      opened += Number(found.isOpened);
      assert.ok(!isTrap(found.message), `${path}: ${found.message}`);
      assert.ok(found.isOpened || found.message, `${path}: neither shown nor refused`);
    }
  }
  assert.deepEqual(traps, []);
  assert.ok(opened > 100, `${opened} could be shown`);
  // The page still works.
  const steps = await page.evaluate(() => {
    globalThis.viewer.transport.step();
    return globalThis.viewer.session.controller.world.steps;
  });
  assert.ok(steps > 0);
});
