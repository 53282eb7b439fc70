/** A small avatar as text: the bones that VRM requires, a face of one triangle with two morph targets, and expressions. */

const BONES = [
  ['hips', null, [0, 1, 0]],
  ['spine', 'hips', [0, 0.2, 0]],
  ['head', 'spine', [0, 0.4, 0]],
  ['leftEye', 'head', [0.03, 0.05, 0.05]],
  ['rightEye', 'head', [-0.03, 0.05, 0.05]],
  ...['left', 'right'].flatMap((side) => {
    const x = side === 'left' ? 1 : -1;
    return [
      [`${side}UpperArm`, 'spine', [0.2 * x, 0.3, 0]],
      [`${side}LowerArm`, `${side}UpperArm`, [0.25 * x, 0, 0]],
      [`${side}Hand`, `${side}LowerArm`, [0.25 * x, 0, 0]],
      [`${side}UpperLeg`, 'hips', [0.1 * x, -0.1, 0]],
      [`${side}LowerLeg`, `${side}UpperLeg`, [0, -0.4, 0]],
      [`${side}Foot`, `${side}LowerLeg`, [0, -0.4, 0]],
    ];
  }),
];

const indexOf = (bone) => BONES.findIndex(([name]) => name === bone);

/** The file, with its buffer in it. The node after the bones has the face. */
export function avatar() {
  const numbers = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
  const nodes = BONES.map(([name, , translation], index) => {
    const children = BONES.flatMap(([, parent], at) => (parent === BONES[index][0] ? [at] : []));
    return { name, translation, ...(children.length > 0 && { children }) };
  });
  const accessor = (bufferView) => ({
    bufferView,
    componentType: 5126,
    count: 3,
    type: 'VEC3',
    min: [0, 0, 0],
    max: [1, 1, 1],
  });
  const bind = (index, weight) => ({ node: BONES.length, index, weight });
  const range = { inputMaxValue: 90, outputScale: 30 };
  return JSON.stringify({
    asset: { version: '2.0' },
    extensionsUsed: ['VRMC_vrm', 'KHR_virtual_transform'],
    scenes: [{ nodes: [0, BONES.length] }],
    scene: 0,
    nodes: [...nodes, { name: 'face', mesh: 0 }],
    meshes: [
      {
        primitives: [{ attributes: { POSITION: 0 }, material: 0, targets: [{ POSITION: 1 }, { POSITION: 2 }] }],
        weights: [0, 0],
      },
    ],
    materials: [{ name: 'skin', pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 1] } }],
    accessors: [accessor(0), accessor(1), accessor(2)],
    bufferViews: [0, 1, 2].map((at) => ({ buffer: 0, byteOffset: at * 36, byteLength: 36 })),
    buffers: [
      {
        byteLength: 108,
        uri: `data:application/octet-stream;base64,${Buffer.from(numbers.buffer).toString('base64')}`,
      },
    ],
    extensions: {
      VRMC_vrm: {
        specVersion: '1.0',
        meta: { name: 'small', version: '1', authors: ['sinew'], licenseUrl: 'https://vrm.dev/licenses/1.0/' },
        humanoid: { humanBones: Object.fromEntries(BONES.map(([name]) => [name, { node: indexOf(name) }])) },
        expressions: {
          preset: {
            happy: {
              overrideBlink: 'blend',
              morphTargetBinds: [bind(0, 1)],
              materialColorBinds: [{ material: 0, type: 'color', targetValue: [1, 0, 0, 1] }],
            },
            blink: { morphTargetBinds: [bind(1, 1)] },
          },
        },
        lookAt: {
          type: 'bone',
          offsetFromHeadBone: [0, 0.05, 0.05],
          rangeMapHorizontalInner: range,
          rangeMapHorizontalOuter: range,
          rangeMapVerticalDown: range,
          rangeMapVerticalUp: range,
        },
      },
      KHR_virtual_transform: {
        virtualTransforms: [{ name: 'hat', parent: indexOf('head'), translation: [0, 0.2, 0], tags: ['attachment'] }],
      },
    },
  });
}
