/**
 * Sinew without the engine, a quarter of the download: animations, clips, human poses, retargeting, spring bones, expressions, look-at,
 * constraints and virtual transforms. The classes are those of `sinew-gltf`.
 *
 * ```js
 * import { Clip, Model, World } from 'sinew-gltf/motion';
 *
 * const model = await Model.load(await (await fetch('avatar.vrm')).arrayBuffer());
 * const world = await World.create(); // bodies and joints stand still
 * const physical = await World.create({ physics: true }); // fetches the module with the engine, once
 * ```
 *
 * A model or a clip can be in worlds of either kind: it is read again for the second one. In a world without physics, what needs the
 * engine throws `NO_PHYSICS`: queries, impulses, drives, baking. Its module reads neither bodies nor behaviour graphs, and says nothing
 * of them in `diagnostics`: `model.validate()` fetches the large module and checks everything.
 */
import { World as AnyWorld, type WorldOptions } from '../index.js';

export type * from '../index.js';
export { Clip, Instance, Model, Property, humanBones, init, isInitialized, isSinewError, layout, version } from '../index.js';

export interface MotionWorldOptions extends WorldOptions {
  /** Whether bodies and joints are simulated, which fetches the module with the engine; `false` if not given. */
  physics?: boolean;
  /** Whether behaviour graphs run (`KHR_interactivity`), which fetches that module too; `false` if not given. */
  graphs?: boolean;
}

export class World extends AnyWorld {
  /** After {@link init}; without physics. */
  constructor(options?: WorldOptions);
  /** Loads the module that is needed. */
  static create(options?: MotionWorldOptions): Promise<World>;
}

/** Loads the module with the engine and behaviour graphs ahead of time, from a source as {@link init} takes it if one is given. */
export function loadPhysics(source?: string | URL | Request | Response | BufferSource | WebAssembly.Module | Promise<Response>): Promise<void>;
