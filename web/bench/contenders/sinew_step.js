// This project's npm package.

import { readFileSync } from 'node:fs';

import { Model, World, init, layout, version } from 'sinew-gltf';

import { stepping } from '../cubes.js';
import { timed } from '../stopwatch.js';

export async function start(file, steps) {
  await init();
  const model = Model.parse(readFileSync(file, 'utf8'));
  const make = () => {
    const world = new World({ sleeping: false });
    const instance = world.spawn(model);
    return {
      step: () => world.step(),
      height: () => {
        const { width, fields } = layout().bodyValues;
        const values = instance.bodyValues;
        let sum = 0;
        for (let at = fields.translation.first + 1; at < values.length; at += width) sum += values[at];
        return (sum * width) / values.length;
      },
      free: () => world.dispose(),
    };
  };
  return stepping({ name: 'sinew', version: version().sinew, make, steps: Number(steps), count: 1000, timed });
}
