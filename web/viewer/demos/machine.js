import { box, cylinder, joined, lyingAlongZ, moved, sphere, stripes } from './geometry.js';
import { File } from './gltf.js';
import { ground, wall } from './ground.js';
import { colors, degrees, rotation as rotationOf } from './numbers.js';

const PIN = { linearAxes: [0, 1, 2], min: 0, max: 0 };
const SURFACE = { staticFriction: 0.5, dynamicFriction: 0.4, restitution: 0.1 };

/** Where the row of hanging balls begins, how far they are apart, and how high they hang. */
const CRADLE = { x: 1.62, radius: 0.2, gap: 0.402, y: 0.62, rod: 1.5 };

/** A chain reaction: a ball, dominoes, a cradle, and a ball that rolls into the goal; a drive rotates a wheel. */
export function machine() {
  const file = new File('Machine');
  const material = file.material();
  ground(file, material, [13, 5], SURFACE);
  ramp(file, material);
  dominoes(file, material);
  cradle(file, material);
  goal(file, material);
  wheel(file, material);
  return file;
}

function ramp(file, material) {
  const rotation = rotationOf([0, 0, 1], -degrees(18));
  wall(file, material, 'Ramp', [2.2, 0.1, 0.7], [-4.3, 0.72, 0], { rotation, surface: SURFACE });
  for (const z of [-0.36, 0.36]) {
    wall(file, material, 'Ramp rail', [2.2, 0.26, 0.06], [-4.3, 0.8, z], { rotation, color: colors.dark });
  }
  wall(file, material, 'Ramp leg', [0.14, 0.36, 0.6], [-3.45, 0.18, 0], { color: colors.dark });
  wall(file, material, 'Ramp tower', [0.14, 0.92, 0.6], [-5.1, 0.46, 0], { color: colors.dark });
  file.node({
    name: 'Starter',
    translation: [-5.05, 1.5, 0],
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

/** Balls that hang side by side; what strikes the first drives the last away. */
function cradle(file, material) {
  const { x, radius, gap, y, rod } = CRADLE;
  const middle = x + gap * 1.5;
  for (const side of [-1, 1]) {
    for (const z of [-0.6, 0.6]) {
      wall(file, material, 'Cradle post', [0.1, y + rod, 0.1], [middle + side * 0.95, (y + rod) / 2, z], {
        color: colors.dark,
      });
    }
  }
  wall(file, material, 'Cradle bar', [0.1, 0.1, 1.3], [middle - 0.95, y + rod, 0], { color: colors.dark });
  wall(file, material, 'Cradle bar', [0.1, 0.1, 1.3], [middle + 0.95, y + rod, 0], { color: colors.dark });
  const beam = wall(file, material, 'Cradle beam', [2, 0.1, 0.1], [middle, y + rod, 0], { color: colors.dark });
  const line = moved(cylinder(rod, 0.018, colors.frame, 0.005), [0, rod / 2, 0]);
  [colors.violet, colors.teal, colors.green, colors.orange].forEach((paint, at) => {
    const ball = file.node({
      name: `Cradle ball ${at + 1}`,
      translation: [x + gap * at, y, 0],
      mesh: file.mesh(joined(sphere(radius, stripes(paint, colors.white)), line), material),
      body: { mass: 1.5 },
      collider: {
        sphere: radius,
        material: { staticFriction: 0, dynamicFriction: 0, restitution: 0.98, restitutionCombine: 'maximum' },
      },
    });
    file.joint({
      name: `Cradle hinge ${at + 1}`,
      a: beam,
      b: ball,
      at: [x + gap * at - middle, 0, 0],
      atB: [0, rod, 0],
      limits: [PIN, { angularAxes: [0, 1], min: 0, max: 0 }, { angularAxes: [2], min: -1.2, max: 1.2 }],
    });
  });
}

function goal(file, material) {
  const { x, gap, radius, y } = CRADLE;
  const start = x + gap * 3 + radius + 0.17;
  const rotation = rotationOf([0, 0, 1], -degrees(6));
  wall(file, material, 'Stand', [0.3, y - 0.16, 0.5], [start, (y - 0.16) / 2, 0], {
    color: colors.dark,
    surface: SURFACE,
  });
  wall(file, material, 'Way', [1.7, 0.08, 0.6], [start + 0.98, y - 0.32, 0], { rotation, surface: SURFACE });
  for (const z of [-0.33, 0.33]) {
    wall(file, material, 'Way rail', [1.7, 0.22, 0.06], [start + 0.98, y - 0.27, z], { rotation, color: colors.dark });
  }
  file.node({
    name: 'Runner',
    translation: [start, y, 0],
    mesh: file.mesh(sphere(0.16, stripes(colors.yellow, colors.white)), material),
    body: { mass: 0.8 },
    collider: { sphere: 0.16, material: SURFACE },
  });
  const post = (z) => moved(cylinder(0.9, 0.045, colors.red), [0, 0.45, z]);
  const gate = file.node({
    name: 'Goal',
    translation: [start + 2.1, 0, 0],
    mesh: file.mesh(
      joined(post(-0.45), post(0.45), moved(box([0.09, 0.09, 1], 0.04, colors.red), [0, 0.9, 0])),
      material,
    ),
  });
  file.node({ name: 'Goal trigger', parent: gate, translation: [0.1, 0.45, 0], trigger: { box: [0.5, 0.8, 0.9] } });
  wall(file, material, 'Stop', [0.12, 0.5, 1], [start + 2.8, 0.25, 0], { color: colors.dark });
}

function wheel(file, material) {
  const stand = wall(file, material, 'Wheel stand', [0.24, 1.1, 0.2], [-1, 0.55, -1.5], { color: colors.dark });
  const disc = moved(cylinder(0.16, 0.55, stripes(colors.teal, colors.white, 4), 0.03), [0, 0, 0], lyingAlongZ);
  const angles = [0, 1, 2, 3].map((at) => (at * Math.PI) / 2);
  const paddles = angles.map((angle) => {
    const spin = ([x, y, z]) => [
      x * Math.cos(angle) - y * Math.sin(angle),
      x * Math.sin(angle) + y * Math.cos(angle),
      z,
    ];
    return moved(box([0.34, 0.1, 0.3], 0.03, colors.orange), spin([0.66, 0, 0]), spin);
  });
  const wheelNode = file.node({
    name: 'Wheel',
    translation: [-1, 1.15, -1.2],
    mesh: file.mesh(joined(disc, ...paddles), material),
    body: { mass: 3, inertiaDiagonal: [0.3, 0.3, 0.5] },
  });
  file.node({
    name: 'Wheel disc',
    parent: wheelNode,
    rotation: rotationOf([1, 0, 0], Math.PI / 2),
    collider: { cylinder: [0.16, 0.55] },
  });
  angles.forEach((angle, at) => {
    file.node({
      name: `Paddle ${at + 1}`,
      parent: wheelNode,
      translation: [0.66 * Math.cos(angle), 0.66 * Math.sin(angle), 0],
      rotation: rotationOf([0, 0, 1], angle),
      collider: { box: [0.34, 0.1, 0.3] },
    });
  });
  file.joint({
    name: 'Wheel motor',
    a: stand,
    b: wheelNode,
    at: [0, 0.6, 0.3],
    atB: [0, 0, 0],
    limits: [PIN, { angularAxes: [0, 1], min: 0, max: 0 }],
    drives: [{ type: 'angular', mode: 'force', axis: 2, maxForce: 30, velocityTarget: 2.5, damping: 6, stiffness: 0 }],
  });
}
