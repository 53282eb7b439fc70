// The package as npm would publish it: its files, and whether bundlers and TypeScript find all of it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const folder = fileURLToPath(new URL('../sinew/', import.meta.url));
const described = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

function pack(t) {
  const into = mkdtempSync(join(tmpdir(), 'sinew-pack-'));
  t.after(() => rmSync(into, { recursive: true }));
  const options = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  const [{ filename, files }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', into], options));
  return { bytes: readFileSync(join(into, filename)), paths: files.map(({ path }) => path) };
}

test('the package has its licences, its types and its module, and nothing stray', (t) => {
  const { paths } = pack(t);
  for (const path of ['LICENSE-MIT', 'LICENSE-APACHE', 'README.md', 'index.d.ts', 'dist/sinew.js', 'dist/sinew_bg.wasm', 'dist/motion.js', 'dist/motion_bg.wasm']) {
    assert.ok(paths.includes(path), path);
  }
  const folders = described.files.map((path) => path.split('/')[0]);
  const isExpected = (path) =>
    /^(LICENSE-\w+|README\.md|package\.json)$/.test(path) ||
    (folders.includes(path.split('/')[0]) && /\.(js|d\.ts|wasm)$/.test(path));
  assert.deepEqual(paths.filter((path) => !isExpected(path) || /test/.test(path)), []);
  assert.deepEqual([described.name, described.license], ['sinew-gltf', 'MIT OR Apache-2.0']);
  assert.ok(described.engines.node);
});

test('publint finds nothing', async (t) => {
  const { bytes } = pack(t);
  const { messages, pkg } = await publint({ pack: { tarball: Uint8Array.from(bytes).buffer }, strict: true });
  assert.deepEqual(messages.map((message) => formatMessage(message, pkg)), []);
});

test('TypeScript resolves the types of every entry', async (t) => {
  const { bytes } = pack(t);
  const { types, problems } = await checkPackage(createPackageFromTarballData(bytes));
  assert.ok(types);
  // An ES module is not required from CommonJS before Node 22, and TypeScript's oldest resolution does not read `exports`.
  const known = ({ kind, resolutionKind, resolutionOption }) =>
    kind === 'CJSResolvesToESM' || [resolutionKind, resolutionOption].includes('node10');
  assert.deepEqual(problems.filter((problem) => !known(problem)), []);
});
