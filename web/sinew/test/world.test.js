// Worlds that step, as their users see them.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Model, World, init, isInitialized, isSinewError, layout, version } from 'sinew-gltf';

import { cube, file, ground } from './files.js';

const falling = () => file([{ name: 'ball', translation: [0, 10, 0], extensions: cube() }]);

/** A node's position in the model. */
const position = (pose, node) => [...pose.matrices.subarray(node * 16 + 12, node * 16 + 15)];

function near(found, expected, tolerance) {
  found.forEach((value, at) => assert.ok(Math.abs(value - expected[at]) <= tolerance, `${found} is not ${expected}`));
}

test('nothing can be made before the module is loaded', () => {
  assert.equal(isInitialized(), false);
  assert.throws(() => new World(), { name: 'SinewError', code: 'NOT_INITIALIZED' });
});

test('loading is done once, whoever asks for it', async () => {
  await Promise.all([init(), init(), World.create()]);
  assert.ok(isInitialized());
  assert.match(version().sinew, /^\d+\.\d+\.\d+$/);
  assert.equal(version().engine, 'rapier3d');
});

test('a body falls by the analytic amount in one second', async () => {
  const model = await Model.load(falling());
  const world = await World.create({ gravity: [0, -9.81, 0] });
  const instance = world.spawn(model);
  for (let step = 0; step < 60; step += 1) world.step();
  assert.equal(world.steps, 60);
  assert.ok(Math.abs(world.time - 1) < 1e-12);
  // Half g t² is 4.905 m. Steps of h that take the speed at their end fall g t h / 2 more, those that take it at their
  // start as much less: 0.082 m.
  const fall = 10 - position(instance.pose, 0)[1];
  assert.ok(Math.abs(fall - 4.905) < 9.81 / 60 / 2 + 1e-3, `fell ${fall}`);
  near(instance.velocity(0).linear, [0, -9.81, 0], 1e-3);
  near([...instance.pose.locals.subarray(0, 3)], position(instance.pose, 0), 0);
  assert.deepEqual([...instance.pose.locals.subarray(3, 10)], [0, 0, 0, 1, 1, 1, 1]);
});

test('advance runs whole steps, and poses are read between them', async () => {
  const world = await World.create({ dt: 0.25, maxSteps: 4, gravity: [0, 0, 0] });
  const motion = { mass: 1, linearVelocity: [4, 0, 0] };
  const instance = world.spawn(Model.parse(file([{ extensions: cube(motion) }])));
  assert.deepEqual(world.advance(0.6), { steps: 2, dropped: 0 });
  // A metre a step; 0.1 s are 0.4 of a step behind the first of the last two.
  near(position(instance.pose, 0), [2, 0, 0], 1e-6);
  near(position(instance.interpolated, 0), [1.4, 0, 0], 1e-5);
  assert.ok(Math.abs(world.remainder - 0.1) < 1e-12);
  // Ten seconds are forty steps, of which four are run.
  assert.deepEqual(world.advance(10), { steps: 4, dropped: 9 });
  assert.deepEqual(world.advance(0), { steps: 0, dropped: 0 });
});

test('views hold when the memory has grown since', async () => {
  const world = await World.create();
  const instance = world.spawn(await Model.load(falling()));
  const before = [...instance.pose.locals];
  const many = Array.from({ length: 2000 }, (_, at) => ({ translation: [at * 2, 0, 0], extensions: cube() }));
  const other = world.spawn(Model.parse(file(many)));
  assert.equal(other.pose.locals.length, 20000);
  assert.deepEqual([...instance.pose.locals], before);
  other.despawn();
});

