/** What the camera looks at: the drawn things that move, and what stands beside them, but no floors. */
import { Box3, Vector3 } from 'three';

/** A static thing this many times wider than what moves is surroundings. */
const MUCH_LARGER = 2.5;
/** A thing this many times farther away than usual has gone astray. */
const ASTRAY = 12;

/** The nodes that anything moves. */
export function movingNodes({ model, instance }) {
  const { physics, constraints, springs = [], humanoid, animations } = model.info;
  const playing = new Set(instance.playing.map(({ animation }) => animation));
  return new Set([
    ...(physics?.bodies ?? []).filter(({ kind }) => kind !== 'static').flatMap(({ node, colliders }) => [node, ...colliders]),
    ...constraints.map(({ node }) => node),
    ...springs.flatMap(({ joints }) => joints.map(({ node }) => node)),
    ...(humanoid?.bones ?? []).map(({ node }) => node),
    ...animations.filter(({ index }) => playing.has(index)).flatMap(({ channels }) => channels.map(({ node }) => node)),
  ]);
}

/** The drawn meshes of a scene with their boxes, and whether each moves. */
export function drawnMeshes(scene, moving = new Set()) {
  const found = [];
  scene.updateWorldMatrix(true, true);
  const visit = (object, isMoving) => {
    if (!object.visible) {
      return;
    }
    const moves = isMoving || moving.has(object);
    const box = object.isMesh && boxOf(object);
    if (box) {
      const isCarried = object.isSkinnedMesh && object.skeleton.bones.some((bone) => moving.has(bone));
      found.push({ mesh: object, box, moves: moves || isCarried });
    }
    object.children.forEach((child) => visit(child, moves));
  };
  visit(scene, false);
  return found;
}

/** The box of one object without its children; `null` if it has no size. */
function boxOf(object) {
  const { geometry } = object;
  if (!geometry?.attributes?.position?.count || (object.isSkinnedMesh && !object.skeleton)) {
    return null;
  }
  const box = new Box3();
  if (object.isSkinnedMesh || object.isInstancedMesh) {
    object.computeBoundingBox();
    box.copy(object.boundingBox);
  } else {
    geometry.boundingBox ?? geometry.computeBoundingBox();
    box.copy(geometry.boundingBox);
  }
  box.applyMatrix4(object.matrixWorld);
  const isFinite = [...box.min, ...box.max].every(Number.isFinite);
  return isFinite && !box.isEmpty() ? box : null;
}

/** Everything that is drawn, and the part of it to look at. */
export function bounds(scene, moving) {
  const meshes = drawnMeshes(scene, moving);
  const all = union(meshes.map(({ box }) => box));
  const movers = withoutStrays(meshes.filter(({ moves }) => moves).map(({ box }) => box));
  const others = meshes.filter(({ moves }) => !moves).map(({ box }) => box);
  const subject = movers.length ? union(movers) : union(withoutFloors(withoutStrays(others)));
  if (movers.length) {
    beside(subject, others).forEach((box) => subject.union(box));
    standOn(subject, others);
  }
  return { all, subject, count: meshes.length };
}

/** The most vertices whose places are computed at several times. */
const MOST_VERTICES = 300_000;

/** The steps for which a behaviour graph is watched. */
const GRAPH_STEPS = 20;

/**
 * The box that a file fills while its animation plays once, or while its behaviour graph begins; `null` if it has neither. The
 * world is as before afterwards.
 */
export function animatedReach(controller, moving, hasGraph) {
  const { instance, world, root, model } = controller;
  const [playing] = instance.playing;
  const vertices = drawnMeshes(root).reduce((sum, { mesh }) => sum + mesh.geometry.attributes.position.count, 0);
  if ((!playing && !hasGraph) || vertices > MOST_VERTICES) {
    return null;
  }
  const before = world.snapshot();
  const now = bounds(root, moving).subject;
  const reach = now.clone();
  const look = () => {
    controller.sync();
    reach.union(bounds(root, moving).subject);
  };
  if (playing) {
    const { duration } = model.info.animations[playing.animation];
    for (let part = 1; part <= 6; part += 1) {
      instance.play({ animation: playing.animation, time: (duration * part) / 6.5 });
      world.step();
      look();
    }
  } else {
    for (let step = 0; step < GRAPH_STEPS; step += 1) {
      world.step();
    }
    look();
  }
  world.restore(before);
  controller.sync();
  // An animation that carries something away is not seen whole.
  return hasGraph || widest(reach) < 6 * widest(now) ? reach : null;
}

/** Static things near what moves that are not much larger than it. */
function beside(subject, others) {
  const wide = widest(subject) * MUCH_LARGER;
  const near = subject.clone().expandByScalar(widest(subject));
  return others.filter((box) => widest(box) <= wide && near.intersectsBox(box));
}

/** What is in the air will fall on the floor below it. */
function standOn(subject, others) {
  const reach = widest(subject) * MUCH_LARGER;
  const isBelow = ({ min, max }) =>
    max.y <= subject.min.y && min.x < subject.max.x && max.x > subject.min.x && min.z < subject.max.z && max.z > subject.min.z;
  const floor = Math.max(...others.filter(isBelow).map(({ max }) => max.y), -Infinity);
  if (subject.min.y - floor < reach) {
    subject.min.y = floor;
  }
}

/** Flat and far wider than everything else together. */
function withoutFloors(boxes) {
  const kept = boxes.filter((box) => {
    const rest = union(boxes.filter((other) => other !== box));
    const size = box.getSize(new Vector3());
    const isFlat = size.y < 0.1 * Math.min(size.x, size.z);
    return rest.isEmpty() || !isFlat || widest(box) < MUCH_LARGER * widest(rest);
  });
  return kept.length ? kept : boxes;
}

function withoutStrays(boxes) {
  if (boxes.length < 4) {
    return boxes;
  }
  const centres = boxes.map((box) => box.getCenter(new Vector3()));
  const middle = new Vector3(...['x', 'y', 'z'].map((axis) => median(centres.map((centre) => centre[axis]))));
  const far = centres.map((centre) => centre.distanceTo(middle));
  const usual = median(far) + median(boxes.map(widest));
  return boxes.filter((_, at) => far[at] <= ASTRAY * usual);
}

function union(boxes) {
  return boxes.reduce((whole, box) => whole.union(box), new Box3());
}

function widest(box) {
  return box.isEmpty() ? 0 : Math.max(...box.getSize(new Vector3()));
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
