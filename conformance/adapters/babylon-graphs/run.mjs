// Answers the questions of the conformance suite about behaviour graphs with Babylon.js and its own loader: `node run.mjs simulate FILE
// --json …`, or `node run.mjs serve` for many, a line each. What has to be printed stands in ../../README.md.
import { createInterface } from 'node:readline';

// Standard output is for the answer alone.
for (const name of ['log', 'info', 'warn', 'debug']) console[name] = console.error;
const { simulate, Unsupported } = await import('./simulate.mjs');

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

// JSON has −0, and JSON.stringify has not.
const print = (value) => process.stdout.write(`${JSON.stringify(value).replaceAll('"-0.0"', '-0.0')}\n`);
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
