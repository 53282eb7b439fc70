/** The viewer as people use it, in a real browser. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { demos } from '../viewer/src/demos.js';
import { browser, openViewer, picture, project, server, useBrowser } from './browser.js';

useBrowser();

/** A ball of 0.2 m at 20 m above nothing, and a box on a ground beside it. */
const FALLING = JSON.stringify({
  asset: { version: '2.0' },
  extensionsUsed: ['KHR_implicit_shapes', 'KHR_physics_rigid_bodies'],
  scene: 0,
  scenes: [{ nodes: [0, 1, 2] }],
  nodes: [
    {
      name: 'ball',
      translation: [3, 20, 0],
      extensions: { KHR_physics_rigid_bodies: { motion: { mass: 1 }, collider: { geometry: { shape: 0 } } } },
    },
    {
      name: 'box',
      translation: [0, 0.5, 0],
      extensions: { KHR_physics_rigid_bodies: { motion: { mass: 2 }, collider: { geometry: { shape: 1 } } } },
    },
    {
      name: 'ground',
      translation: [0, -0.5, 0],
      extensions: { KHR_physics_rigid_bodies: { collider: { geometry: { shape: 2 } } } },
    },
  ],
  extensions: {
    KHR_implicit_shapes: {
      shapes: [
        { type: 'sphere', sphere: { radius: 0.2 } },
        { type: 'box', box: { size: [1, 1, 1] } },
        { type: 'box', box: { size: [4, 1, 4] } },
      ],
    },
    KHR_physics_rigid_bodies: {},
  },
});

const camera = '&camera=0,1.5,6,0,0.5,0';

/** Drops files on the page as a person would. */
async function drop(page, files) {
  const transfer = await page.evaluateHandle(
    (list) => {
      const data = new DataTransfer();
      list.forEach(([name, bytes]) => data.items.add(new File([new Uint8Array(bytes)], name)));
      return data;
    },
    files.map(([name, content]) => [name, [...Buffer.from(content)]]),
  );
  await page.dispatchEvent('#canvas', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('#canvas', 'drop', { dataTransfer: transfer });
}

const settled = (page) => page.waitForFunction(() => document.getElementById('busy').hidden);
const dropped = async (page, files, name) => {
  await drop(page, files);
  await page.waitForFunction((wanted) => globalThis.viewer.session?.name === wanted, name);
  await settled(page);
};
const world = (page, read) =>
  page.evaluate(
    `(() => { const { controller } = viewer.session; const { world, instance } = controller; return ${read}; })()`,
  );
const text = (page, id) => page.textContent(`#${id}`);

test('every demo loads and runs without errors', async (t) => {
  const { page, complaints } = await openViewer(t, browser, server.address, '', { width: 560, height: 520 });
  for (const { title, model } of [...demos.slice(1), demos[0]]) {
    await page.selectOption('#demo', title);
    const name = model.split('/').at(-1);
    await page.waitForFunction((wanted) => globalThis.viewer.session.name === wanted, name);
    await page.waitForFunction(() => globalThis.viewer.session.controller.world.steps > 20);
    const { nodes, notice, address } = await page.evaluate(() => {
      const { session } = globalThis.viewer;
      return { nodes: session.model.nodeCount, notice: session.notice ?? null, address: location.search };
    });
    assert.ok(nodes > 5, title);
    assert.equal(notice, null, title);
    assert.equal(address, `?model=${model}`);
    assert.equal(await text(page, 'finding-count'), '', title);
    assert.deepEqual(complaints, [], title);
  }
});

test('a dropped file simulates, and a body falls by the analytic amount in a second', async (t) => {
  const { page, complaints } = await openViewer(t, browser, server.address, '?model=demos/crane.gltf&t=0');
  await dropped(page, [['falling.gltf', FALLING]], 'falling.gltf');
  await page.click('#play');
  await page.click('#reset');
  await page.evaluate(() => {
    for (let step = 0; step < 60; step += 1) document.getElementById('step').click();
  });
  assert.equal(await world(page, 'world.steps'), 60);
  // 60 steps of the symplectic rule v += g·h, x += v·h fall g·h²·(1 + … + 60) = g·h²·1830 = 9.81 · 1830/3600 m, which is
  // half a step's worth (g·h/2 = 0.08 m) more than g/2; single precision at 20 m rounds each of 60 sums by 1e-6.
  const fallen = 20 - (await world(page, 'instance.body(0).translation[1]'));
  const [symplectic, exact] = [(9.81 * 1830) / 3600, 9.81 / 2];
  assert.ok(fallen > exact - 1e-4 && fallen < symplectic + 1e-4, `${fallen}`);
  // The box stands on the ground as it did.
  assert.ok(Math.abs((await world(page, 'instance.body(1).translation[1]')) - 0.5) < 5e-3);
  // What has no mesh is drawn from its collider.
  assert.equal(await page.evaluate(() => globalThis.viewer.session.standIns.length), 3);
  assert.deepEqual(complaints, []);
});

test('a .gltf is dropped together with its .bin', async (t) => {
  const { page } = await openViewer(t, browser, server.address, '?model=demos/crane.gltf&t=0');
  const points = Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1).buffer);
  const model = JSON.stringify({
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'shard', mesh: 0 }],
    buffers: [{ uri: 'some%20points.bin', byteLength: 48 }],
    bufferViews: [{ buffer: 0, byteLength: 48 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  });
  await dropped(
    page,
    [
      ['shard.gltf', model],
      ['some points.bin', points],
    ],
    'shard.gltf',
  );
  assert.equal(await page.evaluate(() => globalThis.viewer.session.notice ?? null), null);
  const isMesh = await page.evaluate(() => globalThis.viewer.session.controller.objects[0].isMesh);
  assert.equal(isMesh, true);
});

