// The contents of files.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Model, World, init } from 'sinew-gltf';

import { cube, file, read } from './files.js';

await init();

test('a model lists its nodes, bodies, colliders and joints', () => {
  const model = Model.parse(read('fixtures/running/joints.gltf'), { name: 'joints.gltf' });
  const { info } = model;
  assert.equal(info.file, 'joints.gltf');
  assert.equal(info.nodes.length, model.nodeCount);
  assert.equal(info.nodes[0].name, 'post');
  assert.deepEqual(info.nodes[0].children, [1, 2, 3, 4]);
  assert.equal(model.findNode('link 1'), 5);
  assert.equal(model.findNode('nobody'), null);
  const { bodies, colliders, joints, shapes } = info.physics;
  assert.equal(bodies[0].node, 5);
  const collider = colliders.find(({ node }) => node === 5);
  assert.deepEqual([collider.body, collider.material], [5, 0]);
  assert.ok(collider.shape < shapes.length);
  assert.equal(joints[0].node, 1);
  assert.deepEqual([joints[0].bodyA, joints[0].bodyB, joints[0].frameB], [null, 5, 6]);
});

test('joints have frames and readings of their limits', () => {
  const model = Model.parse(read('fixtures/running/joints.gltf'));
  const world = new World();
  const instance = world.spawn(model, { translation: [0, 0, 7] });
  world.step();
  const described = model.info.physics.joints;
  const { joints } = instance;
  assert.equal(joints.length, described.length);
  joints.forEach((joint, place) => {
    assert.equal(joint.node, described[place].node);
    assert.equal(joint.limits.length, joint.isActive ? described[place].limits.length : 0);
    for (const { metric, violation } of joint.limits) assert.ok(Number.isFinite(metric) && violation >= 0);
  });
  // The post stands at (0, 6, 0) of the model, which stands at z = 7.
  assert.deepEqual(joints[0].frameA.translation, [0, 6, 7]);
  const away = Math.hypot(...joints[0].frameB.translation.map((at, axis) => at - joints[0].frameA.translation[axis]));
  assert.ok(away < 0.01, `a pin is ${away} m apart`);
});

test('diagnostics name their node', async () => {
  const model = Model.parse(read('fixtures/physics_khr/shape_missing.gltf'));
  const found = model.diagnostics.filter(({ node }) => node !== null);
  assert.ok(found.length > 0);
  for (const { code, severity, pointer, message, node } of found) {
    assert.ok(pointer.startsWith(`/nodes/${node}`));
    assert.ok(code.length > 0 && message.length > 0 && ['error', 'warning', 'info', 'hint'].includes(severity));
  }
  const undeclared = await Model.parse(file([{ extensions: cube() }])).validate();
  assert.ok(undeclared.some(({ code }) => code === 'UNDECLARED_EXTENSION'));
});

test('resources of a .gltf are given by name', () => {
  const bytes = new Uint8Array(new Float32Array([0, 1]).buffer);
  const text = JSON.stringify({ asset: { version: '2.0' }, buffers: [{ byteLength: 8, uri: 'a%20b.bin' }] });
  const missing = Model.parse(text).diagnostics.map(({ pointer }) => pointer);
  assert.ok(missing.some((pointer) => pointer.startsWith('/buffers/0')), `${missing}`);
  for (const resources of [{ 'a b.bin': bytes }, { 'a%20b.bin': bytes.buffer }, new Map([['a b.bin', bytes]])]) {
    assert.deepEqual(Model.parse(text, { resources }).diagnostics, []);
  }
});

