/** Sinew with three.js: a plugin for its GLTFLoader, the controller of a loaded file, and debug drawing. */
import type { Camera, Group, Mesh, Object3D } from 'three';
import type { GLTF, GLTFLoaderPlugin, GLTFParser } from 'three/addons/loaders/GLTFLoader.js';
import type {
  Clip,
  GraphSelection,
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
  /** The model of the file, if it is read already. */
  model?: Model | Promise<Model>;
  /** A shared world, which its owner advances. A separate world if not given. */
  world?: World;
  /** The options of a separate world. */
  worldOptions?: WorldOptions;
  /** The transform of the file in the world, and the animations that play. */
  spawn?: SpawnOptions;
}

/** `loader.register((parser) => new SinewLoaderPlugin(parser))` */
export class SinewLoaderPlugin implements GLTFLoaderPlugin {
  constructor(parser: GLTFParser, options?: SinewLoaderOptions);
  readonly name: 'sinew';
  afterRoot(gltf: GLTF): Promise<void>;
}

export interface InstantiateOptions {
  /** The world of the copy; that of `gltf.userData.sinew` if not given, else a separate one. */
  world?: World;
  /** The options of a separate world. */
  worldOptions?: WorldOptions;
  /** The transform of the copy in the world, and the animations that play. */
  spawn?: SpawnOptions;
  /** The model of the file, if it is read already. */
  model?: Model | Promise<Model>;
}

/** A loaded file that runs: what `gltf.userData.sinew` is. */
export class SinewController {
  /**
   * Runs a copy of a loaded file, with or without the plugin: its objects share geometries and materials with the original. Add the
   * controller's `root` to the scene.
   */
  static instantiate(gltf: GLTF, options?: InstantiateOptions): Promise<SinewController>;
  readonly model: Model;
  readonly world: World;
  readonly instance: Instance;
  /** The scene of the loaded file. */
  readonly root: Object3D;
  /** The object of each node of the file; `null` for nodes outside the scene that runs. */
  readonly objects: readonly (Object3D | null)[];
  /** Written to the scene between the last two steps (true, at first), or as of the last step. */
  interpolate: boolean;

  /** Advances the world, unless it is shared, and writes the scene: once a frame, with the seconds since the last. */
  update(delta: number): void;
  /** Runs the steps of the elapsed seconds, at most 8. Returns their count. */
  advance(seconds: number): number;
  /** Runs one step, whatever the elapsed time. */
  step(): void;
  /** Writes what Sinew changes to the scene: transforms of nodes, morph weights, materials, visibility, cameras, lights. */
  sync(): void;
  /** Animates a node by its object, which a mixer or the application moves. `false` releases it. */
  animate(object: Object3D | number, on?: boolean): void;
  playClip(clip: Clip, options?: { repeat?: Repeat; hips?: HipsPolicy; lookAt?: boolean }): void;
  /** @throws `NOT_PLAYING` */
  stopClip(): void;
  /** Each returns a function that removes the listener. */
  onBeforeStep(listener: (controller: SinewController) => void): () => void;
  onAfterStep(listener: (controller: SinewController) => void): () => void;
  onEvent(listener: (event: WorldEvent) => void): () => void;
  /** Has the next `sync` write nodes, and all morph weights, although they have not changed: something else has written to their objects. */
  rewrite(nodes: readonly number[]): void;
  /**
   * Has an object follow a virtual transform, by name, tag or position in `model.info.virtualTransforms`, as a child of `root`. Returns a
   * function that detaches it.
   * @throws RangeError without such a virtual transform
   */
  attach(object: Object3D, virtualTransform: string | number): () => void;
  /** The node of an object, or of its nearest ancestor that is one. */
  nodeOf(object: Object3D): number | null;
  dispose(): void;
}

/**
 * Has a pointer select and hover for behaviour graphs: a click selects the node below it, and a pointer without a button hovers over it. Nodes
 * that are not selectable or hoverable (`KHR_node_selectability`, `KHR_node_hoverability`) or not drawn are looked through. `onSelect` and
 * `onHover` take the place of `instance.select` and `instance.hover`. `update` picks anew where a pointer rests and nodes move below it.
 */
export function connectPointer(
  controller: SinewController,
  camera: Camera | (() => Camera),
  element: HTMLElement,
  options?: {
    onSelect?: (node: number, selection: Required<GraphSelection>) => void;
    onHover?: (node: number | null, controller: number) => void;
  },
): { update(): void; dispose(): void };

export type DebugLayer = 'colliders' | 'joints' | 'limits' | 'contacts' | 'constraints' | 'virtualTransforms' | 'bones';

/** Draws the invisible parts of a file. Add it to the three.js scene itself, not below the file's. */
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

/** Adds meshes to nodes that have colliders and no meshes. */
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

/** What is used of a `VRM` of three-vrm. */
export interface VrmLike {
  humanoid: { autoUpdateHumanBones: boolean };
  expressionManager?: object;
  lookAt?: object;
  springBoneManager?: object;
  nodeConstraintManager?: object;
  update(delta: number): void;
}

/**
 * Hands an avatar of three-vrm over to Sinew: bones, expressions, eyes, springs and constraints. Morph weights then survive `vrm.update`, and
 * `vrm.expressionManager.setValue` and `vrm.lookAt.target` reach Sinew. Returns a function that gives it back.
 */
export function handOver(sinew: SinewController, vrm: VrmLike, options?: { springs?: boolean }): () => void;
