// All files below a folder through every function: `node test/gltf_transform/sweep.js ../../shared/assets [--steps 300] [--only name,…]`.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { check } from './check.js';

const { values, positionals } = parseArgs({
  options: {
    steps: { type: 'string', default: '300' },
    only: { type: 'string' },
    match: { type: 'string', default: '' },
  },
  allowPositionals: true,
});
const options = { steps: Number(values.steps), ...(values.only && { only: values.only.split(',') }) };
const totals = { files: 0, skipped: 0, findings: 0 };
for (const folder of positionals) {
  const paths = readdirSync(folder, { recursive: true })
    .map((path) => join(folder, path))
    .sort();
  for (const path of paths.filter((name) => /\.(gltf|glb|vrm|vrma)$/.test(name) && name.includes(values.match))) {
    const { findings, skipped } = await check(path, options).catch((error) => ({
      findings: [`failed: ${error.stack}`],
    }));
    totals.files += 1;
    totals.findings += findings.length;
    if (skipped) {
      totals.skipped += 1;
      console.log(`${path}: not read: ${skipped}`);
    }
    findings.forEach((finding) => console.log(`${path}: ${finding}`));
  }
}
console.log(`${totals.files} files, ${totals.skipped} not read, ${totals.findings} findings`);
process.exit(totals.findings > 0 ? 1 : 0);
