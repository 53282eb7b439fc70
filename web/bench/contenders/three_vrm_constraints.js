// The constraints of a file, loaded and updated as three-vrm does it.

import { VRMNodeConstraintLoaderPlugin } from '@pixiv/three-vrm';
import { Vector3 } from 'three';

import { load, objectsByNode } from '../loaded.js';
import { timed, versionOf } from '../stopwatch.js';

export async function start(file, frames, count) {
  const gltf = await load(file, (parser) => new VRMNodeConstraintLoaderPlugin(parser));
  const manager = gltf.userData.vrmNodeConstraintManager;
  if (manager.constraints.size !== Number(count)) throw new Error(`${manager.constraints.size} constraints were loaded`);
  gltf.scene.updateMatrixWorld(true);
  manager.setInitState();
  // Sources come first in the file.
  const sources = objectsByNode(gltf).slice(0, Number(count));
  let frame = 0;
  const axis = new Vector3();
  const round = () => {
    let seconds = 0;
    for (let step = 0; step < Number(frames); step += 1) {
      frame += 1;
      sources.forEach((source, place) => {
        const angle = ((place + frame * 31) % 997) * 0.37;
        source.quaternion.setFromAxisAngle(axis.set(Math.sin(angle), Math.cos(angle), 1).normalize(), angle % 3);
        source.position.z = 1 + source.quaternion.x;
        source.position.y += source.quaternion.y * 0.01;
      });
      seconds += timed(() => manager.update());
    }
    return seconds;
  };
  round();
  return { name: '@pixiv/three-vrm', version: await versionOf('@pixiv/three-vrm'), round };
}
