// `evaluate`: one frame of a file with its animation, a pose and the node constraints of three-vrm.
import { readFile } from 'node:fs/promises';
import { AnimationMixer, LoopOnce } from 'three';
import { VRMNodeConstraintLoaderPlugin } from '@pixiv/three-vrm-node-constraint';

import { load, told } from './load.mjs';

export async function evaluate([path], options) {
  const loaded = await load(path, [(parser) => new VRMNodeConstraintLoaderPlugin(parser)]);
  const { json, gltf, nodes } = loaded;
  const constraints = gltf.userData.vrmNodeConstraintManager;
  gltf.scene.updateMatrixWorld(true);
  constraints?.setInitState();
  if (options.has('animation')) play(loaded, options.get('animation'), Number(options.get('time') ?? 0));
  if (options.has('pose')) await pose(json, nodes, options.get('pose'));
  gltf.scene.updateMatrixWorld(true);
  constraints?.update();
  return { nodes: told(loaded, gltf.scene) };
}

function play({ gltf, json }, wanted, time) {
  const named = (json.animations ?? []).findIndex((animation) => animation.name === wanted);
  const clip = gltf.animations[named >= 0 ? named : Number(wanted)];
  if (!clip) throw new Error(`no animation ${wanted}`);
  const mixer = new AnimationMixer(gltf.scene);
  const action = mixer.clipAction(clip).setLoop(LoopOnce, 1);
  action.clampWhenFinished = true;
  action.play();
  mixer.setTime(time);
}

async function pose(json, nodes, path) {
  const { nodes: changes } = JSON.parse(await readFile(path, 'utf8'));
  for (const [name, change] of Object.entries(changes)) {
    const node = nodes[json.nodes.findIndex((one) => one.name === name)];
    if (change.translation) node.position.fromArray(change.translation);
    if (change.rotation) node.quaternion.fromArray(change.rotation).normalize();
    if (change.scale) node.scale.fromArray(change.scale);
  }
}