test('a body follows the mouse that drags it', async (t) => {
  const { page, complaints } = await openViewer(t, browser, server.address, `?model=demos/crane.gltf&t=0${camera}`);
  await dropped(page, [['falling.gltf', FALLING]], 'falling.gltf');
  await page.evaluate(() => globalThis.viewer.stage.setView([0, 1.5, 7, 0, 0.8, 0]));
  const before = await world(page, 'instance.body(1).translation');
  const box = await page.locator('#canvas').boundingBox();
  const place = await page.evaluate(() => {
    const { stage, session } = globalThis.viewer;
    stage.render();
    const at = session.controller.objects[1].position.clone().project(stage.camera);
    return [at.x / 2 + 0.5, 0.5 - at.y / 2];
  });
  const [x, y] = [box.x + place[0] * box.width, box.y + place[1] * box.height];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y - 60, { steps: 4 });
  await page.mouse.move(x + 70, y - 120, { steps: 4 });
  const from = await world(page, 'world.steps');
  await page.waitForFunction((start) => globalThis.viewer.session.controller.world.steps > start + 45, from);
  const during = await world(page, 'instance.body(1).translation');
  await page.mouse.up();
  assert.ok(during[1] > before[1] + 0.3, `it is lifted: ${before} → ${during}`);
  assert.ok(during[0] > before[0] + 0.1, `and taken along: ${before} → ${during}`);
  assert.equal(await page.evaluate(() => globalThis.viewer.stage.controls.enabled), true);
  // Gone over again, the past comes out the same, pulls included.
  await page.click('#play');
  const [steps, digest] = await world(page, '[world.steps, String(world.digest)]');
  await page.evaluate((step) => {
    globalThis.viewer.transport.seek(step - 40);
    globalThis.viewer.transport.seek(step);
  }, steps);
  assert.deepEqual(await world(page, '[world.steps, String(world.digest)]'), [steps, digest]);
  assert.deepEqual(complaints, []);
});