test('a cube lands, and says where it touches', async () => {
  const model = await Model.load(
    file([
      { translation: [2, 1.2, 0], extensions: cube() },
      { translation: [0, -0.5, 0], extensions: ground() },
    ]),
  );
  const world = new World();
  const instance = world.spawn(model);
  const found = [];
  for (let step = 0; step < 120; step += 1) {
    world.step();
    found.push(...world.events);
  }
  assert.deepEqual(found.map(({ kind, a, b }) => [kind, a.node, b.node]), [['contactBegin', 0, 1]]);
  assert.equal(found[0].a.instance, instance);
  // From 0.7 m above the ground it takes √(2·0.7/9.81) = 0.378 s.
  assert.ok(Math.abs(found[0].time - 0.378) < 0.05, `at ${found[0].time}`);
  const contacts = world.contacts;
  assert.ok(contacts.length > 0);
  for (const contact of contacts) {
    assert.equal(contact.a.instance, instance);
    near(contact.normal, [0, -1, 0], 1e-3);
    assert.ok(Math.abs(contact.point[1]) < 0.01);
  }
  // m·g·dt in every step.
  const sum = contacts.reduce((all, { impulse }) => all + impulse, 0);
  assert.ok(world.contacts.length === contacts.length && (sum === 0 || Math.abs(sum - 9.81 / 60) < 0.01), `${sum}`);
  const [body] = instance.bodies;
  assert.equal(body.kind, 'dynamic');
  near(body.translation, [2, 0.5, 0], 0.01);
});

test('rays and shapes find colliders', async () => {
  await init();
  const world = new World({ gravity: [0, 0, 0] });
  const instance = world.spawn(Model.parse(file([{ extensions: cube() }])), { translation: [5, 0, 0] });
  world.step();
  const hit = world.rayCast([0, 0, 0], [2, 0, 0], 100);
  // Four and a half metres to its side, in lengths of the direction.
  assert.equal(hit.instance, instance);
  assert.equal(hit.node, 0);
  assert.ok(Math.abs(hit.distance - 2.25) < 1e-5);
  near(hit.point, [4.5, 0, 0], 1e-5);
  near(hit.normal, [-1, 0, 0], 1e-5);
  assert.equal(world.rayCast([0, 0, 0], [-1, 0, 0]), null);
  assert.deepEqual(world.overlapPoint([5.2, 0, 0]), [{ instance, node: 0 }]);
  assert.deepEqual(world.overlapPoint([6, 0, 0]), []);
  assert.equal(world.overlapShape({ kind: 'sphere', radius: 1 }, { translation: [6.4, 0, 0] }).length, 1);
  assert.equal(world.overlapShape({ kind: 'sphere', radius: 1 }, { translation: [6.6, 0, 0] }).length, 0);
  assert.equal(world.overlapShape({ kind: 'box', size: [1, 9, 1] }, { translation: [5, 4, 0] }).length, 1);
});

test('pushes, velocities and teleports move bodies', async () => {
  await init();
  const world = new World({ gravity: [0, 0, 0], sleeping: false });
  const instance = world.spawn(Model.parse(file([{ extensions: cube({ mass: 2 }) }])));
  instance.applyImpulse(0, [6, 0, 0]);
  world.step();
  near(instance.body(0).linearVelocity, [3, 0, 0], 1e-5);
  instance.setVelocity(0, [0, 1, 0], [0, 0, 2]);
  near(instance.body(0).angularVelocity, [0, 0, 2], 1e-6);
  instance.setVelocity(0, [0, 0, 0]);
  near(instance.body(0).angularVelocity, [0, 0, 2], 1e-6);
  instance.setVelocity(0, [0, 0, 0], [0, 0, 0]);
  // A cube of a metre and 2 kg turns as 2/6 kg·m²: a push of 1 N·s half a metre off its middle gives 1.5 rad/s.
  const [x, y, z] = instance.body(0).translation;
  instance.applyImpulse(0, [0, 1, 0], [x + 0.5, y, z]);
  world.step();
  near(instance.body(0).angularVelocity, [0, 0, 1.5], 1e-3);
  instance.setVelocity(0, [0, 0, 0], [0, 0, 0]);
  instance.applyAngularImpulse(0, [1 / 3, 0, 0]);
  world.step();
  near(instance.body(0).angularVelocity, [1, 0, 0], 1e-2);
  instance.teleport(0, { translation: [7, 8, 9] });
  near(position(instance.pose, 0), [7, 8, 9], 1e-5);
});

