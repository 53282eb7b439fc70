/** Files with compressed meshes and textures, made of numbers that are written here. */
import draco3d from 'draco3dgltf';
import { createDefaultContainer, write } from 'three/examples/jsm/libs/ktx-parse.module.js';

/** A square of two metres in X and Y that faces +Z. */
const POSITIONS = Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0);
const UVS = Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0);
const INDICES = Uint16Array.of(0, 1, 2, 0, 2, 3);

/** The colour of the texture, in sRGB. */
export const COLOR = [200, 60, 20];

/** A .gltf whose square is compressed with Draco, by its reference encoder. */
export async function dracoFile() {
  const module = await draco3d.createEncoderModule();
  const [encoder, builder, mesh, out] = [new module.Encoder(), new module.MeshBuilder(), new module.Mesh(), new module.DracoInt8Array()];
  builder.AddFacesToMesh(mesh, INDICES.length / 3, Uint32Array.from(INDICES));
  const position = builder.AddFloatAttributeToMesh(mesh, module.POSITION, 4, 3, POSITIONS);
  const length = encoder.EncodeMeshToDracoBuffer(mesh, out);
  const bytes = Uint8Array.from({ length }, (_, at) => out.GetValue(at) & 255);
  const buffer = dataUri(bytes);
  const compressed = { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: position } } };
  return JSON.stringify({
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_draco_mesh_compression'],
    extensionsRequired: ['KHR_draco_mesh_compression'],
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    buffers: [{ uri: buffer, byteLength: length }],
    bufferViews: [{ buffer: 0, byteLength: length }],
    accessors: [
      { componentType: 5126, count: 4, type: 'VEC3', min: [-1, -1, 0], max: [1, 1, 0] },
      { componentType: 5123, count: 6, type: 'SCALAR' },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, extensions: compressed }] }],
  });
}

/** A .gltf with a square in the one colour of a KTX2 texture. */
export function ktx2File() {
  const texture = ktx2();
  const parts = [POSITIONS, UVS, INDICES].map((list) => new Uint8Array(list.buffer));
  const views = [];
  let offset = 0;
  for (const part of [...parts, texture]) {
    views.push({ buffer: 0, byteOffset: offset, byteLength: part.length });
    offset += (part.length + 3) & ~3;
  }
  const bytes = new Uint8Array(offset);
  [...parts, texture].forEach((part, at) => bytes.set(part, views[at].byteOffset));
  return JSON.stringify({
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_texture_basisu', 'KHR_materials_unlit'],
    extensionsRequired: ['KHR_texture_basisu'],
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    buffers: [{ uri: dataUri(bytes), byteLength: bytes.length }],
    bufferViews: views,
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [-1, -1, 0], max: [1, 1, 0] },
      { bufferView: 1, componentType: 5126, count: 4, type: 'VEC2' },
      { bufferView: 2, componentType: 5123, count: 6, type: 'SCALAR' },
    ],
    images: [{ bufferView: 3, mimeType: 'image/ktx2' }],
    textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } }, extensions: { KHR_materials_unlit: {} } }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, indices: 2, material: 0 }] }],
  });
}

/** Four by four texels of UASTC: one block of mode 8, a solid colour. */
function ktx2() {
  // The code of the mode is 0x17 in five bits; red, green, blue and alpha follow, from the lowest bit up.
  let bits = 0x17n;
  [...COLOR, 255].forEach((value, at) => (bits |= BigInt(value) << BigInt(5 + 8 * at)));
  const block = Uint8Array.from({ length: 16 }, (_, at) => Number((bits >> BigInt(8 * at)) & 255n));
  const container = createDefaultContainer();
  const [uastc, bt709, srgb] = [166, 1, 2];
  Object.assign(container, {
    vkFormat: 0,
    typeSize: 1,
    pixelWidth: 4,
    pixelHeight: 4,
    levelCount: 1,
    supercompressionScheme: 0,
    levels: [{ levelData: block, uncompressedByteLength: 16 }],
  });
  Object.assign(container.dataFormatDescriptor[0], {
    colorModel: uastc,
    colorPrimaries: bt709,
    transferFunction: srgb,
    texelBlockDimension: [3, 3, 0, 0],
    bytesPlane: [16, 0, 0, 0, 0, 0, 0, 0],
    samples: [{ bitOffset: 0, bitLength: 127, channelType: 0, samplePosition: [0, 0, 0, 0], sampleLower: 0, sampleUpper: 0xffffffff }],
  });
  return write(container);
}

function dataUri(bytes) {
  return `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
}
