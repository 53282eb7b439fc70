/**
 * Sinew makes glTF move: rigid bodies, joints, node constraints, human poses and virtual transforms of a file, run in
 * WebAssembly beside any renderer.
 *
 * ```js
 * import { Model, World } from 'sinew';
 *
 * const model = await Model.load(await (await fetch('robot.glb')).arrayBuffer());
 * const world = await World.create();
 * const instance = world.spawn(model);
 * function frame(seconds) {
 *   world.advance(seconds);
 *   const { locals } = instance.interpolated; // ten numbers a node: translation, rotation, scale
 * }
 * ```
 *
 * Metres, seconds, radians, kilograms, newtons; right-handed, +Y up; quaternions are x, y, z, w; matrices column by column.
 * Every number of a node is the index of the node in the file.
 *
 * Typed arrays that are called *views* look into the memory of the module: reading them costs nothing, and they are valid
 * until the next call of anything in this package. Take them anew each frame; copy (`slice()`) what is to be kept.
 *
 * Whatever goes wrong is thrown as a {@link SinewError}.
 */

/** x, y, z. Any array-like of three numbers is taken; what is given back is an array. */
export type Vec3 = [x: number, y: number, z: number];
/** x, y, z, w, of unit length. */
export type Quat = [x: number, y: number, z: number, w: number];
/** What is taken where three or four numbers are needed: an array, a typed array, `vector.toArray()`. */
export type Numbers = ArrayLike<number>;
/** The bytes of a file. */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** Where a rigid thing is. What is left out is no translation, or no rotation. */
export interface Place {
  translation?: Numbers;
  rotation?: Numbers;
}

/** Where a rigid thing is, as it is given back. */
export interface Frame {
  translation: Vec3;
  rotation: Quat;
}

/**
 * What is thrown: an `Error` whose `name` is `SinewError`. See {@link isSinewError}.
 */
export interface SinewError extends Error {
  name: 'SinewError';
  /**
   * What went wrong, for programs. About files: `NOT_GLTF`, `GLB_INVALID`, `JSON_INVALID`, `NOT_UTF8`, `FILE_TOO_LARGE`,
   * `NO_VERSION`, `UNKNOWN_VERSION`, `UNKNOWN_REQUIRED_EXTENSION`, `BVH_INVALID`, `NO_HUMANOID`, `NO_ANIMATION`. About calls:
   * `NOT_INITIALIZED`, `DISPOSED`, `INVALID_ARGUMENT`, `UNKNOWN_NODE`, `UNKNOWN_ANIMATION`, `UNKNOWN_INSTANCE`, `NO_BODY`,
   * `BODY_IS_DRIVEN`. About snapshots: `NOT_A_SNAPSHOT`, `SNAPSHOT_OTHER_VERSION`, `SNAPSHOT_DAMAGED`, `SNAPSHOT_OTHER_WORLD`,
   * `SNAPSHOT_UNKNOWN_CLIP`. About baking: `BAKE_NOTHING`, `BAKE_TOO_LARGE`, `BAKE_FAILED`.
   */
  code: string;
  /** The JSON pointer of the value it is about; empty for the whole file, and for what is about no file. */
  pointer: string;
}

/** Whether something that was caught was thrown by this package. */
export function isSinewError(error: unknown): error is SinewError;

/**
 * Loads the module; later calls wait for the first one. {@link Model.load}, {@link Clip.load} and {@link World.create} call
 * it themselves. What can be given is where the `.wasm` is (a URL or path), its bytes, a `Response` or a compiled module; what
 * is not given is found beside this file.
 */
export function init(
  source?: string | URL | Request | Response | BufferSource | WebAssembly.Module | Promise<Response>,
): Promise<void>;

/** Whether {@link init} has finished, so that the constructors and `parse` can be called. */
export function isInitialized(): boolean;

/** The version of Sinew, and the engine that simulates with its version. */
export function version(): { sinew: string; engine: string; engineVersion: string };

/** The names of all human bones, parents first. */
export function humanBones(): string[];

// ---------------------------------------------------------------------------------------------------------------- files

/** How a file is read. */
export interface ReadOptions {
  /** What people call the file, for {@link ModelInfo.file}. */
  name?: string;
  /** The files that a .gltf names (`buffers`), by the URI that it names them by, percent-encoded or not. */
  resources?: Record<string, Bytes> | Map<string, Bytes>;
}

