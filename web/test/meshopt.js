/**
 * Writes `fixtures/meshopt/` with the reference implementation of EXT_meshopt_compression and KHR_meshopt_compression:
 * `node test/meshopt.js`. With `--wide FILE` it writes thousands of streams into a file instead, which the Rust tests read where
 * `SINEW_MESHOPT_STREAMS` names it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';

await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);

/** The folder that is written. */
export const folder = new URL('../../fixtures/meshopt/', import.meta.url);

/** Decoded bytes up to this many are kept as they are, of more a digest. */
const KEPT = 512;

/** Numbers that are the same on every machine (Mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}

/** FNV-1a of 32 bits. */
function digest(bytes) {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum;
}

/** A stream, and what the reference decoder makes of it. */
function entry(mode, filter, stride, count, stream) {
  const decoded = new Uint8Array(count * stride);
  MeshoptDecoder.decodeGltfBuffer(decoded, count, stride, stream, mode, filter);
  const found = { mode, filter, stride, count, stream: Buffer.from(stream).toString('base64'), digest: digest(decoded) };
  if (decoded.length <= KEPT) found.decoded = Buffer.from(decoded).toString('base64');
  return found;
}

/** Bytes of elements, of kinds that each part of the codec is for. */
const FILLS = {
  zeros: () => 0,
  constant: () => 77,
  ramp: (_, element, byte) => (element * (byte + 1)) & 255,
  steps: (roll) => Math.floor(roll() * 3),
  small: (roll) => Math.floor(roll() * 20) - 10,
  noise: (roll) => Math.floor(roll() * 256),
  floats: (_, element, byte) => new Uint8Array(new Float32Array([Math.sin(element / 30) + (byte >> 2)]).buffer)[byte & 3],
  curve: (_, element, byte) => new Uint8Array(new Float32Array([100 + Math.sin(element / 7 + (byte >> 2))]).buffer)[byte & 3],
  words: (_, element, byte) => new Uint8Array(new Uint32Array([0x3f800000 ^ ((element % 5) << (13 + (byte >> 2)))]).buffer)[byte & 3],
  shorts: (_, element, byte) => new Uint8Array(new Uint16Array([1000 + 37 * element * ((byte >> 1) + 1)]).buffer)[byte & 1],
};

function attributes(fill, stride, count, version, level, seed) {
  const roll = random(seed);
  const bytes = new Uint8Array(count * stride);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = FILLS[fill](roll, Math.floor(at / stride), at % stride);
  const stream = MeshoptEncoder.encodeVertexBufferLevel(bytes, count, stride, level, version);
  const found = entry('ATTRIBUTES', 'NONE', stride, count, stream);
  if (digest(bytes) !== found.digest) throw new Error('attributes are decoded as they were');
  return found;
}

/** Triangles: a grid in order, in disorder, as a graphics card likes it, with its vertices backwards, twice, and any three vertices. */
function triangles(kind, count, seed) {
  const roll = random(seed);
  const width = Math.max(2, Math.ceil(Math.sqrt(count / 6)) + 1);
  const list = [];
  for (let row = 0; list.length < count; row += 1) {
    for (let column = 0; column + 1 < width && list.length < count; column += 1) {
      const [a, b] = [row * width + column, (row + 1) * width + column];
      list.push(a, b, a + 1, a + 1, b, b + 1);
    }
  }
  const indices = list.slice(0, count);
  if (kind === 'soup') return indices.map(() => Math.floor(roll() * 60000));
  if (kind === 'ordered') {
    const list = new Uint32Array(indices);
    MeshoptEncoder.reorderMesh(list, true, true);
    return [...list];
  }
  if (kind === 'backwards') return indices.map((index) => indices.length - index);
  if (kind === 'disorder') {
    for (let at = count / 3 - 1; at > 0; at -= 1) {
      const other = Math.floor(roll() * (at + 1));
      for (let corner = 0; corner < 3; corner += 1) {
        const [a, b] = [3 * at + corner, 3 * other + corner];
        [indices[a], indices[b]] = [indices[b], indices[a]];
      }
    }
  }
  // Two meshes, one behind the other, begin at 0 twice.
  if (kind === 'twice') return indices.map((index, at) => (at < count / 2 ? index : indices[at - Math.ceil(count / 6) * 3] ?? index));
  return indices;
}

