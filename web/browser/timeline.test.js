/** The viewer's time: marks of keys and events, the past of plots, and links to moments. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { browser, openViewer, project, server, showFiles, useBrowser } from './browser.js';
import { BALL, twoAnimations } from './scenes.js';

useBrowser();

let page;
const complaints = [];

/** One page for all tests: each costs seconds in software. */
async function show(name, content) {
  if (!page) {
    ({ page } = await openViewer({ after: () => {} }, browser, server.address, '?model=demos/crane.gltf&t=0', { width: 1000, height: 640 }));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
  }
  assert.ok(await showFiles(page, name, [[name, content]]), name);
}

const run = (read) =>
  page.evaluate(`(() => { const { controller, timeline } = viewer.session; const { world, instance } = controller; return ${read}; })()`);
const steps = (count) =>
  page.evaluate((wanted) => {
    for (let step = 0; step < wanted; step += 1) globalThis.viewer.transport.step();
  }, count);

/** A ball that falls from 1 m on a floor whose top is at 0, through a trigger of 0.2 m around 0.6 m. */
const DROP = JSON.stringify({
  ...JSON.parse(BALL),
  scenes: [{ nodes: [0, 1, 2] }],
  nodes: [
    ...JSON.parse(BALL).nodes,
    { name: 'floor', translation: [0, -0.5, 0], extensions: { KHR_physics_rigid_bodies: { collider: { geometry: { shape: 1 } } } } },
    { name: 'gate', translation: [0, 0.6, 0], extensions: { KHR_physics_rigid_bodies: { trigger: { geometry: { shape: 2 } } } } },
  ],
  extensions: {
    KHR_physics_rigid_bodies: {},
    KHR_implicit_shapes: {
      shapes: [
        { type: 'sphere', sphere: { radius: 0.1 } },
        { type: 'box', box: { size: [4, 1, 4] } },
        { type: 'box', box: { size: [1, 0.2, 1] } },
      ],
    },
  },
});

/** The step at which a fall of some metres is over: √(2·s/g) seconds, with a step more for the symplectic rule and the margin of contacts. */
const stepOfFall = (metres) => Math.sqrt((2 * metres) / 9.81) * 60;

test('keys of what plays are marked, and the keyboard goes from mark to mark', async () => {
  await show('two.gltf', twoAnimations());
  await steps(90);
  // Keys at 0 s and 1 s of a loop of 1 s: marks at 0 s and 1 s of the world. The playhead is at 1.5 s.
  await page.focus('#canvas');
  await page.keyboard.press('[');
  assert.equal(await run('world.steps'), 60);
  assert.match(await page.textContent('#strip [aria-live]'), /^1\.00 s: .*key/);
  await page.keyboard.press('[');
  assert.equal(await run('world.steps'), 0);
  await page.keyboard.press(']');
  assert.equal(await run('world.steps'), 60);
  // Half as fast from here: the key that was due at 2 s is due at 3 s.
  await page.evaluate(() => globalThis.viewer.session.timeline.act({ do: 'play', playing: { animation: 0, time: 0, speed: 0.5, repeat: 'loop' } }));
  await steps(150);
  await page.keyboard.press('[');
  assert.equal(await run('world.steps'), 180);
});

test('contacts and triggers are marked where they happen, and a click goes there', async () => {
  await show('drop.gltf', DROP);
  await steps(60);
  // Its lower side falls from 0.9 m: to the gate's top at 0.7 m, and to the floor at 0.
  const events = await page.evaluate(() => {
    document.getElementById('tab-events').click();
    return [...document.querySelectorAll('#events li')].map((item) => item.textContent);
  });
  const timeOf = (pattern) => Number.parseFloat(events.findLast((text) => pattern.test(text)));
  const near = (seconds, metres) => assert.ok(Math.abs(seconds * 60 - stepOfFall(metres)) <= 2.5, `${seconds * 60} for ${stepOfFall(metres)}`);
  near(timeOf(/ball enters gate/), 0.2);
  near(timeOf(/touches/), 0.9);
  // A click on the lane of triggers at the mark goes to its step.
  const step = Math.round(timeOf(/ball enters gate/) * 60);
  const canvas = page.locator('#strip canvas');
  const box = await canvas.boundingBox();
  const label = await canvas.getAttribute('aria-label');
  assert.match(label, /0\.0 to 5\.0 seconds: .*contacts.*triggers/);
  // The chart is 104 px for names, then five seconds up to 10 px before the end; lanes of 15 px follow the ruler of 24 px.
  const x = box.x + 1 + 104 + ((step / 60) / 5) * (box.width - 2 - 114);
  await page.mouse.click(x + 3, box.y + 1 + 24 + 15 + 8);
  assert.equal(await run('world.steps'), step);
  // The list is that of then, and after a seek forward that of now.
  assert.equal(await page.locator('#events li').count(), 1);
  await page.evaluate(() => globalThis.viewer.transport.seek(60));
  assert.equal(await page.locator('#events li').count(), events.length);
  await page.getByLabel(`Go to ${(step / 60).toFixed(2)} s`).first().click();
  assert.equal(await run('world.steps'), step);
});