/** How a model is made of a file. */
export interface ModelOptions extends ReadOptions {
  /** What the stiffness of a limit of `OMI_physics_joint` means; `auto` (default) goes by who wrote the file. */
  omiStiffness?: 'auto' | 'literal' | 'fraction';
  /** What stands in the place of what a virtual transform does not inherit: nothing (default), or the parent's at rest. */
  uninherited?: 'identity' | 'rest';
  /** Make a virtual transform `lookAt` of the point between the eyes of a VRM file. */
  lookAtVirtualTransform?: boolean;
}

/** Something in a file that a person should know, and that did not keep the rest from being read. */
export interface Diagnostic {
  /** Which rule. */
  code: string;
  severity: 'error' | 'warning' | 'info' | 'hint';
  /** The JSON pointer of the value it is about. */
  pointer: string;
  /** What is wrong, and what was done about it. */
  message: string;
  /** The node that the pointer is about, if it is about one. */
  node: number | null;
}

/** A file as it is meant: resolved, checked, immutable, shared by any number of instances. */
export class Model {
  private constructor();
  /** Loads the module if need be, and reads a .glb, .gltf or .vrm. Rejects with a {@link SinewError}. */
  static load(bytes: Bytes | string, options?: ModelOptions): Promise<Model>;
  /** As {@link Model.load}, after {@link init}. */
  static parse(bytes: Bytes | string, options?: ModelOptions): Model;

  /** How many nodes the file has. */
  readonly nodeCount: number;
  /** What was noticed while reading. */
  readonly diagnostics: Diagnostic[];
  /** What the file holds. Made when first asked for. */
  readonly info: ModelInfo;
  /** The first node of a name. */
  findNode(name: string): number | null;
  /** All rules, also those that running a file does not need to know; as {@link Model.diagnostics}. */
  validate(): Diagnostic[];
  /**
   * The triangles of one of {@link PhysicsInfo.shapes}, in the space of a node that uses it, before its scale: draw them with
   * that node's matrix. A plane without end is drawn 100 m wide.
   */
  shapeGeometry(shape: number): Geometry;
  /** Simulates the file in a world of its own, and writes what moves as an ordinary animation. */
  bake(options?: BakeOptions): Baked;
  /** Frees the memory; instances that run keep what they need. Nothing else can be called afterwards. */
  dispose(): void;
}

/** Triangles. */
export interface Geometry {
  /** Three numbers a point. */
  positions: Float32Array;
  /** Three points a triangle, counter-clockwise seen from outside. */
  indices: Uint32Array;
}

export interface BakeOptions {
  /** How long; 5 if not given. */
  seconds?: number;
  /** Seconds of a step; 1/60 if not given. */
  dt?: number;
  /** m/s²; the file's, or 9.81 down if not given. */
  gravity?: Numbers;
  /** How far a node may turn away from the simulation; 0.1 if not given. */
  degrees?: number;
  /** How far a node may be away from the simulation; 1 if not given. */
  millimetres?: number;
  /** The most keys a second; one a step if not given. */
  fps?: number;
  /** Take out the behaviour extensions, and the animations that took part. */
  strip?: boolean;
  /** Make nodes of virtual transforms. */
  virtualTransforms?: boolean;
  /** Played on the figure of the file. */
  clip?: Clip;
  /** What becomes of animations and the clip behind their last key; `hold` if not given. */
  repeat?: Repeat;
}

/** A simulation in a file. */
export interface Baked {
  /** A .glb. */
  bytes: Uint8Array;
  report: {
    seconds: number;
    nodes: number;
    nodesAdded: number;
    channels: number;
    keys: number;
    keysOfAllSteps: number;
    bytes: number;
    bytesOfAllSteps: number;
    errorDegrees: number;
    errorMillimetres: number;
    isWithinTolerance: boolean;
    stripped: string[];
  };
}

/** What a file holds. */
export interface ModelInfo {
  file: string;
  container: 'gltf' | 'glb';
  asset: { version: string; minVersion: string | null; generator: string | null; copyright: string | null };
  extensionsUsed: string[];
  extensionsRequired: string[];
  /** Those that Sinew runs, in part or as a whole. */
  extensionsRun: string[];
  /** What the file uses of those that are more than one thing, and which of it runs. */
  features: { extension: string; feature: string; runs: boolean }[];
  /** What physics and constraints are written in, as `sinew convert --list` calls it. */
  dialects: string[];
  scene: number | null;
  counts: Record<string, number>;
  /** Every node, in index order. */
  nodes: NodeInfo[];
  animations: AnimationInfo[];
  /** In the order of evaluation. */
  constraints: ConstraintInfo[];
  /** In the order of {@link Pose.virtualMatrices}. */
  virtualTransforms: VirtualTransformInfo[];
  humanoid: HumanoidInfo | null;
  physics: PhysicsInfo | null;
  /** The nodes with morph targets, and where their weights stand in {@link Pose.weights}. */
  morphTargets: { node: number; first: number; count: number }[];
}

