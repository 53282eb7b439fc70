import { box, capsule, cylinder, sphere, stripes } from './geometry.js';
import { File } from './gltf.js';
import { ground, wall } from './ground.js';
import { colors, dice, rotation as rotationOf } from './numbers.js';

/** A hundred things of four kinds fall into a tray. */
export function pile() {
  const file = new File('Pile');
  const material = file.material();
  ground(file, material, [9, 9]);
  const sides = [
    [[4.4, 0.5, 0.16], 0, 2.12],
    [[4.4, 0.5, 0.16], 0, -2.12],
    [[0.16, 0.5, 4.4], 2.12, 0],
    [[0.16, 0.5, 4.4], -2.12, 0],
  ];
  sides.forEach(([size, x, z], at) => wall(file, material, `Side ${at + 1}`, size, [x, 0.25, z]));
  const paints = [colors.red, colors.orange, colors.yellow, colors.green, colors.teal, colors.blue, colors.violet];
  const mesh = (geometry) => file.mesh(geometry, material);
  const kinds = paints.flatMap((paint) => [
    { name: 'Box', collider: { box: [0.42, 0.42, 0.42] }, mesh: mesh(box([0.42, 0.42, 0.42], 0.05, paint)) },
    { name: 'Ball', collider: { sphere: 0.24 }, mesh: mesh(sphere(0.24, stripes(paint, colors.white))) },
    { name: 'Capsule', collider: { capsule: [0.3, 0.16] }, mesh: mesh(capsule(0.3, 0.16, paint)) },
    {
      name: 'Drum',
      collider: { cylinder: [0.36, 0.22] },
      mesh: mesh(cylinder(0.36, 0.22, stripes(paint, colors.white, 3))),
    },
  ]);
  const roll = dice(7);
  for (let at = 0; at < 100; at += 1) {
    const kind = kinds[Math.floor(roll(0, kinds.length))];
    const translation = [roll(-1.3, 1.3), 1.2 + Math.floor(at / 4) * 0.55 + roll(0, 0.2), roll(-1.3, 1.3)];
    file.node({
      ...kind,
      name: `${kind.name} ${at + 1}`,
      translation,
      rotation: rotationOf([roll(-1, 1), roll(-1, 1), roll(0.1, 1)], roll(0, 6)),
      body: { mass: 1 },
      collider: { ...kind.collider, material: { staticFriction: 0.5, dynamicFriction: 0.4, restitution: 0.25 } },
    });
  }
  return file;
}
