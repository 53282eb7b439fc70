// An avatar of VRMC_vrm 1.0 with eyes and a face of morph targets, for the comparison of faces.

const BONES = {
  hips: [null, [0, 0.9, 0]],
  spine: ['hips', [0, 0.1, 0]],
  head: ['spine', [0, 0.45, 0]],
  leftEye: ['head', [0.03, 0.06, 0.05]],
  rightEye: ['head', [-0.03, 0.06, 0.05]],
  ...Object.fromEntries(
    ['left', 'right'].flatMap((side) => {
      const out = side === 'left' ? 1 : -1;
      return [
        [`${side}UpperLeg`, ['hips', [0.1 * out, -0.05, 0]]],
        [`${side}LowerLeg`, [`${side}UpperLeg`, [0, -0.4, 0]]],
        [`${side}Foot`, [`${side}LowerLeg`, [0, -0.4, 0]]],
        [`${side}UpperArm`, ['spine', [0.15 * out, 0.3, 0]]],
        [`${side}LowerArm`, [`${side}UpperArm`, [0.25 * out, 0, 0]]],
        [`${side}Hand`, [`${side}LowerArm`, [0.25 * out, 0, 0]]],
      ];
    }),
  ),
};

/** The file, with expressions by name and a look-at. */
export function avatar(expressions, lookAt, presets, targets) {
  const names = Object.keys(BONES);
  const nodes = names.map((name) => ({ name, translation: BONES[name][1] }));
  for (const [name, [parent]] of Object.entries(BONES)) {
    if (parent) (nodes[names.indexOf(parent)].children ??= []).push(names.indexOf(name));
  }
  const face = nodes.push({ name: 'face', mesh: 0 }) - 1;
  const bound = (expression) => ({
    ...expression,
    morphTargetBinds: (expression.morphTargetBinds ?? []).map((bind) => ({ node: face, ...bind })),
  });
  const kinds = { preset: {}, custom: {} };
  for (const [name, expression] of Object.entries(expressions)) {
    kinds[presets.includes(name) ? 'preset' : 'custom'][name] = bound(expression);
  }
  const bytes = Buffer.alloc(36 * 2);
  [0, 1.5, 0, 0.1, 1.5, 0, 0, 1.6, 0, ...new Array(9).fill(0.01)].forEach((value, at) => bytes.writeFloatLE(value, 4 * at));
  const accessor = (byteOffset, min, max) => ({ bufferView: 0, byteOffset, componentType: 5126, count: 3, type: 'VEC3', min, max });
  return JSON.stringify({
    asset: { version: '2.0' },
    extensionsUsed: ['VRMC_vrm'],
    scene: 0,
    scenes: [{ nodes: [0, face] }],
    nodes,
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: new Array(targets).fill({ POSITION: 1 }) }] }],
    accessors: [accessor(0, [0, 1.5, 0], [0.1, 1.6, 0]), accessor(36, [0.01, 0.01, 0.01], [0.01, 0.01, 0.01])],
    bufferViews: [{ buffer: 0, byteLength: 72 }],
    buffers: [{ byteLength: 72, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
    extensions: {
      VRMC_vrm: {
        specVersion: '1.0',
        meta: { name: 'face', authors: ['Sinew'], licenseUrl: 'https://vrm.dev/licenses/1.0/' },
        humanoid: { humanBones: Object.fromEntries(names.map((name, node) => [name, { node }])) },
        expressions: kinds,
        lookAt: { offsetFromHeadBone: [0, 0.06, 0], ...lookAt },
      },
    },
  });
}
