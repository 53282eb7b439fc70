/** `sinew view`: the page, as the command serves it. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

/** Whether the command was built after `cargo xtask page`, as CI does it. */
function hasPage() {
  const { stderr } = spawnSync(command, ['view', join(project, 'fixtures/running/heap.gltf'), '--export', '-'], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return !stderr.includes('cargo xtask page');
}

test('the page inside the command is served compressed, and exported with a file in it', { skip: skipped }, async (t) => {
  if (!hasPage()) {
    assert.ok(!process.env.CI, 'CI packs the page before it builds the command');
    t.skip('the command was built without the page');
    return;
  }
  const file = join(project, 'fixtures/running/heap.gltf');
  const child = spawn(command, ['view', '--no-open', '--quiet', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill());
  const [address] = await once(createInterface({ input: child.stdout }), 'line');
  const answer = await fetch(new URL('/', address));
  assert.equal(answer.headers.get('content-encoding'), 'gzip');
  assert.match(await answer.text(), /<title>Sinew viewer<\/title>/);
  assert.equal((await fetch(new URL('/export.html', address))).status, 404);
  const folder = mkdtempSync(join(tmpdir(), 'sinew-export-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const page = join(folder, 'heap.html');
  const written = spawnSync(command, ['view', file, '--export', page], { encoding: 'utf8' });
  assert.equal(written.status, 0, written.stderr);
  const again = spawnSync(command, ['view', file, '--export', page], { encoding: 'utf8' });
  assert.equal(again.status, 3, 'a file that exists is kept');
  // Nothing is asked of a server.
  assert.doesNotMatch(readFileSync(page, 'utf8').slice(0, 4000), /(src|href)="\.\/[^"]/);
  const browser = await launch();
  t.after(() => browser.close());
  const { page: shown, complaints } = await open(t, browser, `file://${page}`, { width: 640, height: 480 });
  await shown.waitForFunction(() => globalThis.viewer?.session?.controller.world.steps > 5);
  assert.equal(await shown.evaluate(() => globalThis.viewer.session.name), 'heap.gltf');
  assert.deepEqual(complaints, []);
});
