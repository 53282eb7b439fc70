// The springs of a file, loaded and updated as three-vrm does it, on a head that moves.

import { VRMSpringBoneLoaderPlugin } from '@pixiv/three-vrm';
import { Euler } from 'three';

import { load } from '../loaded.js';
import { timed, versionOf } from '../stopwatch.js';

export async function start(file, frames) {
  const gltf = await load(file, (parser) => new VRMSpringBoneLoaderPlugin(parser));
  const manager = gltf.userData.vrmSpringBoneManager;
  gltf.scene.updateMatrixWorld(true);
  manager.setInitState();
  const head = gltf.scene.getObjectByName('Head');
  const euler = new Euler(0, 0, 0, 'YXZ');
  let frame = 0;
  const round = () => {
    let seconds = 0;
    for (let step = 0; step < Number(frames); step += 1) {
      frame += 1;
      const time = frame / 60;
      head.position.set(Math.sin(time * 2) * 0.2, 0.1, 0);
      head.quaternion.setFromEuler(euler.set(Math.sin(time * 1.7) * 0.4, Math.sin(time * 3) * 0.7, 0));
      gltf.scene.updateMatrixWorld();
      seconds += timed(() => manager.update(1 / 60));
    }
    return seconds;
  };
  round();
  return { name: '@pixiv/three-vrm', version: await versionOf('@pixiv/three-vrm'), round };
}
