// Answers the questions of the conformance suite with three-vrm: `node run.mjs evaluate FILE --json …`. What has to be
// printed stands in ../../README.md. `node run.mjs serve` answers many, a line each.
import { createInterface } from 'node:readline';

import { refuse, Unsupported } from './supported.mjs';

// Standard output is for the answer alone.
console.log = console.error;
console.info = console.error;

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

async function answer(verb, files, options) {
  try {
    await refuse(verb, files, options);
    const module = await import(verb === 'evaluate' ? './evaluate.mjs' : './retarget.mjs');
    return await module[verb](files, options);
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return { unsupported: error.message };
  }
}

async function print([verb, ...words]) {
  const { files, options } = understood(words);
  process.stdout.write(`${JSON.stringify(await answer(verb, files, options))}\n`);
}

const words = process.argv.slice(2);
if (words[0] === 'serve') {
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      await print(JSON.parse(line).arguments);
    } catch (error) {
      process.stdout.write(`${JSON.stringify({ error: String(error?.stack ?? error) })}\n`);
    }
  }
} else {
  await print(words);
}
