// Sinew's extensions in glTF-Transform: references follow, what is referred to stays, and what is not understood survives.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test from 'node:test';

import { cloneDocument, dedup, flatten, instance, join, prune, quantize, weld } from '@gltf-transform/functions';

import { SINEW_EXTENSIONS, extensionOf } from '../sinew/gltf-transform/index.js';
import { filesBelow, path } from '../sinew/test/files.js';
import { check } from './gltf_transform/check.js';
import { Model } from './gltf_transform/describe.js';
import { forSinew, io, read } from './gltf_transform/files.js';
import { fixture } from './gltf_transform/fixture.js';
import { FUNCTIONS } from './gltf_transform/functions.js';

const reverse = FUNCTIONS.find(({ name }) => name === 'reverse').apply[0];

/** A file after some functions. */
async function through(file, ...functions) {
  const document = await read(file);
  await document.transform(...functions);
  const { json, resources } = await io.writeJSON(document);
  return { json: JSON.parse(JSON.stringify(json)), resources };
}

const nodeNamed = ({ nodes }, name) => nodes.findIndex((node) => node.name === name);
const meshNamed = ({ meshes }, name) => meshes.findIndex((mesh) => mesh.name === name);
const materialNamed = ({ materials }, name) => materials.findIndex((material) => material.name === name);

const body = (rest = {}) => ({
  extensions: { KHR_physics_rigid_bodies: { motion: { mass: 1 }, ...rest } },
});

test('a node that only a joint refers to stays, and its index follows', async () => {
  const file = fixture({
    used: ['KHR_physics_rigid_bodies'],
    nodes: [{}, {}, { ...body({ joint: { connectedNode: 3, joint: 0, extras: { by: 'hand' } } }) }, {}],
    extensions: { KHR_physics_rigid_bodies: { physicsJoints: [{ limits: [] }], vendor: { note: [] } } },
  });
  const { json } = await through(file, prune(), reverse);
  assert.equal(json.nodes.length, 2, 'two nodes without any use are gone');
  const { joint } = json.nodes[nodeNamed(json, 'node 2')].extensions.KHR_physics_rigid_bodies;
  assert.deepEqual(joint, { connectedNode: nodeNamed(json, 'node 3'), joint: 0, extras: { by: 'hand' } });
  assert.deepEqual(json.extensions.KHR_physics_rigid_bodies, { physicsJoints: [{ limits: [] }], vendor: { note: [] } });
  assert.equal(json.skins, undefined, 'anchors are not written');
});

test('a shape of a mesh keeps its size when the mesh is quantized', async () => {
  const file = fixture({
    used: ['KHR_physics_rigid_bodies'],
    nodes: [
      { mesh: 4, ...body({ collider: { geometry: { mesh: 4, convexHull: true } } }) },
      { mesh: 1, ...body({ collider: { geometry: { node: 1, convexHull: true } } }) },
    ],
    extensions: { KHR_physics_rigid_bodies: {} },
  });
  for (const functions of [[], [weld()], [quantize()], [dedup(), quantize()], [quantize(), prune(), dedup()]]) {
    const model = await Model.load(...forSinew(await through(file, ...functions)));
    const { shapes, colliders } = model.info.physics;
    assert.equal(colliders.length, 2);
    colliders.forEach(({ shape }) => {
      const { positions } = model.shapeGeometry(shape);
      const largest = [0, 1, 2].map((axis) => Math.max(...positions.filter((_, at) => at % 3 === axis)));
      // 14 bits over 10 m.
      largest.forEach((value, axis) => assert.ok(Math.abs(value - [6, 8, 10][axis]) < 1e-3, `${largest}`));
    });
    assert.equal(shapes.length, 2);
    model.info.physics.bodies.forEach(({ node }) =>
      assert.equal(model.info.nodes[node].mesh === null || functions.length < 2, true),
    );
  }
});

test('the scale of a body is not changed by quantization', async () => {
  const file = fixture({
    used: ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes'],
    nodes: [{ mesh: 1, ...body({ collider: { geometry: { shape: 0 } } }) }],
    extensions: {
      KHR_physics_rigid_bodies: {},
      KHR_implicit_shapes: { shapes: [{ type: 'sphere', sphere: { radius: 2 } }] },
    },
  });
  const { json } = await through(file, quantize());
  const node = json.nodes[nodeNamed(json, 'node 0')];
  assert.equal(node.scale, undefined);
  assert.equal(node.children.length, 1, 'the mesh has a node of its own');
});

