// One contender of `cargo xtask bench` that runs in Node: `node contender.js NAME ARGUMENTS…`
//
// Says who it is in a line of JSON once it is warm, and then runs a round for each line that it is sent, answering with the
// seconds of processor time that the round took. It ends with its input.

import { createInterface } from 'node:readline';

const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);

const [name, ...rest] = process.argv.slice(2);
try {
  const { start } = await import(`./contenders/${name}.js`);
  const contender = await start(...rest);
  say({ name: contender.name, version: contender.version });
  for await (const _ of createInterface({ input: process.stdin })) {
    say({ seconds: await contender.round() });
  }
  // Node 20 can hang at exit, waiting for its WebAssembly optimizer.
  process.exit();
} catch (error) {
  say({ error: String(error?.message ?? error) });
  process.exit(1);
}