export interface NodeInfo {
  index: number;
  name: string | null;
  parent: number | null;
  children: number[];
  /** Whether it belongs to the scene that runs; others are data. */
  inScene: boolean;
  mesh: number | null;
  skin: number | null;
  camera: number | null;
  extensions: string[];
}

export interface AnimationInfo {
  index: number;
  name: string | null;
  /** Seconds. */
  duration: number;
  channels: { node: number; path: string; keys: number; interpolation: string }[];
}

export interface ConstraintInfo {
  /** The node that is moved (destination). */
  node: number;
  /** The node that is read. */
  source: number;
  kind: 'position' | 'rotation' | 'aim' | 'roll';
  weight: number;
  sourceSpace: 'local' | 'model';
  destinationSpace: 'local' | 'model';
  axes: string[];
}

export interface VirtualTransformInfo {
  /** In the file's list; none for one that was made of something else. */
  index: number | null;
  name: string;
  /** The node that it follows. */
  parent: number | null;
  tags: string[];
  inherits: ('position' | 'rotation' | 'scale')[];
  local: { translation: Vec3; rotation: Quat; scale: Vec3 };
}

export interface HumanoidInfo {
  extension: string | null;
  facing: '+Z' | '-Z';
  hipsHeight: number | null;
  legLength: number | null;
  /** Parents first. `parent` is the nearest bone above that the figure has. */
  bones: {
    bone: string;
    node: number;
    parent: string | null;
    restLocalDegrees: number;
    restModelDegrees: number;
  }[];
  missing: string[];
  missingRequired: string[];
  tPose: { bone: string; to: string; degrees: number }[];
  expressions: { name: string; preset: boolean; morphTargets: number; node?: number }[];
}

export type BodyKind = 'dynamic' | 'kinematic' | 'static';

export interface PhysicsInfo {
  /** In the order of {@link Instance.bodies}. */
  bodies: {
    node: number;
    name: string | null;
    kind: BodyKind;
    /** `null` where no force moves it. */
    mass: number | null;
    centerOfMass: Vec3;
    inertia: { diagonal: (number | null)[]; orientation: Quat };
    /** The nodes of its colliders. */
    colliders: number[];
  }[];
  /** What is solid. Drawn where its node is. */
  colliders: ColliderInfo[];
  /** Volumes that tell what is inside them. */
  triggers: { node: number; nodes: number[]; parts: PlacedShapeInfo[] }[];
  /** What colliders and triggers share; see {@link Model.shapeGeometry}. */
  shapes: ShapeInfo[];
  /** The nodes of colliders on no body. */
  staticColliders: number[];
  materials: {
    staticFriction: number;
    dynamicFriction: number;
    restitution: number;
    frictionCombine: string | null;
    restitutionCombine: string | null;
  }[];
  filters: {
    collisionSystems: string[];
    collideWithSystems: string[] | null;
    notCollideWithSystems: string[];
  }[];
  /** In the order of {@link Instance.joints}. */
  joints: JointInfo[];
  gravity?: Vec3;
}

/** A shape on a node. */
export interface PlacedShapeInfo {
  node: number;
  /** In {@link PhysicsInfo.shapes}. */
  shape: number;
  /** The node of the body that it moves with. */
  body: number | null;
  /** In {@link PhysicsInfo.filters}. */
  filter: number | null;
}

export interface ColliderInfo extends PlacedShapeInfo {
  /** In {@link PhysicsInfo.materials}. */
  material: number | null;
}

/** A shape, centred where its node is, before the node's scale. The axis of round shapes is Y. */
export type ShapeInfo =
  | { kind: 'box'; size: Vec3 }
  | { kind: 'sphere'; radius: number }
  /** `height` is between the centres of the balls. */
  | { kind: 'capsule'; height: number; radiusBottom: number; radiusTop: number }
  | { kind: 'cylinder'; height: number; radiusBottom: number; radiusTop: number }
  /** Through X and Z, solid towards −Y; `null` for without end. */
  | { kind: 'plane'; sizeX: number | null; sizeZ: number | null; doubleSided: boolean }
  /** Of a `mesh` alone, or of the meshes of a `node` and of those below it; the numbers are the file's. */
  | { kind: 'convexHull'; points: number; mesh?: number; node?: number }
  | { kind: 'triangleMesh'; points: number; triangles: number; mesh?: number; node?: number };