test('flattening and joining leave nodes with a behaviour where they are', async () => {
  const collider = { collider: { geometry: { shape: 0 } } };
  const file = fixture({
    used: ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes'],
    nodes: [
      { children: [1], rotation: [0, 0.6, 0, 0.8] },
      { ...body(), children: [2, 3] },
      { mesh: 1, extensions: { KHR_physics_rigid_bodies: collider } },
      { mesh: 1, translation: [1, 0, 0], extensions: { KHR_physics_rigid_bodies: collider } },
      { children: [5] },
      { mesh: 1, translation: [0, 1, 0] },
    ],
    extensions: {
      KHR_physics_rigid_bodies: {},
      KHR_implicit_shapes: { shapes: [{ type: 'sphere', sphere: { radius: 2 } }] },
    },
  });
  const { json } = await through(file, flatten(), join());
  const at = (name) => json.nodes[nodeNamed(json, name)];
  assert.deepEqual(at('node 0').children, [nodeNamed(json, 'node 1')]);
  assert.deepEqual(at('node 1').children, [nodeNamed(json, 'node 2'), nodeNamed(json, 'node 3')]);
  assert.equal(nodeNamed(json, 'node 4'), -1, 'what has no behaviour is flattened');
  assert.ok(json.scenes[0].nodes.includes(nodeNamed(json, 'node 5')));
});

const bone = (node) => ({ node });

test('an avatar keeps its expressions: morph targets, materials and the portrait', async () => {
  const file = fixture({
    nodes: [{}, { mesh: 2, children: [2] }, {}, { mesh: 3 }, {}],
    extensions: {
      VRMC_vrm: {
        specVersion: '1.0',
        meta: { thumbnailImage: 1, unknown: { deep: [1, null, {}] } },
        humanoid: { humanBones: { hips: bone(4), head: bone(2) } },
        firstPerson: { meshAnnotations: [{ node: 3, type: 'auto' }] },
        expressions: {
          preset: {
            happy: {
              morphTargetBinds: [{ node: 1, index: 0, weight: 1 }],
              materialColorBinds: [{ material: 1, type: 'color', targetValue: [1, 0, 0, 1] }],
            },
          },
          custom: { pout: { textureTransformBinds: [{ material: 2, scale: [2, 2] }] } },
        },
      },
    },
  });
  const { json } = await through(file, dedup(), quantize(), prune(), reverse);
  const { meta, humanoid, expressions, firstPerson } = json.extensions.VRMC_vrm;
  assert.deepEqual(meta, {
    thumbnailImage: json.images.findIndex(({ name }) => name === 'portrait'),
    unknown: { deep: [1, null, {}] },
  });
  assert.equal(json.images.length, 1, 'the other image is not used');
  assert.deepEqual(humanoid.humanBones, {
    hips: bone(nodeNamed(json, 'node 4')),
    head: bone(nodeNamed(json, 'node 2')),
  });
  const { morphTargetBinds, materialColorBinds } = expressions.preset.happy;
  assert.equal(
    json.nodes[morphTargetBinds[0].node].mesh,
    meshNamed(json, 'face'),
    'quantization moved the mesh to a child',
  );
  assert.equal(json.nodes[firstPerson.meshAnnotations[0].node].mesh, meshNamed(json, 'mouth'));
  assert.equal(materialColorBinds[0].material, materialNamed(json, 'cheek'));
  assert.equal(expressions.custom.pout.textureTransformBinds[0].material, materialNamed(json, 'lips'));
  assert.notEqual(materialNamed(json, 'cheek'), materialNamed(json, 'lips'));
});