test('an impulse that cannot move a body throws the code of the library', async () => {
  await init();
  const world = new World({ gravity: [0, 0, 0], sleeping: false });
  const bodies = [{ mass: 1 }, { isKinematic: true }, { mass: 0 }, { mass: 1 }];
  const nodes = bodies.map((motion, at) => ({ translation: [3 * at, 0, 0], extensions: cube(motion) }));
  const instance = world.spawn(Model.parse(file([...nodes, { translation: [0, -9, 0], extensions: ground() }, {}])));
  instance.setOverride(3, { translation: [9, 0, 0] });
  world.step();
  const code = (work) => {
    try {
      return work();
    } catch (error) {
      return error.code;
    }
  };
  // Dynamic, kinematic, of infinite mass and inertia, animated by an override, without a body, empty, and unknown.
  const all = [0, 1, 2, 3, 4, 5, 6];
  const rest = ['NO_BODY', 'NO_BODY', 'UNKNOWN_NODE'];
  const refused = [undefined, 'BODY_NOT_DYNAMIC', 'INFINITE_MASS', 'BODY_NOT_DYNAMIC', ...rest];
  assert.deepEqual(all.map((node) => code(() => instance.applyImpulse(node, [1, 0, 0]))), refused);
  assert.deepEqual(all.map((node) => code(() => instance.applyImpulse(node, [1, 0, 0], [0, 1, 0]))), refused);
  assert.deepEqual(all.map((node) => code(() => instance.applyAngularImpulse(node, [1, 0, 0]))), refused);
  const listening = [undefined, undefined, undefined, 'BODY_NOT_DYNAMIC', ...rest];
  assert.deepEqual(all.map((node) => code(() => instance.setVelocity(node, [1, 0, 0]))), listening);
  assert.equal(instance.wake(0), undefined);
  assert.equal(code(() => instance.wake(5)), 'NO_BODY');
});

test('nodes are found by name, and events by instance and node', async () => {
  await init();
  const world = new World();
  const floor = world.spawn(Model.parse(file([{ name: 'floor', translation: [0, -0.5, 0], extensions: ground() }])));
  const box = world.spawn(Model.parse(file([{ name: 'root', children: [1] }, { name: 'box', translation: [0, 0.5, 0], extensions: cube() }])));
  const lamp = world.spawn(Model.parse(file([{ name: 'lamp' }])));
  assert.equal(box.node('box'), 1);
  assert.throws(() => box.node('lamp'), { name: 'SinewError', code: 'UNKNOWN_NODE' });
  assert.throws(() => box.node(1), { code: 'INVALID_ARGUMENT' });
  for (let step = 0; step < 20 && world.events.length === 0; step += 1) world.step();
  assert.equal(world.events.length, 1);
  assert.deepEqual(world.eventsOf(box), world.events);
  assert.deepEqual(world.eventsOf(floor, floor.node('floor')), world.events);
  assert.deepEqual(world.eventsOf(box, 0), []);
  assert.deepEqual(world.eventsOf(lamp), []);
  assert.throws(() => world.eventsOf(7), { code: 'INVALID_ARGUMENT' });
});

test('numbers in bulk are found by the names of their layout', async () => {
  await init();
  const world = new World({ gravity: [0, 0, 0] });
  const motion = { mass: 1, linearVelocity: [4, 0, 0] };
  const instance = world.spawn(Model.parse(file([{}, { translation: [1, 2, 3], scale: [2, 2, 2], extensions: cube(motion) }])));
  const field = (values, { width, fields }, row, name) => {
    const start = row * width + fields[name].first;
    return [...values.subarray(start, start + fields[name].count)];
  };
  const { locals, matrices, bodyValues } = layout();
  assert.deepEqual(field(instance.pose.locals, locals, 1, 'translation'), [1, 2, 3]);
  assert.deepEqual(field(instance.pose.locals, locals, 1, 'scale'), [2, 2, 2]);
  assert.deepEqual(field(instance.pose.matrices, matrices, 1, 'columns').slice(12), [1, 2, 3, 1]);
  assert.deepEqual(field(instance.bodyValues, bodyValues, 0, 'linearVelocity'), [4, 0, 0]);
  assert.equal(instance.bodyValues.length, bodyValues.width);
});

