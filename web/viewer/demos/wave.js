import { File } from './gltf.js';
import { rotation as rotationOf } from './numbers.js';
import { bones, humanBones } from './skeleton.js';

const SECONDS = 4;
const KEYS = 48;

/** A clip for any humanoid: it shifts its weight, waves with its right hand, and swings the other arm. */
export function wave() {
  const file = new File('Wave');
  const numbers = bones(file);
  file.extension('VRMC_vrm_animation', { specVersion: '1.0', humanoid: { humanBones: humanBones(numbers) } });
  const times = Array.from({ length: KEYS + 1 }, (_, at) => (SECONDS * at) / KEYS);
  const phase = (time, cycles = 1) => (time / SECONDS) * 2 * Math.PI * cycles;
  const track = (bone, rotation) => ({ node: numbers[bone], path: 'rotation', times, values: times.map(rotation) });
  const sway = (time) => Math.sin(phase(time));
  file.animation('Wave', [
    {
      node: numbers.hips,
      path: 'translation',
      times,
      values: times.map((time) => [0.035 * sway(time), 0.945 - 0.012 * Math.cos(phase(time, 2)), 0]),
    },
    track('hips', (time) => rotationOf([0, 0.5, 1], 0.06 * sway(time))),
    track('spine', (time) => rotationOf([0, 0.4, -1], 0.07 * sway(time))),
    track('chest', (time) => rotationOf([0, 1, -0.4], 0.05 * Math.sin(phase(time) + 0.4))),
    // The left arm hangs down and swings a little; arms rest level in T-pose.
    track('leftUpperArm', (time) => product(rotationOf([1, 0, 0], 0.14 * sway(time)), rotationOf([0, 0, 1], -1.25))),
    track('leftLowerArm', () => rotationOf([0, 1, 0], -0.25)),
    track('rightUpperArm', (time) => product(rotationOf([0, 1, 0], 0.3), rotationOf([0, 0, 1], -0.42 + 0.08 * sway(time)))),
    track('rightLowerArm', (time) => rotationOf([0, 0, 1], -1.35 + 0.42 * Math.sin(phase(time, 4)))),
    track('rightHand', (time) => rotationOf([0, 0, 1], 0.3 * Math.sin(phase(time, 4) - 0.7))),
    track('leftUpperLeg', (time) => rotationOf([0, 0, 1], 0.06 - 0.05 * sway(time))),
    track('rightUpperLeg', (time) => rotationOf([0, 0, 1], -0.06 - 0.05 * sway(time))),
    track('leftFoot', () => rotationOf([0, 0, 1], -0.06)),
    track('rightFoot', () => rotationOf([0, 0, 1], 0.06)),
  ]);
  return file;
}

function product([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