test('an avatar of VRM 0.x keeps its materials in order, its textures, and the ends of its hair', async () => {
  const entry = (name, texture) => ({
    name,
    shader: 'VRM/MToon',
    textureProperties: { _MainTex: texture },
    floatProperties: { _Cutoff: 0.5 },
  });
  const file = fixture({
    nodes: [{ mesh: 2 }, { mesh: 3 }, { children: [3] }, { children: [4] }, {}, {}, { mesh: 1 }],
    extensions: {
      VRM: {
        meta: { texture: 1 },
        humanoid: { humanBones: [{ bone: 'hips', node: 5, useDefaultValues: true }] },
        blendShapeMaster: {
          blendShapeGroups: [
            {
              name: 'A',
              binds: [{ mesh: 2, index: 0, weight: 100 }],
              materialValues: [{ materialName: 'lips', propertyName: '_Color', targetValue: [1, 0, 0, 1] }],
            },
          ],
        },
        firstPerson: { firstPersonBone: -1, meshAnnotations: [{ mesh: 3, firstPersonFlag: 'Auto' }] },
        materialProperties: [entry('plain', 0), entry('cheek', 1), entry('lips', 1)],
        secondaryAnimation: { boneGroups: [{ bones: [2], center: -1 }], colliderGroups: [{ node: 5, colliders: [] }] },
      },
    },
  });
  const { json } = await through(file, prune(), dedup(), reverse);
  const { VRM } = json.extensions;
  assert.ok(nodeNamed(json, 'node 4') >= 0, 'the end of the hair');
  assert.deepEqual(VRM.secondaryAnimation.boneGroups, [{ bones: [nodeNamed(json, 'node 2')], center: -1 }]);
  assert.equal(VRM.secondaryAnimation.colliderGroups[0].node, nodeNamed(json, 'node 5'));
  assert.deepEqual(
    VRM.materialProperties.map(({ name }) => name),
    json.materials.map(({ name }) => name),
  );
  assert.equal(VRM.materialProperties.length, 3);
  assert.equal(VRM.blendShapeMaster.blendShapeGroups[0].binds[0].mesh, meshNamed(json, 'face'));
  assert.equal(VRM.firstPerson.meshAnnotations[0].mesh, meshNamed(json, 'mouth'));
  const { source, sampler } = json.textures[VRM.meta.texture];
  assert.equal(json.images[source].name, 'portrait');
  assert.deepEqual(json.samplers[sampler], { wrapS: 33071, wrapT: 33648 });
  const cheek = VRM.materialProperties.find(({ name }) => name === 'cheek');
  assert.equal(cheek.textureProperties._MainTex, VRM.meta.texture);
});

test('animation pointers survive and follow', async () => {
  const target = (pointer) => ({
    path: 'pointer',
    extensions: { KHR_animation_pointer: { pointer, extras: { kept: true } } },
  });
  const pointers = [
    '/nodes/2/translation',
    '/materials/2/pbrMetallicRoughness/baseColorFactor',
    '/extensions/KHR_lights_punctual/lights/1/intensity',
    '/nodes/1/weights',
    '/extensions/KHR_physics_rigid_bodies/physicsJoints/0/drives/0/positionTarget',
  ];
  const file = fixture({
    used: ['KHR_animation_pointer', 'KHR_lights_punctual', 'KHR_physics_rigid_bodies'],
    nodes: [
      {},
      { mesh: 2, children: [2] },
      { extensions: { KHR_lights_punctual: { light: 1 } } },
      { mesh: 3 },
      { mesh: 1 },
    ],
    extensions: {
      KHR_lights_punctual: {
        lights: [
          { type: 'point', name: 'unused' },
          { type: 'spot', name: 'lamp', spot: {} },
        ],
      },
    },
    animations: [
      {
        samplers: [
          { input: 3, output: 5 },
          { input: 3, output: 4 },
          { input: 3, output: 3 },
        ],
        channels: pointers.map((pointer, at) => ({ sampler: [0, 1, 2, 2, 2][at], target: target(pointer) })),
      },
    ],
  });
  const { json } = await through(file, dedup(), quantize(), prune(), reverse);
  const written = json.animations[0].channels.map(({ target: { path: kind, node, extensions } }) => {
    assert.equal(kind, 'pointer');
    assert.equal(node, undefined);
    assert.deepEqual(extensions.KHR_animation_pointer.extras, { kept: true });
    return extensions.KHR_animation_pointer.pointer;
  });
  // Quantization moved the mesh to a new child.
  const [face] = json.nodes[nodeNamed(json, 'node 1')].children.filter((node) => json.nodes[node].mesh !== undefined);
  const lamp = json.extensions.KHR_lights_punctual.lights.findIndex(({ name }) => name === 'lamp');
  assert.deepEqual(written, [
    `/nodes/${nodeNamed(json, 'node 2')}/translation`,
    `/materials/${materialNamed(json, 'lips')}/pbrMetallicRoughness/baseColorFactor`,
    `/extensions/KHR_lights_punctual/lights/${lamp}/intensity`,
    `/nodes/${face}/weights`,
    pointers[4],
  ]);
});

function graphs(nodes, more = {}) {
  return {
    KHR_interactivity: {
      graph: 0,
      graphs: [
        {
          types: [{ signature: 'int' }, { signature: 'ref' }, { signature: 'float' }],
          declarations: [
            { op: 'pointer/set' },
            { op: 'event/onSelect' },
            { op: 'animation/start' },
            { op: 'math/add' },
          ],
          nodes,
          ...more,
        },
      ],
    },
  };
}

