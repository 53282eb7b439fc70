// Writes poses to the objects of an engine: ten numbers a node, and only for nodes that Sinew has moved since.

/**
 * Follows an instance. `transform(node, locals, at)` gets ten numbers from `at` on: translation, rotation, scale.
 * `weights(node, weights, first, count)` gets those of morph targets.
 */
export class NodeWriter {
  #instance;
  #transform;
  #weights;
  #written;
  #writtenWeights;
  #morphTargets;

  constructor(instance, { transform, weights }) {
    this.#instance = instance;
    this.#transform = transform;
    this.#weights = weights;
    // Before views of the module's memory are taken: it may grow when this is first computed.
    this.#morphTargets = instance.model.info.morphTargets;
    this.#written = instance.pose.locals.slice();
    this.#writtenWeights = instance.pose.weights.slice();
  }

  /** Writes what has changed: between the last two steps, or as of the last step. */
  sync(interpolate = true) {
    const { locals, weights } = interpolate ? this.#instance.interpolated : this.#instance.pose;
    const { width } = this.#instance.world.layout.locals;
    for (let at = 0, node = 0; at < locals.length; at += width, node += 1) {
      if (differs(locals, this.#written, at, width)) {
        this.#transform(node, locals, at);
      }
    }
    this.#written.set(locals);
    if (weights.length > 0) {
      for (const { node, first, count } of this.#morphTargets) {
        if (differs(weights, this.#writtenWeights, first, count)) {
          this.#weights(node, weights, first, count);
        }
      }
      this.#writtenWeights.set(weights);
    }
  }
}

function differs(a, b, first, count) {
  for (let at = first; at < first + count; at += 1) {
    if (a[at] !== b[at]) {
      return true;
    }
  }
  return false;
}
