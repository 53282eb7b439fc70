// The world matrices of all nodes, as three.js computes them before it draws.

import { Quaternion, REVISION, Vector3 } from 'three';

import { load, objectsByNode } from '../loaded.js';
import { timed } from '../stopwatch.js';

export async function start(file, frames, moving) {
  const gltf = await load(file);
  const objects = objectsByNode(gltf);
  const moved = moving === 'all' ? objects : objects.filter((_, node) => node % 1000 === 500);
  let frame = 0;
  const rotation = new Quaternion();
  const axis = new Vector3(0, 1, 0);
  const round = () => {
    let seconds = 0;
    for (let count = 0; count < Number(frames); count += 1) {
      frame += 1;
      moved.forEach((object, place) => object.quaternion.copy(rotation.setFromAxisAngle(axis, frame * 0.01 + place * 0.37)));
      seconds += timed(() => gltf.scene.updateMatrixWorld());
    }
    return seconds;
  };
  round();
  return { name: 'three.js', version: `0.${REVISION}`, round };
}