/** Whether triangles enclose a volume, and which: the sum of signed tetrahedra. */
function volume({ positions, indices }) {
  const at = (place) => positions.subarray(place * 3, place * 3 + 3);
  let sum = 0;
  for (let triangle = 0; triangle < indices.length; triangle += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => at(indices[triangle + corner]));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

test('triangles of shapes are counter-clockwise from outside', () => {
  const shapes = [
    { type: 'box', box: { size: [1, 2, 3] } },
    { type: 'sphere', sphere: { radius: 2 } },
    { type: 'capsule', capsule: { height: 3, radiusTop: 1, radiusBottom: 1 } },
    { type: 'cylinder', cylinder: { height: 3, radiusTop: 1, radiusBottom: 2 } },
    { type: 'plane', plane: { sizeX: 4, sizeZ: 5 } },
  ];
  const nodes = shapes.map((_, shape) => ({ extensions: { KHR_physics_rigid_bodies: { collider: { geometry: { shape } } } } }));
  const model = Model.parse(file(nodes, { KHR_implicit_shapes: { shapes } }));
  const { colliders } = model.info.physics;
  const drawn = colliders.map(({ shape }) => volume(model.shapeGeometry(shape)));
  assert.equal(drawn[0], 6);
  // 24 sides keep sin(15°)/(π/12) = 0.989 of a circle's area; rings of 15° as much again.
  const within = (found, expected) => assert.ok(found > expected * 0.96 && found <= expected, `${found} of ${expected}`);
  within(drawn[1], (4 / 3) * Math.PI * 8);
  within(drawn[2], (4 / 3) * Math.PI + 3 * Math.PI);
  // A cone cut off: π h (R² + R r + r²) / 3.
  within(drawn[3], (Math.PI * 3 * (4 + 2 + 1)) / 3);
  assert.equal(drawn[4], 0);
  assert.throws(() => model.shapeGeometry(99), { code: 'INVALID_ARGUMENT' });
});

test('hulls and meshes have the triangles that the engine has', () => {
  const model = Model.parse(read('fixtures/physics_khr/meshes.gltf'));
  const { shapes } = model.info.physics;
  const kinds = shapes.map(({ kind }) => kind);
  assert.ok(kinds.includes('convexHull') && kinds.includes('triangleMesh'));
  shapes.forEach(({ kind, triangles }, shape) => {
    const { positions, indices } = model.shapeGeometry(shape);
    assert.ok(positions.length > 0 && positions.length % 3 === 0 && indices.length % 3 === 0);
    if (kind === 'triangleMesh') assert.equal(indices.length, triangles * 3);
    if (kind === 'convexHull') assert.ok(volume({ positions, indices }) > 0);
  });
});

test('a shape of a mesh names its mesh, and the model its dialects', () => {
  const model = Model.parse(read('fixtures/physics_khr/geometry_mesh.gltf'));
  const { dialects, physics } = model.info;
  assert.deepEqual(dialects, ['khr']);
  assert.deepEqual(
    physics.shapes.map(({ kind, mesh, node }) => [kind, mesh, node]),
    [
      ['triangleMesh', 0, undefined],
      ['convexHull', 0, undefined],
    ],
  );
  // A tetrahedron with sides of one metre: a sixth of a cube, wherever its morph target moves it.
  for (const [shape] of physics.shapes.entries()) {
    assert.ok(Math.abs(volume(model.shapeGeometry(shape)) - 1 / 6) < 1e-6);
  }
});

test('a bake is a file that can be read again', () => {
  const model = Model.parse(file([{ translation: [0, 10, 0], extensions: cube() }]));
  const { bytes, report } = model.bake({ seconds: 1, strip: true });
  assert.equal(String.fromCharCode(...bytes.subarray(0, 4)), 'glTF');
  assert.ok(report.isWithinTolerance && report.nodes === 1 && report.stripped.length > 0);
  const baked = Model.parse(bytes);
  assert.equal(baked.info.physics, null);
  const [animation] = baked.info.animations;
  assert.ok(Math.abs(animation.duration - 1) < 1e-6);
  // Played, it is where the simulation was: 10 − 9.81/2 metres high, give or take half a step's fall and a millimetre.
  const world = new World({ dt: 1 });
  const instance = world.spawn(baked);
  world.step();
  assert.ok(Math.abs(instance.pose.locals[1] - (10 - 4.905)) < 9.81 / 120 + 2e-3);
  const still = Model.parse(file([{}]));
  assert.throws(() => still.bake(), { code: 'BAKE_NOTHING' });
  assert.throws(() => model.bake({ seconds: 1e9 }), { code: 'INVALID_ARGUMENT' });
  assert.throws(() => model.bake({ clip: {} }), { code: 'INVALID_ARGUMENT' });
});
