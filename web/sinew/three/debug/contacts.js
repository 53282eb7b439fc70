import { Vector3 } from 'three';

import { Lines } from './batch.js';
import { palette } from './palette.js';

/** Contact points with their normals, scaled by the impulse. */
export class ContactLayer {
  #lines = new Lines({ width: 2.5 });
  #controller;
  #size;

  constructor(controller, size) {
    this.#controller = controller;
    this.#size = size;
    this.object = this.#lines.object;
  }

  update({ modelFromWorld }) {
    const contacts = this.#controller.world.contacts;
    const hardest = contacts.reduce((most, { impulse }) => Math.max(most, impulse), 1e-6);
    this.#lines.begin();
    for (const { point, normal, impulse } of contacts) {
      const at = new Vector3().fromArray(point).applyMatrix4(modelFromWorld);
      const out = new Vector3().fromArray(normal).transformDirection(modelFromWorld);
      const length = this.#size * (0.25 + 0.9 * Math.sqrt(impulse / hardest));
      this.#lines.add(at, at.clone().addScaledVector(out, length), palette.contact);
      const size = this.#size * 0.12;
      for (let axis = 0; axis < 3; axis += 1) {
        const offset = new Vector3().setComponent(axis, size);
        this.#lines.add(at.clone().add(offset), at.clone().sub(offset), palette.contact);
      }
    }
    this.#lines.end();
  }

  dispose() {
    this.#lines.dispose();
  }
}