test('indices and pointers in behaviour graphs follow', async () => {
  const file = fixture({
    nodes: [{}, {}, {}, { mesh: 1 }],
    animations: [
      { name: 'empty', channels: [], samplers: [] },
      {
        name: 'move',
        samplers: [{ input: 3, output: 5 }],
        channels: [{ sampler: 0, target: { node: 3, path: 'translation' } }],
      },
    ],
    extensions: graphs(
      [
        {
          declaration: 0,
          configuration: { pointer: { value: ['/nodes/{nodeIndex}/translation'] } },
          values: { nodeIndex: { value: [2], type: 0 } },
        },
        {
          declaration: 0,
          configuration: { pointer: { value: ['/materials/1/alphaCutoff'] } },
          values: { value: { value: [0.5], type: 2 } },
        },
        {
          declaration: 0,
          configuration: { pointer: { value: ['/nodes/{n}/scale'] } },
          values: { n: { value: ['/nodes/1'], type: 1 } },
        },
        { declaration: 1, configuration: { nodeIndex: { value: [3] }, stopPropagation: { value: [false] } } },
        { declaration: 2, values: { animation: { value: [1], type: 0 } } },
      ],
      {
        variables: [
          { type: 1, value: ['/nodes/3'] },
          { type: 0, value: [1] },
        ],
      },
    ),
  });
  const { json } = await through(file, prune(), reverse);
  assert.equal(nodeNamed(json, 'node 0'), -1);
  const [graph] = json.extensions.KHR_interactivity.graphs;
  assert.equal(graph.nodes[0].values.nodeIndex.value[0], nodeNamed(json, 'node 2'));
  assert.deepEqual(graph.nodes[0].configuration.pointer.value, ['/nodes/{nodeIndex}/translation']);
  assert.deepEqual(graph.nodes[1].configuration.pointer.value, [
    `/materials/${materialNamed(json, 'cheek')}/alphaCutoff`,
  ]);
  assert.deepEqual(graph.nodes[2].values.n.value, [`/nodes/${nodeNamed(json, 'node 1')}`]);
  assert.deepEqual(graph.nodes[3].configuration.nodeIndex.value, [nodeNamed(json, 'node 3')]);
  assert.deepEqual(graph.nodes[4].values.animation.value, [json.animations.findIndex(({ name }) => name === 'move')]);
  assert.deepEqual(graph.variables, [
    { type: 1, value: [`/nodes/${nodeNamed(json, 'node 3')}`] },
    { type: 0, value: [1] },
  ]);
});

test('a graph that computes the index of a node keeps every node in its place', async () => {
  const file = fixture({
    nodes: [{}, {}, { mesh: 1 }],
    extensions: graphs([
      { declaration: 3, values: { a: { value: [1], type: 0 }, b: { value: [0], type: 0 } } },
      { declaration: 0, configuration: { pointer: { value: ['/nodes/{i}/translation'] } }, values: { i: { node: 0 } } },
    ]),
  });
  const { json } = await through(file, prune(), flatten(), dedup());
  assert.deepEqual(
    json.nodes.map(({ name }) => name),
    ['node 0', 'node 1', 'node 2'],
  );
});

