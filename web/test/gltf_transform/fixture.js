// A file with every extension that refers to something, each to parts that nothing else uses where that is possible.

const POSITIONS = [0, 0, 0, 6, 0, 0, 0, 8, 0, 0, 0, 10];
const INDICES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
const OFFSETS = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];
const KEYS = [0, 1];

function buffer() {
  const bytes = new ArrayBuffer(48 + 24 + 48 + 8 + 32 + 24);
  new Float32Array(bytes, 0, 12).set(POSITIONS);
  new Uint16Array(bytes, 48, 12).set(INDICES);
  new Float32Array(bytes, 72, 12).set(OFFSETS);
  new Float32Array(bytes, 120, 2).set(KEYS);
  new Float32Array(bytes, 128, 8).set([1, 0, 0, 1, 0, 1, 0, 1]);
  new Float32Array(bytes, 160, 6).set([0, 0, 0, 0, 1, 0]);
  return bytes;
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==';

const view = (byteOffset, byteLength) => ({ buffer: 0, byteOffset, byteLength });

/** A file with a tetrahedron of 6 × 8 × 10 m at the origin as its meshes, and the nodes and extensions that are given. */
export function fixture({ nodes, extensions, used = Object.keys(extensions ?? {}), ...rest }) {
  const bytes = buffer();
  const primitive = { attributes: { POSITION: 0 }, indices: 1, targets: [{ POSITION: 2 }] };
  const json = {
    asset: { version: '2.0' },
    extensionsUsed: used,
    scene: 0,
    scenes: [
      {
        nodes: nodes.flatMap((_, index) =>
          nodes.some(({ children = [] }) => children.includes(index)) ? [] : [index],
        ),
      },
    ],
    nodes: nodes.map((node, index) => ({ name: `node ${index}`, ...node })),
    // Equal materials and equal meshes: whatever merges duplicates merges them.
    materials: [{ name: 'plain' }, { name: 'cheek' }, { name: 'lips' }],
    meshes: [
      { name: 'unused', primitives: [{ ...primitive }] },
      { name: 'drawn', primitives: [{ ...primitive, material: 0 }] },
      { name: 'face', primitives: [{ ...primitive, material: 1 }] },
      { name: 'mouth', primitives: [{ ...primitive, material: 2 }] },
      { name: 'shape', primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [6, 8, 10] },
      { bufferView: 1, componentType: 5123, count: 12, type: 'SCALAR' },
      { bufferView: 2, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 0, 0] },
      { bufferView: 3, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] },
      { bufferView: 4, componentType: 5126, count: 2, type: 'VEC4' },
      { bufferView: 5, componentType: 5126, count: 2, type: 'VEC3' },
    ],
    bufferViews: [view(0, 48), view(48, 24), view(72, 48), view(120, 8), view(128, 32), view(160, 24)],
    buffers: [{ byteLength: bytes.byteLength, uri: 'data.bin' }],
    images: [
      { name: 'unused image', uri: 'a.png' },
      { name: 'portrait', uri: 'b.png' },
    ],
    samplers: [{ wrapS: 33071, wrapT: 33648 }],
    textures: [{ source: 0 }, { source: 1, sampler: 0 }],
    ...(extensions && { extensions }),
    ...rest,
  };
  const png = new Uint8Array(Buffer.from(PIXEL, 'base64'));
  return { json, resources: { 'data.bin': new Uint8Array(bytes), 'a.png': png, 'b.png': Uint8Array.of(...png, 0) } };
}
