/** `sinew view`: the page, as the command serves it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

import { command, skipped } from '../sinew/test/native.js';
import { launch, open, project } from './browser.js';

test('the command serves the page and the file that it was given', { skip: skipped }, async (t) => {
  const page = join(project, 'web/viewer/dist');
  const file = join(project, 'fixtures/running/heap.gltf');
  const child = spawn(command, ['view', '--no-open', '--quiet', '--page', page, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill());
  const [address] = await once(createInterface({ input: child.stdout }), 'line');
  assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/\?model=file\/heap\.gltf$/);
  const browser = await launch();
  t.after(() => browser.close());
  const { page: shown, complaints } = await open(t, browser, address, { width: 640, height: 480 });
  await shown.evaluate(() => globalThis.viewer.ready);
  await shown.waitForFunction(() => globalThis.viewer.session.controller.world.steps > 5);
  assert.equal(await shown.evaluate(() => globalThis.viewer.session.name), 'heap.gltf');
  assert.deepEqual(complaints, []);
});
