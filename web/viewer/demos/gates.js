import { cylinder, joined, moved, sphere, stripes, box } from './geometry.js';
import { File } from './gltf.js';
import { ground, wall } from './ground.js';
import { colors, degrees, rotation as rotationOf } from './numbers.js';

/** Balls roll down a winding track, through triggers. */
export function gates() {
  const file = new File('Gates');
  const material = file.material();
  ground(file, material, [9, 6]);
  const surface = { staticFriction: 0.4, dynamicFriction: 0.3, restitution: 0.2 };
  for (const sign of [-1, 1]) {
    wall(file, material, 'Edge', [9, 0.3, 0.12], [0, 0.15, sign * 2.94], { surface });
    wall(file, material, 'Edge', [0.12, 0.3, 6], [sign * 4.44, 0.15, 0], { surface });
  }
  const slopes = [
    { y: 2.85, sign: 1 },
    { y: 1.75, sign: -1 },
    { y: 0.65, sign: 1 },
  ];
  slopes.forEach(({ y, sign }, at) => {
    const rotation = rotationOf([0, 0, 1], -sign * degrees(8));
    const slope = wall(file, material, `Slope ${at + 1}`, [4.2, 0.1, 0.9], [-sign * 0.25, y, 0], { rotation, surface });
    for (const z of [-0.48, 0.48]) {
      file.node({
        name: `Rail ${at + 1}`,
        parent: slope,
        translation: [0, 0.15, z],
        mesh: file.mesh(box([4.2, 0.4, 0.06], 0.025, colors.dark), material),
        collider: { box: [4.2, 0.4, 0.06], material: surface },
      });
    }
    file.node({
      name: `Stop ${at + 1}`,
      translation: [sign * 2.45, y - 0.35, 0],
      mesh: file.mesh(box([0.08, 1.1, 1.02], 0.03, colors.dark), material),
      collider: { box: [0.08, 1.1, 1.02], material: surface },
    });
    gate(file, material, slope, at, [colors.green, colors.yellow, colors.red][at]);
  });
  wall(file, material, 'Back', [0.08, 1.2, 1.02], [-2.4, 3.6, 0], { color: colors.dark, surface });
  const paints = [colors.red, colors.blue, colors.yellow, colors.green, colors.violet];
  for (let at = 0; at < 10; at += 1) {
    file.node({
      name: `Ball ${at + 1}`,
      translation: [-1.9 + 0.1 * (at % 3), 3.7 + 0.8 * at, -0.2 + 0.2 * (at % 3)],
      mesh: file.mesh(sphere(0.17, stripes(paints[at % paints.length], colors.white)), material),
      body: { mass: 1 },
      collider: { sphere: 0.17, material: surface },
    });
  }
  return file;
}

function gate(file, material, parent, at, paint) {
  const post = (z) => moved(cylinder(0.75, 0.045, paint), [0, 0.35, z]);
  const bar = moved(box([0.09, 0.09, 1.16], 0.04, paint), [0, 0.75, 0]);
  const node = file.node({
    name: `Gate ${at + 1}`,
    parent,
    translation: [0, 0.05, 0],
    mesh: file.mesh(joined(post(-0.54), post(0.54), bar), material),
  });
  file.node({
    name: `Gate ${at + 1} trigger`,
    parent: node,
    translation: [0, 0.3, 0],
    trigger: { box: [0.3, 0.6, 0.9] },
  });
}
