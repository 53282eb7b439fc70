/** The viewer inside another page: the view and its clock, at work while it is seen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { browser, open, openViewer, server, useBrowser } from './browser.js';

useBrowser();

test('an embedded viewer is the view, its clock and a link to the whole', async (t) => {
  const { page, complaints } = await openViewer(t, browser, server.address, '?embed&model=demos/chains.glb&show=');
  assert.equal(await page.locator('#canvas').isVisible(), true);
  assert.equal(await page.locator('#play').isVisible(), true);
  for (const hidden of ['header.top', '#contents', '#details', '#overlays', '#meter']) {
    assert.equal(await page.locator(hidden).isVisible(), false, hidden);
  }
  const link = new URL(await page.locator('#whole').evaluate(({ href }) => href));
  assert.deepEqual([link.searchParams.get('model'), link.searchParams.has('embed')], ['demos/chains.glb', false]);
  assert.deepEqual(complaints, []);
});

test('it stands still while it is out of view', async (t) => {
  const { page } = await open(t, browser, 'about:blank');
  const body = '<div style="height: 3000px"></div><iframe width="640" height="400" src="web/viewer/dist/?embed&model=demos/chains.glb"></iframe>';
  await page.route('**/parent.html', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${server.address}parent.html`);
  const frame = await page.waitForSelector('iframe').then((element) => element.contentFrame());
  await page.evaluate(() => scrollTo(0, 3000));
  await frame.waitForFunction(() => globalThis.viewer?.isShown, null, { polling: 50 });
  // Frames that nobody sees draw nothing, so that conditions are asked for by a timer.
  const isPlaying = (wanted) => frame.waitForFunction((expected) => globalThis.viewer.transport.isPlaying === expected, wanted, { polling: 50 });
  await isPlaying(true);
  await page.evaluate(() => scrollTo(0, 0));
  await isPlaying(false);
  await page.evaluate(() => scrollTo(0, 3000));
  await isPlaying(true);
});
