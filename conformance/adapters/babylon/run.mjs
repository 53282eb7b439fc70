// Answers the questions of the conformance suite with Babylon.js, Havok, and the loader that the author of KHR_physics_rigid_bodies
// publishes: `node run.mjs simulate FILE --json …`, or `node run.mjs serve` for many, a line each. What has to be printed stands in
// ../../README.md. The loader is not a part of this folder: `loader/` is a checkout of eoineoineoin/glTF_Physics_Babylon.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

// Standard output is for the answer alone.
console.log = console.error;
console.warn = console.error;

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, 'loader/packages/loader/src/index.ts');
if (!existsSync(source)) {
  console.error(`${source} is missing: \`git clone https://github.com/eoineoineoin/glTF_Physics_Babylon loader\` in ${here}`);
  process.exit(2);
}
const bundle = join(here, `bundle-${process.pid}.mjs`);
// The loader is TypeScript, and imports modules of Babylon.js without their endings.
await build({
  entryPoints: [join(here, 'simulate.mjs')],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  external: ['@babylonjs/havok'],
  alias: { 'rigid-body-loader': source },
  nodePaths: [join(here, 'node_modules')],
  logLevel: 'error',
});
const { simulate, Unsupported } = await import(pathToFileURL(bundle)).finally(() => rm(bundle));

/** `--name=value` and `--name` as a map, and the rest as a list. */
function understood(words) {
  const files = [];
  const options = new Map();
  for (const word of words) {
    const option = /^--([^=]+)(?:=(.*))?$/s.exec(word);
    if (option) options.set(option[1], option[2] ?? true);
    else files.push(word);
  }
  return { files, options };
}

async function answer([verb, ...rest]) {
  const { files, options } = understood(rest);
  try {
    if (verb !== 'simulate') throw new Unsupported(`the adapter has no verb ${verb}`);
    return await simulate(files[0], options);
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return { unsupported: error.message };
  }
}

const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const words = process.argv.slice(2);
if (words[0] === 'serve') {
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      print(await answer(JSON.parse(line).arguments));
    } catch (error) {
      print({ error: String(error) });
    }
  }
} else {
  print(await answer(words));
}
