// Steps of a world with a behaviour graph, in this project's npm package.

import { readFileSync } from 'node:fs';

import { Model, World, init, version } from 'sinew-gltf';

import { timed } from '../stopwatch.js';

export async function start(file, steps) {
  await init();
  const model = Model.parse(readFileSync(file));
  const world = new World();
  world.spawn(model);
  const round = () => timed(() => { for (let step = 0; step < steps; step++) world.step(); });
  round();
  return { name: 'sinew', version: version().sinew, round };
}
