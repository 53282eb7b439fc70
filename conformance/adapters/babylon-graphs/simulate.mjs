// `simulate` with Babylon.js: its loader makes a flow graph of the file's, which ticks once a step.
import { readFileSync } from 'node:fs';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/loaders/glTF/2.0/index.js';
import { GetKHRInteractivityImportResult } from '@babylonjs/loaders/glTF/2.0/Extensions/KHR_interactivity.js';

/** What the loader does not have, or this adapter cannot ask for. */
export class Unsupported extends Error {}

const GRAPHS = 'KHR_interactivity';
/** Nothing is picked here, and no physics engine is there. */
const ELSEWHERE = new Set(['KHR_node_selectability', 'KHR_node_hoverability', 'KHR_physics_rigid_bodies']);

// Time passes by steps, and not while a file is read.
let now = 0;
Date.now = () => now;
performance.now = () => now;

export async function simulate(path, options) {
  // The loader gets the text: written anew it would lose the sign of −0.
  const text = readFileSync(path, 'utf8');
  const json = JSON.parse(text);
  refuse(json, options);
  const [above, below] = String(options.get('step') ?? '1/60').split('/').map(Number);
  const dt = below ? above / below : above;
  const engine = new NullEngine();
  engine.getDeltaTime = () => 1000 * dt;
  const scene = new Scene(engine);
  // The axes of glTF: otherwise the loader mirrors everything.
  scene.useRightHandedSystem = true;
  new FreeCamera('camera', Vector3.Zero(), scene);
  try {
    const container = await LoadAssetContainerAsync(`data:${text}`, scene, {
      pluginExtension: '.gltf',
      // The strict reader drops the flow behind `variable/set`, which the text has.
      pluginOptions: { gltf: { extensionOptions: { [GRAPHS]: { strictValidation: false } } } },
    }).catch((error) => {
      // The outer message repeats the whole file.
      throw new Error(`the file does not load: ${error.innerError?.message ?? error.message}`);
    });
    container.addAllToScene();
    const graph = GetKHRInteractivityImportResult(scene)?.graphs[json.extensions[GRAPHS].graph ?? 0];
    if (!graph?.flowGraph) throw new Error(`no graph runs: ${JSON.stringify(graph?.diagnostics)?.slice(0, 200)}`);
    await scene.whenReadyAsync();
    const steps = Math.round(Number(options.get('seconds') ?? 5) / dt);
    for (let step = 0; step < steps; step += 1) {
      now += 1000 * dt;
      scene.render();
    }
    return { nodes: nodesOf(scene, json), events: [], graphs: [{ variables: variablesOf(graph.flowGraph, json) }] };
  } finally {
    scene.dispose();
    engine.dispose();
  }
}

function refuse(json, options) {
  for (const refused of ['clip', 'animation', 'input', 'omi-stiffness', 'loop']) {
    if (options.has(refused)) throw new Unsupported(`the adapter has no ${refused}`);
  }
  const extension = json.extensions?.[GRAPHS];
  if (!extension) throw new Unsupported('the adapter is about behaviour graphs alone');
  const graph = extension.graphs[extension.graph ?? 0];
  for (const { op, extension: other } of graph.declarations ?? []) {
    if (ELSEWHERE.has(other)) throw new Unsupported(`the adapter has no ${op}`);
  }
}

/** The variables in the order of the file. The loader numbers them. */
function variablesOf(flowGraph, json) {
  const extension = json.extensions[GRAPHS];
  const graph = extension.graphs[extension.graph ?? 0];
  const { userVariables } = flowGraph._executionContexts[0];
  return (graph.variables ?? []).map(({ name, type }, at) => {
    const { signature } = graph.types[type];
    return { name, type: signature, value: printed(userVariables[`staticVariable_${at}`], signature) };
  });
}

/** A value as the suite has it: numbers, booleans and lists of numbers, with words for what JSON lacks. */
function printed(value, signature) {
  if (Object.is(value, -0)) return '-0.0';
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'boolean' || value === null || value === undefined) return value ?? null;
  if (signature === 'int') return printed(value.value ?? value, 'float');
  const numbers = value.asArray?.() ?? value.m ?? value;
  return Array.from(numbers, (number) => printed(number, 'float'));
}

/** Every node of the file. The loader says in its own metadata which one it is. */
function nodesOf(scene, json) {
  const found = new Map();
  for (const node of [...scene.transformNodes, ...scene.meshes]) {
    for (const pointer of node._internalMetadata?.gltf?.pointers ?? []) {
      const index = /^\/nodes\/(\d+)$/.exec(pointer)?.[1];
      if (index !== undefined) found.set(Number(index), node);
    }
  }
  return (json.nodes ?? []).map(({ name }, index) => {
    const node = found.get(index);
    if (!node) throw new Unsupported(`the loader has no node ${index}`);
    const rotation = node.rotationQuaternion?.asArray() ?? [0, 0, 0, 1];
    const local = { translation: node.position.asArray(), rotation, scale: node.scaling.asArray() };
    return { index, name, local, model: { matrix: Array.from(node.computeWorldMatrix(true).m) } };
  });
}