export interface JointInfo {
  /** The node that carries it. */
  node: number;
  /** `fixed`, `pin`, `hinge`, `universal`, `cone-twist`, `slider`, `cylindrical`, `planar`, `rope`, `rod`, `free`, `generic`. */
  class: string;
  /** The node of the body of frame a; `null` for the fixed world. */
  bodyA: number | null;
  bodyB: number | null;
  /** The node of frame a. */
  frameA: number;
  frameB: number;
  enableCollision: boolean;
  limits: LimitInfo[];
  drives: DriveInfo[];
}

export interface LimitInfo {
  kind: 'linear' | 'angular';
  /** 0, 1, 2 for X, Y, Z of frame a; ascending. */
  axes: number[];
  /** Metres or radians; `null` for no lower end. */
  min: number | null;
  max: number | null;
  /** `null` for a hard limit. */
  stiffness: number | null;
  damping: number | null;
  /** What it measures at rest. */
  metric: number;
}

export interface DriveInfo {
  kind: 'linear' | 'angular';
  axis: number;
  mode: 'force' | 'acceleration';
  maxForce: number | null;
  positionTarget: number | null;
  velocityTarget: number | null;
  stiffness: number;
  damping: number;
}

// ---------------------------------------------------------------------------------------------------------------- clips

export interface ClipOptions extends ReadOptions {
  /** Which animation of the file; the first if not given. */
  animation?: number;
  /** How a BVH file is to be understood, where it does not say. */
  bvh?: {
    /** Metres in its unit of length; 0.01 if not given. */
    metresPerUnit?: number;
    /** The pose from which turns are measured; `offsets` if not given. */
    rest?: 'offsets' | 'firstFrame';
  };
}

/** A motion for human figures: of a .vrma (also of expressions or a gaze alone), a .bvh, or any model with human bones and an animation. */
export class Clip {
  private constructor();
  static load(bytes: Bytes | string, options?: ClipOptions): Promise<Clip>;
  /** As {@link Clip.load}, after {@link init}. */
  static parse(bytes: Bytes | string, options?: ClipOptions): Clip;
  /** Seconds. */
  readonly duration: number;
  /** The names of the bones that its figure has. */
  readonly bones: string[];
  /** The names of the expressions that it moves. */
  readonly expressions: string[];
  readonly diagnostics: Diagnostic[];
  dispose(): void;
}

/** The posture of a human figure, free of how any particular figure rests. */
export interface HumanPose {
  /** Metres on a figure that looks along +Z; `null` leaves the hips where they are. */
  hips: Vec3 | null;
  /** The height of the hips at rest of the figure that `hips` is measured on. */
  hipsHeight?: number | null;
  /** Where the hips of that figure rest; above the origin, if only their height is given. */
  hipsRest?: Vec3 | null;
  /** The length of that figure's legs. */
  legLength?: number | null;
  /** The normalized rotation of each bone, by its name. */
  rotations: Record<string, Quat>;
}

/**
 * What the way of the hips from where they rest is scaled by, from one figure to another: by their heights, not at all,
 * by the legs.
 */
export type HipsPolicy = 'height' | 'none' | 'legs';

// --------------------------------------------------------------------------------------------------------------- worlds

/** What becomes of an animation behind its last key: it holds, starts again, or stops and lets go of what it moved. */
export type Repeat = 'hold' | 'loop' | 'release';

export interface WorldOptions {
  /** Seconds of a step; 1/60 if not given. */
  dt?: number;
  /** The most steps of one {@link World.advance}; 8 if not given. */
  mostSteps?: number;
  /** m/s²; the first file's that names one, else 9.81 down, if not given. */
  gravity?: Numbers;
  /** kg/m³ of colliders whose body has no mass of its own; 1000 if not given. */
  density?: number;
  /** Read collision filters to the letter ("⊆") instead of "shares one". */
  subsetFilters?: boolean;
  /** Whether bodies that have come to rest are left alone; true if not given. */
  sleeping?: boolean;
}

export interface SpawnOptions extends Place {
  /** `all` (default), `none`, or which. */
  animations?: 'all' | 'none' | (Partial<Playing> & { animation: number })[];
  /** What becomes of the animations of `all` behind their last key; `hold` if not given. */
  repeat?: Repeat;
}

