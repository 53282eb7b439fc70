// What a file does, by the names of its nodes: for comparing files whose indices differ.

import { Model, World } from '../../sinew/src/index.js';

/** Members of `Model.info` that are indices of nodes. */
const NODES = new Set(['node', 'source', 'parent', 'frameA', 'frameB', 'bodyA', 'bodyB', 'body', 'tail', 'center']);
/** Lists of such indices. */
const LISTS = new Set(['nodes', 'staticColliders']);

/** The behaviour of a model as plain data without an index of a node: every node is its name. */
export function describe(model) {
  const { info } = model;
  const name = (node) => (node === null || node === undefined ? null : (info.nodes[node]?.name ?? `no node ${node}`));
  const named = (value, key) => {
    if (Array.isArray(value)) {
      return LISTS.has(key)
        ? value.map((entry) => (Number.isInteger(entry) ? name(entry) : named(entry)))
        : value.map((entry) => named(entry));
    }
    if (value && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([member, entry]) => [member, named(entry, member)]));
    }
    return NODES.has(key) && Number.isInteger(value) ? name(value) : value;
  };
  const { physics, humanoid, constraints, virtualTransforms, springs = [], springColliders = [] } = info;
  const described = named({ humanoid, constraints, virtualTransforms, springs, springColliders });
  if (described.humanoid) {
    delete described.humanoid.tPose;
  }
  return { ...described, features: info.features, physics: physics && describePhysics(model, physics, named, name) };
}

/** Shapes, materials and filters are in their users, so that only what they are counts. */
function describePhysics(
  model,
  { bodies, colliders, triggers, shapes, materials, filters, joints, gravity },
  named,
  name,
) {
  const part = ({ shape, material, filter, ...rest }) => ({
    ...named(rest),
    shape: shapes[shape] ? describeShape(model, shapes[shape], shape) : null,
    material: materials[material] ?? null,
    filter: filters[filter] ?? null,
  });
  return {
    bodies: bodies.map(({ colliders: of, inertia, ...body }) => ({
      ...named(body),
      inertia: tensor(inertia),
      colliders: of.map(name),
    })),
    colliders: colliders.map(part),
    triggers: triggers.map(({ parts, ...trigger }) => ({ ...named(trigger), parts: parts.map(part) })),
    joints: named(joints),
    gravity: gravity ?? null,
  };
}

/** A shape by its numbers; one of a mesh by where its triangles are, as indices of meshes differ. */
function describeShape(model, { mesh, node, nodes, points, triangles, vertices, ...shape }, index) {
  const { positions } = model.shapeGeometry(index);
  const bounds = [0, 1, 2].flatMap((axis) => {
    const along = positions.filter((_, at) => at % 3 === axis);
    return [Math.min(...along), Math.max(...along)];
  });
  return { ...shape, ...(mesh !== undefined || node !== undefined || points !== undefined ? { bounds } : {}) };
}

/** The six numbers of an inertia: principal axes of equal moments are arbitrary. */
function tensor({ diagonal, orientation: [x, y, z, w] }) {
  if (diagonal.includes(null)) {
    return { diagonal, orientation: [x, y, z, w] };
  }
  const rotation = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  const largest = Math.max(...diagonal, Number.MIN_VALUE);
  const entry = (i, j) => diagonal.reduce((sum, moment, k) => sum + rotation[i][k] * moment * rotation[j][k], 0);
  // Relative to the largest moment.
  return {
    largest,
    ratios: [
      [0, 0],
      [1, 1],
      [2, 2],
      [0, 1],
      [0, 2],
      [1, 2],
    ].map(([i, j]) => entry(i, j) / largest),
  };
}

/** In a canonical order, by nodes first: the order of nodes in a file is no behaviour. */
export function sorted(value) {
  if (Array.isArray(value)) {
    const isPlain = value.every((entry) => typeof entry === 'number');
    const key = (entry) => JSON.stringify([entry?.node, entry?.index, entry?.name, entry]);
    return isPlain ? value : value.map(sorted).sort((a, b) => (key(a) < key(b) ? -1 : 1));
  }
  if (value && typeof value === 'object') {
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((name) => [name, sorted(value[name])]),
    );
  }
  return value;
}

/** The first path at which two values differ; numbers may differ by a tolerance relative to their size. `null` if none does. */
export function difference(a, b, tolerance = 0, at = '') {
  if (typeof a === 'number' && typeof b === 'number') {
    const isNear = Object.is(a, b) || Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b));
    return isNear ? null : `${at}: ${a} became ${b}`;
  }
  if (a && b && typeof a === 'object' && typeof b === 'object') {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = difference(a[key], b[key], tolerance, `${at}/${key}`);
      if (found) {
        return found;
      }
    }
    return null;
  }
  return a === b ? null : `${at}: ${JSON.stringify(a)} became ${JSON.stringify(b)}`;
}

/** Every named node after some steps: its ten numbers, its matrix, and its body. */
export async function simulate(model, steps) {
  const world = await World.create();
  const instance = world.spawn(model);
  for (let step = 0; step < steps; step += 1) {
    world.step();
  }
  const { locals, matrices } = instance.pose;
  const bodies = new Map(instance.bodies.map((body) => [body.node, body]));
  const state = new Map();
  for (const { index, name, inScene } of model.info.nodes) {
    if (name && inScene) {
      const { translation, rotation, linearVelocity, angularVelocity } = bodies.get(index) ?? {};
      state.set(name, {
        local: [...locals.subarray(index * 10, index * 10 + 10)],
        matrix: [...matrices.subarray(index * 16, index * 16 + 16)],
        body: { translation, rotation, linearVelocity, angularVelocity },
      });
    }
  }
  world.dispose();
  return state;
}

export { Model };
