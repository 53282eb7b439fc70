/** Sinew for three.js: a plugin for its GLTFLoader, the controller of a loaded file, and debug objects. */
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
  /** The model of the same file, if it exists already. */
  model?: Model | Promise<Model>;
  /** A shared world, which its creator advances. A new world if not given. */
  world?: World;
  /** The options of a new world. */
  worldOptions?: WorldOptions;
  /** The placement in the world, and the animations that play. */
  spawn?: SpawnOptions;
}

/** `loader.register((parser) => new SinewLoaderPlugin(parser))` */
export class SinewLoaderPlugin implements GLTFLoaderPlugin {
  constructor(parser: GLTFParser, options?: SinewLoaderOptions);
  readonly name: 'sinew';
  afterRoot(gltf: GLTF): Promise<void>;
}

/** A running file: the value of `gltf.userData.sinew`. */
export class SinewController {
  readonly model: Model;
  readonly world: World;
  readonly instance: Instance;
  /** The scene of the loaded file. */
  readonly root: Object3D;
  /** The object of each node of the file; `null` for nodes outside the scene that runs. */
  readonly objects: readonly (Object3D | null)[];
  /** Whether the scene gets the interpolated pose (initially true), or that of the last step. */
  interpolate: boolean;

  /** Advances time (unless the world is shared) and updates the scene: once a frame, with the seconds since the last. */
  update(delta: number): void;
  /** Runs the whole steps of the elapsed time, at most 8. Returns their number. */
  advance(seconds: number): number;
  /** Runs one step, independent of the clock. */
  step(): void;
  /** Writes the pose to the scene; only the nodes that Sinew moves. */
  sync(): void;
  /** Makes a node follow its object, which a mixer or the application moves. `false` releases it. */
  drive(object: Object3D | number, on?: boolean): void;
  playClip(clip: Clip, options?: { repeat?: Repeat; hips?: HipsPolicy; lookAt?: boolean }): void;
  stopClip(): boolean;
  /** Each returns a function that unsubscribes. */
  onBeforeStep(listener: (controller: SinewController) => void): () => void;
  onAfterStep(listener: (controller: SinewController) => void): () => void;
  onEvent(listener: (event: WorldEvent) => void): () => void;
  /** The node of an object, or of its nearest ancestor with one. */
  nodeOf(object: Object3D): number | null;
  dispose(): void;
}

export type DebugLayer = 'colliders' | 'joints' | 'limits' | 'contacts' | 'constraints' | 'virtualTransforms' | 'bones';

/** A debug object. Add it to the three.js scene, not below the file's scene. */
export class SinewDebug extends Group {
  static readonly layers: DebugLayer[];
  constructor(controller: SinewController, options?: { show?: DebugLayer[]; size?: number });
  /** The length of a joint's axes, metres. */
  size: number;
  isShown(layer: DebugLayer): boolean;
  show(layer: DebugLayer, on?: boolean): void;
  /** Draws the current state. Call it after the controller's `update`. */
  update(): void;
  dispose(): void;
}

/** Adds meshes of the colliders to bodies without meshes. */
export function addStandIns(
  controller: SinewController,
  colors?: { dynamic: number; kinematic: number; static: number },
): Mesh[];

/** A model as empty objects, with a controller, for models that three has not loaded. The controller owns the world. */
export function bareScene(
  model: Model,
  world: World,
  spawn?: SpawnOptions,
): { scene: Group; userData: { sinew: SinewController } };