test('steps that were not reached are run to by a click, and an input gives up what was later', async () => {
  await show('drop.gltf', DROP);
  const box = await page.locator('#strip canvas').boundingBox();
  const at = (seconds) => box.x + 1 + 104 + (seconds / 5) * (box.width - 2 - 114);
  await page.mouse.click(at(2), box.y + 10);
  const reached = await run('world.steps');
  assert.ok(Math.abs(reached - 120) <= 1, `${reached}`);
  await page.evaluate(() => globalThis.viewer.transport.seek(10));
  await page.evaluate(() => globalThis.viewer.session.timeline.act({ do: 'velocity', node: 0, linear: [0, 3, 0], angular: [0, 0, 0] }));
  assert.equal(await run('timeline.last'), 10);
  await steps(1);
  // Only the input is left: the fall of before did not happen.
  assert.match(await page.locator('#strip canvas').getAttribute('aria-label'), /: 1 inputs$/);
});

test('a plot has the past, to the number that the world had then, and compares two bodies', async () => {
  await show('falling.gltf', BALL);
  const heights = await page.evaluate(() => {
    const { transport, session } = globalThis.viewer;
    const found = [];
    for (let step = 0; step < 100; step += 1) {
      if (step === 20) session.timeline.act({ do: 'impulse', node: 0, impulse: [0, 2, 0] });
      found.push([session.controller.world.time, session.controller.instance.body(0).translation[1]]);
      transport.step();
    }
    return found;
  });
  const before = await run('String(world.digest)');
  await page.click('#tab-plot');
  await page.evaluate(() => globalThis.viewer.select({ kind: 'node', index: 0 }));
  await page.waitForFunction(() => !globalThis.viewer.plot.records.some(({ isPending }) => isPending));
  assert.deepEqual(await page.evaluate(() => globalThis.viewer.plot.records[0].points.slice(0, 100)), heights);
  assert.equal(await run('String(world.digest)'), before);
  await page.click('text=Keep to compare');
  await page.selectOption('#plot-series', 'Speed');
  await page.waitForFunction(() => !globalThis.viewer.plot.records.some(({ isPending }) => isPending));
  const lines = await page.evaluate(() => globalThis.viewer.plot.records.map(({ series, points }) => [series.title, points.length]));
  assert.deepEqual(lines, [['Speed', 101], ['Height', 101]]);
  assert.equal(await page.locator('#plot .readout').count(), 2);
});

