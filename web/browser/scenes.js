/** Small files with facts that can be worked out, for the tests of the viewer. */

const bytes = (...lists) => Buffer.concat(lists.map((list) => Buffer.from(list.buffer)));
const dataUri = (buffer) => `data:application/octet-stream;base64,${buffer.toString('base64')}`;

/** A cube with 24 corners and its normals. */
function cube() {
  const [positions, normals, indices] = [[], [], []];
  for (let axis = 0; axis < 3; axis += 1) {
    for (const sign of [1, -1]) {
      const normal = [0, 0, 0].with(axis, sign);
      const first = positions.length / 3;
      for (const [u, v] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
        positions.push(...normal.with((axis + 1) % 3, u * sign).with((axis + 2) % 3, v).map((value) => value / 2));
        normals.push(...normal);
      }
      indices.push(...[0, 1, 2, 0, 2, 3].map((at) => first + at));
    }
  }
  return [Float32Array.from(positions), Float32Array.from(normals), Uint16Array.from(indices)];
}

/** Nodes that show a cube of 1 m in one of some materials; `more` is added to the file. */
export function cubes(nodes, materials, more = {}) {
  const [positions, normals, indices] = cube();
  const extra = more.values ?? new Float32Array();
  const views = [positions, normals, indices, extra];
  const offsets = views.map((_, at) => views.slice(0, at).reduce((sum, { byteLength }) => sum + byteLength, 0));
  const buffer = bytes(...views);
  const { values, accessors = [], ...rest } = more;
  return JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: nodes.map((_, at) => at) }],
    nodes,
    materials,
    meshes: materials.map((_, material) => ({ primitives: [{ attributes: { POSITION: 0, NORMAL: 1 }, indices: 2, material }] })),
    buffers: [{ uri: dataUri(buffer), byteLength: buffer.length }],
    bufferViews: views.map(({ byteLength }, at) => ({ buffer: 0, byteOffset: offsets[at], byteLength })).filter(({ byteLength }) => byteLength),
    accessors: [
      { bufferView: 0, componentType: 5126, count: 24, type: 'VEC3', min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] },
      { bufferView: 1, componentType: 5126, count: 24, type: 'VEC3' },
      { bufferView: 2, componentType: 5123, count: 36, type: 'SCALAR' },
      ...accessors,
    ],
    ...rest,
  });
}

/** A red cube that turns blue in a second, and a green one that is hidden after half of it. */
export function pointers() {
  const pointer = (path) => ({ path: 'pointer', extensions: { KHR_animation_pointer: { pointer: path } } });
  return cubes(
    [{ mesh: 0 }, { mesh: 1, translation: [2, 0, 0], extensions: { KHR_node_visibility: { visible: true } } }],
    [{ pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } }, { pbrMetallicRoughness: { baseColorFactor: [0, 1, 0, 1] } }],
    {
      // Times, two colours, and two flags in bytes.
      values: Float32Array.from([0, 1, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0.5, ...new Float32Array(Uint8Array.of(1, 0, 0, 0).buffer)]),
      extensionsUsed: ['KHR_animation_pointer', 'KHR_node_visibility'],
      accessors: [
        { bufferView: 3, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] },
        { bufferView: 3, byteOffset: 8, componentType: 5126, count: 2, type: 'VEC4' },
        { bufferView: 3, byteOffset: 40, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [0.5] },
        { bufferView: 3, byteOffset: 48, componentType: 5121, count: 2, type: 'SCALAR' },
      ],
      animations: [
        {
          samplers: [
            { input: 3, output: 4 },
            { input: 5, output: 6, interpolation: 'STEP' },
          ],
          channels: [
            { sampler: 0, target: pointer('/materials/0/pbrMetallicRoughness/baseColorFactor') },
            { sampler: 1, target: pointer('/nodes/1/extensions/KHR_node_visibility/visible') },
          ],
        },
      ],
    },
  );
}

/** A ball of 0.2 m at 1 m, and nothing below it. */
export const BALL = JSON.stringify({
  asset: { version: '2.0' },
  extensionsUsed: ['KHR_implicit_shapes', 'KHR_physics_rigid_bodies'],
  scenes: [{ nodes: [0] }],
  nodes: [
    {
      name: 'ball',
      translation: [0, 1, 0],
      extensions: { KHR_physics_rigid_bodies: { motion: { mass: 1 }, collider: { geometry: { shape: 0 } } } },
    },
  ],
  extensions: {
    KHR_implicit_shapes: { shapes: [{ type: 'sphere', sphere: { radius: 0.2 } }] },
    KHR_physics_rigid_bodies: {},
  },
});

/** A cube with two animations of a second: one moves it along X by a metre, the other along Y. */
export function twoAnimations() {
  const animation = (name, output) => ({
    name,
    samplers: [{ input: 3, output }],
    channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
  });
  return cubes([{ mesh: 0 }], [{}], {
    values: Float32Array.of(0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0),
    accessors: [
      { bufferView: 3, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] },
      { bufferView: 3, byteOffset: 8, componentType: 5126, count: 2, type: 'VEC3' },
      { bufferView: 3, byteOffset: 32, componentType: 5126, count: 2, type: 'VEC3' },
    ],
    animations: [animation('along X', 4), animation('along Y', 5)],
  });
}
