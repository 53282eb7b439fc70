/** A ground for files that have none: another file in the same world. */
import { Model } from 'sinew-gltf';

const FILE = JSON.stringify({
  asset: { version: '2.0' },
  extensionsUsed: ['KHR_implicit_shapes', 'KHR_physics_rigid_bodies'],
  nodes: [{ name: 'ground', extensions: { KHR_physics_rigid_bodies: { collider: { geometry: { shape: 0 } } } } }],
  extensions: { KHR_implicit_shapes: { shapes: [{ type: 'plane', plane: {} }] }, KHR_physics_rigid_bodies: {} },
});

/** Adds or removes the ground. The simulation starts again from its first step. */
export async function setGround(session, isOn) {
  if (isOn === Boolean(session.ground)) {
    return;
  }
  const { timeline, controller } = session;
  const model = isOn ? await Model.load(FILE) : null;
  timeline.seek(timeline.first);
  if (model) {
    session.ground = controller.world.spawn(model);
    model.dispose();
  } else {
    session.ground.despawn();
    session.ground = null;
  }
  timeline.restart();
}
