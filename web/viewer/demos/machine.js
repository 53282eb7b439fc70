import { box, cylinder, joined, lyingAlongZ, moved, sphere, stripes } from './geometry.js';
import { File } from './gltf.js';
import { ground, wall } from './ground.js';
import { colors, degrees, turn } from './numbers.js';

const PIN = { linearAxes: [0, 1, 2], min: 0, max: 0 };
const SURFACE = { staticFriction: 0.5, dynamicFriction: 0.4, restitution: 0.1 };

/** One thing leads to another: a ball, dominoes, a lever, a swinging bell, and a wheel that a drive turns. */
export function machine() {
  const file = new File('Machine');
  const material = file.material();
  ground(file, material, [12, 5], SURFACE);
  ramp(file, material);
  dominoes(file, material);
  lever(file, material);
  bell(file, material);
  wheel(file, material);
  return file;
}

function ramp(file, material) {
  wall(file, material, 'Ramp', [2.2, 0.1, 0.7], [-4.1, 1.05, 0], { rotation: turn([0, 0, 1], -degrees(16)), surface: SURFACE });
  for (const z of [-0.36, 0.36]) {
    wall(file, material, 'Ramp rail', [2.2, 0.3, 0.06], [-4.1, 1.15, z], { rotation: turn([0, 0, 1], -degrees(16)), color: colors.dark });
  }
  wall(file, material, 'Ramp leg', [0.16, 0.7, 0.6], [-3.3, 0.35, 0], { color: colors.dark });
  wall(file, material, 'Ramp tower', [0.16, 1.28, 0.6], [-4.95, 0.64, 0], { color: colors.dark });
  file.node({
    name: 'Starter',
    translation: [-4.9, 1.75, 0],
    mesh: file.mesh(sphere(0.22, stripes(colors.red, colors.white)), material),
    body: { mass: 3 },
    collider: { sphere: 0.22, material: SURFACE },
  });
}

function dominoes(file, material) {
  const paints = [colors.red, colors.orange, colors.yellow, colors.green, colors.teal, colors.blue, colors.violet];
  for (let at = 0; at < 12; at += 1) {
    file.node({
      name: `Domino ${at + 1}`,
      translation: [-2.55 + 0.32 * at, 0.4, 0],
      mesh: file.mesh(box([0.1, 0.8, 0.44], 0.03, paints[at % paints.length]), material),
      body: { mass: 1 },
      collider: { box: [0.1, 0.8, 0.44], material: SURFACE },
    });
  }
}

function lever(file, material) {
  const stand = wall(file, material, 'Lever stand', [0.3, 0.34, 0.5], [2.15, 0.17, 0], { color: colors.dark });
  const plank = file.node({
    name: 'Lever',
    translation: [2.15, 0.46, 0],
    rotation: turn([0, 0, 1], degrees(17)),
    mesh: file.mesh(box([2, 0.08, 0.46], 0.03, colors.orange), material),
    body: { mass: 1.2 },
    collider: { box: [2, 0.08, 0.46], material: SURFACE },
  });
  file.joint({
    name: 'Lever hinge',
    a: stand,
    b: plank,
    at: [0, 0.29, 0],
    atB: [0, 0, 0],
    rotationB: turn([0, 0, 1], -degrees(17)),
    limits: [PIN, { angularAxes: [0, 1], min: 0, max: 0 }, { angularAxes: [2], min: degrees(-22), max: degrees(22) }],
  });
  file.node({
    name: 'Hammer',
    translation: [2.9, 2.2, 0],
    mesh: file.mesh(box([0.4, 0.4, 0.4], 0.06, colors.dark), material),
    body: { mass: 6 },
    collider: { box: [0.4, 0.4, 0.4], material: SURFACE },
  });
  file.node({
    name: 'Passenger',
    translation: [1.4, 0.5, 0],
    mesh: file.mesh(sphere(0.17, stripes(colors.yellow, colors.white)), material),
    body: { mass: 0.6 },
    collider: { sphere: 0.17, material: SURFACE },
  });
}

function bell(file, material) {
  for (const z of [-0.7, 0.7]) {
    wall(file, material, 'Frame post', [0.12, 2.6, 0.12], [4.1, 1.3, z], { color: colors.dark });
  }
  const bar = wall(file, material, 'Frame bar', [0.12, 0.12, 1.52], [4.1, 2.62, 0], { color: colors.dark });
  const rod = moved(cylinder(1.3, 0.035, colors.frame), [0, 0.65, 0]);
  const pendulum = file.node({
    name: 'Bell',
    translation: [4.1 - 1.3 * Math.sin(0.9), 2.62 - 1.3 * Math.cos(0.9), 0],
    rotation: turn([0, 0, 1], -0.9),
    mesh: file.mesh(joined(sphere(0.26, stripes(colors.violet, colors.white)), rod), material),
    body: { mass: 4 },
    collider: { sphere: 0.26, material: { restitution: 0.6 } },
  });
  file.joint({
    name: 'Bell hinge',
    a: bar,
    b: pendulum,
    at: [0, 0, 0],
    atB: [0, 1.3, 0],
    rotationB: turn([0, 0, 1], 0.9),
    limits: [PIN, { angularAxes: [0, 1], min: 0, max: 0 }, { angularAxes: [2], min: -1.3, max: 1.3 }],
  });
}

function wheel(file, material) {
  const stand = wall(file, material, 'Wheel stand', [0.24, 1.1, 0.2], [-1, 0.55, -1.5], { color: colors.dark });
  const disc = moved(cylinder(0.16, 0.55, stripes(colors.teal, colors.white, 4), 0.03), [0, 0, 0], lyingAlongZ);
  const paddles = [0, 1, 2, 3].map((at) => {
    const angle = (at * Math.PI) / 2;
    const spin = ([x, y, z]) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle), z];
    return moved(box([0.34, 0.1, 0.3], 0.03, colors.orange), spin([0.66, 0, 0]), spin);
  });
  const turning = file.node({
    name: 'Wheel',
    translation: [-1, 1.15, -1.2],
    mesh: file.mesh(joined(disc, ...paddles), material),
    body: { mass: 3, inertiaDiagonal: [0.3, 0.3, 0.5] },
  });
  file.node({ name: 'Wheel disc', parent: turning, rotation: turn([1, 0, 0], Math.PI / 2), collider: { cylinder: [0.16, 0.55] } });
  [0, 1, 2, 3].forEach((at) => {
    const angle = (at * Math.PI) / 2;
    file.node({
      name: `Paddle ${at + 1}`,
      parent: turning,
      translation: [0.66 * Math.cos(angle), 0.66 * Math.sin(angle), 0],
      rotation: turn([0, 0, 1], angle),
      collider: { box: [0.34, 0.1, 0.3] },
    });
  });
  file.joint({
    name: 'Wheel motor',
    a: stand,
    b: turning,
    at: [0, 0.6, 0.3],
    atB: [0, 0, 0],
    limits: [PIN, { angularAxes: [0, 1], min: 0, max: 0 }],
    drives: [{ type: 'angular', mode: 'force', axis: 2, maxForce: 30, velocityTarget: 2.5, damping: 6, stiffness: 0 }],
  });
}
