/** What the viewer draws: its light, what is in view, compressed files, and what a file lacks. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { COLOR, dracoFile, ktx2File } from './compressed.js';
import { browser, openViewer, project, server, showFiles, useBrowser } from './browser.js';
import { BALL, cubes, pointers } from './scenes.js';

useBrowser();

let page;
const warnings = [];

/** One page for all tests: each costs seconds in software. */
async function show(name, ...files) {
  if (!page) {
    ({ page } = await openViewer({ after: () => {} }, browser, server.address, '?model=demos/crane.gltf&t=0', { width: 900, height: 520 }));
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && warnings.push(message.text()));
  }
  assert.ok(await showFiles(page, name, files), name);
}

const measure = () => page.evaluate(() => ({ ...globalThis.viewer.stage.measure(), height: document.getElementById('canvas').clientHeight }));

/** The colour in the middle of the view, 0…255. */
const middle = () =>
  page.evaluate(() => {
    const { stage } = globalThis.viewer;
    stage.render();
    const canvas = document.getElementById('canvas');
    const copy = Object.assign(document.createElement('canvas'), { width: 9, height: 9 }).getContext('2d');
    copy.drawImage(canvas, canvas.width / 2 - 4, canvas.height / 2 - 4, 9, 9, 0, 0, 9, 9);
    return [...copy.getImageData(4, 4, 1, 1).data.slice(0, 3)];
  });

const text = (selector) => page.textContent(selector);

test('metal is lit by a room, without a light in the file', async () => {
  const metal = { pbrMetallicRoughness: { metallicFactor: 1, roughnessFactor: 0.25, baseColorFactor: [0.9, 0.9, 0.9, 1] } };
  await show('metal.gltf', ['metal.gltf', cubes([{ mesh: 0 }], [metal])]);
  const mean = await page.evaluate(() => {
    const { stage } = globalThis.viewer;
    stage.render();
    const canvas = document.getElementById('canvas');
    const copy = Object.assign(document.createElement('canvas'), { width: 40, height: 40 }).getContext('2d');
    copy.drawImage(canvas, canvas.width / 2 - 60, canvas.height / 2 - 60, 120, 120, 0, 0, 40, 40);
    const { data } = copy.getImageData(0, 0, 40, 40);
    return data.reduce((sum, value, at) => sum + (at % 4 === 3 ? 0 : value), 0) / (40 * 40 * 3);
  });
  // It reflects walls and lamps; without an environment it would be black but for the sun's glint.
  assert.ok(mean > 60 && mean < 245, `${mean}`);
});

test('the camera looks at what moves, not at the floor', async () => {
  const floor = { mesh: 1, scale: [300, 0.1, 300], translation: [0, -0.05, 0] };
  const collider = { geometry: { shape: 0 } };
  const body = { mesh: 0, translation: [0, 1, 0], extensions: { KHR_physics_rigid_bodies: { motion: { mass: 1 }, collider } } };
  const extensions = {
    KHR_implicit_shapes: { shapes: [{ type: 'box', box: { size: [1, 1, 1] } }] },
    KHR_physics_rigid_bodies: {},
  };
  const used = ['KHR_implicit_shapes', 'KHR_physics_rigid_bodies'];
  const grey = { pbrMetallicRoughness: { metallicFactor: 0 } };
  for (const scale of [1, 1000, 0.001]) {
    const scaled = [body, floor].map((node) => ({
      ...node,
      translation: node.translation.map((value) => value * scale),
      scale: (node.scale ?? [1, 1, 1]).map((value) => value * scale),
    }));
    const name = `floor ${scale}.gltf`;
    await show(name, [name, cubes(scaled, [grey, grey], { extensions, extensionsUsed: used })]);
    const { meshes, top, bottom, height } = await measure();
    assert.equal(meshes, 2);
    // The cube from the floor up fills the view.
    assert.ok(bottom - top > 0.6 * height && bottom - top <= height, `${scale}: ${top}…${bottom} of ${height}`);
    const { near, far } = await page.evaluate(() => {
      globalThis.viewer.stage.render();
      const { near, far } = globalThis.viewer.stage.camera;
      return { near, far };
    });
    assert.ok(near > 0 && near < 2 * scale && far > 150 * scale && far / near < 1e5, `${near} ${far}`);
  }
});

