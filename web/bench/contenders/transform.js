// glTF-Transform reads the text of a file; or reads it, renames a node and writes the text of the result.

import { readFileSync } from 'node:fs';

import { NodeIO, VERSION } from '@gltf-transform/core';

import { cpuSeconds } from '../stopwatch.js';

export async function start(file, what) {
  const bytes = readFileSync(file);
  const io = new NodeIO();
  const round = async () => {
    const start = cpuSeconds();
    const document = await io.readJSON({ json: JSON.parse(bytes.toString('utf8')), resources: {} });
    if (what === 'write') {
      document.getRoot().listNodes()[0].setName('renamed');
      const { json } = await io.writeJSON(document);
      if (JSON.stringify(json).length < 100) throw new Error('nothing was written');
    }
    return cpuSeconds() - start;
  };
  await round();
  return { name: '@gltf-transform/core', version: VERSION.replace(/^v/, ''), round };
}
