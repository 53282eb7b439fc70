// The physics engine's own npm package, with SIMD as this project's has it.

import RAPIER from '@dimforge/rapier3d-simd-compat';

import { readCubes, stepping } from '../cubes.js';
import { timed } from '../stopwatch.js';

export async function start(file, steps) {
  await RAPIER.init();
  const { bodies, friction, restitution } = readCubes(file);
  const make = () => {
    const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
    const moving = [];
    for (const { translation, rotation: [x, y, z, w], half, mass } of bodies) {
      const kind = mass === undefined ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic().setCanSleep(false);
      const body = world.createRigidBody(kind.setTranslation(...translation).setRotation({ x, y, z, w }));
      const collider = RAPIER.ColliderDesc.cuboid(...half).setFriction(friction).setRestitution(restitution);
      world.createCollider(mass === undefined ? collider : collider.setMass(mass), body);
      if (mass !== undefined) moving.push(body);
    }
    return {
      step: () => world.step(),
      height: () => moving.reduce((sum, body) => sum + body.translation().y, 0) / moving.length,
      free: () => world.free(),
    };
  };
  const count = bodies.length - 1;
  return stepping({ name: '@dimforge/rapier3d-simd-compat', version: RAPIER.version(), make, steps: Number(steps), count, timed });
}
