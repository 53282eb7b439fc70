/** A humanoid in T-pose that faces +Z: bone, parent, and its position relative to the parent, metres. */
export const SKELETON = [
  ['hips', null, [0, 0.95, 0]],
  ['spine', 'hips', [0, 0.11, 0]],
  ['chest', 'spine', [0, 0.13, 0]],
  ['neck', 'chest', [0, 0.26, 0]],
  ['head', 'neck', [0, 0.09, 0]],
  ...[
    ['left', 1],
    ['right', -1],
  ].flatMap(([side, sign]) => [
    [`${side}Shoulder`, 'chest', [sign * 0.05, 0.2, 0]],
    [`${side}UpperArm`, `${side}Shoulder`, [sign * 0.13, 0, 0]],
    [`${side}LowerArm`, `${side}UpperArm`, [sign * 0.27, 0, 0]],
    [`${side}Hand`, `${side}LowerArm`, [sign * 0.25, 0, 0]],
    [`${side}UpperLeg`, 'hips', [sign * 0.1, -0.05, 0]],
    [`${side}LowerLeg`, `${side}UpperLeg`, [0, -0.42, 0]],
    [`${side}Foot`, `${side}LowerLeg`, [0, -0.4, 0]],
    [`${side}Toes`, `${side}Foot`, [0, -0.06, 0.13]],
  ]),
];

/** Adds the bones as nodes below another, and gives their numbers by name. */
export function bones(file, parent, looks = {}) {
  const numbers = {};
  for (const [bone, above, translation] of SKELETON) {
    numbers[bone] = file.node({
      name: bone,
      ...(above === null ? parent !== undefined && { parent } : { parent: numbers[above] }),
      translation,
      ...looks[bone],
    });
  }
  return numbers;
}

/** The humanoid extension of a file. */
export function humanBones(numbers) {
  return Object.fromEntries(Object.entries(numbers).map(([bone, node]) => [bone, { node }]));
}
