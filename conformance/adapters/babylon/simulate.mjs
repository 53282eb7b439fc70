// `simulate` with Babylon.js: the loader builds the bodies, Havok steps them, and the nodes say where everything is.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import HavokPhysics from '@babylonjs/havok';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine';
import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader';
import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector';
import { HavokPlugin } from '@babylonjs/core/Physics/v2/Plugins/havokPlugin';
import { Scene } from '@babylonjs/core/scene';
import '@babylonjs/core/Physics/joinedPhysicsEngineComponent';
import '@babylonjs/core/Physics/v2/physicsEngineComponent';
import '@babylonjs/core/Materials/Textures/Loaders/index';
import { GLTF2 } from '@babylonjs/loaders/glTF';
import { KHR_ImplicitShapes_Plugin, KHR_PhysicsRigidBodies_Plugin } from 'rigid-body-loader';

/** What the loader does not have, or this adapter cannot ask for. */
export class Unsupported extends Error {}

const PHYSICS = 'KHR_physics_rigid_bodies';
const KNOWN = new Set([PHYSICS, 'KHR_implicit_shapes']);
const ACTIONS = ['impulse', 'point', 'angularImpulse', 'linearVelocity', 'angularVelocity'];

const wasm = readFileSync(createRequire(import.meta.url).resolve('@babylonjs/havok/lib/esm/HavokPhysics.wasm'));
const havok = await HavokPhysics({ wasmBinary: wasm });
GLTF2.GLTFLoader.RegisterExtension('KHR_implicit_shapes', (loader) => new KHR_ImplicitShapes_Plugin(loader));
GLTF2.GLTFLoader.RegisterExtension(PHYSICS, (loader) => new KHR_PhysicsRigidBodies_Plugin(loader));

export async function simulate(path, options) {
  for (const refused of ['clip', 'animation', 'omi-stiffness', 'loop']) {
    if (options.has(refused)) throw new Unsupported(`the adapter has no ${refused}`);
  }
  const json = understood(path);
  const [above, below] = String(options.get('step') ?? '1/60').split('/').map(Number);
  const dt = below ? above / below : above;
  const gravity = options.has('gravity') ? options.get('gravity').split(',').map(Number) : [0, -9.81, 0];
  const actions = options.has('input') ? JSON.parse(readFileSync(options.get('input'), 'utf8')).actions : [];
  const engine = new NullEngine();
  const scene = new Scene(engine);
  // The axes of glTF: otherwise the loader mirrors everything.
  scene.useRightHandedSystem = true;
  const plugin = new HavokPlugin(true, havok);
  scene.enablePhysics(new Vector3(...gravity), plugin);
  try {
    const container = await LoadAssetContainerAsync(`data:${JSON.stringify(json)}`, scene, { pluginExtension: '.gltf' }).catch((error) => {
      // The outer message repeats the whole file.
      throw new Error(`the file does not load: ${error.innerError?.message ?? error.message}`);
    });
    const nodes = nodesOf(container, json);
    const inputs = actions.map((action) => inputOf(action, nodes, json, dt));
    const bodies = scene.getPhysicsEngine().getBodies();
    const steps = Math.round(Number(options.get('seconds') ?? 5) / dt);
    for (let step = 0; step < steps; step += 1) {
      inputs.filter((input) => input.step === step).forEach(apply);
      plugin.executeStep(dt, bodies);
    }
    return answer(json, nodes);
  } finally {
    scene.dispose();
    engine.dispose();
  }
}

/** The file, if the loader reads all of it. */
function understood(path) {
  const text = readFileSync(path, 'utf8');
  if (!text.trimStart().startsWith('{')) throw new Unsupported('the adapter reads .gltf alone');
  const json = JSON.parse(text);
  const foreign = (json.extensionsUsed ?? []).find((name) => !KNOWN.has(name));
  if (foreign) throw new Unsupported(`the loader does not know ${foreign}`);
  if (json.animations?.length) throw new Unsupported('the adapter plays no animation');
  const shapes = json.extensions?.KHR_implicit_shapes?.shapes ?? [];
  const parents = parentsOf(json);
  (json.nodes ?? []).forEach((node, index) => {
    const { collider, joint, trigger } = node.extensions?.[PHYSICS] ?? {};
    if (trigger) throw new Unsupported('the loader has no triggers');
    if (shapes[collider?.geometry?.shape]?.plane) throw new Unsupported('the loader has no planes');
    if (joint && !belowBody(json, parents, index)) throw new Unsupported('the loader has no joint whose own node is below no body');
    if (collider?.geometry?.node !== undefined) throw new Unsupported('the loader has no geometry of nodes, which is older than geometry of meshes');
    if (collider && !collider.geometry) throw new Unsupported('the loader does not read this revision');
  });
  return json;
}

