// Steps per CPU second of falling cubes: the package beside the physics engine's own package for JavaScript, in turns in
// one run, the best of each.
//
// `npm run bench [-- rounds]`

import { readFileSync } from 'node:fs';

import RAPIER from '@dimforge/rapier3d-simd-compat';
import { Model, World, init, version } from 'sinew';

const STEPS = 300;
const ROUNDS = Number(process.argv[2] ?? 5);

/** Seconds that this thread has run, where the system tells, so that a busy machine does not matter; else of the process. */
function cpuSeconds() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

/** Unit cubes, 10 × 10 × 10, each layer shifted a little. */
function pile() {
  const offset = (number) => ((number % 5) - 2) * 0.05;
  const centered = (at) => (at - 4.5) * 1.1;
  return Array.from({ length: 1000 }, (_, index) => {
    const [ix, iz, iy] = [index % 10, Math.floor(index / 10) % 10, Math.floor(index / 100)];
    const x = centered(ix) + offset(7 * iy + 3 * ix + 5 * iz);
    const z = centered(iz) + offset(3 * iy + 5 * ix + 7 * iz);
    return { translation: [x, 1 + iy * 1.25, z], rotation: [0, 0, 0, 1] };
  });
}

/** Unit cubes in 8 × 8 columns, turned every way. */
function heap() {
  let state = 0x9e3779b9;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  // A point in the unit ball of four dimensions, put on its surface, is an even choice among rotations.
  const rotation = () => {
    for (;;) {
      const turn = [0, 0, 0, 0].map(() => random() * 2 - 1);
      const length = Math.hypot(...turn);
      if (length > 0.1 && length < 1) return turn.map((part) => part / length);
    }
  };
  const centered = (at) => (at - 3.5) * 1.5;
  return Array.from({ length: 1000 }, (_, index) => {
    const [ix, iz, iy] = [index % 8, Math.floor(index / 8) % 8, Math.floor(index / 64)];
    return { translation: [centered(ix), 1.5 + iy * 1.5, centered(iz)], rotation: rotation() };
  });
}

/** The scene as a file: a ground of 200 m with its top at 0, friction 0.5, no restitution. */
function file(cubes) {
  const collider = (shape) => ({ geometry: { shape }, physicsMaterial: 0 });
  const body = { motion: { mass: 1 }, collider: collider(1) };
  const nodes = cubes.map((cube) => ({ ...cube, extensions: { KHR_physics_rigid_bodies: body } }));
  const ground = { translation: [0, -0.5, 0], extensions: { KHR_physics_rigid_bodies: { collider: collider(0) } } };
  return JSON.stringify({
    asset: { version: '2.0' },
    nodes: [ground, ...nodes],
    extensions: {
      KHR_implicit_shapes: {
        shapes: [
          { type: 'box', box: { size: [200, 1, 200] } },
          { type: 'box', box: { size: [1, 1, 1] } },
        ],
      },
      KHR_physics_rigid_bodies: { physicsMaterials: [{ staticFriction: 0.5, dynamicFriction: 0.5, restitution: 0 }] },
    },
  });
}

/** What a run tells: steps per CPU second, and how high the cubes end on average, which both must agree on. */
function measured(step, height) {
  const start = cpuSeconds();
  for (let count = 0; count < STEPS; count += 1) step();
  return { speed: STEPS / (cpuSeconds() - start), height: height() };
}

function bySinew(model) {
  const world = new World({ sleeping: false });
  const instance = world.spawn(model);
  const outcome = measured(
    () => world.step(),
    () => {
      const values = instance.bodyValues;
      let sum = 0;
      for (let at = 1; at < values.length; at += 15) sum += values[at];
      return sum / 1000;
    },
  );
  world.dispose();
  return outcome;
}

function byRapier(cubes) {
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  const cuboid = (x, y, z) => RAPIER.ColliderDesc.cuboid(x, y, z).setFriction(0.5).setRestitution(0);
  const ground = world.createRigidBody(RAPIER.RigidBodyDesc.fixed().setTranslation(0, -0.5, 0));
  world.createCollider(cuboid(100, 0.5, 100), ground);
  const bodies = cubes.map(({ translation, rotation: [x, y, z, w] }) => {
    const description = RAPIER.RigidBodyDesc.dynamic().setTranslation(...translation).setRotation({ x, y, z, w });
    const body = world.createRigidBody(description.setCanSleep(false));
    world.createCollider(cuboid(0.5, 0.5, 0.5).setMass(1), body);
    return body;
  });
  const outcome = measured(
    () => world.step(),
    () => bodies.reduce((sum, body) => sum + body.translation().y, 0) / 1000,
  );
  world.free();
  return outcome;
}

await init();
await RAPIER.init();
const { sinew, engineVersion } = version();
console.log(`sinew ${sinew} (rapier ${engineVersion}) beside @dimforge/rapier3d-simd-compat ${RAPIER.version()}`);
console.log(`${STEPS} steps of 1/60 s, best of ${ROUNDS} rounds, steps per CPU second\n`);
for (const [name, cubes] of [
  ['pile_1000', pile()],
  ['heap_1000', heap()],
]) {
  const model = Model.parse(file(cubes));
  const best = { sinew: { speed: 0 }, rapier: { speed: 0 } };
  const keep = (who, found) => {
    if (found.speed > best[who].speed) best[who] = found;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    keep('sinew', bySinew(model));
    keep('rapier', byRapier(cubes));
  }
  const ratio = best.sinew.speed / best.rapier.speed;
  const told = (who) => `${best[who].speed.toFixed(1)} (height ${best[who].height.toFixed(3)} m)`;
  console.log(`${name}: sinew ${told('sinew')}, rapier ${told('rapier')}, ratio ${ratio.toFixed(3)}`);
}
