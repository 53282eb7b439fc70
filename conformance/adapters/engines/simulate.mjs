// `simulate` with an engine: builds the scene, steps, and says where everything is.
import { readFileSync } from 'node:fs';
import { Matrix4, Quaternion, Vector3 } from 'three';

import { readScene, Unsupported } from './scene.mjs';

const DENSITY = 1000; // kg/m³, where a file gives no mass

export async function simulate(engine, path, options) {
  for (const refused of ['clip', 'animation', 'omi-stiffness', 'loop']) {
    if (options.has(refused)) throw new Unsupported(`an engine alone has no ${refused}`);
  }
  const scene = readScene(path);
  scene.bodies.forEach(prepare);
  const [above, below] = String(options.get('step') ?? '1/60').split('/').map(Number);
  const dt = below ? above / below : above;
  const gravity = options.has('gravity') ? options.get('gravity').split(',').map(Number) : [0, -9.81, 0];
  const actions = options.has('input') ? script(scene, options.get('input'), dt) : [];
  const world = await engine.build(scene, { gravity, dt });
  try {
    const steps = Math.round(Number(options.get('seconds') ?? 5) / dt);
    for (let step = 0; step < steps; step += 1) {
      actions.filter((action) => action.step === step).forEach((action) => world.apply(action));
      world.step();
    }
    return answer(scene, world);
  } finally {
    world.free();
  }
}

/** The mass of a body, shared among its colliders by volume. */
function prepare(body) {
  const { motion, colliders } = body;
  if (motion.mass === 0) throw new Unsupported('an engine has no infinite mass that still rotates');
  if (motion.inertiaDiagonal?.some((moment) => moment === 0)) throw new Unsupported('an engine has no infinite moments');
  if (body.node.size.x <= 0 && motion.centerOfMass) throw new Unsupported('a centre of mass on a mirrored node');
  const volume = colliders.reduce((sum, { shape }) => sum + shape.volume, 0);
  body.mass = motion.mass ?? volume * DENSITY;
  if (!(body.mass > 0) && !motion.isKinematic) throw new Unsupported('a body without a mass or a collider');
  if (!colliders.length && !motion.inertiaDiagonal && !motion.isKinematic) {
    throw new Unsupported('a body without colliders and without moments of inertia');
  }
  for (const collider of colliders) collider.mass = (body.mass * collider.shape.volume) / volume;
  body.center = new Vector3(...(motion.centerOfMass ?? [0, 0, 0])).multiply(body.node.size);
  const along = (vector) => new Vector3(...(vector ?? [0, 0, 0])).applyQuaternion(body.node.rotation);
  body.linear = along(motion.linearVelocity);
  body.angular = along(motion.angularVelocity);
}

function script(scene, path, dt) {
  const { actions } = JSON.parse(readFileSync(path, 'utf8'));
  return actions.map((action) => {
    const node = scene.nodes.find(({ index, name }) => index === action.node || name === action.node);
    const body = scene.bodies.find((one) => one.node === node);
    const { time, node: _, ...rest } = action;
    const known = ['impulse', 'point', 'angularImpulse', 'linearVelocity', 'angularVelocity'];
    const unknown = Object.keys(rest).find((key) => !known.includes(key));
    if (!body || unknown) throw new Unsupported(`the adapter has no action ${unknown ?? 'on what is no body'}`);
    return { step: Math.round(time / dt), body, ...rest };
  });
}

function answer(scene, world) {
  const bodies = new Map(scene.bodies.map((body) => [body.node, world.state(body)]));
  const nodes = scene.nodes.map((node) => ({ node, world: node.world?.clone() }));
  const place = (node, above) => {
    const state = bodies.get(node);
    const entry = nodes[node.index];
    entry.world = state
      ? new Matrix4().compose(new Vector3(...state.position), new Quaternion(...state.rotation), node.size)
      : above.clone().multiply(node.local);
    for (const child of node.children ?? []) place(scene.nodes[child], entry.world);
  };
  for (const root of scene.json.scenes?.[scene.json.scene ?? 0]?.nodes ?? []) place(scene.nodes[root], new Matrix4());
  const told = nodes.map(({ node, world: matrix = node.local }) => {
    const above = node.parent ? (nodes[node.parent.index].world ?? new Matrix4()) : new Matrix4();
    const local = above.clone().invert().multiply(matrix);
    const [translation, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3()];
    local.decompose(translation, rotation, scale);
    return {
      index: node.index,
      name: node.name ?? null,
      local: { translation: translation.toArray(), rotation: rotation.toArray(), scale: scale.toArray() },
      model: { matrix: matrix.toArray() },
    };
  });
  const moving = [...bodies].map(([node, { linear, angular, sleeping }]) => ({
    node: node.index,
    linearVelocity: linear,
    angularVelocity: angular,
    sleeping,
  }));
  return { nodes: told, bodies: moving };
}
