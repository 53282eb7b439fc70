// Answers the questions of the conformance suite with an engine alone: `node run.mjs rapier simulate FILE --json …`, or
// `node run.mjs jolt serve` for many, a line each. What has to be printed stands in ../../README.md.
import { createInterface } from 'node:readline';

import { simulate } from './simulate.mjs';
import { Unsupported } from './scene.mjs';

// Standard output is for the answer alone.
console.log = console.error;
console.warn = console.error;

const [name, ...words] = process.argv.slice(2);
const engine = await import(`./${name}.mjs`);

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
    if (verb !== 'simulate') throw new Unsupported(`an engine alone has no verb ${verb}`);
    return await simulate(engine, files[0], options);
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return { unsupported: error.message };
  }
}

const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
if (words[0] === 'serve') {
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      print(await answer(JSON.parse(line).arguments));
    } catch (error) {
      print({ error: String(error?.stack ?? error) });
    }
  }
} else {
  print(await answer(words));
}
