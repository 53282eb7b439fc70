import { Group, Vector3 } from 'three';

import { Lines } from './batch.js';
import { Label } from './label.js';
import { palette } from './palette.js';

/** Virtual transforms as axes, with their names and tags. */
export class VirtualTransformLayer {
  #lines = new Lines({ width: 2.5 });
  #controller;
  #labels;
  #size;

  constructor(controller, size) {
    this.#controller = controller;
    this.#size = size;
    this.#labels = controller.model.info.virtualTransforms.map(({ name, tags }) => new Label(name, tags));
    this.object = new Group();
    this.object.add(this.#lines.object, ...this.#labels.map(({ object }) => object));
  }

  update() {
    const { instance, interpolate } = this.#controller;
    const matrices = (interpolate ? instance.interpolated : instance.pose).virtualMatrices;
    this.#lines.begin();
    this.#labels.forEach((label, which) => {
      const at = which * 16;
      const origin = new Vector3().fromArray(matrices, at + 12);
      [palette.x, palette.y, palette.z].forEach((hex, axis) => {
        const along = new Vector3().fromArray(matrices, at + axis * 4).setLength(this.#size);
        this.#lines.add(origin, along.add(origin), hex);
      });
      label.object.position.copy(origin);
    });
    this.#lines.end();
  }

  dispose() {
    this.#lines.dispose();
    this.#labels.forEach((label) => label.dispose());
  }
}