test('colours and visibility that are animated are drawn, and taken back', async () => {
  await show('pointers.gltf', ['pointers.gltf', pointers()]);
  const at = (seconds) =>
    page.evaluate((step) => {
      const { session, transport } = globalThis.viewer;
      if (step > session.timeline.last) session.timeline.runTo(step);
      transport.seek(step);
      const [first, second] = session.controller.objects;
      return { color: first.material.color.toArray(), isVisible: second.visible };
    }, Math.round(seconds * 60));
  const [middle, end, start] = [await at(0.25), await at(0.75), await at(0)];
  const isNear = (found, wanted) => found.every((value, part) => Math.abs(value - wanted[part]) < 1e-5);
  // Linear between red and blue in linear light; the flag is stepped.
  assert.ok(isNear(middle.color, [0.75, 0, 0.25]) && middle.isVisible, JSON.stringify(middle));
  assert.ok(isNear(end.color, [0.25, 0, 0.75]) && !end.isVisible, JSON.stringify(end));
  assert.ok(isNear(start.color, [1, 0, 0]) && start.isVisible, JSON.stringify(start));
});

test('meshes and textures are decoded: Draco, KTX2 and meshopt', async () => {
  await show('draco.gltf', ['draco.gltf', await dracoFile()]);
  const corners = await page.evaluate(() => {
    const { position } = globalThis.viewer.session.controller.objects[0].geometry.attributes;
    return Array.from({ length: position.count }, (_, at) => [position.getX(at), position.getY(at), position.getZ(at)]);
  });
  assert.equal(corners.length, 4);
  // Draco quantizes to 11 bits of the largest extent, 2 m, by default.
  corners.flat().forEach((value, at) => assert.ok(Math.abs(Math.abs(value) - (at % 3 === 2 ? 0 : 1)) < 2 / 2047, `${value}`));
  await show('ktx2.gltf', ['ktx2.gltf', ktx2File()]);
  await page.evaluate(() => globalThis.viewer.stage.lookFrom('front'));
  const found = await middle();
  // The tone mapping takes up to 0.04 off.
  found.forEach((value, part) => assert.ok(Math.abs(value - COLOR[part]) < 24, `${found}`));
  await show('meshes.glb', ['meshes.glb', readFileSync(join(project, 'fixtures/meshopt/meshes.glb'))]);
  assert.ok((await measure()).meshes > 10);
  assert.equal(await page.locator('.message').count(), 0);
});

test('what a file lacks is listed and stays, and the rest is shown', async () => {
  const described = JSON.parse(BALL);
  described.images = [{ uri: 'skin%20of%20it.png' }];
  described.textures = [{ source: 0 }];
  described.materials = [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }];
  described.buffers = [{ uri: 'ball.bin', byteLength: 36 }];
  described.bufferViews = [{ buffer: 0, byteLength: 36 }];
  described.accessors = [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }];
  described.meshes = [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }];
  described.nodes[0].mesh = 0;
  await show('ball.gltf', ['ball.gltf', JSON.stringify(described)]);
  assert.match(await text('.message.warning'), /ball\.bin: not found.*skin%20of%20it\.png/);
  // Its collider stands in for the mesh.
  assert.equal((await measure()).meshes, 1);
  await show('ball.gltf', ['ball.gltf', JSON.stringify(described)], ['ball.bin', new Uint8Array(35)]);
  assert.match(await text('.message.warning'), /35 of 36 bytes/);
  const whole = readFileSync(join(project, 'fixtures/meshopt/meshes.glb'));
  await show('cut.glb', ['cut.glb', whole.subarray(0, whole.length - 200)]);
  assert.match(await text('.message.warning'), new RegExp(`has ${whole.length - 200} of ${whole.length} bytes`));
  await show('bare.gltf', ['bare.gltf', '{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{}]}']);
  assert.match(await text('.message.warning'), /nothing to draw: 1 nodes/);
});

test('nothing above was logged as a warning', () => {
  const known = /Missing min\/max properties|Unknown extension/;
  assert.deepEqual(warnings.filter((warning) => !known.test(warning)), []);
});
