/** The viewer by keyboard and screen reader: every panel without findings of axe, in both themes, and paths without a mouse. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';

import { browser, openViewer, server, useBrowser } from './browser.js';

useBrowser();

const PANELS = ['details', 'controls', 'plot', 'events', 'findings'];

let page;

/** A file with nodes, bodies, joints, events and animations, a second after its start: one page for all tests. */
async function viewer() {
  if (!page) {
    ({ page } = await openViewer({ after: () => {} }, browser, server.address, '?model=demos/machine.glb&t=1&select=joint:0', { width: 1000, height: 700 }));
  }
  return page;
}

async function violations(of) {
  const found = await of.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
}

test('axe finds nothing in any panel or dialog, in either theme and on a phone', async () => {
  await viewer();
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  for (const [scheme, width] of [['light', 1000], ['dark', 1000], ['light', 390], ['dark', 390]]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 760 });
    const tabs = await page.evaluate(() => [...document.querySelectorAll('#tabs [role="tab"]')].filter((tab) => tab.offsetParent).map((tab) => tab.dataset.tab));
    PANELS.forEach((name) => assert.ok(tabs.includes(name), name));
    for (const tab of tabs) {
      await page.click(`#tab-${tab}`);
      assert.deepEqual(await violations(page), [], `${scheme}, ${width}, ${tab}`);
    }
    for (const dialog of ['help', 'bake']) {
      await page.click(`#${dialog}`);
      assert.deepEqual(await violations(page), [], `${scheme}, ${width}, ${dialog}`);
      await page.keyboard.press('Escape');
    }
  }
  await page.setViewportSize({ width: 1000, height: 700 });
});

test('the tree is walked by keyboard, and names the row it is on', async () => {
  await viewer();
  await page.focus('#tree');
  const active = () =>
    page.evaluate(() => {
      const row = document.getElementById(document.getElementById('tree').getAttribute('aria-activedescendant'));
      const part = (name) => row.getAttribute(`aria-${name}`);
      return { text: row.querySelector('.name').textContent, level: Number(part('level')), position: Number(part('posinset')), of: Number(part('setsize')), expanded: part('expanded') };
    });
  await page.keyboard.press('Home');
  const first = await active();
  assert.deepEqual([first.level, first.position], [1, 1]);
  await page.keyboard.press('ArrowDown');
  const second = await active();
  assert.notEqual(second.text, first.text);
  await page.keyboard.press('Enter');
  assert.equal(await page.textContent('#details h2'), second.text);
  assert.equal(await page.getAttribute('#tree [aria-selected="true"]', 'data-key').then((key) => key.split(':')[0]), 'node');
  // Left closes or goes to the parent, right opens or goes to the first child.
  await page.keyboard.press('End');
  const last = await active();
  assert.ok(last.position >= 1 && last.position <= last.of);
  await page.keyboard.press('Home');
  while ((await active()).expanded === null) await page.keyboard.press('ArrowDown');
  const open = await active();
  await page.keyboard.press('ArrowRight');
  if (open.expanded === 'false') await page.keyboard.press('ArrowRight');
  const child = await active();
  assert.deepEqual([child.level, child.position], [open.level + 1, 1]);
  await page.keyboard.press('ArrowLeft');
  assert.equal((await active()).text, open.text);
  await page.keyboard.press('ArrowLeft');
  assert.equal((await active()).expanded, 'false');
});

test('the timeline is walked by keyboard, and says what is at a mark', async () => {
  await viewer();
  await page.focus('#canvas');
  await page.evaluate(() => globalThis.viewer.transport.seek(60));
  await page.keyboard.press('[');
  assert.match(await page.textContent('#strip [aria-live]'), /^\d\.\d\d s: .+/);
  const steps = await page.evaluate(() => globalThis.viewer.session.controller.world.steps);
  assert.ok(steps < 60, `${steps}`);
  // Its buttons are reached by Tab, and it is opened and closed.
  await page.focus('#strip-toggle');
  await page.keyboard.press('Enter');
  assert.equal(await page.getAttribute('#strip-toggle', 'aria-expanded'), 'false');
  assert.equal(await page.isVisible('#strip'), false);
  await page.keyboard.press('Enter');
  assert.equal(await page.isVisible('#strip'), true);
  const names = await page.evaluate(() => [...document.querySelectorAll('#strip button')].map((button) => button.getAttribute('aria-label')));
  assert.equal(names.filter(Boolean).length, 4);
});
