// Files for glTF-Transform: read with a placeholder for each missing image, and with a unique name for every node.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { Logger, NodeIO, Verbosity } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';

import { SINEW_EXTENSIONS } from '../../sinew/gltf-transform/index.js';

await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);

export const io = new NodeIO()
  .setLogger(new Logger(Verbosity.SILENT))
  .registerExtensions([...ALL_EXTENSIONS, ...SINEW_EXTENSIONS])
  .registerDependencies({ 'meshopt.decoder': MeshoptDecoder, 'meshopt.encoder': MeshoptEncoder });

// One white pixel.
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);

const GLB = '@glb.bin';

/** The JSON of a file and what it refers to; `null` where a buffer is missing. */
export function open(path) {
  const bytes = readFileSync(path);
  const resources = {};
  let json;
  if (bytes.subarray(0, 4).toString('latin1') === 'glTF') {
    const length = bytes.readUInt32LE(12);
    json = JSON.parse(bytes.toString('utf8', 20, 20 + length));
    if (bytes.length > 28 + length) {
      resources[GLB] = new Uint8Array(bytes.subarray(28 + length));
    }
  } else {
    json = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  }
  for (const [index, part] of [...(json.buffers ?? []), ...(json.images ?? [])].entries()) {
    const { uri } = part;
    if (uri?.startsWith('data:')) {
      // Core takes the address of a buffer for its name, and writes it again.
      part.uri = `embedded_${index}.${uri.startsWith('data:image/jpeg') ? 'jpg' : uri.startsWith('data:image') ? 'png' : 'bin'}`;
      resources[part.uri] = new Uint8Array(Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64'));
    } else if (uri) {
      const file = join(dirname(path), decodeURIComponent(uri));
      if (!existsSync(file) && json.buffers?.some((buffer) => buffer.uri === uri)) {
        return null;
      }
      resources[uri] = new Uint8Array(existsSync(file) ? readFileSync(file) : PIXEL);
    }
  }
  return { json, resources };
}

/** The same file with a name for each node that no other has. Names have no part in behaviour but where a file maps them. */
export function withUniqueNames({ json, resources }) {
  if (json.extensions?.KHR_character_skeleton_mapping) {
    return { json, resources };
  }
  const nodes = json.nodes?.map((node, index) => ({ ...node, name: `node ${index}` }));
  return { json: { ...json, ...(nodes && { nodes }) }, resources };
}

/** A document of glTF-Transform; the file itself is not changed by it. */
export async function read({ json, resources }) {
  return io.readJSON({ json: structuredClone(json), resources: { ...resources } });
}

/** The file as Sinew reads it. */
export function forSinew({ json, resources }) {
  const { [GLB]: binary, ...rest } = resources;
  if (!binary) {
    return [JSON.stringify(json), { resources: rest }];
  }
  const buffers = json.buffers.map((buffer, index) =>
    index === 0 && buffer.uri === undefined ? { ...buffer, uri: 'chunk.bin' } : buffer,
  );
  return [JSON.stringify({ ...json, buffers }), { resources: { ...rest, 'chunk.bin': binary } }];
}