test('instances come and go, and events name those that are gone', async () => {
  await init();
  const world = new World();
  const floor = world.spawn(Model.parse(file([{ translation: [0, -0.5, 0], extensions: ground() }])));
  const box = world.spawn(Model.parse(file([{ translation: [0, 0.5, 0], extensions: cube() }])));
  assert.deepEqual(world.instances, [floor, box]);
  for (let step = 0; step < 20; step += 1) world.step();
  assert.equal(box.despawn(), undefined);
  assert.throws(() => box.despawn(), { code: 'UNKNOWN_INSTANCE' });
  assert.equal(box.isAlive, false);
  assert.deepEqual(world.instances, [floor]);
  world.step();
  const [end] = world.events;
  assert.equal(end.kind, 'contactEnd');
  assert.deepEqual([end.a.instance, end.b.instance], [floor, box]);
  assert.deepEqual([end.a.node, end.b.node], [0, 0]);
  assert.throws(() => box.bodies, { code: 'UNKNOWN_INSTANCE' });
  const next = world.spawn(box.model);
  assert.ok(next.id > box.id);
});

test('an instance stands where it is put', async () => {
  await init();
  const world = new World();
  const quarter = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
  const instance = world.spawn(Model.parse(file([{ translation: [1, 0, 0] }])), { translation: [0, 5, 0], rotation: quarter });
  near(instance.transform.translation, [0, 5, 0], 1e-6);
  near(instance.transform.rotation, quarter, 1e-6);
  instance.transform = { translation: [1, 2, 3], rotation: [0, 0, 0, 1] };
  near(instance.transform.translation, [1, 2, 3], 1e-6);
  // Poses are in the model: moving it changes none.
  near(position(instance.pose, 0), [1, 0, 0], 1e-6);
});

test('a snapshot is gone back to, to the last bit', async () => {
  await init();
  const world = new World();
  const instance = world.spawn(Model.parse(falling()));
  for (let step = 0; step < 10; step += 1) world.step();
  const past = world.snapshot();
  const height = position(instance.pose, 0)[1];
  const digests = () => Array.from({ length: 10 }, () => (world.step(), world.digest));
  const once = digests();
  world.restore(past);
  assert.equal(world.steps, 10);
  assert.equal(position(instance.pose, 0)[1], height);
  assert.deepEqual(digests(), once);
  assert.equal(typeof once[0], 'bigint');
  const broken = past.slice();
  broken[broken.length - 1] ^= 1;
  assert.throws(() => world.restore(broken), { code: 'SNAPSHOT_DAMAGED' });
  assert.throws(() => world.restore(past.subarray(0, 5)), { code: 'NOT_A_SNAPSHOT' });
  instance.despawn();
  assert.throws(() => world.restore(past), { code: 'SNAPSHOT_OTHER_WORLD' });
});

test('stages are timed when that is asked for', async () => {
  await init();
  const world = new World();
  world.spawn(Model.parse(falling()));
  world.step();
  assert.equal(world.timings, null);
  world.profile = true;
  world.step();
  const { total, ...stages } = world.timings;
  assert.deepEqual(Object.keys(stages), ['animate', 'updateBodies', 'simulate', 'follow', 'events']);
  const sum = Object.values(stages).reduce((all, one) => all + one, 0);
  assert.ok(total > 0 && Math.abs(sum - total) < 1e-9);
  world.profile = false;
  assert.equal(world.timings, null);
});