/** An animation that plays on an instance. */
export interface Playing {
  animation: number;
  /** Seconds since its start. */
  time: number;
  /** Seconds of the animation in a second; below zero it runs backwards. */
  speed: number;
  repeat: Repeat;
}

/** A node of an instance. */
export interface WorldNode {
  instance: Instance;
  node: number;
}

export type EventKind = 'triggerEnter' | 'triggerExit' | 'contactBegin' | 'contactEnd';

/** Something that happened in a step. */
export interface WorldEvent {
  /** Seconds since the world's start. */
  time: number;
  kind: EventKind;
  /** The trigger, or the collider that comes first. It may have been despawned: see {@link Instance.isAlive}. */
  a: WorldNode;
  b: WorldNode;
}

/** Where a ray first meets a collider. */
export interface RayHit extends WorldNode {
  /** In lengths of the direction. */
  distance: number;
  point: Vec3;
  /** Out of the collider; zero where the ray starts inside. */
  normal: Vec3;
}

/** A point where two colliders touch. */
export interface Contact {
  a: WorldNode;
  b: WorldNode;
  /** In the world. */
  point: Vec3;
  /** Out of a, towards b. */
  normal: Vec3;
  /** How far they are inside each other, metres; below zero where they are apart. */
  depth: number;
  /** N·s along the normal in the last step. */
  impulse: number;
}

/** Milliseconds of the last step or the steps of the last advance, by stage. */
export interface Timings {
  /** Animations, clips, human poses, constraints that bodies do not feed. */
  animate: number;
  /** Bodies that follow their nodes. */
  drive: number;
  /** The engine, joints and soft limits. */
  simulate: number;
  /** Nodes that follow their bodies, the other constraints, the forward pass, virtual transforms. */
  follow: number;
  events: number;
  total: number;
}

/** Any number of instances in one simulation. */
export class World {
  /** After {@link init}. */
  constructor(options?: WorldOptions);
  /** Loads the module if need be. */
  static create(options?: WorldOptions): Promise<World>;

  /** Seconds of a step. */
  readonly dt: number;
  /** How many steps have been run. */
  readonly steps: number;
  /** Seconds since the start, in whole steps. */
  readonly time: number;
  /** Seconds that have passed since the last step, of less than one. */
  readonly remainder: number;
  /** Those that are there, in the order of spawning. */
  readonly instances: readonly Instance[];
  /** What happened in the last step, or the steps of the last {@link World.advance}. */
  readonly events: WorldEvent[];
  /** The bodies that would have gone beyond all numbers then; they stand still where they last were. */
  readonly stopped: WorldNode[];
  /** Where colliders touch, as of the last step. */
  readonly contacts: Contact[];
  /**
   * A number that tells whether two worlds are the same to the last bit in all that a step decides: the clock, places, nodes,
   * weights of morph targets, bodies, virtual transforms, expressions and what plays. Equal to that of the native library.
   */
  readonly digest: bigint;
  /** The same of the bodies alone: two files with the same physics agree in it, and all files without bodies do. */
  readonly physicsDigest: bigint;
  /** Whether stages are timed; false at first. */
  profile: boolean;
  /** `null` unless {@link World.profile} is set. */
  readonly timings: Timings | null;

  /** Puts a model into the world. */
  spawn(model: Model, options?: SpawnOptions): Instance;
  /** Runs one step. */
  step(): void;
  /** Runs the steps that the passed seconds make, and keeps the rest. `dropped`: seconds beyond `mostSteps`. */
  advance(seconds: number): { steps: number; dropped: number };
  /** The first collider that a ray meets within so many lengths of its direction. */
  rayCast(origin: Numbers, direction: Numbers, maxDistance?: number): RayHit | null;
  /** The colliders that a point is inside of. */
  overlapPoint(point: Numbers): WorldNode[];
  /** The colliders that a shape touches: a box, sphere, capsule or cylinder. */
  overlapShape(
    shape: Extract<ShapeInfo, { kind: 'box' | 'sphere' | 'capsule' | 'cylinder' }>,
    place?: Place,
  ): WorldNode[];
  /** The whole state as bytes. Models and clips are not in it. */
  snapshot(): Uint8Array;
  /** Goes back to a snapshot of this world, or of one in which the same was spawned. */
  restore(snapshot: Bytes): void;
  /** Frees the memory; instances cannot be used afterwards. */
  dispose(): void;
}

