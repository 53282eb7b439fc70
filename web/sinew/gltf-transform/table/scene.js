// Where extensions of nodes, characters, pointers and behaviour graphs refer to other parts of a file; see physics.js.

const virtualTransforms = { root: { 'virtualTransforms/*/parent': 'node' } };

export const scene = {
  KHR_virtual_transform: virtualTransforms,
  KHR_virtual_transforms: virtualTransforms,
  KHR_node_lookat_target: {},
  KHR_node_camera_hint: { node: { targetNode: 'node', camera: 'camera' } },
  KHR_node_visibility: {},
  KHR_node_selectability: {},
  KHR_node_hoverability: {},
  KHR_character: { root: { rootNode: 'node', sceneIndex: 'scene' } },
  KHR_character_expression: {
    root: {
      'expressions/*/animation': 'animation',
      'expressions/*/extensions/*/channels/*': 'channel',
    },
  },
  // Inside of KHR_character_expression.
  KHR_character_expression_joint: {},
  KHR_character_expression_mask: {},
  KHR_character_expression_mapping: {},
  KHR_character_expression_morphtarget: {},
  KHR_character_expression_texture: {},
  KHR_character_reference_pose: {},
  KHR_character_skeleton_mapping: { root: { 'skeletalRigMappings/*/*': 'nodeOrName' } },
  KHR_animation_pointer: { channelTarget: { pointer: 'pointer' } },
  KHR_interactivity: { root: {}, graph: true },
};
