/** What adapters to engines have in common. */
import type { Instance, Model, ModelOptions, SpawnOptions, World, WorldOptions } from '../index.js';

/** Fetches a .glb, .vrm or .gltf with its buffers, and reads it. */
export function loadModel(url: string | URL, options?: ModelOptions): Promise<Model>;

export interface FollowerOptions {
  /** A shared world, which its owner advances. A separate world if not given. */
  world?: World;
  /** The options of a separate world. */
  worldOptions?: WorldOptions;
  /** The transform of the file in the world, and the animations that play. */
  spawn?: SpawnOptions;
}

/** A loaded file that runs: an instance, and the engine's objects that follow it. */
export class Follower<T> {
  protected constructor();
  readonly model: Model;
  readonly world: World;
  readonly instance: Instance;
  /** The object of each node of the file; `null` for nodes that the engine has not loaded. */
  readonly objects: readonly (T | null)[];
  /** Written between the last two steps (true, at first), or as of the last step. */
  interpolate: boolean;
  /** Advances the world, unless it is shared, and writes the objects: once a frame, with the seconds since the last. */
  update(seconds: number): void;
  /** Writes the nodes that Sinew moves: once a frame, after the owner has advanced a shared world. */
  sync(): void;
  /** Removes the file from the world, and disposes of a world that is not shared. The objects stay. */
  dispose(): void;
}
