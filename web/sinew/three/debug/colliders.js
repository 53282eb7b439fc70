import { Lines } from './batch.js';
import { outline } from './outline.js';
import { palette } from './palette.js';

/** Colliders and triggers as lines, coloured by the kind of body. */
export class ColliderLayer {
  #lines = new Lines({ width: 1.5, over: false });
  #controller;
  #instances;

  constructor(controller) {
    this.#controller = controller;
    this.object = this.#lines.object;
    const { model } = controller;
    const physics = model.info.physics;
    const outlines = new Map();
    const of = (shape) => {
      if (!outlines.has(shape)) {
        const lines = outline(physics.shapes[shape], () => model.shapeGeometry(shape));
        outlines.set(shape, Float32Array.from(lines));
      }
      return outlines.get(shape);
    };
    const bodies = new Map((physics?.bodies ?? []).map((body, at) => [body.node, { at, kind: body.kind }]));
    const colliders = (physics?.colliders ?? []).map(({ node, shape, body }) => {
      return { node, lines: of(shape), body: bodies.get(body) };
    });
    const triggers = (physics?.triggers ?? []).flatMap(({ parts }) => parts);
    this.#instances = [...colliders, ...triggers.map(({ node, shape }) => ({ node, lines: of(shape), isTrigger: true }))];
  }

  update({ matrices }) {
    const values = this.#controller.instance.bodyValues.slice();
    const { width = 0, fields } = this.#controller.world.layout.bodyValues ?? {};
    this.#lines.begin();
    for (const { node, lines, body, isTrigger } of this.#instances) {
      const isSleeping = body && values[body.at * width + fields.isSleeping.first] > 0 && body.kind === 'dynamic';
      const kind = isTrigger ? 'trigger' : isSleeping ? 'sleeping' : (body?.kind ?? 'static');
      this.#lines.addAll(lines, matrices, node * 16, palette[kind]);
    }
    this.#lines.end();
  }

  dispose() {
    this.#lines.dispose();
  }
}
