/** Writes the demos of the page: `node demos/write.js`, or to another folder that is named behind it. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { chains } from './chains.js';
import { avatar } from './avatar.js';
import { gates } from './gates.js';
import { machine } from './machine.js';
import { pile } from './pile.js';
import { ragdoll } from './ragdoll.js';
import { wave } from './wave.js';

const folder = process.argv[2] ? pathToFileURL(`${resolve(process.argv[2])}/`) : new URL('../public/demos/', import.meta.url);
mkdirSync(folder, { recursive: true });
const files = {
  'pile.glb': pile,
  'chains.glb': chains,
  'ragdoll.glb': ragdoll,
  'avatar.vrm': avatar,
  'gates.glb': gates,
  'machine.glb': machine,
  'wave.vrma': wave,
};
for (const [name, make] of Object.entries(files)) {
  writeFileSync(new URL(name, folder), make().glb());
}
// What the command line carries with it.
for (const [from, to] of [
  ['demo.gltf', 'crane.gltf'],
  ['machine.gltf', 'graph_machine.gltf'],
]) {
  copyFileSync(new URL(`../../../crates/sinew-cli/demo/${from}`, import.meta.url), new URL(to, folder));
}
