import { Attachments } from './attachments.js';
import { instantiate } from './instantiate.js';

/**
 * A loaded file that runs: what `gltf.userData.sinew` is.
 *
 * Only nodes that Sinew moves are written to, so that mixers and the application have the others.
 */
export class SinewController {
  /** Written to the scene between the last two steps (true), or as of the last step (false). */
  interpolate = true;

  #written;
  #weights;
  #animated = new Map();
  #beforeStep = new Set();
  #afterStep = new Set();
  #listeners = new Set();
  #attachments;

  /** Runs a copy of a loaded file: its `root` is to be added to the scene. */
  static instantiate(gltf, options) {
    return instantiate(SinewController, gltf, options);
  }

  #properties;

  constructor({ model, world, instance, root, objects, ownsWorld, ownsModel, properties = null }) {
    this.#properties = properties;
    Object.assign(this, { model, world, instance, root, objects });
    this.ownsWorld = ownsWorld;
    this.ownsModel = ownsModel;
    this.#written = instance.pose.locals.slice();
    this.#weights = instance.pose.weights.slice();
    this.#attachments = new Attachments(model, root);
    const { translation, rotation } = instance.transform;
    if (translation.some(Boolean) || rotation[3] !== 1) {
      root.position.fromArray(translation);
      root.quaternion.fromArray(rotation);
    }
  }

  /** Advances the world, unless it is shared, and writes the scene. */
  update(delta) {
    if (this.ownsWorld) {
      this.advance(delta);
    }
    this.sync();
  }

  /** Runs the steps of the elapsed seconds, at most 8. Returns their count. */
  advance(seconds) {
    const { world } = this;
    const dt = world.dt;
    let left = Math.min(Math.max(seconds, 0) || 0, 8 * dt);
    let steps = 0;
    this.#readAnimated();
    // In slices of at most one step, so that listeners are called between steps.
    while (left > 0) {
      const slice = Math.min(left, dt);
      left -= slice;
      // With the tolerance of the world's clock.
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

  /** Runs one step, whatever the elapsed time. */
  step() {
    this.#readAnimated();
    this.#call(this.#beforeStep);
    this.world.step();
    this.#stepped();
  }

  /** Writes what Sinew changes to the scene: transforms of nodes, morph weights, materials, visibility. */
  sync() {
    const pose = this.interpolate ? this.instance.interpolated : this.instance.pose;
    const { locals, weights } = pose;
    const written = this.#written;
    const { width, fields } = this.world.layout.locals;
    for (let node = 0, at = 0; node < this.objects.length; node += 1, at += width) {
      const object = this.objects[node];
      if (object !== null && !same(locals, written, at, width) && !this.#animated.has(node)) {
        object.position.fromArray(locals, at + fields.translation.first);
        object.quaternion.fromArray(locals, at + fields.rotation.first);
        object.scale.fromArray(locals, at + fields.scale.first);
        if (!object.matrixAutoUpdate) {
          object.updateMatrix();
        }
      }
    }
    written.set(locals);
    this.#syncWeights(weights);
    this.#properties?.write(this.instance.changedProperties, this.#materialValues());
    if (!this.#attachments.isEmpty) {
      this.#attachments.sync(pose);
    }
  }

  /**
   * Has the next `sync` write nodes, and all morph weights, although they have not changed: something else has written to their
   * objects.
   */
  rewrite(nodes) {
    const { width } = this.world.layout.locals;
    nodes.forEach((node) => this.#written.fill(NaN, node * width, (node + 1) * width));
    this.#weights.fill(NaN);
  }

  /** Has an object follow a virtual transform. Returns a function that detaches it. */
  attach(object, virtualTransform) {
    const detach = this.#attachments.add(object, virtualTransform);
    this.#attachments.sync(this.interpolate ? this.instance.interpolated : this.instance.pose);
    return detach;
  }

  /**
   * Animates a node by its object: what a mixer or the application does to the object moves the node in Sinew's world too.
   * `false` releases it.
   */
  animate(object, on = true) {
    const node = typeof object === 'number' ? object : this.objects.indexOf(object);
    const found = this.objects[node];
    if (!found) {
      throw new RangeError('sinew: the object is not a node of this file');
    }
    if (on) {
      this.#animated.set(node, found);
    } else if (this.#animated.delete(node)) {
      this.instance.setOverride(node, null);
    }
  }

  /** Plays a {@link Clip} on the avatar of the file. */
  playClip(clip, options) {
    this.instance.playClip(clip, { repeat: 'loop', ...options });
  }

  /** Stops the clip. */
  stopClip() {
    this.instance.stopClip();
  }

  /** Calls a function before each step, with the controller. Returns a function that removes it. */
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

  /** The node of an object, or of its nearest ancestor that is one; `null` if there is none. */
  nodeOf(object) {
    for (let at = object; at; at = at.parent) {
      const node = this.objects.indexOf(at);
      if (node >= 0) {
        return node;
      }
    }
    return null;
  }

  /** Removes the file from the world, and disposes of a world that is not shared. */
  dispose() {
    if (this.instance.isAlive) {
      this.instance.despawn();
    }
    if (this.ownsWorld) {
      this.world.dispose();
    }
    if (this.ownsModel) {
      this.model.dispose();
    }
    [this.#beforeStep, this.#afterStep, this.#listeners].forEach((listeners) => listeners.clear());
  }

  /** Only expressions change these. */
  #materialValues() {
    const { humanoid } = this.model.info;
    return humanoid?.expressions.some(({ materials }) => materials) ? this.instance.materialValues : [];
  }

  #readAnimated() {
    for (const [node, { position, quaternion, scale }] of this.#animated) {
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