/** Where the nodes of an instance are. Views; see the head of this file. */
export interface Pose {
  /** Ten numbers a node, relative to the parent: translation x y z, rotation x y z w, scale x y z. */
  readonly locals: Float32Array;
  /** Sixteen numbers a node: from the node's space to the model's. */
  readonly matrices: Float32Array;
  /** The weights of morph targets; see {@link ModelInfo.morphTargets}. */
  readonly weights: Float32Array;
  /** Sixteen numbers a virtual transform: from its space to the model's. */
  readonly virtualMatrices: Float32Array;
}

/** A body as it is now. */
export interface BodyState extends Frame {
  node: number;
  kind: BodyKind;
  /** Whether its node decides where it is, because something outside the simulation moves that. */
  isDriven: boolean;
  isSleeping: boolean;
  /** Of the centre of mass, m/s, along the world's axes. */
  linearVelocity: Vec3;
  /** rad/s about the world's axes. */
  angularVelocity: Vec3;
}

/** A joint as it is now. `translation` and `rotation` of frames are in the world. */
export interface JointState {
  node: number;
  /** Whether it holds anything: not where both ends are on the same body, or on none. */
  isActive: boolean;
  frameA: Frame;
  frameB: Frame;
  /** In the order of {@link JointInfo.limits}: what each measures now, and how far that is outside its range. */
  limits: { metric: number; violation: number }[];
  /** In the order of {@link JointInfo.drives}. */
  drives: { position: number; velocity: number; force: number }[];
}

/** A model in a world. */
export class Instance {
  private constructor();
  readonly world: World;
  readonly model: Model;
  /** Different for every instance of a world, and never used again. */
  readonly id: number;
  /** Whether it is (still) in the world. */
  readonly isAlive: boolean;

  /** As of the last step. */
  readonly pose: Pose;
  /** Between the last two steps, as far as time has passed since the last one: what is to be drawn. */
  readonly interpolated: Pose;

  /** Where the root is in the world. Setting it leaves what the simulation moves where it is. */
  place: Frame;
  setPlace(place: Place): void;

  /** In the order of {@link PhysicsInfo.bodies}. */
  readonly bodies: BodyState[];
  /**
   * The same as numbers, 15 a body: translation 3, rotation 4, linear velocity 3, angular velocity 3, isDriven, isSleeping.
   * A view.
   */
  readonly bodyValues: Float32Array;
  /** In the order of {@link PhysicsInfo.joints}. */
  readonly joints: JointState[];
  /** The body of a node. */
  body(node: number): BodyState | null;
  /** How fast a node moves with its body, or with that of the nearest node above. */
  velocity(node: number): { linear: Vec3; angular: Vec3 } | null;
  /** `false` for a static body, and one that something outside the simulation moves. Throws where the node has no body, as all below. */
  setVelocity(node: number, linear: Numbers, angular?: Numbers): boolean;
  /**
   * N·s at the centre of mass, or at a point of the world. `false` where no push moves the body: it is static or kinematic, of
   * infinite mass, or something outside the simulation moves it.
   */
  applyImpulse(node: number, impulse: Numbers, point?: Numbers): boolean;
  /** N·m·s. `false` as above, for a body of infinite inertia. */
  applyAngularImpulse(node: number, impulse: Numbers): boolean;
  /** Puts a body elsewhere in the world at once. Throws where it is static or something outside the simulation moves it. */
  teleport(node: number, place: Place): void;
  /** Has a body taken care of again after it has come to rest. `false` for a static one. */
  wake(node: number): boolean;

  /** The animations that play. */
  readonly playing: Playing[];
  /** Plays an animation, or changes how it plays. */
  play(playing: Partial<Playing> & { animation: number }): void;
  /** Stops an animation, and lets go of what it moves. `false` where it did not play. */
  stop(animation: number): boolean;
  /** Plays a clip on the figure, over the animations. Throws where there is no figure. */
  playClip(clip: Clip, options?: { repeat?: Repeat; hips?: HipsPolicy; lookAt?: boolean }): void;
  stopClip(): boolean;
  /** The posture that the figure is in; `null` where there is no figure. */
  humanPose(): HumanPose | null;
  /** Keeps the figure in a posture, over animations and the clip, until `null` lets go of it. */
  setHumanPose(pose: HumanPose | null, options?: { hips?: HipsPolicy }): void;
  /** Keeps a node where the application says, over all the above, until `null` lets go of it. */
  setOverride(node: number, change: { translation?: Numbers; rotation?: Numbers; scale?: Numbers } | null): void;

  /** Takes it out of the world. `false` where it was out already. */
  despawn(): boolean;
}
