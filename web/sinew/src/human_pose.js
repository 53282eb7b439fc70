// Converts human poses to numbers and back. Twelve numbers come before the bones: whether the hips have a position,
// the position, whether the height of the hips at rest is known, and the height; the same of their rest position, and of the
// length of the legs. Then five per bone: whether it has a rotation, and the rotation.

import { number, numbers, object } from './arguments.js';
import { badArgument } from './error.js';

const HEAD = 12;
const BONE = 5;

export function poseFromNumbers(list, bones) {
  const rotations = {};
  bones.forEach((bone, place) => {
    const at = HEAD + place * BONE;
    if (list[at] !== 0) rotations[bone] = [...list.subarray(at + 1, at + BONE)];
  });
  return {
    hips: list[0] !== 0 ? [...list.subarray(1, 4)] : null,
    hipsHeight: list[4] !== 0 ? list[5] : null,
    hipsRest: list[6] !== 0 ? [...list.subarray(7, 10)] : null,
    legLength: list[10] !== 0 ? list[11] : null,
    rotations,
  };
}

export function numbersFromPose(pose, bones) {
  const { hips = null, hipsHeight = null, hipsRest = null, legLength = null, rotations } = object(pose, 'pose');
  const list = new Float32Array(HEAD + BONE * bones.length);
  if (hips !== null) list.set([1, ...numbers(hips, 3, 'hips')], 0);
  if (hipsHeight !== null) list.set([1, number(hipsHeight, 'hipsHeight')], 4);
  if (hipsRest !== null) list.set([1, ...numbers(hipsRest, 3, 'hipsRest')], 6);
  if (legLength !== null) list.set([1, number(legLength, 'legLength')], 10);
  for (const [bone, rotation] of Object.entries(object(rotations, 'rotations'))) {
    const place = bones.indexOf(bone);
    if (place < 0) throw badArgument(`there is no human bone ${bone}`);
    list.set([1, ...numbers(rotation, 4, bone)], HEAD + place * BONE);
  }
  return list;
}
