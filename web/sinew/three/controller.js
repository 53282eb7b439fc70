/** The number of floats per node in {@link Pose.locals}. */
const STRIDE = 10;

/**
 * A running file: the value of `gltf.userData.sinew`.
 *
 * It writes only the nodes that Sinew moves; mixers, spring bones and the application keep the others.
 */
export class SinewController {
  /** Whether the scene gets the interpolated pose (true), or that of the last step (false). */
  interpolate = true;

  #written;
  #weights;
  #driven = new Map();
  #beforeStep = new Set();
  #afterStep = new Set();
  #listeners = new Set();

  constructor({ model, world, instance, root, objects, ownsWorld, ownsModel }) {
    Object.assign(this, { model, world, instance, root, objects });
    this.ownsWorld = ownsWorld;
    this.ownsModel = ownsModel;
    this.#written = instance.pose.locals.slice();
    this.#weights = instance.pose.weights.slice();
    const { translation, rotation } = instance.place;
    if (translation.some(Boolean) || rotation[3] !== 1) {
      root.position.fromArray(translation);
      root.quaternion.fromArray(rotation);
    }
  }

  /** Advances time and updates the scene. A shared world is advanced by its creator. */
  update(delta) {
    if (this.ownsWorld) {
      this.advance(delta);
    }
    this.sync();
  }

  /** Runs the whole steps of the elapsed time, at most 8. Returns their number. */
  advance(seconds) {
    const { world } = this;
    const dt = world.dt;
    let left = Math.min(Math.max(seconds, 0) || 0, 8 * dt);
    let steps = 0;
    this.#readDriven();
    // In slices of at most one step, so that callbacks run between steps.
    while (left > 0) {
      const slice = Math.min(left, dt);
      left -= slice;
      // By the world's clock, which tolerates rounding.
      if ((world.remainder + slice) / dt + 1e-9 >= 1) {
        this.#call(this.#beforeStep);
      }
      const ran = world.advance(slice).steps;
      if (ran > 0) {
        steps += ran;
        this.#stepped();
      }
    }
    return steps;
  }

  /** Runs one step, independent of the clock. */
  step() {
    this.#readDriven();
    this.#call(this.#beforeStep);
    this.world.step();
    this.#stepped();
  }

  /** Writes the pose to the scene. */
  sync() {
    const pose = this.interpolate ? this.instance.interpolated : this.instance.pose;
    const { locals, weights } = pose;
    const written = this.#written;
    for (let node = 0, at = 0; node < this.objects.length; node += 1, at += STRIDE) {
      const object = this.objects[node];
      if (object !== null && !same(locals, written, at, STRIDE) && !this.#driven.has(node)) {
        object.position.fromArray(locals, at);
        object.quaternion.fromArray(locals, at + 3);
        object.scale.fromArray(locals, at + 7);
        if (!object.matrixAutoUpdate) {
          object.updateMatrix();
        }
      }
    }
    written.set(locals);
    this.#syncWeights(weights);
  }

  /**
   * Makes a node follow its object instead of the reverse: changes of the object by a mixer or the application move the node
   * in Sinew's world. `false` releases it.
   */
  drive(object, on = true) {
    const node = typeof object === 'number' ? object : this.objects.indexOf(object);
    const found = this.objects[node];
    if (!found) {
      throw new RangeError('sinew: the object is no node of this file');
    }
    if (on) {
      this.#driven.set(node, found);
    } else if (this.#driven.delete(node)) {
      this.instance.setOverride(node, null);
    }
  }

  /** Plays a {@link Clip} on the avatar of the file. */
  playClip(clip, options) {
    this.instance.playClip(clip, { repeat: 'loop', ...options });
  }

  stopClip() {
    return this.instance.stopClip();
  }

  /** Calls a function before each step, with the controller. Returns a function that unsubscribes. */
  onBeforeStep(listener) {
    return subscribe(this.#beforeStep, listener);
  }

  /** Calls a function after each step, with the controller. */
  onAfterStep(listener) {
    return subscribe(this.#afterStep, listener);
  }

  /** Calls a function with each contact and trigger event. */
  onEvent(listener) {
    return subscribe(this.#listeners, listener);
  }

  /** The node of an object or of its nearest ancestor with one; `null` without one. */
  nodeOf(object) {
    for (let at = object; at; at = at.parent) {
      const node = this.objects.indexOf(at);
      if (node >= 0) {
        return node;
      }
    }
    return null;
  }

  /** Removes the file from the world, and disposes of the world unless it is shared. */
  dispose() {
    this.instance.despawn();
    if (this.ownsWorld) {
      this.world.dispose();
    }
    if (this.ownsModel) {
      this.model.dispose();
    }
    [this.#beforeStep, this.#afterStep, this.#listeners].forEach((listeners) => listeners.clear());
  }

  #readDriven() {
    for (const [node, { position, quaternion, scale }] of this.#driven) {
      this.instance.setOverride(node, {
        translation: position.toArray(),
        rotation: quaternion.toArray(),
        scale: scale.toArray(),
      });
    }
  }

  #stepped() {
    this.#call(this.#afterStep);
    if (this.#listeners.size > 0) {
      this.world.events.forEach((event) => this.#listeners.forEach((listener) => listener(event)));
    }
  }

  #call(listeners) {
    listeners.forEach((listener) => listener(this));
  }

  #syncWeights(weights) {
    for (const { node, first, count } of weights.length ? this.model.info.morphTargets : []) {
      const object = this.objects[node];
      if (object === null || same(weights, this.#weights, first, count)) {
        continue;
      }
      // A mesh of several primitives is a group of meshes.
      for (const mesh of object.morphTargetInfluences ? [object] : object.children) {
        for (let at = 0; at < Math.min(count, mesh.morphTargetInfluences?.length ?? 0); at += 1) {
          mesh.morphTargetInfluences[at] = weights[first + at];
        }
      }
    }
    this.#weights.set(weights);
  }
}

function same(a, b, first, count) {
  for (let at = first; at < first + count; at += 1) {
    if (a[at] !== b[at]) {
      return false;
    }
  }
  return true;
}

function subscribe(listeners, listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
