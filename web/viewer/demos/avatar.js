import { box, capsule, joined, lyingAlongX, moved, sphere, stripes } from './geometry.js';
import { File } from './gltf.js';
import { ground } from './ground.js';
import { colors } from './numbers.js';
import { bones, humanBones } from './skeleton.js';

/** An avatar whose head follows a ball with a constraint, while a clip moves the rest. */
export function avatar() {
  const file = new File('Avatar');
  const material = file.material({ roughness: 0.7 });
  ground(file, material, [5, 5]);
  const root = file.node({ name: 'Avatar' });
  const numbers = bones(file, root, looks(file, material));
  const ball = file.node({
    name: 'Ball',
    translation: [0.9, 1.6, 1.1],
    mesh: file.mesh(sphere(0.1, stripes(colors.red, colors.white)), material),
  });
  const count = 48;
  const times = Array.from({ length: count + 1 }, (_, at) => (at * 6) / count);
  const values = times.map((time) => {
    const angle = (time / 6) * 2 * Math.PI;
    return [1.1 * Math.cos(angle), 1.55 + 0.35 * Math.sin(2 * angle), 1.25 + 0.25 * Math.sin(angle)];
  });
  file.animation('Ball', [{ node: ball, path: 'translation', times, values }]);
  constrain(file, numbers.head, { aim: { source: ball, aimAxis: 'PositiveZ', weight: 0.9 } });
  file.extension('VRMC_vrm', {
    specVersion: '1.0',
    meta: {
      name: 'Avatar',
      authors: ['Sinew'],
      licenseUrl: 'https://vrm.dev/licenses/1.0/',
      version: '1',
    },
    humanoid: { humanBones: humanBones(numbers) },
  });
  file.extension('KHR_virtual_transform', {
    virtualTransforms: [
      { name: 'grip', parent: numbers.leftHand, translation: [0.08, 0, 0], tags: ['socket', 'hand'] },
      { name: 'name_tag', parent: numbers.head, translation: [0, 0.36, 0], respectParentRotation: false, tags: ['ui'] },
    ],
  });
  return file;
}

function constrain(file, node, constraint) {
  const content = { specVersion: '1.0', constraint };
  (file.json.nodes[node].extensions ??= {}).VRMC_node_constraint = content;
  file.uses('VRMC_node_constraint');
}

function looks(file, material) {
  const mesh = (geometry) => ({ mesh: file.mesh(geometry, material) });
  const skin = colors.white;
  const eye = sphere(0.018, colors.dark);
  const along = (sign, length, radius, color) =>
    moved(capsule(length, radius, color), [(sign * length) / 2, 0, 0], lyingAlongX);
  const down = (length, radius, color) => moved(capsule(length, radius, color), [0, -length / 2, 0]);
  const looks = {
    hips: mesh(moved(box([0.29, 0.2, 0.19], 0.085, colors.dark), [0, -0.01, 0])),
    spine: mesh(moved(box([0.25, 0.18, 0.16], 0.07, colors.teal), [0, 0.06, 0])),
    chest: mesh(moved(box([0.36, 0.3, 0.21], 0.095, colors.teal), [0, 0.1, 0])),
    neck: mesh(moved(capsule(0.06, 0.05, skin), [0, 0.03, 0])),
    head: mesh(
      moved(
        joined(sphere(0.13, skin), moved(eye, [0.048, 0.015, 0.12]), moved(eye, [-0.048, 0.015, 0.12])),
        [0, 0.12, 0],
      ),
    ),
  };
  for (const [side, sign] of [
    ['left', 1],
    ['right', -1],
  ]) {
    looks[`${side}UpperArm`] = mesh(along(sign, 0.25, 0.058, colors.teal));
    looks[`${side}LowerArm`] = mesh(along(sign, 0.23, 0.048, skin));
    looks[`${side}Hand`] = mesh(moved(box([0.13, 0.05, 0.09], 0.024, skin), [sign * 0.06, 0, 0]));
    looks[`${side}UpperLeg`] = mesh(down(0.4, 0.078, colors.dark));
    looks[`${side}LowerLeg`] = mesh(down(0.37, 0.06, colors.dark));
    looks[`${side}Foot`] = mesh(moved(box([0.1, 0.08, 0.25], 0.035, colors.red), [0, -0.05, 0.07]));
  }
  return looks;
}