test('pausing stops, and scrubbing is exact bit for bit', async (t) => {
  const { page, complaints } = await openViewer(t, browser, server.address, '?model=demos/chains.glb', {
    width: 640,
    height: 480,
  });
  await page.waitForFunction(() => globalThis.viewer.session.controller.world.steps > 40);
  await page.click('#play');
  assert.equal(await page.getAttribute('#play', 'aria-label'), 'Play');
  const [steps, digest] = await world(page, '[world.steps, String(world.digest)]');
  await page.waitForTimeout(200);
  assert.equal(await world(page, 'world.steps'), steps);
  const scrub = (step) => page.locator('#scrub').fill(String(step));
  await scrub(17);
  assert.equal(await world(page, 'world.steps'), 17);
  assert.notEqual(await world(page, 'String(world.digest)'), digest);
  await scrub(steps);
  assert.deepEqual(await world(page, '[world.steps, String(world.digest)]'), [steps, digest]);
  await page.keyboard.press(',');
  assert.equal(await world(page, 'world.steps'), steps - 1);
  await page.keyboard.press('.');
  assert.equal(await world(page, 'String(world.digest)'), digest);
  await page.click('#reset');
  assert.equal(await world(page, 'world.steps'), 0);
  assert.deepEqual(complaints, []);
});

test('a bad file shows its message, and the previous file stays', async (t) => {
  const { page } = await openViewer(t, browser, server.address, '?model=demos/crane.gltf&t=0');
  await drop(page, [['broken.gltf', '{"asset": {"version": "2.0"}, "nodes": [}']]);
  await page.waitForSelector('.message.error');
  const message = await page.textContent('.message.error');
  assert.match(message, /cannot be shown/);
  assert.match(message, /JSON_INVALID/);
  assert.equal(await page.evaluate(() => globalThis.viewer.session.name), 'crane.gltf');
  await drop(page, [['notes.txt', 'hello']]);
  await page.waitForFunction(() => document.getElementById('messages').textContent.includes('notes.txt'));
});

test('findings, tree and link select nodes', async (t) => {
  const { page, complaints } = await openViewer(t, browser, server.address, '?model=demos/crane.gltf&t=0.5&node=15');
  assert.equal(await world(page, 'world.steps'), 30);
  assert.equal(await page.textContent('#details h2'), 'Crate');
  await page.fill('#filter', 'parcel');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await page.textContent('#details h2'), 'Parcel');
  const wrong = readFileSync(join(project, 'fixtures/constraint/weight_out_of_range.gltf'));
  await dropped(page, [['wrong.gltf', wrong]], 'wrong.gltf');
  await page.click('#tab-findings');
  await page.click('#findings button >> nth=0');
  assert.equal(await page.locator('#tree [aria-selected="true"]').count(), 1);
  assert.deepEqual(complaints, []);
});

test('a dropped clip plays on the avatar, and is refused without one', async (t) => {
  const { page } = await openViewer(t, browser, server.address, '?model=demos/crane.gltf&t=0', {
    width: 640,
    height: 480,
  });
  const bvh = readFileSync(join(project, 'fixtures/bvh/mixamo.bvh'));
  await drop(page, [['walk.bvh', bvh]]);
  await page.waitForSelector('.message.error');
  assert.match(await page.textContent('.message.error'), /has none/);
  const avatar = readFileSync(join(project, 'web/viewer/public/demos/avatar.vrm'));
  await dropped(page, [['avatar.vrm', avatar]], 'avatar.vrm');
  for (const [name, content] of [
    ['walk.bvh', bvh],
    ['wave.vrma', readFileSync(join(project, 'web/viewer/public/demos/wave.vrma'))],
  ]) {
    await drop(page, [[name, content]]);
    await page.waitForFunction(
      (wanted) => document.getElementById('messages').textContent.includes(`${wanted} plays`),
      name,
    );
    const before = await world(page, 'JSON.stringify(instance.humanPose().rotations)');
    const from = await world(page, 'world.steps');
    await page.waitForFunction((start) => globalThis.viewer.session.controller.world.steps > start + 10, from);
    assert.notEqual(await world(page, 'JSON.stringify(instance.humanPose().rotations)'), before);
  }
});

