/** The viewer's Graph panel, and clicks that a behaviour graph handles. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { browser, openViewer, picture, server, showFiles, useBrowser } from './browser.js';

useBrowser();

const MACHINE = '?model=demos/graph_machine.gltf&t=0&camera=3.6,2.2,5.6,1.4,0.8,0';

const steps = (page, count) =>
  page.evaluate((wanted) => {
    for (let step = 0; step < wanted; step += 1) globalThis.viewer.transport.step();
  }, count);
/** What the panel shows of a variable. */
const variable = (page, name) =>
  page.evaluate((wanted) => {
    const titles = [...document.querySelectorAll('#graph dt')];
    return titles.find(({ textContent }) => textContent === wanted).nextElementSibling.textContent;
  }, name);
/** The nodes that are lit up. */
const lit = (page) =>
  page.evaluate(() => [...document.querySelectorAll('#graph .lit .index')].map(({ textContent }) => Number(textContent)));
const sent = (page) =>
  page.evaluate(() => [...document.querySelectorAll('#graph [data-time]')].map(({ textContent }) => textContent));

/** Where the middle of a node's object is on the page. */
const placeOf = (page, name) =>
  page.evaluate((wanted) => {
    const { stage, session } = globalThis.viewer;
    const object = session.controller.objects[session.model.info.nodes.findIndex((node) => node.name === wanted)];
    object.updateWorldMatrix(true, true);
    const { left, top, width, height } = document.getElementById('canvas').getBoundingClientRect();
    stage.camera.updateMatrixWorld();
    const point = stage.controls.target.clone().setFromMatrixPosition(object.matrixWorld).project(stage.camera);
    return [left + ((point.x + 1) / 2) * width, top + ((1 - point.y) / 2) * height];
  }, name);

test('the panel shows values, lights up what has just run, and sends events', async (t) => {
  const { page, complaints } = await openViewer(t, browser, server.address, MACHINE, { width: 1200, height: 800 });
  await page.click('#tab-graph');
  await page.waitForFunction(() => document.querySelectorAll('#graph .graph-nodes li').length === 30);
  await steps(page, 47);
  assert.deepEqual([await variable(page, 'launches'), await variable(page, 'isOn'), await sent(page)], ['0', 'false', []]);
  // The tick and the branch behind it run in every step; the switch has not been touched.
  const quiet = await lit(page);
  assert.ok(quiet.includes(27) && quiet.includes(28) && !quiet.includes(22) && !quiet.includes(25), `${quiet}`);
  // `sinew simulate` says that the first launch is in step 48, and that the machine switches itself on in step 61.
  await steps(page, 1);
  assert.deepEqual([await variable(page, 'launches'), await sent(page)], ['1', ['0.80 slaunched: launches 1']]);
  await steps(page, 13);
  assert.equal(await variable(page, 'isOn'), 'true');
  assert.ok((await lit(page)).includes(25));
  const nodes = await page.evaluate(() => globalThis.viewer.session.controller.instance.graphNodes);
  assert.deepEqual([nodes[2], nodes[3].op], [{ op: 'variable/get', values: { value: true } }, 'math/not']);
  await picture(page, 'graph');
  await page.click('#graph .send button:text-is("toggle")');
  await steps(page, 1);
  assert.equal(await variable(page, 'isOn'), 'false');
  await page.click('#graph .send button:text-is("toggle")');
  await steps(page, 1);
  assert.equal(await variable(page, 'isOn'), 'true');
  // Back before all of that, and there again: what was sent is sent again.
  const digest = () => page.evaluate(() => String(globalThis.viewer.session.controller.world.digest));
  const then = await digest();
  await page.evaluate(() => globalThis.viewer.transport.seek(40));
  assert.deepEqual([await variable(page, 'launches'), await variable(page, 'isOn'), await sent(page)], ['0', 'false', []]);
  await page.evaluate(() => globalThis.viewer.transport.seek(63));
  assert.deepEqual([await digest(), await variable(page, 'isOn')], [then, 'true']);
  assert.deepEqual(complaints, []);
});

test('a click on the switch is a selection, and one beside it is not', async (t) => {
  const { page, complaints } = await openViewer(t, browser, server.address, MACHINE, { width: 1200, height: 800 });
  await page.click('#tab-graph');
  await steps(page, 1);
  await page.mouse.click(...(await placeOf(page, 'Switch')));
  await steps(page, 1);
  assert.equal(await variable(page, 'isOn'), 'true');
  await page.mouse.click(...(await placeOf(page, 'Right pad')));
  await steps(page, 1);
  assert.equal(await variable(page, 'isOn'), 'true');
  const script = JSON.parse(await page.evaluate(() => globalThis.viewer.session.timeline.script));
  const [{ input }] = script.actions.filter(({ input: { do: kind } }) => kind === 'select');
  const { point, origin } = input.selection;
  assert.ok(Math.hypot(point[0] - 2.55, point[2] - 0.6) < 0.5 && origin[2] > point[2], JSON.stringify(input));
  assert.deepEqual(complaints, []);
});

