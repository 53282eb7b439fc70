import { Group, Matrix4, Quaternion, Vector3 } from 'three';

import { BoneLayer } from './debug/bones.js';
import { ColliderLayer } from './debug/colliders.js';
import { ConstraintLayer } from './debug/constraints.js';
import { ContactLayer } from './debug/contacts.js';
import { JointLayer } from './debug/joints.js';
import { LimitLayer } from './debug/limits.js';
import { VirtualTransformLayer } from './debug/virtual_transforms.js';

const LAYERS = {
  colliders: ColliderLayer,
  joints: JointLayer,
  limits: LimitLayer,
  contacts: ContactLayer,
  constraints: ConstraintLayer,
  virtualTransforms: VirtualTransformLayer,
  bones: BoneLayer,
};

/**
 * What is in a file and cannot be seen, as an object to put into the three.js scene (not below the file's own): colliders,
 * joint frames, limits as arcs and cones, contact points, constraints as arrows, virtual transforms with their tags, bones.
 */
export class SinewDebug extends Group {
  /** The names of the layers. */
  static layers = Object.keys(LAYERS);

  #controller;
  #layers = new Map();
  #matrices;

  /** `show`: the names of the layers to begin with. `size`: metres of a joint's axes; by the size of the file if not given. */
  constructor(controller, { show = [], size } = {}) {
    super();
    this.name = 'sinew debug';
    this.#controller = controller;
    this.#matrices = new Float32Array(controller.model.nodeCount * 16);
    this.matrixAutoUpdate = false;
    this.size = size ?? usualSize(controller);
    for (const name of show) {
      this.show(name);
    }
  }

  /** Whether a layer is shown. */
  isShown(name) {
    return this.#layers.has(name);
  }

  /** Shows or hides a layer. */
  show(name, on = true) {
    if (!LAYERS[name]) {
      throw new RangeError(`sinew: there is no layer "${name}"`);
    }
    if (on && !this.#layers.has(name)) {
      const layer = new LAYERS[name](this.#controller, this.size);
      this.#layers.set(name, layer);
      this.add(layer.object);
      this.update();
    } else if (!on && this.#layers.has(name)) {
      const layer = this.#layers.get(name);
      this.#layers.delete(name);
      this.remove(layer.object);
      layer.dispose();
    }
  }

  /** Draws what is now. Call it behind the controller's `update`. */
  update() {
    if (this.#layers.size === 0) {
      return;
    }
    const { instance, root, interpolate } = this.#controller;
    this.#matrices.set((interpolate ? instance.interpolated : instance.pose).matrices);
    const { translation, rotation } = instance.place;
    const worldFromModel = new Matrix4().compose(
      new Vector3().fromArray(translation),
      new Quaternion().fromArray(rotation),
      new Vector3(1, 1, 1),
    );
    root.updateWorldMatrix(true, false);
    this.matrix.copy(root.matrixWorld);
    this.matrixWorldNeedsUpdate = true;
    const frame = { matrices: this.#matrices, modelFromWorld: worldFromModel.invert() };
    this.#layers.forEach((layer) => layer.update(frame));
  }

  dispose() {
    [...this.#layers.keys()].forEach((name) => this.show(name, false));
  }
}

/** A tenth of the extent of what moves or is held, so that frames of a watch and of a crane can both be seen. */
function usualSize({ model, instance }) {
  const physics = model.info.physics;
  const nodes = [
    ...(physics?.joints ?? []).flatMap(({ frameA, frameB }) => [frameA, frameB]),
    ...(physics?.bodies ?? []).filter(({ kind }) => kind !== 'static').map(({ node }) => node),
    ...(model.info.humanoid?.bones ?? []).map(({ node }) => node),
  ];
  const { matrices } = instance.pose;
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = low.clone().negate();
  const point = new Vector3();
  for (const node of nodes) {
    point.fromArray(matrices, node * 16 + 12);
    low.min(point);
    high.max(point);
  }
  const extent = high.distanceTo(low);
  return Number.isFinite(extent) && extent > 0 ? Math.min(Math.max(extent * 0.06, 0.02), 0.6) : 0.2;
}
