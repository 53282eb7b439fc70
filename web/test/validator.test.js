// What the native command bakes is glTF to the letter: Khronos's validator finds no error in it.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import validator from 'gltf-validator';

import { filesBelow, path } from '../sinew/test/files.js';
import { run, skipped } from '../sinew/test/native.js';

/** What is wrong with the fixtures themselves stays in what is made of them: only files without an error count. */
async function errors(bytes) {
  const report = await validator.validateBytes(new Uint8Array(bytes), { maxIssues: 100 });
  return report.issues.messages.filter(({ severity }) => severity === 0).map(({ code, pointer }) => `${code} ${pointer}`);
}

test('stripped bakes have no error', { skip: skipped, timeout: 300_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sinew-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const output = join(folder, 'out.glb');
  const files = ['running', 'physics_khr', 'constraint', 'virtual_transform', 'animation'].flatMap((name) =>
    filesBelow(`fixtures/${name}`).filter((file) => file.endsWith('.gltf')),
  );
  let baked = 0;
  for (const file of [...files, ...['demo', 'machine', 'ragdolls', 'avatar'].map((name) => path(`crates/sinew-cli/demo/${name}.gltf`))]) {
    rmSync(output, { force: true });
    try {
      run('bake', file, output, '--strip', '--seconds', '1');
    } catch {
      // Nothing of it moves, or it cannot be read: there is no file then, either.
      assert.ok(!existsSync(output), file);
      continue;
    }
    const own = new Set(await errors(readFileSync(file)));
    const found = await errors(readFileSync(output));
    assert.deepEqual(found.filter((error) => !own.has(error)), [], file);
    baked += 1;
  }
  t.diagnostic(`${baked} bakes`);
  assert.ok(baked >= 10, `only ${baked} of ${files.length} could be baked`);
});