test('constraints, springs, virtual transforms, clips and joints of OMI follow', async () => {
  const file = fixture({
    used: [
      'VRMC_node_constraint',
      'VRMC_constraints-1.0',
      'VRMC_springBone',
      'VRMC_springBone_extended_collider',
      'KHR_virtual_transform',
      'OMI_physics_joint',
      'OMI_physics_body',
      'VRMC_vrm_animation',
      'KHR_node_camera_hint',
      'KHR_character_skeleton_mapping',
    ],
    nodes: [
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {
        extensions: {
          VRMC_node_constraint: { specVersion: '1.0', constraint: { roll: { source: 1, rollAxis: 'X' } } },
          'VRMC_constraints-1.0': { aim: { source: 2 } },
          OMI_physics_joint: { constraints: [0], nodeA: 3, nodeB: 4 },
          OMI_physics_body: { trigger: { nodes: [5, 6] } },
          KHR_node_camera_hint: { role: 'follow', targetNode: 5, camera: 0 },
        },
      },
    ],
    cameras: [{ type: 'perspective', name: 'eye', perspective: { yfov: 1, znear: 0.1 } }],
    extensions: {
      VRMC_springBone: {
        specVersion: '1.0',
        colliders: [
          { node: 1, shape: {}, extensions: { VRMC_springBone_extended_collider: { shape: { plane: {} } } } },
        ],
        springs: [{ center: 2, joints: [{ node: 3 }, { node: 4 }] }],
      },
      KHR_virtual_transform: { virtualTransforms: [{ name: 'grip', parent: 6 }] },
      VRMC_vrm_animation: {
        humanoid: { humanBones: { hips: bone(1) } },
        expressions: { preset: { aa: bone(2) } },
        lookAt: bone(3),
      },
      KHR_character_skeleton_mapping: { skeletalRigMappings: { vrmHumanoid: { hips: 4, head: 'node 5' } } },
    },
  });
  const { json } = await through(file, prune(), reverse);
  const at = (index) => nodeNamed(json, `node ${index}`);
  assert.equal(at(0), -1);
  const on = json.nodes[at(7)].extensions;
  assert.equal(on.VRMC_node_constraint.constraint.roll.source, at(1));
  assert.equal(on['VRMC_constraints-1.0'].aim.source, at(2));
  assert.deepEqual(on.OMI_physics_joint, { constraints: [0], nodeA: at(3), nodeB: at(4) });
  assert.deepEqual(on.OMI_physics_body.trigger.nodes, [at(5), at(6)]);
  assert.deepEqual(on.KHR_node_camera_hint, { role: 'follow', targetNode: at(5), camera: 0 });
  const {
    VRMC_springBone: springs,
    KHR_virtual_transform: virtual,
    VRMC_vrm_animation: clip,
    KHR_character_skeleton_mapping: rig,
  } = json.extensions;
  assert.equal(springs.colliders[0].node, at(1));
  assert.deepEqual(springs.colliders[0].extensions, { VRMC_springBone_extended_collider: { shape: { plane: {} } } });
  assert.deepEqual(springs.springs, [{ center: at(2), joints: [{ node: at(3) }, { node: at(4) }] }]);
  assert.equal(virtual.virtualTransforms[0].parent, at(6));
  assert.deepEqual(clip, {
    humanoid: { humanBones: { hips: bone(at(1)) } },
    expressions: { preset: { aa: bone(at(2)) } },
    lookAt: bone(at(3)),
  });
  assert.deepEqual(rig.skeletalRigMappings.vrmHumanoid, { hips: at(4), head: 'node 5' });
});

test('a reference to nothing stays one, and a reference to what is disposed of is left out', async () => {
  const file = fixture({
    used: ['KHR_physics_rigid_bodies'],
    nodes: [
      { mesh: 1, children: [1], ...body({ joint: { connectedNode: 3, joint: 0 } }) },
      { ...body({ joint: { connectedNode: 2, joint: 0 }, trigger: { nodes: [0, 2] } }) },
      {},
    ],
    extensions: { KHR_physics_rigid_bodies: {} },
  });
  const document = await read(file);
  // Adds nodes, so that 3 becomes the index of one.
  await document.transform(quantize());
  document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === 'node 2')
    .dispose();
  document.createNode('more');
  document.createNode('and more');
  const { json } = await io.writeJSON(document);
  const first = json.nodes[0].extensions.KHR_physics_rigid_bodies;
  assert.ok(first.joint.connectedNode >= json.nodes.length, `${first.joint.connectedNode}`);
  const second = json.nodes[1].extensions.KHR_physics_rigid_bodies;
  assert.deepEqual(second.joint, { joint: 0 });
  assert.deepEqual(second.trigger.nodes, [0]);
});

test('there is a class for each extension, and properties can be made', async () => {
  assert.equal(new Set(SINEW_EXTENSIONS.map(({ EXTENSION_NAME }) => EXTENSION_NAME)).size, SINEW_EXTENSIONS.length);
  const document = await read(fixture({ nodes: [{}, {}] }));
  const extension = document.createExtension(extensionOf('KHR_physics_rigid_bodies'));
  const [a, b] = document.getRoot().listNodes();
  a.setExtension(
    'KHR_physics_rigid_bodies',
    extension.createProperty({ joint: { joint: 0, connectedNode: 0 } }).setReference('/joint/connectedNode', 'node', b),
  );
  const { json } = await io.writeJSON(document);
  assert.deepEqual(json.extensionsUsed, ['KHR_physics_rigid_bodies']);
  assert.equal(json.nodes[0].extensions.KHR_physics_rigid_bodies.joint.connectedNode, 1);
});

