import { Vector3 } from 'three';

import { Lines } from './batch.js';
import { palette } from './palette.js';

/** Node constraints as arrows from source to destination. */
export class ConstraintLayer {
  #lines = new Lines({ width: 2 });
  #constraints;
  #size;

  constructor({ model }, size) {
    this.#constraints = model.info.constraints;
    this.#size = size;
    this.object = this.#lines.object;
  }

  update({ matrices }) {
    this.#lines.begin();
    for (const { node, source, kind } of this.#constraints) {
      const from = new Vector3().fromArray(matrices, source * 16 + 12);
      const to = new Vector3().fromArray(matrices, node * 16 + 12);
      this.#arrow(from, to, palette[kind]);
    }
    this.#lines.end();
  }

  dispose() {
    this.#lines.dispose();
  }

  #arrow(from, to, hex) {
    this.#lines.add(from, to, hex);
    const along = to.clone().sub(from);
    const length = along.length();
    if (length === 0) {
      return;
    }
    along.divideScalar(length);
    const head = Math.min(this.#size * 0.6, length * 0.3);
    // Any direction that is not along the arrow.
    const other = Math.abs(along.y) < 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
    const side = along.clone().cross(other).normalize();
    const up = side.clone().cross(along);
    const neck = to.clone().addScaledVector(along, -head);
    for (const spread of [side, up, side.clone().negate(), up.clone().negate()]) {
      this.#lines.add(to, neck.clone().addScaledVector(spread, head * 0.4), hex);
    }
  }
}
