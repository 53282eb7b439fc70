/** The state of an instance for the panels: read when it is asked for, and no more of it than that. */
import { layout } from 'sinew-gltf';

export class Reading {
  #instance;
  #pose;
  #joints = null;

  /** Of the pose that the scene shows: it has been computed for that already. */
  constructor({ instance, interpolate }) {
    this.#instance = instance;
    this.#pose = interpolate ? instance.interpolated : instance.pose;
  }

  // Views of the module's memory: they are read anew, as the memory may have grown since.
  get locals() {
    return this.#pose.locals;
  }

  get matrices() {
    return this.#pose.matrices;
  }

  get virtual() {
    return this.#pose.virtualMatrices;
  }

  get joints() {
    this.#joints ??= this.#instance.joints;
    return this.#joints;
  }

  /** The state of a body by its index among the bodies. */
  body(at) {
    const values = this.#instance.bodyValues;
    const { width, fields } = layout().bodyValues;
    const field = ({ first, count }) => values.subarray(at * width + first, at * width + first + count);
    return {
      isAnimated: field(fields.isAnimated)[0] !== 0,
      isSleeping: field(fields.isSleeping)[0] !== 0,
      linearVelocity: field(fields.linearVelocity),
      angularVelocity: field(fields.angularVelocity),
    };
  }
}
