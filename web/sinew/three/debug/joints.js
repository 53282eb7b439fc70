import { Matrix4, Quaternion, Vector3 } from 'three';

import { Lines } from './batch.js';
import { palette } from './palette.js';

const AXES = [
  [new Vector3(1, 0, 0), palette.x],
  [new Vector3(0, 1, 0), palette.y],
  [new Vector3(0, 0, 1), palette.z],
];

/** The two frames of each joint as axes, and a line between them if they are apart. */
export class JointLayer {
  #lines = new Lines({ width: 2 });
  #controller;
  #size;

  constructor(controller, size) {
    this.#controller = controller;
    this.#size = size;
    this.object = this.#lines.object;
  }

  update({ modelFromWorld }) {
    this.#lines.begin();
    for (const { isActive, frameA, frameB } of this.#controller.instance.joints) {
      const a = matrixOf(frameA, modelFromWorld);
      const b = matrixOf(frameB, modelFromWorld);
      this.#axes(a, this.#size, isActive);
      this.#axes(b, this.#size * 0.6, isActive);
      this.#lines.add(
        new Vector3().setFromMatrixPosition(a),
        new Vector3().setFromMatrixPosition(b),
        isActive ? palette.joint : palette.sleeping,
      );
    }
    this.#lines.end();
  }

  dispose() {
    this.#lines.dispose();
  }

  #axes(matrix, size, isActive) {
    const origin = new Vector3().setFromMatrixPosition(matrix);
    for (const [axis, hex] of AXES) {
      const end = axis.clone().multiplyScalar(size).applyMatrix4(matrix);
      this.#lines.add(origin, end, isActive ? hex : palette.sleeping);
    }
  }
}

/** A frame in the world as a matrix in the model. */
export function matrixOf({ translation, rotation }, modelFromWorld) {
  const matrix = new Matrix4().compose(
    new Vector3().fromArray(translation),
    new Quaternion().fromArray(rotation),
    new Vector3(1, 1, 1),
  );
  return matrix.premultiply(modelFromWorld);
}
