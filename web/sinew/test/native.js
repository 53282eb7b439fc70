// The native command, where one is built: what the package does is compared with it.

import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

import { path } from './files.js';

// The newest one: another may be of sources from before.
const built = ['target/release/sinew', 'target/debug/sinew'].map(path).filter(existsSync);
built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);

/** The command: `SINEW` names it, else it is looked for where cargo builds. Nothing where it is not built. */
export const command = [process.env.SINEW, ...built].find((file) => file && existsSync(file));

/** Why tests that need the command are skipped, or nothing. */
export const skipped = command ? false : 'no native command: build it (cargo build --release), or name it in SINEW';

/** Runs the command and gives what it prints. */
export function run(...words) {
  return execFileSync(command, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 });
}