test('what a caller does wrong is an error with a code', async () => {
  await init();
  const world = new World();
  const model = Model.parse(file([{ extensions: cube() }, {}]));
  const instance = world.spawn(model);
  const refused = (work, code = 'INVALID_ARGUMENT') =>
    assert.throws(work, (error) => isSinewError(error) && error.code === code && error.pointer === '', code);
  for (const options of [{ dt: 0 }, { dt: '1' }, { dtt: 1 }, { gravity: [0, 1] }, { gravity: 9.81 }, { density: -1 }, { maxSteps: 1.5 }, 7]) {
    refused(() => new World(options));
  }
  refused(() => new World({ dt: NaN }), 'NOT_FINITE');
  refused(() => new World({ gravity: [0, NaN, 0] }), 'NOT_FINITE');
  refused(() => world.advance(NaN), 'NOT_FINITE');
  refused(() => world.advance(-1));
  refused(() => world.spawn({}));
  refused(() => world.spawn(model, { translation: [0, NaN, 0] }), 'NOT_FINITE');
  refused(() => world.spawn(model, { rotation: [0, 0, 0, 0] }), 'NOT_FINITE');
  refused(() => world.spawn(model, { animations: [{ animation: 0 }] }), 'UNKNOWN_ANIMATION');
  refused(() => world.spawn(model, { animations: 'some' }));
  refused(() => world.rayCast([0, 0], [1, 0, 0]));
  refused(() => world.rayCast([0, 0, 0], [0, 0, 0]));
  refused(() => world.rayCast([0, 0, 0], [1, 0, 0], NaN));
  refused(() => world.overlapShape({ kind: 'dodecahedron' }));
  refused(() => world.overlapShape({ kind: 'sphere', radius: -1 }));
  refused(() => world.overlapShape({ kind: 'box', size: [1, 1] }));
  refused(() => world.restore('no snapshot'), 'NOT_A_SNAPSHOT');
  refused(() => instance.applyImpulse(0, [1, 2, Infinity]), 'NOT_FINITE');
  refused(() => instance.applyImpulse(0, [1e300, 0, 0]), 'NOT_FINITE');
  refused(() => instance.applyImpulse(1, [1, 2, 3]), 'NO_BODY');
  refused(() => instance.applyImpulse(2, [1, 2, 3]), 'UNKNOWN_NODE');
  for (const node of [-1, 0.5, NaN, 2 ** 32, '0', undefined]) {
    refused(() => instance.applyImpulse(node, [1, 2, 3]));
    refused(() => instance.setOverride(node, null));
  }
  refused(() => instance.teleport(0, { translation: [1, 2] }));
  refused(() => instance.teleport(0, 5));
  refused(() => instance.setOverride(0, { rotation: [0, 0, 0] }));
  refused(() => instance.play({ animation: 0 }), 'UNKNOWN_ANIMATION');
  refused(() => instance.setHumanPose({ hips: null, rotations: {} }), 'NO_HUMANOID');
  refused(() => instance.setHumanPose({ hips: null, rotations: { tail: [0, 0, 0, 1] } }));
  refused(() => Model.parse(42));
  refused(() => Model.parse('{}', { omiStiffness: 'stiff' }));
  refused(() => new Model());
  // All of this has broken nothing.
  world.step();
  assert.equal(world.steps, 1);
  model.dispose();
  refused(() => model.findNode('x'), 'DISPOSED');
  world.step();
  world.dispose();
  refused(() => world.step(), 'DISPOSED');
  refused(() => instance.pose.locals, 'DISPOSED');
});

test('an overridden body follows its node, and cannot be teleported', async () => {
  await init();
  const world = new World();
  const instance = world.spawn(Model.parse(falling()));
  instance.setOverride(0, { translation: [3, 4, 5] });
  world.step();
  near(position(instance.pose, 0), [3, 4, 5], 1e-6);
  assert.equal(instance.body(0).isAnimated, true);
  assert.throws(() => instance.teleport(0, {}), { code: 'BODY_NOT_DYNAMIC' });
  instance.setOverride(0, null);
  world.step();
  assert.equal(instance.body(0).isAnimated, false);
});
