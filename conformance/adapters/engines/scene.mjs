// A file as an engine's user would build it by hand: bodies, shapes with their place on them, joints with frames. Whatever an engine has
// no word for is refused with the reason, not approximated.
import { readFileSync } from 'node:fs';
import { Matrix4, Quaternion, Vector3 } from 'three';

/** What an adapter cannot say to its engine. */
export class Unsupported extends Error {}

const PHYSICS = 'KHR_physics_rigid_bodies';
const KNOWN = new Set([PHYSICS, 'KHR_implicit_shapes', 'KHR_collision_shapes']);

export function readScene(path) {
  const text = readFileSync(path, 'utf8');
  if (!text.trimStart().startsWith('{')) throw new Unsupported('the adapter reads .gltf alone');
  const json = JSON.parse(text);
  const foreign = (json.extensionsUsed ?? []).find((name) => !KNOWN.has(name));
  if (foreign) throw new Unsupported(`an engine alone does not know ${foreign}`);
  if (json.animations?.length) throw new Unsupported('an engine alone plays no animation');
  const nodes = places(json);
  const physics = json.extensions?.[PHYSICS] ?? {};
  const shapes = (json.extensions?.KHR_implicit_shapes ?? json.extensions?.KHR_collision_shapes)?.shapes ?? [];
  const scene = { json, nodes, bodies: [], joints: [], filters: physics.collisionFilters };
  if (scene.filters?.length) throw new Unsupported('filters by names of systems are no part of an engine');
  for (const node of nodes.filter((one) => one.inScene)) {
    const own = node.extensions[PHYSICS] ?? {};
    if (own.trigger) throw new Unsupported('the adapter has no triggers');
    if (own.motion && node.parent?.scaled) throw new Unsupported('an engine has no places below unequal or mirrored scales');
    if (own.motion) scene.bodies.push({ node, motion: own.motion, colliders: [] });
  }
  for (const node of nodes.filter((one) => one.inScene)) {
    const { collider, joint } = node.extensions[PHYSICS] ?? {};
    if (collider) addCollider(scene, node, collider, shapes, physics.physicsMaterials ?? []);
    if (joint) scene.joints.push(jointOf(scene, node, joint, physics.physicsJoints ?? []));
  }
  return scene;
}

/** Every node with its matrix in the world. */
function places(json) {
  const nodes = (json.nodes ?? []).map((node, index) => ({ index, ...node, extensions: node.extensions ?? {}, inScene: false }));
  for (const node of nodes) {
    node.local = new Matrix4();
    if (node.matrix) node.local.fromArray(node.matrix);
    else {
      const { translation: t = [0, 0, 0], rotation: r = [0, 0, 0, 1], scale: s = [1, 1, 1] } = node;
      node.local.compose(new Vector3(...t), new Quaternion(...r).normalize(), new Vector3(...s));
    }
    for (const child of node.children ?? []) nodes[child].parent = node;
  }
  const enter = (node, above) => {
    node.inScene = true;
    node.world = above.clone().multiply(node.local);
    node.position = new Vector3();
    node.rotation = new Quaternion();
    node.size = new Vector3();
    node.world.decompose(node.position, node.rotation, node.size);
    node.isFlat = node.world.determinant() === 0;
    node.scaled = node.isFlat || !isUniform(node.size) || (node.parent?.scaled ?? false);
    for (const child of node.children ?? []) enter(nodes[child], node.world);
  };
  for (const root of json.scenes?.[json.scene ?? 0]?.nodes ?? []) enter(nodes[root], new Matrix4());
  return nodes;
}

function isUniform({ x, y, z }) {
  return x > 0 && Math.abs(x - y) < 1e-6 * x && Math.abs(x - z) < 1e-6 * x;
}

/** The nearest body at or above a node. */
function bodyOf(scene, node) {
  for (let at = node; at; at = at.parent) {
    const body = scene.bodies.find((one) => one.node === at);
    if (body) return body;
  }
  return undefined;
}

/** The place of a node on a body, or in the world. */
function placeOn(body, node) {
  if (!body) return { position: node.position.clone(), rotation: node.rotation.clone() };
  const back = body.node.rotation.clone().invert();
  return {
    position: node.position.clone().sub(body.node.position).applyQuaternion(back),
    rotation: back.multiply(node.rotation),
  };
}

function addCollider(scene, node, collider, shapes, materials) {
  const entry = shapes[collider.geometry?.shape ?? collider.shape];
  if (!entry) throw new Unsupported('the adapter has no shapes of meshes');
  if (node.isFlat) return; // A scale of 0 disables a shape.
  if (node.scaled) throw new Unsupported('an engine has no shapes under unequal scales');
  const material = materials[collider.physicsMaterial] ?? {};
  const body = bodyOf(scene, node);
  const shape = shapeOf(entry, node.size.x);
  const target = body ?? ground(scene);
  target.colliders.push({ node, shape, material, ...placeOn(body, node) });
}

/** What has no body stands still in the world. */
function ground(scene) {
  scene.ground ??= { colliders: [] };
  return scene.ground;
}

function shapeOf(entry, scale) {
  const { type } = entry;
  const given = entry[type] ?? {};
  if (type === 'box') {
    const half = (given.size ?? [1, 1, 1]).map((side) => (side * scale) / 2);
    return { type, half, volume: 8 * half[0] * half[1] * half[2] };
  }
  if (type === 'sphere') {
    const radius = (given.radius ?? 0.5) * scale;
    return { type, radius, volume: (4 / 3) * Math.PI * radius ** 3 };
  }
  const [bottom, top] = [given.radiusBottom ?? 0.25, given.radiusTop ?? 0.25];
  if (!['capsule', 'cylinder'].includes(type)) throw new Unsupported(`the adapter has no shape ${type}`);
  if (bottom !== top) throw new Unsupported(`a ${type} with two radii is no shape of the engine`);
  const [half, radius] = [((given.height ?? 0.5) * scale) / 2, bottom * scale];
  const volume = 2 * half * Math.PI * radius ** 2 + (type === 'capsule' ? (4 / 3) * Math.PI * radius ** 3 : 0);
  return { type, half, radius, volume };
}

/** Of each axis, linear then angular: `'locked'`, `'free'` or a range. */
function jointOf(scene, node, joint, descriptions) {
  const description = descriptions[joint.joint] ?? {};
  if (description.drives?.length) throw new Unsupported('the adapter has no drives');
  const axes = Array(6).fill('free');
  for (const limit of description.limits ?? []) {
    if (limit.stiffness !== undefined) throw new Unsupported('the adapter has no soft limits');
    const list = limit.linearAxes ?? (limit.angularAxes ?? []).map((axis) => axis + 3);
    const isLocked = limit.min === 0 && limit.max === 0;
    if (list.length !== 1 && !isLocked) throw new Unsupported('a range of several axes at once is no joint of the engine');
    if (limit.min === limit.max && !isLocked) throw new Unsupported('the adapter has no axes that are fixed elsewhere than at 0');
    for (const axis of list) {
      if (axes[axis] !== 'free') throw new Unsupported('the adapter has no two limits of one axis');
      axes[axis] = isLocked ? 'locked' : [limit.min ?? -Infinity, limit.max ?? Infinity];
    }
  }
  const other = scene.nodes[joint.connectedNode];
  if (!other?.inScene) throw new Unsupported('the adapter has no joint without a connected node');
  const [a, b] = [bodyOf(scene, node), bodyOf(scene, other)];
  return { axes, bodies: [a, b], frames: [placeOn(a, node), placeOn(b, other)], collides: joint.enableCollision ?? false };
}
