// The code of the book's page on JavaScript, run as it is printed.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'node:test';

const root = new URL('../../', import.meta.url);

test('every block of code of the page runs', (t) => {
  const page = String(readFileSync(new URL('docs/book/web.md', root)));
  const blocks = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
  assert.ok(blocks.length >= 1);
  // Below the workspace, so that its packages are found.
  const folder = mkdtempSync(fileURLToPath(new URL('book-', import.meta.url)));
  t.after(() => rmSync(folder, { recursive: true }));
  blocks.forEach((code, at) => {
    const file = `${folder}/block${at}.mjs`;
    writeFileSync(file, code);
    const printed = String(execFileSync(process.execPath, [file], { cwd: fileURLToPath(root) }));
    assert.match(printed, /^1(?:19|20) steps, digest [0-9a-f]{1,16}$/m);
    // The ball falls into the left trigger within two seconds.
    assert.match(printed, /s: triggerEnter of nodes \d+ and \d+/);
  });
});
