// Where the physics extensions refer to other parts of a file.
//
// A table names the places of an extension (`root`, `node`, `animation`, …) and, for each, the paths below it that refer to
// something; `*` is every entry of an array or object. Paths that are not listed are values, and are carried as they are: so are
// numbers that count entries of the extension's own lists, which keep their order.

const geometry = {
  node: 'node',
  mesh: 'collisionMesh',
};

const below = (prefix, references) =>
  Object.fromEntries(Object.entries(references).map(([path, kind]) => [`${prefix}/${path}`, kind]));

const shapes = {
  'shapes/*/mesh': 'collisionMesh',
  'shapes/*/convex/mesh': 'collisionMesh',
  'shapes/*/hull/mesh': 'collisionMesh',
  'shapes/*/trimesh/mesh': 'collisionMesh',
};

export const physics = {
  KHR_physics_rigid_bodies: {
    node: {
      ...below('collider/geometry', geometry),
      ...below('trigger/geometry', geometry),
      'trigger/nodes/*': 'node',
      'joint/connectedNode': 'node',
    },
  },
  KHR_implicit_shapes: {},
  KHR_collision_shapes: { root: shapes },
  OMI_collider: { root: { 'colliders/*/mesh': 'collisionMesh' } },
  OMI_physics_shape: { root: shapes },
  OMI_physics_body: { node: { 'trigger/nodes/*': 'node' } },
  OMI_physics_joint: {
    node: { nodeA: 'node', nodeB: 'node', connectedNode: 'node' },
    // The stiffness of a limit is read by the program that wrote the file.
    keepsGenerator: true,
  },
  OMI_physics_gravity: {},
  SINEW_joint: {},
};