test('a link restores the moment to the last bit, and every panel', async (t) => {
  const query = '?model=demos/machine.glb&t=0';
  const { page: first, complaints: errors } = await openViewer(t, browser, server.address, query, { width: 1000, height: 640 });
  const state = (of) =>
    of.evaluate(() => {
      const { session, stage, tabs, plot } = globalThis.viewer;
      const { world } = session.controller;
      return {
        digest: String(world.digest),
        steps: world.steps,
        tab: tabs.shown,
        filter: document.getElementById('filter').value,
        selected: document.querySelector('#tree [aria-selected="true"]')?.dataset.key,
        details: document.querySelector('#details h2')?.textContent,
        series: document.getElementById('plot-series')?.value,
        lines: plot.records.map(({ series }) => series.title),
        ground: Boolean(session.ground),
        gravity: world.gravity,
        view: stage.view.map((value) => Math.fround(Number(value.toPrecision(7)))),
        isFlat: stage.isOrthographic,
        hasGrid: stage.hasGrid,
        overlays: [...document.querySelectorAll('#overlays [aria-pressed="true"]')].map(({ textContent }) => textContent),
        timeline: document.getElementById('strip').hidden,
        marks: document.querySelector('#strip canvas').getAttribute('aria-label'),
        events: [...document.querySelectorAll('#events li')].map(({ textContent }) => textContent),
      };
    });
  await first.click('#tab-controls');
  await first.getByLabel('Ground at height 0').check();
  await first.waitForFunction(() => globalThis.viewer.session.ground);
  await first.evaluate(() => {
    const { transport, session, stage, select, plot } = globalThis.viewer;
    for (let step = 0; step < 50; step += 1) transport.step();
    session.timeline.act({ do: 'gravity', gravity: [0.1, -5, 0.2] });
    for (let step = 0; step < 30; step += 1) transport.step();
    stage.isOrthographic = true;
    stage.hasGrid = false;
    stage.setView([4, 3, 7, 0.25, 0.5, 0]);
    const { joints } = session.model.info.physics;
    select({ kind: 'joint', index: 0 });
    plot.compare();
    select({ kind: 'joint', index: joints.length - 1 });
    plot.choose(1);
  });
  await first.keyboard.press('3');
  await first.click('#tab-plot');
  await first.click('#share');
  await first.waitForFunction(() => /link/.test(document.getElementById('messages').textContent));
  const wanted = await state(first);
  const address = await first.evaluate(() => location.href);
  const { page: second } = await openViewer(t, browser, '', '', { width: 1000, height: 640, url: address });
  assert.deepEqual(await state(second), wanted);
  assert.equal(wanted.steps, 80);
  assert.equal(wanted.lines.length, 2);
  assert.deepEqual(errors, []);
  // A link that somebody has changed: inputs that no file has are refused, and the page says so.
  const forged = await first.evaluate(async () => {
    const inputs = [[3, { do: 'impulse', node: 999, impulse: [1, 2, 3] }], [4, { do: 'fly' }], 'no input'];
    const stream = new Blob([JSON.stringify(inputs)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return `${location.href.split('#')[0]}#do=${btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  });
  const { page: third } = await openViewer(t, browser, '', '', { width: 1000, height: 640, url: forged });
  assert.match(await third.textContent('#messages'), /2 of 2 inputs of the link do not fit/);
});

test('Copy link says why it is off', async () => {
  await show('ball.gltf', BALL);
  assert.equal(await page.getAttribute('#share', 'aria-disabled'), 'true');
  assert.match(await page.getAttribute('#share', 'title'), /opened from your disk/);
  await page.click('#share', { force: true });
  assert.match(await page.textContent('#messages'), /opened from your disk.*--export/s);
});

test('keys of a clip are marked from its start on', async () => {
  await show('avatar.vrm', readFileSync(join(project, 'web/viewer/public/demos/avatar.vrm')));
  const wave = readFileSync(join(project, 'web/viewer/public/demos/wave.vrma'));
  await page.setInputFiles('#file', [{ name: 'wave.vrma', mimeType: '', buffer: wave }]);
  await page.waitForFunction(() => globalThis.viewer.session.clips.length === 1);
  await page.evaluate(() => globalThis.viewer.transport.setPlaying(false));
  const keys = await page.evaluate(() => globalThis.viewer.session.clips[0].keys);
  const json = JSON.parse(wave.subarray(20, 20 + wave.readUInt32LE(12)));
  const inputs = json.animations[0].samplers.map(({ input }) => json.accessors[input]);
  assert.ok(keys.length >= Math.max(...inputs.map(({ count }) => count)), `${keys.length}`);
  assert.ok(Math.abs(keys.at(-1) - Math.max(...inputs.map(({ max }) => max[0]))) < 1e-6, `${keys.at(-1)}`);
  assert.match(await page.locator('#strip canvas').getAttribute('aria-label'), /\d+ keys/);
});

test('no error was logged', () => {
  assert.deepEqual(complaints, []);
});