function ofIndices(mode, kind, stride, count, seed) {
  let indices = triangles(kind, Math.ceil(count / 3) * 3, seed).slice(0, count);
  if (stride === 4) indices = indices.map((index) => index * 70000);
  const bytes = new Uint8Array(stride === 2 ? new Uint16Array(indices).buffer : new Uint32Array(indices).buffer);
  return entry(mode, 'NONE', stride, count, MeshoptEncoder.encodeGltfBuffer(bytes, count, stride, mode));
}

function filtered(filter, stride, count, bits, version, seed) {
  const roll = random(seed);
  const width = filter === 'EXPONENTIAL' ? stride / 4 : 4;
  const numbers = new Float32Array(count * width);
  for (let element = 0; element < count; element += 1) {
    const vector = Array.from({ length: width }, () => roll() * 2 - 1);
    const length = Math.hypot(...vector.slice(0, filter === 'OCTAHEDRAL' ? 3 : width));
    numbers.set(
      vector.map((part, at) => {
        if (filter === 'EXPONENTIAL') return part * 10 ** (at - 2);
        if (filter === 'COLOR') return Math.abs(part);
        return filter === 'OCTAHEDRAL' && at === 3 ? Math.sign(part) : part / length;
      }),
      element * width,
    );
  }
  const encode = { OCTAHEDRAL: 'Oct', QUATERNION: 'Quat', EXPONENTIAL: 'Exp', COLOR: 'Color' }[filter];
  const modes = ['Separate', 'SharedVector', 'SharedComponent', 'Clamped'];
  const bytes = MeshoptEncoder[`encodeFilter${encode}`](numbers, count, stride, bits, modes[seed % 4]);
  return entry('ATTRIBUTES', filter, stride, count, MeshoptEncoder.encodeVertexBufferLevel(bytes, count, stride, 3, version));
}

/** Streams of every mode, filter, version and family of strides. */
export function streams(isWide) {
  const strides = isWide ? [4, 8, 12, 16, 20, 24, 32, 36, 48, 64, 100, 128, 200, 252, 256] : [4, 8, 12, 20, 64, 256];
  const counts = isWide
    ? [1, 2, 3, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 100, 127, 128, 255, 256, 257, 300, 511, 513, 1000, 3000]
    : [1, 16, 17, 257];
  const list = [];
  let seed = 0;
  for (const fill of ['zeros', 'constant', 'ramp', 'steps', 'small', 'noise', 'floats', 'shorts']) {
    for (const stride of strides) {
      for (const count of counts) {
        for (const version of [0, 1]) {
          seed += 1;
          const levels = isWide ? [0, 1, 2, 3] : [seed % 4];
          for (const level of levels) list.push(attributes(fill, stride, count, version, level, seed));
        }
      }
    }
  }
  for (const mode of ['TRIANGLES', 'INDICES']) {
    for (const kind of ['grid', 'disorder', 'soup', 'twice']) {
      for (const stride of [2, 4]) {
        for (const count of isWide ? [...counts, 6000, 30000] : [3, 12, 300]) {
          seed += 1;
          list.push(ofIndices(mode, kind, stride, mode === 'TRIANGLES' ? Math.ceil(count / 3) * 3 : count, seed));
        }
      }
    }
  }
  const filters = { OCTAHEDRAL: [4, 8], QUATERNION: [8], EXPONENTIAL: [4, 12, 16, 64], COLOR: [4, 8] };
  for (const [filter, ofFilter] of Object.entries(filters)) {
    for (const stride of ofFilter) {
      const most = stride === 4 && filter !== 'EXPONENTIAL' ? 8 : 16;
      for (const bits of isWide ? [4, 5, 6, 7, 8, 10, 12, 15, 16].filter((bits) => bits <= most) : [5, most]) {
        for (const count of isWide ? counts : [1, 30]) {
          for (const version of isWide ? [0, 1] : [count % 2]) {
            seed += 1;
            list.push(filtered(filter, stride, count, bits, version, seed));
          }
        }
      }
    }
  }
  // Words that are rotated before they are packed, and triangles with every kind of reference to their neighbours.
  for (const stride of [12, 16, 32]) {
    for (const count of isWide ? counts : [15, 17, 33, 300]) {
      seed += 1;
      list.push(attributes('curve', stride, count, 1, 3, seed), attributes('words', stride, count, 1, 3, seed));
    }
  }
  for (const kind of ['ordered', 'backwards']) {
    for (const count of isWide ? counts : [12, 60, 300, 600]) {
      seed += 1;
      list.push(ofIndices('TRIANGLES', kind, 2, Math.ceil(count / 3) * 3, seed));
    }
  }
  // What is kept in the repository stays small.
  return isWide ? list : list.filter(({ stream }) => stream.length <= 1000);
}

