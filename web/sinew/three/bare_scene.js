import { Group, Object3D } from 'three';

import { SinewController } from './controller.js';

/**
 * A model as empty objects, for files whose meshes three cannot read and for generated models. The result has the `scene`,
 * and a controller in `userData.sinew`, like a loaded file.
 */
export function bareScene(model, world, spawn) {
  const instance = world.spawn(model, spawn);
  const locals = instance.pose.locals.slice();
  const scene = new Group();
  const { nodes } = model.info;
  const objects = nodes.map(({ inScene, name, index }) => {
    if (!inScene) {
      return null;
    }
    const object = new Object3D();
    object.name = name ?? '';
    object.position.fromArray(locals, index * 10);
    object.quaternion.fromArray(locals, index * 10 + 3);
    object.scale.fromArray(locals, index * 10 + 7);
    return object;
  });
  nodes.forEach(({ index, parent }) => {
    if (objects[index]) {
      (objects[parent] ?? scene).add(objects[index]);
    }
  });
  const sinew = new SinewController({
    model,
    world,
    instance,
    root: scene,
    objects,
    ownsWorld: true,
    ownsModel: false,
  });
  return { scene, userData: { sinew } };
}
