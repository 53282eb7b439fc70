// Khronos's validator on the bytes of a file. It does not check physics, and its notes on empty nodes are disabled.

import { readFileSync } from 'node:fs';

import validator from 'gltf-validator';

import { cpuSeconds } from '../stopwatch.js';

export async function start(file) {
  const bytes = new Uint8Array(readFileSync(file));
  const round = async () => {
    const start = cpuSeconds();
    const report = await validator.validateBytes(bytes, { maxIssues: 100, ignoredIssues: ['NODE_EMPTY'] });
    const seconds = cpuSeconds() - start;
    if (report.issues.numErrors > 0) throw new Error(`errors: ${JSON.stringify(report.issues.messages[0])}`);
    return seconds;
  };
  await round();
  return { name: 'gltf-validator', version: validator.version(), round };
}
