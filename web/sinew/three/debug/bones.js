import { Vector3 } from 'three';

import { Lines } from './batch.js';
import { palette } from './palette.js';

/** The bones of a humanoid: a slim double pyramid from each bone to the next. */
export class BoneLayer {
  #lines = new Lines({ width: 1.75 });
  #pairs;

  constructor({ model }) {
    const bones = model.info.humanoid?.bones ?? [];
    const nodes = new Map(bones.map(({ bone, node }) => [bone, node]));
    this.#pairs = bones.filter(({ parent }) => parent !== null).map(({ node, parent }) => [nodes.get(parent), node]);
    this.object = this.#lines.object;
  }

  update({ matrices }) {
    this.#lines.begin();
    for (const [parent, node] of this.#pairs) {
      const from = new Vector3().fromArray(matrices, parent * 16 + 12);
      const to = new Vector3().fromArray(matrices, node * 16 + 12);
      const along = to.clone().sub(from);
      const other = Math.abs(along.y) < 0.9 * along.length() ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
      const width = along.length() * 0.08;
      const side = along.clone().cross(other).setLength(width);
      const up = along.clone().cross(side).setLength(width);
      const waist = from.clone().addScaledVector(along, 0.18);
      const corners = [side, up, side.clone().negate(), up.clone().negate()].map((offset) => offset.add(waist));
      corners.forEach((corner, at) => {
        this.#lines.add(from, corner, palette.bone);
        this.#lines.add(corner, to, palette.bone);
        this.#lines.add(corner, corners[(at + 1) % 4], palette.bone);
      });
    }
    this.#lines.end();
  }

  dispose() {
    this.#lines.dispose();
  }
}
