// Where the extensions of avatars, constraints and clips refer to other parts of a file; see physics.js.

const bones = { 'humanoid/humanBones/*/node': 'node' };

const expressions = Object.fromEntries(
  ['preset', 'custom'].flatMap((group) => [
    [`expressions/${group}/*/morphTargetBinds/*/node`, 'morphNode'],
    [`expressions/${group}/*/materialColorBinds/*/material`, 'material'],
    [`expressions/${group}/*/textureTransformBinds/*/material`, 'material'],
  ]),
);

const constraint = { '*/source': 'node', 'constraint/*/source': 'node' };

export const avatar = {
  VRMC_vrm: {
    root: {
      ...bones,
      ...expressions,
      'firstPerson/meshAnnotations/*/node': 'morphNode',
      'meta/thumbnailImage': 'image',
    },
  },
  VRMC_vrm_animation: {
    root: {
      ...bones,
      'expressions/preset/*/node': 'node',
      'expressions/custom/*/node': 'node',
      'lookAt/node': 'node',
    },
  },
  VRMC_springBone: {
    root: {
      'colliders/*/node': 'node',
      'springs/*/center': 'node',
      'springs/*/joints/*/node': 'node',
    },
  },
  // Inside of VRMC_springBone.
  VRMC_springBone_extended_collider: {},
  VRMC_node_constraint: { node: constraint },
  'VRMC_constraints-1.0': { node: constraint },
  VRMC_constraints: { node: constraint },
  VRMC_materials_hdr_emissiveMultiplier: {},
  VRM: {
    root: {
      'humanoid/humanBones/*/node': 'node',
      'blendShapeMaster/blendShapeGroups/*/binds/*/mesh': 'morphMesh',
      'blendShapeMaster/blendShapeGroups/*/materialValues/*/materialName': 'materialName',
      'firstPerson/firstPersonBone': 'node',
      'firstPerson/meshAnnotations/*/mesh': 'morphMesh',
      // Everything below a bone swings, down to leaves that nothing else refers to.
      'secondaryAnimation/boneGroups/*/bones/*': 'subtree',
      'secondaryAnimation/boneGroups/*/center': 'node',
      'secondaryAnimation/colliderGroups/*/node': 'node',
      'meta/texture': 'texture',
      // The list has an entry for each material of the file, in the order of the materials.
      'materialProperties/*': 'materialEntry',
      'materialProperties/*/textureProperties/*': 'texture',
    },
  },
};
