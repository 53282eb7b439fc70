import { box, capsule, joined, moved, sphere } from './geometry.js';
import { File } from './gltf.js';
import { ground, wall } from './ground.js';
import { colors, degrees, rotation as rotationOf } from './numbers.js';

const PIN = { linearAxes: [0, 1, 2], min: 0, max: 0 };

/** Soft at its ends, with a drive about each axis that tries to bring it back. */
function ball(cone, twist, stiffness) {
  const drive = (axis) => ({
    type: 'angular',
    mode: 'force',
    axis,
    stiffness,
    damping: stiffness / 12,
    positionTarget: 0,
  });
  return {
    limits: [
      PIN,
      { angularAxes: [0, 2], min: 0, max: degrees(cone), stiffness: 60, damping: 3 },
      { angularAxes: [1], min: degrees(-twist), max: degrees(twist), stiffness: 40, damping: 2 },
    ],
    drives: [0, 1, 2].map(drive),
  };
}

function hinge(min, max, stiffness) {
  return {
    limits: [
      PIN,
      { angularAxes: [1, 2], min: 0, max: 0 },
      { angularAxes: [0], min: degrees(min), max: degrees(max), stiffness: 80, damping: 3 },
    ],
    drives: [{ type: 'angular', mode: 'force', axis: 0, stiffness, damping: stiffness / 12, positionTarget: 0 }],
  };
}

/** Ragdolls with soft limits and drives tumble down a stair. */
export function ragdoll() {
  const file = new File('Ragdoll');
  const material = file.material();
  ground(file, material, [9, 8]);
  for (let step = 0; step < 4; step += 1) {
    const height = 0.32 * (4 - step);
    wall(file, material, `Stair ${step + 1}`, [0.55, height, 3], [-1.9 + 0.55 * step, height / 2, 0], {
      color: colors.frame,
    });
  }
  const ragdolls = [
    { name: 'Ada', at: [-1.9, 3.3, -0.6], paint: colors.teal, tilt: rotationOf([0, 0, 1], -0.7) },
    { name: 'Bo', at: [-1.7, 5.2, 0.55], paint: colors.orange, tilt: rotationOf([0.4, 1, 1], -1.1) },
  ];
  ragdolls.forEach((ragdoll) => add(file, material, ragdoll));
  return file;
}

function add(file, material, { name, at, paint, tilt }) {
  // Everything stands upright below one rotated root, with Y up; numbers are metres from the hips.
  const root = file.node({ name, translation: at, rotation: tilt });
  const skin = colors.white;
  const limb = (part, translation, height, radius, color, mass) => {
    return file.node({
      name: `${name} ${part}`,
      parent: root,
      translation,
      mesh: file.mesh(capsule(height, radius, color), material),
      body: { mass },
      collider: { capsule: [height, radius] },
    });
  };
  const pelvis = file.node({
    name: `${name} pelvis`,
    parent: root,
    translation: [0, 0, 0],
    mesh: file.mesh(box([0.3, 0.2, 0.2], 0.08, colors.dark), material),
    body: { mass: 9 },
    collider: { box: [0.28, 0.18, 0.18] },
  });
  const chest = file.node({
    name: `${name} chest`,
    parent: root,
    translation: [0, 0.34, 0],
    mesh: file.mesh(box([0.36, 0.4, 0.22], 0.09, paint), material),
    body: { mass: 16 },
    collider: { box: [0.34, 0.38, 0.2] },
  });
  const head = file.node({
    name: `${name} head`,
    parent: root,
    translation: [0, 0.72, 0],
    mesh: file.mesh(headMesh(skin), material),
    body: { mass: 4 },
    collider: { sphere: 0.14 },
  });
  file.joint({ name: `${name} waist`, a: pelvis, b: chest, at: [0, 0.12, 0], atB: [0, -0.22, 0], ...ball(25, 20, 40) });
  file.joint({ name: `${name} neck`, a: chest, b: head, at: [0, 0.22, 0], atB: [0, -0.16, 0], ...ball(35, 40, 8) });
  for (const [side, sign] of [
    ['left', 1],
    ['right', -1],
  ]) {
    const upperArm = limb(`${side} upper arm`, [sign * 0.27, 0.36, 0], 0.2, 0.065, paint, 2);
    const lowerArm = limb(`${side} lower arm`, [sign * 0.27, 0.05, 0], 0.22, 0.055, skin, 1.4);
    const upperLeg = limb(`${side} upper leg`, [sign * 0.1, -0.3, 0], 0.26, 0.085, colors.dark, 6);
    const lowerLeg = limb(`${side} lower leg`, [sign * 0.1, -0.72, 0], 0.3, 0.07, colors.dark, 3.5);
    file.joint({
      name: `${name} ${side} shoulder`,
      a: chest,
      b: upperArm,
      at: [sign * 0.27, 0.15, 0],
      atB: [0, 0.13, 0],
      ...ball(80, 50, 6),
    });
    file.joint({
      name: `${name} ${side} elbow`,
      a: upperArm,
      b: lowerArm,
      at: [0, -0.16, 0],
      atB: [0, 0.15, 0],
      ...hinge(-140, 2, 4),
    });
    file.joint({
      name: `${name} ${side} hip`,
      a: pelvis,
      b: upperLeg,
      at: [sign * 0.1, -0.1, 0],
      atB: [0, 0.2, 0],
      ...ball(60, 25, 14),
    });
    file.joint({
      name: `${name} ${side} knee`,
      a: upperLeg,
      b: lowerLeg,
      at: [0, -0.21, 0],
      atB: [0, 0.21, 0],
      ...hinge(-2, 135, 8),
    });
  }
}

function headMesh(skin) {
  const eye = sphere(0.02, colors.dark);
  return joined(sphere(0.14, skin), moved(eye, [0.05, 0.02, 0.128]), moved(eye, [-0.05, 0.02, 0.128]));
}
