// Compressed files: the fixtures are what the reference implementation writes, and what the native command makes of them is still
// decoded by it.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import { MeshoptDecoder } from 'meshoptimizer';

import { path } from '../sinew/test/files.js';
import { run, skipped } from '../sinew/test/native.js';
import { files, folder } from './meshopt.js';

test('the fixtures are those that the reference writes', () => {
  for (const [name, content] of Object.entries(files())) {
    assert.deepEqual(readFileSync(new URL(name, folder)), Buffer.from(content), name);
  }
});

/** The JSON of a file and the bytes of its first buffers that have any. */
function opened(file) {
  const bytes = readFileSync(file);
  const isBinary = bytes.subarray(0, 4).toString() === 'glTF';
  const length = isBinary ? bytes.readUInt32LE(12) : bytes.length;
  const json = JSON.parse((isBinary ? bytes.subarray(20, 20 + length) : bytes).toString());
  const binary = isBinary && bytes.length > 20 + length ? bytes.subarray(28 + length) : undefined;
  const buffers = json.buffers.map(({ uri }, index) => {
    if (uri?.startsWith('data:')) return Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64');
    if (uri) return readFileSync(join(file, '..', uri));
    return index === 0 ? binary : undefined;
  });
  return { json, buffers };
}

/** The compressed views of a file as the reference decodes them. */
function decoded(file) {
  const { json, buffers } = opened(file);
  return json.bufferViews.flatMap(({ buffer, byteLength, extensions = {} }) => {
    const [view] = Object.entries(extensions).flatMap(([name, value]) => (name.endsWith('_meshopt_compression') ? [value] : []));
    if (!view) return [];
    assert.ok(json.buffers[buffer], 'the buffer of a view is there');
    const source = buffers[view.buffer].subarray(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength);
    const elements = new Uint8Array(byteLength);
    MeshoptDecoder.decodeGltfBuffer(elements, view.count, view.byteStride, source, view.mode, view.filter);
    return [elements];
  });
}

test('compressed views stay compressed in every written file', { skip: skipped, timeout: 300_000 }, async (t) => {
  await MeshoptDecoder.ready;
  const place = mkdtempSync(join(tmpdir(), 'sinew-'));
  t.after(() => rmSync(place, { recursive: true }));
  for (const name of ['curves.gltf', 'curves.glb', 'meshes.gltf', 'meshes.glb', 'swing.gltf', 'normalize.gltf']) {
    const file = path(`fixtures/meshopt/${name}`);
    const expected = decoded(file);
    assert.ok(expected.length >= 3);
    // Nothing of the meshes moves.
    const verbs = name.startsWith('meshes') ? ['copy', 'normalize', 'fix'] : ['copy', 'bake', 'normalize', 'fix'];
    for (const verb of verbs) {
      for (const end of ['glb', 'gltf']) {
        const output = join(place, `${verb}.${end}`);
        run(verb, file, output, '--force', ...(verb === 'bake' ? ['--seconds', '1', '--animation', 'all'] : []));
        assert.deepEqual(decoded(output), expected, `${verb} ${name} to ${end}`);
        // It fails where there is an error.
        run('validate', output);
      }
    }
  }
});
