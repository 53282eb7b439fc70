// The processor time of this process, garbage collection and compilation included.

export function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Seconds of processor time that a piece of work takes. */
export function timed(work) {
  const start = cpuSeconds();
  work();
  return cpuSeconds() - start;
}

/** The version of an installed package. */
export async function versionOf(name) {
  const { readFile } = await import('node:fs/promises');
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(await readFile(file, 'utf8')).version;
}
