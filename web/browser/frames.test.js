/**
 * Half of a frame is left to drawing and to the application: 100 avatars, or 500 bodies with the viewer's panels, at 60 steps a second.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { browser, open, openViewer, server, useBrowser } from './browser.js';
import { FRAME, avatars, bodies, whole } from './frames.js';

useBrowser();

/** Milliseconds that are left of a frame. */
const LEFT = 8;

const words = (found) => Object.entries(found).map(([part, time]) => `${part} ${time.toFixed(2)}`).join(', ');

test('500 bodies leave 8 ms of a frame', async (t) => {
  const { page } = await openViewer(t, browser, server.address, '?model=demos/crane.gltf&t=0', { width: 520, height: 400 });
  const found = await bodies(page, 500);
  t.diagnostic(words(found));
  assert.ok(whole(found) <= FRAME - LEFT, words(found));
});

test('100 avatars leave 8 ms of a frame', async (t) => {
  const { page } = await open(t, browser, `${server.address}web/browser/pages/three.html`);
  await page.waitForFunction(() => globalThis.api);
  const found = await avatars(page, 100);
  t.diagnostic(words(found));
  assert.ok(whole(found) <= FRAME - LEFT, words(found));
});
