// Ticks of a behaviour graph (KHR_interactivity) in Babylon.js: its loader's flow graph, without drawing.

import { readFileSync } from 'node:fs';

import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/loaders/glTF/2.0/index.js';
import { GetKHRInteractivityImportResult } from '@babylonjs/loaders/glTF/2.0/Extensions/KHR_interactivity.js';

import { timed, versionOf } from '../stopwatch.js';

export async function start(file, steps) {
  const engine = new NullEngine();
  // Nothing is drawn, and so no time passes; the steps of the others are as long.
  engine.getDeltaTime = () => 1000 / 60;
  const scene = new Scene(engine);
  new FreeCamera('camera', Vector3.Zero(), scene);
  const bytes = readFileSync(file);
  const container = await LoadAssetContainerAsync(new Uint8Array(bytes), scene, {
    pluginExtension: '.glb',
    // The strict reader drops the flow behind `variable/set`, which the text has.
    pluginOptions: { gltf: { extensionOptions: { KHR_interactivity: { strictValidation: false } } } },
  });
  container.addAllToScene();
  const graph = GetKHRInteractivityImportResult(scene)?.graphs[0];
  if (!graph?.flowGraph) throw new Error(`no graph runs: ${JSON.stringify(graph?.diagnostics).slice(0, 300)}`);
  await scene.whenReadyAsync();
  const places = () => scene.transformNodes.concat(scene.meshes).map(({ position }) => position.asArray());
  const before = places();
  // What a frame does of the graph: its tick waits there.
  const frame = () => scene.onBeforeRenderObservable.notifyObservers(scene);
  // A tenth of the steps: each takes some hundred times as long as those of the others.
  const frames = Math.max(1, Math.round(steps / 10));
  for (let step = 0; step < 2 * frames; step++) frame();
  const after = places();
  const moved = before.filter((place, at) => place.some((number, axis) => number !== after[at][axis])).length;
  if (moved < 25) throw new Error(`only ${moved} nodes move`);
  return {
    name: 'Babylon.js',
    version: await versionOf('@babylonjs/core'),
    round: () => (timed(() => { for (let step = 0; step < frames; step++) frame(); }) * steps) / frames,
  };
}
