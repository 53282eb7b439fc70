// Behaviour graphs: selected, hovered over and sent events; what they send, say and count.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Model, World, init } from 'sinew-gltf';

import { machine } from './machine.js';

test('a graph hears selections and events, and answers', async () => {
  await init();
  const world = new World();
  const instance = world.spawn(Model.parse(machine()));
  world.step();
  assert.deepEqual(instance.graph, { variables: [{ name: 'count', type: 'int', value: 0 }] });
  instance.select(0);
  instance.select(0, { point: [0, 1, 0], controller: 1 });
  world.step();
  assert.equal(instance.graph.variables[0].value, 2);
  assert.deepEqual(
    instance.graphLog.map(({ severity, message }) => [severity, message]),
    [[2, 'selected 1'], [2, 'selected 2']],
  );
  const past = world.snapshot();
  instance.sendEvent('ask');
  instance.sendEvent('ask', { number: 21 });
  world.step();
  assert.deepEqual(
    instance.graphEvents.map(({ event, step, values }) => [event, step, values]),
    [['answer', 3, { number: 6 }], ['answer', 3, { number: 42 }]],
  );
  world.step();
  assert.deepEqual(instance.graphEvents, []);
  world.restore(past);
  assert.equal(instance.graph.variables[0].value, 2);
  instance.hover(0);
  instance.hover(null);
  world.step();
  assert.throws(() => instance.sendEvent('unheard'), { code: 'UNKNOWN_EVENT' });
  assert.throws(() => instance.select(7), { code: 'UNKNOWN_NODE' });
});

test('nodes have values, and what runs is listed while it is traced', async () => {
  await init();
  const world = new World();
  const instance = world.spawn(Model.parse(machine()));
  const { nodes } = instance.model.info.graphs[0];
  world.step();
  assert.equal(instance.graphNodes.length, nodes.length);
  assert.deepEqual(instance.graphActivations, []);
  instance.traceGraph(true);
  instance.select(0);
  world.step();
  const listed = instance.graphActivations;
  const ops = instance.graphNodes.map(({ op }) => op);
  assert.deepEqual([ops[listed[0].node], listed[0].input], ['event/onSelect', null]);
  assert.ok(listed.slice(1).every(({ input }) => input === 'in'), JSON.stringify(listed));
  const get = ops.indexOf('variable/get');
  assert.deepEqual(instance.graphNodes[get].values, { value: 1 });
  instance.traceGraph(false);
  instance.select(0);
  world.step();
  assert.deepEqual([instance.graphActivations, instance.graphNodes[get].values.value], [[], 2]);
  assert.throws(() => instance.traceGraph(1), { code: 'INVALID_ARGUMENT' });
});

test('a file with a graph leaves its animations to that, unless they are listed', async () => {
  await init();
  const uri = `data:application/octet-stream;base64,${Buffer.from(new Float32Array([0, 1, 0, 0, 0, 1, 0, 0]).buffer).toString('base64')}`;
  const file = {
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_interactivity'],
    nodes: [{}],
    buffers: [{ byteLength: 32, uri }],
    bufferViews: [{ buffer: 0, byteLength: 8 }, { buffer: 0, byteOffset: 8, byteLength: 24 }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] },
      { bufferView: 1, componentType: 5126, count: 2, type: 'VEC3' },
    ],
    animations: [{ channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }], samplers: [{ input: 0, output: 1 }] }],
    extensions: { KHR_interactivity: { graphs: [{ declarations: [{ op: 'event/onStart' }], nodes: [{ declaration: 0 }] }] } },
  };
  const playing = (given, options) => new World().spawn(Model.parse(JSON.stringify(given)), options).playing.length;
  assert.deepEqual([playing(file), playing(file, { animations: 'all' }), playing(file, { animations: [{ animation: 0 }] })], [0, 0, 1]);
  assert.equal(playing({ ...file, extensions: {} }), 1);
});

test('an instance without a graph says so', async () => {
  await init();
  const instance = new World().spawn(Model.parse('{"asset": {"version": "2.0"}, "nodes": [{}]}'));
  assert.equal(instance.graph, null);
  assert.deepEqual([instance.graphEvents, instance.graphLog], [[], []]);
  assert.deepEqual([instance.graphNodes, instance.graphActivations], [[], []]);
  assert.throws(() => instance.select(0), { code: 'NO_GRAPH' });
  assert.throws(() => instance.traceGraph(true), { code: 'NO_GRAPH' });
});