test('what is hidden keeps what is below it hidden', async () => {
  const hidden = { KHR_node_visibility: { visible: false } };
  const nodes = [{ children: [1] }, { children: [2], extensions: hidden }, { mesh: 1 }];
  const { json } = await through(fixture({ used: Object.keys(hidden), nodes }), flatten(), prune());
  assert.deepEqual(json.nodes[nodeNamed(json, 'node 1')].children, [nodeNamed(json, 'node 2')]);
  assert.deepEqual(json.nodes[nodeNamed(json, 'node 1')].extensions, hidden);
});

test('every function keeps the behaviour of the fixtures', { timeout: 300_000 }, async () => {
  const files = ['fixtures/running', 'crates/sinew-cli/demo']
    .flatMap(filesBelow)
    .filter((name) => /\.(gltf|glb|vrm)$/.test(name));
  assert.ok(files.length >= 3, `${files.length}`);
  for (const file of files) {
    const { findings, skipped } = await check(file, { steps: 60 });
    assert.deepEqual(findings, [], file);
    assert.equal(skipped, undefined, file);
  }
});

const assets = process.env.SINEW_ASSETS ?? path('../shared/assets');
const PUBLISHED = [
  'khr_physics_latest/JointTypes.gltf',
  'khr_physics_seed/ShapeTypes.gltf',
  'vrm/sphere_vrm0.vrm',
  'animation_pointer/WhackAMole.glb',
  'interactivity/Calculator.glb',
  'node_constraint/VRMC_constraints-1.0_cubes.gltf',
];

test(
  'every function keeps the behaviour of published files',
  { skip: existsSync(assets) ? false : 'no published files: name their folder in SINEW_ASSETS', timeout: 300_000 },
  async () => {
    for (const file of PUBLISHED.map((name) => `${assets}/${name}`).filter(existsSync)) {
      const { findings, skipped } = await check(file, {
        steps: 60,
        only: ['prune', 'dedup', 'flatten', 'reverse', 'everything'],
      });
      assert.deepEqual(findings, [], file);
      assert.equal(skipped, undefined, file);
    }
  },
);

test('a mesh that expressions move is not merged with an equal one for good', async () => {
  const file = fixture({
    nodes: [{ mesh: 2 }, { mesh: 3 }],
    materials: [{ name: 'plain' }, {}, {}],
    extensions: {
      VRM: { blendShapeMaster: { blendShapeGroups: [{ name: 'A', binds: [{ mesh: 2, index: 0, weight: 100 }] }] } },
    },
  });
  const { json } = await through(file, dedup(), prune());
  const [{ mesh }] = json.extensions.VRM.blendShapeMaster.blendShapeGroups[0].binds;
  assert.equal(json.nodes[nodeNamed(json, 'node 0')].mesh, mesh);
  assert.notEqual(json.nodes[nodeNamed(json, 'node 1')].mesh, mesh);
});

test('bodies that share a mesh are not drawn as instances at rest', async () => {
  const file = fixture({
    used: ['KHR_physics_rigid_bodies'],
    nodes: Array.from({ length: 6 }, (_, index) => ({ mesh: 1, translation: [index, 0, 0], ...body() })),
    extensions: { KHR_physics_rigid_bodies: {} },
  });
  const { json } = await through(file, instance({ min: 2 }));
  assert.equal(json.nodes.length, 6);
  json.nodes.forEach(({ mesh }) => assert.notEqual(mesh, undefined));
  assert.equal(json.animations, undefined, 'anchors are not written');
});

test('a copy of a document has the same behaviour', async () => {
  const file = fixture({
    used: ['KHR_physics_rigid_bodies', 'KHR_virtual_transform'],
    nodes: [{ mesh: 4, ...body({ collider: { geometry: { mesh: 4 } }, joint: { connectedNode: 1, joint: 0 } }) }, {}],
    extensions: {
      KHR_physics_rigid_bodies: { physicsJoints: [{}] },
      KHR_virtual_transform: { virtualTransforms: [{ name: 'a', parent: 1 }] },
    },
  });
  const plain = (written) =>
    JSON.parse(
      JSON.stringify({
        nodes: written.json.nodes,
        extensions: written.json.extensions,
        skins: written.json.skins ?? null,
      }),
    );
  const document = await read(file);
  const copy = cloneDocument(document);
  await copy.transform(prune(), quantize());
  await document.transform(prune(), quantize());
  assert.deepEqual(plain(await io.writeJSON(copy)), plain(await io.writeJSON(document)));
});