function parentsOf(json) {
  const parents = new Map();
  (json.nodes ?? []).forEach(({ children = [] }, index) => children.forEach((child) => parents.set(child, index)));
  return parents;
}

/** Whether the loader finds a body for a joint: the node's own or that of a node above it, with motion or a collider alone. */
function belowBody(json, parents, index) {
  for (let at = index; at !== undefined; at = parents.get(at)) {
    const { motion, collider } = json.nodes[at].extensions?.[PHYSICS] ?? {};
    if (motion || collider) return true;
  }
  return false;
}

/** The nodes of Babylon.js by their index in the file. */
function nodesOf(container, json) {
  const nodes = new Array((json.nodes ?? []).length);
  for (const node of [...container.transformNodes, ...container.meshes]) {
    for (const pointer of node._internalMetadata?.gltf?.pointers ?? []) {
      const index = /^\/nodes\/(\d+)$/.exec(pointer);
      if (index) nodes[Number(index[1])] = node;
    }
  }
  return nodes;
}

function inputOf({ time, node, ...rest }, nodes, json, dt) {
  const index = typeof node === 'number' ? node : json.nodes.findIndex(({ name }) => name === node);
  const body = nodes[index]?.physicsBody;
  const unknown = Object.keys(rest).find((key) => !ACTIONS.includes(key));
  if (!body || unknown) throw new Unsupported(`the adapter has no action ${unknown ?? 'on what is no body'}`);
  return { step: Math.round(time / dt), body, node: nodes[index], ...rest };
}

function apply({ body, node, impulse, point, angularImpulse, linearVelocity, angularVelocity }) {
  const vector = (list) => new Vector3(...list);
  if (impulse) {
    // Without a point an impulse acts on the centre of mass, which Babylon.js has along the axes of the node.
    const center = body.getMassProperties().centerOfMass ?? Vector3.Zero();
    const rotated = center.applyRotationQuaternion(node.absoluteRotationQuaternion);
    body.applyImpulse(vector(impulse), point ? vector(point) : node.absolutePosition.add(rotated));
  }
  if (angularImpulse) body.applyAngularImpulse(vector(angularImpulse));
  if (linearVelocity) body.setLinearVelocity(vector(linearVelocity));
  if (angularVelocity) body.setAngularVelocity(vector(angularVelocity));
}

function answer(json, nodes) {
  const said = Array.from(nodes, (node, index) => {
    if (!node) return outside(json.nodes[index], index);
    node.computeWorldMatrix(true);
    const { position, rotationQuaternion: rotation, scaling } = node;
    return {
      index,
      name: json.nodes[index].name ?? null,
      local: {
        translation: position.asArray(),
        rotation: rotation?.asArray() ?? [0, 0, 0, 1],
        scale: scaling.asArray(),
      },
      model: { matrix: [...node.getWorldMatrix().asArray()] },
    };
  });
  const bodies = [];
  nodes.forEach((node, index) => {
    if (!json.nodes[index].extensions?.[PHYSICS]?.motion || !node.physicsBody) return;
    const [linear, angular] = [new Vector3(), new Vector3()];
    node.physicsBody.getLinearVelocityToRef(linear);
    node.physicsBody.getAngularVelocityToRef(angular);
    const [, state] = havok.HP_Body_GetActivationState(node.physicsBody._pluginData.hpBodyId);
    const sleeping = state === havok.ActivationState.INACTIVE;
    bodies.push({ node: index, linearVelocity: linear.asArray(), angularVelocity: angular.asArray(), sleeping });
  });
  return { nodes: said, bodies };
}

/** A node that is in no scene: Babylon.js does not load it, so it is as the file has it. */
function outside({ name = null, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] }, index) {
  const matrix = Matrix.Compose(new Vector3(...scale), new Quaternion(...rotation), new Vector3(...translation));
  return { index, name, local: { translation, rotation, scale }, model: { matrix: [...matrix.asArray()] } };
}
