import { box, capsule, lyingAlongX, moved, sphere, stripes } from './geometry.js';
import { File } from './gltf.js';
import { ground } from './ground.js';
import { colors, degrees } from './numbers.js';

const LINK = 0.42;
const PIN = { linearAxes: [0, 1, 2], min: 0, max: 0 };

/** Three chains that start level: one swings freely, one keeps within cones, one folds like a ruler with stops. */
export function chains() {
  const file = new File('Chains');
  const material = file.material();
  ground(file, material, [8, 6]);
  const beam = file.node({
    name: 'Beam',
    translation: [-1.2, 3.1, 0],
    mesh: file.mesh(box([0.22, 0.22, 3.4], 0.05, colors.dark), material),
  });
  const kinds = [
    ['Free', colors.teal, [PIN]],
    [
      'Cone',
      colors.orange,
      [PIN, { angularAxes: [1, 2], min: 0, max: degrees(18) }, { angularAxes: [0], min: -0.2, max: 0.2 }],
    ],
    [
      'Hinge',
      colors.violet,
      [PIN, { angularAxes: [0, 1], min: 0, max: 0 }, { angularAxes: [2], min: degrees(-35), max: degrees(12) }],
    ],
  ];
  kinds.forEach(([name, paint, limits], row) =>
    chain(file, material, { name, paint, limits, beam, z: (row - 1) * 1.3 }),
  );
  return file;
}

function chain(file, material, { name, paint, limits, beam, z }) {
  const link = file.mesh(moved(capsule(LINK - 0.16, 0.08, paint), [0, 0, 0], lyingAlongX), material);
  const ball = file.mesh(sphere(0.26, stripes(paint, colors.white)), material);
  const pin = { limits: [PIN] };
  let last;
  for (let at = 0; at < 6; at += 1) {
    const body = file.node({
      name: `${name} ${at + 1}`,
      translation: [-1.2 + LINK * (at + 0.5), 3.1, z],
      mesh: link,
      body: { mass: 0.6 },
    });
    file.node({
      name: `${name} ${at + 1} shape`,
      parent: body,
      // A capsule stands along Y; the link lies along X.
      rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
      collider: { capsule: [LINK - 0.16, 0.08] },
    });
    const description = at === 0 ? pin : { limits };
    file.joint({
      name: `${name} joint ${at + 1}`,
      a: at === 0 ? beam : last,
      b: body,
      at: at === 0 ? [0, 0, z] : [LINK / 2, 0, 0],
      atB: [-LINK / 2, 0, 0],
      ...description,
    });
    last = body;
  }
  const weight = file.node({
    name: `${name} weight`,
    translation: [-1.2 + LINK * 6 + 0.2, 3.1, z],
    mesh: ball,
    body: { mass: 2 },
    collider: { sphere: 0.26, material: { restitution: 0.3 } },
  });
  file.joint({ name: `${name} hook`, a: last, b: weight, at: [LINK / 2, 0, 0], atB: [-0.2, 0, 0], limits: [PIN] });
}