test('a file without a graph has no panel, and one whose graph is rejected says so', async (t) => {
  const { page, complaints } = await openViewer(t, browser, server.address, '?model=demos/crane.gltf&t=0', { width: 900, height: 600 });
  assert.ok(await page.isHidden('#tab-graph'));
  const nodes = [{ declaration: 7 }];
  const file = { asset: { version: '2.0' }, scenes: [{ nodes: [0] }], nodes: [{}], extensionsUsed: ['KHR_interactivity'], extensions: { KHR_interactivity: { graphs: [{ nodes }] } } };
  assert.ok(await showFiles(page, 'broken.gltf', [['broken.gltf', JSON.stringify(file)]]));
  await page.click('#tab-graph');
  assert.match(await page.textContent('#graph'), /not valid/);
  await page.mouse.click(300, 300);
  assert.deepEqual(complaints, []);
});

/** A graph that counts how often its nodes are entered and left; the cube in front cannot be hovered over. */
test('a pointer hovers over what can be hovered over', async (t) => {
  const { page, complaints } = await openViewer(t, browser, server.address, '?model=demos/crane.gltf&t=0', { width: 900, height: 600 });
  const positions = new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0]);
  const count = (at) => [
    { declaration: 0, configuration: { variable: { value: [at] } } },
    { declaration: 1, values: { a: { node: 3 * at }, b: { type: 0, value: [1] } } },
  ];
  const outputs = { controllerIndex: { type: 0 } };
  const extension = 'KHR_node_hoverability';
  const graph = {
    types: [{ signature: 'int' }],
    variables: [{ name: 'entered', type: 0, value: [0] }, { name: 'left', type: 0, value: [0] }],
    declarations: [
      { op: 'variable/get' },
      { op: 'math/add' },
      { op: 'variable/set' },
      { op: 'event/onHoverIn', extension, outputValueSockets: outputs },
      { op: 'event/onHoverOut', extension, outputValueSockets: outputs },
    ],
    nodes: [
      ...count(0),
      { declaration: 3, configuration: { nodeIndex: { value: [0] } }, flows: { out: { node: 6 } } },
      ...count(1),
      { declaration: 4, configuration: { nodeIndex: { value: [0] } }, flows: { out: { node: 7 } } },
      { declaration: 2, configuration: { variables: { value: [0] } }, values: { 0: { node: 1 } } },
      { declaration: 2, configuration: { variables: { value: [1] } }, values: { 1: { node: 4 } } },
    ],
  };
  const mesh = { primitives: [{ attributes: { POSITION: 0 }, material: 0 }] };
  const file = {
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_interactivity', extension],
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { name: 'Wall', mesh: 0 },
      { name: 'Glass', mesh: 0, translation: [0, 0, 0.5], extensions: { [extension]: { hoverable: false } } },
    ],
    meshes: [mesh],
    materials: [{ doubleSided: true }],
    buffers: [{ byteLength: 72, uri: `data:application/octet-stream;base64,${Buffer.from(positions.buffer).toString('base64')}` }],
    bufferViews: [{ buffer: 0, byteLength: 72 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 6, type: 'VEC3', min: [-1, -1, 0], max: [1, 1, 0] }],
    extensions: { KHR_interactivity: { graphs: [graph] } },
  };
  assert.ok(await showFiles(page, 'wall.gltf', [['wall.gltf', JSON.stringify(file)]]));
  await page.click('#tab-graph');
  const [x, y] = await placeOf(page, 'Wall');
  await page.mouse.move(x + 5, y + 5);
  await page.mouse.move(x, y);
  await steps(page, 1);
  assert.deepEqual([await variable(page, 'entered'), await variable(page, 'left')], ['1', '0']);
  const { x: left, y: top } = await page.evaluate(() => document.getElementById('canvas').getBoundingClientRect().toJSON());
  await page.mouse.move(left + 3, top + 3);
  await steps(page, 1);
  assert.deepEqual([await variable(page, 'entered'), await variable(page, 'left')], ['1', '1']);
  assert.deepEqual(complaints, []);
});
