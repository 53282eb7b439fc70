/** Sinew beside three.js: a plugin for its GLTFLoader, what it leaves on a loaded file, and things to look at. */
import type { Group, Mesh, Object3D } from 'three';
import type { GLTF, GLTFLoaderPlugin, GLTFParser } from 'three/addons/loaders/GLTFLoader.js';
import type {
  Clip,
  HipsPolicy,
  Instance,
  Model,
  ModelOptions,
  Repeat,
  SpawnOptions,
  World,
  WorldEvent,
  WorldOptions,
} from '../index.js';

export interface SinewLoaderOptions extends ModelOptions {
  /** The same file, if it was read already. */
  model?: Model | Promise<Model>;
  /** A world that the file shares with others; whoever made it advances it. A world of its own if not given. */
  world?: World;
  /** For a world of its own. */
  worldOptions?: WorldOptions;
  /** Where the file is in the world, and which animations play. */
  spawn?: SpawnOptions;
}

/** `loader.register((parser) => new SinewLoaderPlugin(parser))` */
export class SinewLoaderPlugin implements GLTFLoaderPlugin {
  constructor(parser: GLTFParser, options?: SinewLoaderOptions);
  readonly name: 'sinew';
  afterRoot(gltf: GLTF): Promise<void>;
}

/** A loaded file that runs: what `gltf.userData.sinew` is. */
export class SinewController {
  readonly model: Model;
  readonly world: World;
  readonly instance: Instance;
  /** The scene of the loaded file. */
  readonly root: Object3D;
  /** The object of each node of the file; `null` for nodes outside the scene that runs. */
  readonly objects: readonly (Object3D | null)[];
  /** Written to the scene between the last two steps (true, at first), or as of the last step. */
  interpolate: boolean;

  /** Lets time pass (unless others share the world) and moves the scene: once a frame, with the seconds since the last. */
  update(delta: number): void;
  /** Runs the whole steps that the passed seconds make, at most 8 of them. Gives how many. */
  advance(seconds: number): number;
  /** Runs one step, wherever the clock stands. */
  step(): void;
  /** Writes where nodes are to the scene; only those that Sinew moves. */
  sync(): void;
  /** Animates a node by its object, which a mixer or the application moves. `false` releases it. */
  animate(object: Object3D | number, on?: boolean): void;
  playClip(clip: Clip, options?: { repeat?: Repeat; hips?: HipsPolicy; lookAt?: boolean }): void;
  /** @throws `NOT_PLAYING` */
  stopClip(): void;
  /** Each gives a function that takes the listener back. */
  onBeforeStep(listener: (controller: SinewController) => void): () => void;
  onAfterStep(listener: (controller: SinewController) => void): () => void;
  onEvent(listener: (event: WorldEvent) => void): () => void;
  /** The node of an object, or of the nearest object above it that is one. */
  nodeOf(object: Object3D): number | null;
  dispose(): void;
}

export type DebugLayer = 'colliders' | 'joints' | 'limits' | 'contacts' | 'constraints' | 'virtualTransforms' | 'bones';

/** What is in a file and cannot be seen. Add it to the three.js scene itself, not below the file's. */
export class SinewDebug extends Group {
  static readonly layers: DebugLayer[];
  constructor(controller: SinewController, options?: { show?: DebugLayer[]; size?: number });
  /** Metres of a joint's axes. */
  size: number;
  isShown(layer: DebugLayer): boolean;
  show(layer: DebugLayer, on?: boolean): void;
  /** Draws what is now. Call it behind the controller's `update`. */
  update(): void;
  dispose(): void;
}

/** Gives a body to look at to what has colliders and no meshes. */
export function addStandIns(
  controller: SinewController,
  colors?: { dynamic: number; kinematic: number; static: number },
): Mesh[];

/** A model as empty objects, with a controller, for models that three has not loaded. The world then belongs to it. */
export function bareScene(
  model: Model,
  world: World,
  spawn?: SpawnOptions,
): { scene: Group; userData: { sinew: SinewController } };
