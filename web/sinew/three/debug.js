import { Box3, Group, Matrix4, Quaternion, Vector3 } from 'three';

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
 * A debug object for the three.js scene (not below the file's own scene): colliders,
 * joint frames, limits as arcs and cones, contact points, constraints as arrows, virtual transforms with their tags, bones.
 */
export class SinewDebug extends Group {
  /** The names of the layers. */
  static layers = Object.keys(LAYERS);

  #controller;
  #layers = new Map();
  #matrices;

  /** `show`: the names of the layers to begin with. `size`: metres of a joint's axes; derived from the file if not given. */
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

  /** Draws the current state. Call it after the controller's `update`. */
  update() {
    if (this.#layers.size === 0) {
      return;
    }
    const { instance, root, interpolate } = this.#controller;
    this.#matrices.set((interpolate ? instance.interpolated : instance.pose).matrices);
    const { translation, rotation } = instance.transform;
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

/**
 * From the distances between joints, or else from the extent of moving nodes, so that a watch and a crane are both legible.
 */
function usualSize({ model, instance }) {
  const { info } = model;
  const { matrices } = instance.pose;
  const places = (nodes) => nodes.map((node) => new Vector3().fromArray(matrices, node * 16 + 12));
  const joints = places((info.physics?.joints ?? []).map(({ frameA }) => frameA)).slice(0, 200);
  const moving = places([
    ...(info.physics?.bodies ?? []).filter(({ kind }) => kind !== 'static').map(({ node }) => node),
    ...(info.humanoid?.bones ?? []).map(({ node }) => node),
    ...info.constraints.flatMap(({ node, source }) => [node, source]),
  ]);
  const extent = new Box3()
    .setFromPoints([...joints, ...moving])
    .getSize(new Vector3())
    .length();
  const nearest = joints.map((joint) => {
    return joints.reduce(
      (least, other) => (other === joint ? least : Math.min(least, joint.distanceTo(other))),
      Infinity,
    );
  });
  const usual = nearest.sort((a, b) => a - b)[nearest.length >> 1] ?? Infinity;
  const size = Math.min(usual * 0.35, extent * 0.06);
  return Number.isFinite(size) && size > 0 ? Math.min(Math.max(size, 0.01), 0.5) : 0.2;
}
