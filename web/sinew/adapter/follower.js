// What an adapter to an engine is: an instance of a model in a world, and the engine's objects that follow it.

import { World } from '../src/index.js';
import { NodeWriter } from './node_writer.js';

/** The base of adapters. A subclass finds the objects, and says how a transform and weights are written to one. */
export class Follower {
  /** Written between the last two steps (true), or as of the last step (false). */
  interpolate = true;

  #writer;
  #ownsWorld;

  constructor(model, objects, { world, spawn, worldOptions, writeTransform, writeWeights }) {
    this.model = model;
    this.objects = objects;
    this.#ownsWorld = world === undefined;
    this.world = world ?? new World(worldOptions);
    this.instance = this.world.spawn(model, spawn);
    this.#writer = new NodeWriter(this.instance, {
      transform: (node, locals, at) => objects[node] && writeTransform(objects[node], locals, at),
      weights: (node, weights, first, count) =>
        objects[node] && writeWeights(objects[node], weights.subarray(first, first + count)),
    });
  }

  /** Advances the world, unless it is shared, and writes the objects: once a frame, with the seconds since the last. */
  update(seconds) {
    if (this.#ownsWorld) {
      this.world.advance(Math.max(seconds, 0) || 0);
    }
    this.sync();
  }

  /** Writes the nodes that Sinew moves. */
  sync() {
    this.#writer.sync(this.interpolate);
  }

  /** Removes the file from the world, and disposes of a world that is not shared. The objects stay. */
  dispose() {
    if (this.instance.isAlive) {
      this.instance.despawn();
    }
    if (this.#ownsWorld) {
      this.world.dispose();
    }
  }
}