test('the baked download is a GLB with an animation and without physics', async (t) => {
  const { page, complaints } = await openViewer(t, browser, server.address, '?model=demos/crane.gltf&t=0');
  await page.click('#bake');
  await page.fill('#bake-seconds', '1');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#bake-go')]);
  assert.equal(download.suggestedFilename(), 'crane.baked.glb');
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.toString('latin1', 0, 4), 'glTF');
  assert.equal(bytes.readUInt32LE(8), bytes.length);
  const json = JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12)));
  assert.equal(json.animations.length, 1);
  assert.ok(!json.extensionsUsed?.includes('KHR_physics_rigid_bodies'));
  assert.deepEqual(complaints, []);
});

test('every control has a name, and the keyboard reaches the view, the time and the tabs', async (t) => {
  const { page } = await openViewer(t, browser, server.address, '?model=demos/machine.glb&t=0.2');
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, [role="tab"], [role="tree"], canvas')]
      .filter((control) => {
        const label = control.getAttribute('aria-label') || control.textContent.trim() || control.title;
        return !label && !control.labels?.length;
      })
      .map((control) => control.outerHTML.slice(0, 80)),
  );
  assert.deepEqual(nameless, []);
  await page.focus('#canvas');
  await page.keyboard.press('1');
  assert.equal(await page.getAttribute('#overlays button >> nth=0', 'aria-pressed'), 'true');
  await page.keyboard.press(' ');
  assert.equal(await page.getAttribute('#play', 'aria-label'), 'Pause');
  await page.focus('#tab-details');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-controls');
  const reached = new Set();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement?.id));
  }
  ['canvas', 'play', 'scrub', 'speed', 'demo', 'open', 'filter'].forEach((id) => assert.ok(reached.has(id), id));
});

test('screenshots are saved, and none is blank', async (t) => {
  const views = [
    [
      'laptop-light',
      '?model=demos/machine.glb&t=2.2&show=limits,joints',
      { width: 1366, height: 768, colorScheme: 'light' },
    ],
    [
      'laptop-dark',
      '?model=demos/ragdoll.glb&t=1.6&show=limits&node=12',
      { width: 1366, height: 768, colorScheme: 'dark' },
    ],
    ['phone-light', '?model=demos/pile.glb&t=3', { width: 390, height: 780, colorScheme: 'light' }],
    ['phone-dark', '?model=demos/avatar.vrm&t=1.2', { width: 390, height: 780, colorScheme: 'dark' }],
  ];
  for (const [name, query, options] of views) {
    const { page, complaints, close } = await openViewer(t, browser, server.address, query, options);
    await page.waitForTimeout(400);
    await picture(page, name);
    const colors = await page.evaluate(() => {
      const { stage } = globalThis.viewer;
      stage.render();
      const canvas = document.getElementById('canvas');
      const copy = Object.assign(document.createElement('canvas'), { width: 64, height: 64 }).getContext('2d');
      copy.drawImage(canvas, 0, 0, 64, 64);
      const { data } = copy.getImageData(0, 0, 64, 64);
      const seen = new Set();
      for (let at = 0; at < data.length; at += 4)
        seen.add((data[at] >> 4) | ((data[at + 1] >> 4) << 4) | ((data[at + 2] >> 4) << 8));
      return seen.size;
    });
    assert.ok(colors > 12, `${name}: ${colors} colours`);
    // Nothing sticks out of the page.
    const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(inner <= outer, `${name}: ${inner} > ${outer}`);
    assert.deepEqual(complaints, []);
    await close();
  }
});