const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };
const SIZES = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };

/** A file with all of its buffer views compressed that can be, and a placeholder in place of their bytes. */
export function compress(gltf, name, version) {
  const file = structuredClone(gltf);
  const sources = file.buffers.map(({ uri }) => Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64'));
  const parts = [];
  let length = 0;
  let fallback = 0;
  const add = (bytes) => {
    const offset = length;
    const padding = (4 - (bytes.length % 4)) % 4;
    parts.push(bytes, new Uint8Array(padding));
    length += bytes.length + padding;
    return offset;
  };
  const primitives = (file.meshes ?? []).flatMap(({ primitives }) => primitives);
  file.bufferViews.forEach((view, index) => {
    const bytes = sources[view.buffer].subarray(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength);
    const at = file.accessors.findIndex(({ bufferView }) => bufferView === index);
    const accessor = file.accessors[at];
    const sparse = file.accessors.map(({ sparse }) => sparse?.indices).find((indices) => indices?.bufferView === index);
    const element = accessor ? SIZES[accessor.componentType] * WIDTHS[accessor.type] : SIZES[sparse?.componentType] ?? 4;
    const byteStride = view.byteStride ?? element;
    const count = bytes.length / byteStride;
    const isOfTriangles = primitives.some(({ indices, mode }) => accessor && indices === at && (mode ?? 4) === 4);
    let mode = null;
    if (byteStride % 4 === 0) mode = 'ATTRIBUTES';
    if (sparse || primitives.some(({ indices }) => accessor && indices === at)) mode = isOfTriangles ? 'TRIANGLES' : 'INDICES';
    if (!Number.isInteger(count) || (mode !== 'ATTRIBUTES' && byteStride === 1)) mode = null;
    view.buffer = mode ? 1 : 0;
    if (!mode) {
      view.byteOffset = add(bytes);
      return;
    }
    const stream = MeshoptEncoder.encodeGltfBuffer(new Uint8Array(bytes), count, byteStride, mode, version);
    view.byteOffset = fallback;
    fallback += Math.ceil(bytes.length / 4) * 4;
    view.extensions = { [name]: { buffer: 0, byteOffset: add(stream), byteLength: stream.length, byteStride, count, mode } };
  });
  const uri = `data:application/octet-stream;base64,${Buffer.concat(parts).toString('base64')}`;
  file.buffers = [{ uri, byteLength: length }, { byteLength: fallback, extensions: { [name]: { fallback: true } } }];
  file.extensionsUsed = [...(file.extensionsUsed ?? []), name];
  file.extensionsRequired = [...(file.extensionsRequired ?? []), name];
  return file;
}

/** A GLB: the first buffer is its binary chunk. */
export function glb(gltf) {
  const file = structuredClone(gltf);
  const { uri } = file.buffers[0];
  delete file.buffers[0].uri;
  const binary = Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64');
  let text = JSON.stringify(file);
  while (Buffer.byteLength(text) % 4) text += ' ';
  const chunk = (type, bytes) => Buffer.concat([new Uint8Array(new Uint32Array([bytes.length, type]).buffer), bytes]);
  const body = Buffer.concat([chunk(0x4e4f534a, Buffer.from(text)), chunk(0x004e4942, binary)]);
  return Buffer.concat([Buffer.from('glTF'), new Uint8Array(new Uint32Array([2, 12 + body.length]).buffer), body]);
}

/**
 * A node that rotates by sin t about (2, 3, 6)/7 and moves by (t, t²/8, −t), with keys each 1/16 s: rotations are of 16 bits, the rest
 * of 16 and of 24 bits of mantissa.
 */
export function swing() {
  const keys = 65;
  const times = Float32Array.from({ length: keys }, (_, key) => key / 16);
  const rotations = new Float32Array(4 * keys);
  const translations = new Float32Array(3 * keys);
  times.forEach((time, key) => {
    const half = Math.sin(time) / 2;
    rotations.set([...[2, 3, 6].map((part) => (part / 7) * Math.sin(half)), Math.cos(half)], 4 * key);
    translations.set([time, (time * time) / 8, -time], 3 * key);
  });
  const views = [
    { filter: 'EXPONENTIAL', byteStride: 4, bytes: MeshoptEncoder.encodeFilterExp(times, keys, 4, 24) },
    { filter: 'QUATERNION', byteStride: 8, bytes: MeshoptEncoder.encodeFilterQuat(rotations, keys, 8, 16) },
    { filter: 'EXPONENTIAL', byteStride: 12, bytes: MeshoptEncoder.encodeFilterExp(translations, keys, 12, 16) },
  ];
  const name = 'EXT_meshopt_compression';
  let [length, fallback] = [0, 0];
  const streams = [];
  const bufferViews = views.map(({ filter, byteStride, bytes }) => {
    const stream = MeshoptEncoder.encodeGltfBuffer(bytes, keys, byteStride, 'ATTRIBUTES', 0);
    const extension = { buffer: 1, byteOffset: length, byteLength: stream.length, byteStride, count: keys, mode: 'ATTRIBUTES', filter };
    const view = { buffer: 0, byteOffset: fallback, byteLength: keys * byteStride, extensions: { [name]: extension } };
    const padding = (4 - (stream.length % 4)) % 4;
    streams.push(stream, new Uint8Array(padding));
    length += stream.length + padding;
    fallback += keys * byteStride;
    return view;
  });
  return {
    asset: { version: '2.0' },
    extensionsUsed: [name],
    extensionsRequired: [name],
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'swing' }],
    animations: [
      {
        channels: [
          { sampler: 0, target: { node: 0, path: 'rotation' } },
          { sampler: 1, target: { node: 0, path: 'translation' } },
        ],
        samplers: [
          { input: 0, output: 1 },
          { input: 0, output: 2 },
        ],
      },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, count: keys, type: 'SCALAR', min: [0], max: [4] },
      { bufferView: 1, componentType: 5122, normalized: true, count: keys, type: 'VEC4' },
      { bufferView: 2, componentType: 5126, count: keys, type: 'VEC3' },
    ],
    bufferViews,
    // Nothing says that the first one is a placeholder but that all of its views are compressed.
    buffers: [
      { byteLength: fallback },
      { byteLength: length, uri: `data:application/octet-stream;base64,${Buffer.concat(streams).toString('base64')}` },
    ],
  };
}

const lines = (list) => list.map((one) => `${JSON.stringify(one)}\n`).join('');

/** Everything in the folder, by name. */
export function files() {
  const fixture = (name) => JSON.parse(readFileSync(new URL(`../${name}.gltf`, folder), 'utf8'));
  const text = (file) => `${JSON.stringify(file, null, 1)}\n`;
  const [ext, khr] = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];
  return {
    'streams.jsonl': lines(streams(false)),
    'swing.gltf': text(swing()),
    'curves.gltf': text(compress(fixture('animation/curves'), ext, 0)),
    'curves.glb': glb(compress(fixture('animation/curves'), khr, 1)),
    'meshes.gltf': text(compress(fixture('physics_khr/meshes'), ext, 0)),
    'meshes.glb': glb(compress(fixture('physics_khr/meshes'), khr, 1)),
    'normalize.gltf': text(compress(fixture('normalize/animated'), khr, 1)),
  };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  if (argv[2] === '--wide') {
    writeFileSync(argv[3], lines(streams(true)));
  } else {
    mkdirSync(folder, { recursive: true });
    for (const [name, content] of Object.entries(files())) writeFileSync(new URL(name, folder), content);
  }
}
