// The scene of the falling cubes, out of the file that every engine is measured with.

import { readFileSync } from 'node:fs';

/** Half sizes, poses and the friction of a ground and of unit cubes of 1 kg. */
export function readCubes(file) {
  const { nodes, extensions } = JSON.parse(readFileSync(file, 'utf8'));
  const { shapes } = extensions.KHR_implicit_shapes;
  const { dynamicFriction, restitution } = extensions.KHR_physics_rigid_bodies.physicsMaterials[0];
  const bodies = nodes.map(({ translation, rotation, extensions: { KHR_physics_rigid_bodies: physics } }) => ({
    translation,
    rotation,
    half: shapes[physics.collider.geometry.shape].box.size.map((length) => length / 2),
    mass: physics.motion?.mass,
  }));
  return { bodies, friction: dynamicFriction, restitution };
}

/** Throws if the cubes are not at rest at the expected heights: the scene is not the same. */
export function expectHeight(height, count) {
  if (!(height > 0.4 && height < 1 + count / 20)) throw new Error(`the cubes end ${height} m high on average`);
}

/** A contender of stepping: `make` gives a world of the file, `{ step, height, free }`. */
export function stepping({ name, version, make, steps, count, timed }) {
  const round = () => {
    const world = make();
    const seconds = timed(() => {
      for (let step = 0; step < steps; step += 1) world.step();
    });
    if (steps >= 300) expectHeight(world.height(), count);
    world.free();
    return seconds;
  };
  // Warms up, so that the first round does not compile.
  const world = make();
  for (let step = 0; step < Math.min(steps, 100); step += 1) world.step();
  world.free();
  return { name, version, round };
}
