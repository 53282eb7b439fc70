/**
 * Sinew makes glTF move: rigid bodies, joints, node constraints, human poses and virtual transforms of a file, run in
 * WebAssembly beside any renderer.
 *
 * ```js
 * import { Model, World } from 'sinew-gltf';
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
 * until the next call into this package. Get them again each frame; copy (`slice()`) values that you keep.
 *
 * Every failure is thrown as a {@link SinewError}.
 */

/** x, y, z. Arguments may be any array-like of three numbers; results are arrays. */
export type Vec3 = [x: number, y: number, z: number];
/** x, y, z, w, of unit length. */
export type Quat = [x: number, y: number, z: number, w: number];
/** Three or four numbers as an argument: an array, a typed array, `vector.toArray()`. */
export type Numbers = ArrayLike<number>;
/** The bytes of a file. */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** A rigid transform. */
export interface Isometry {
  translation: Vec3;
  rotation: Quat;
}

/** A rigid transform as an argument. The defaults are no translation and no rotation. */
export interface IsometryLike {
  translation?: Numbers;
  rotation?: Numbers;
}

/**
 * An `Error` whose `name` is `SinewError`. See {@link isSinewError}.
 */
export interface SinewError extends Error {
  name: 'SinewError';
  /**
   * The kind of failure, for programs. Files: `NOT_GLTF`, `GLB_INVALID`, `JSON_INVALID`, `NOT_UTF8`, `FILE_TOO_LARGE`,
   * `NO_VERSION`, `UNKNOWN_VERSION`, `UNKNOWN_REQUIRED_EXTENSION`, `BVH_INVALID`, `NO_HUMANOID`, `NO_ANIMATION`. Calls:
   * `NOT_INITIALIZED`, `DISPOSED`, `INVALID_ARGUMENT` (of the wrong type, shape or range), `NOT_FINITE` (a number that is not
   * finite, or a rotation without length), and the codes of `WorldError` in the Rust library: `UNKNOWN_INSTANCE`, `UNKNOWN_NODE`,
   * `UNKNOWN_ANIMATION`, `NOT_PLAYING`, `NO_HUMANOID`, `UNKNOWN_EXPRESSION`, `NO_LOOK_AT`, `NO_BODY`, `NO_JOINT`, `BODY_NOT_DYNAMIC`, `BODY_NOT_KINEMATIC`, `HAS_BODY`, `NO_COLLIDER`, `INVALID_PART`, `INFINITE_MASS`, `NO_PHYSICS`,
   * `UNKNOWN_CONSTRAINT`, `UNKNOWN_BONE`, `OUT_OF_BOUNDS`. Properties: `PROPERTY_UNKNOWN`,
   * `PROPERTY_UNDEFINED`, `PROPERTY_TYPE`, `PROPERTY_READ_ONLY`, `PROPERTY_OUT_OF_RANGE`. Snapshots:
   * `NOT_A_SNAPSHOT`, `SNAPSHOT_OTHER_VERSION`, `SNAPSHOT_DAMAGED`, `SNAPSHOT_OTHER_WORLD`, `SNAPSHOT_UNKNOWN_CLIP`. Baking:
   * `BAKE_NOTHING`, `BAKE_TOO_LARGE`, `BAKE_FAILED`.
   */
  code: string;
  /** The JSON pointer of the value; empty for the whole file, and where no file is concerned. */
  pointer: string;
}

/** Whether a caught value was thrown by this package. */
export function isSinewError(error: unknown): error is SinewError;

/**
 * Loads the module; later calls wait for the first one. {@link Model.load}, {@link Clip.load} and {@link World.create} call
 * it. `source` is the address of the `.wasm` (a URL or path), its bytes, a `Response` or a compiled module; the default is the
 * file next to this one.
 */
export function init(
  source?: string | URL | Request | Response | BufferSource | WebAssembly.Module | Promise<Response>,
): Promise<void>;

/** Whether {@link init} has finished, so that the constructors and `parse` can be called. */
export function isInitialized(): boolean;

/** The version of Sinew, and the physics engine with its version; `null` in a module without physics. */
export function version(): { sinew: string; engine: string | null; engineVersion: string | null };

/** The layout of rows of numbers: the numbers of a row, and the position of each field in it. */
export interface RowLayout {
  width: number;
  fields: Record<string, { first: number; count: number }>;
}

/**
 * The layouts of the lists of numbers. Field `f` of row `i` starts at `i * width + fields[f].first`.
 * `bodyValues` and `contacts` are absent in a module without physics.
 */
export function layout(): Layout;

/** The layouts of the lists of numbers: see {@link layout}. */
export interface Layout {
  /** `translation`, `rotation`, `scale`. */
  locals: RowLayout;
  /** `columns`. */
  matrices: RowLayout;
  /** `columns`. */
  virtualMatrices: RowLayout;
  /** `translation`, `rotation`, `linearVelocity`, `angularVelocity`, `isAnimated`, `isSleeping`. */
  bodyValues?: RowLayout;
  /** Used by {@link World.contacts}. */
  contacts?: RowLayout;
}

/** The names of all human bones, parents first. */
export function humanBones(): string[];

// ---------------------------------------------------------------------------------------------------------------- files

/** How a file is read. */
export interface ReadOptions {
  /** The name of the file, for {@link ModelInfo.file}. */
  name?: string;
  /** The buffers of a .gltf by URI, percent-encoded or not. */
  resources?: Record<string, Bytes> | Map<string, Bytes>;
}

/** Options of lowering a file to a model. */
export interface ModelOptions extends ReadOptions {
  /** The meaning of the stiffness of a limit of `OMI_physics_joint`; `auto` (default) depends on the file's generator. */
  omiStiffness?: 'auto' | 'literal' | 'fraction';
  /** The parent's transform where a virtual transform does not inherit it: the identity (default), or the rest transform. */
  uninherited?: 'identity' | 'rest';
  /** Add a virtual transform `lookAt` at the look-at offset of a VRM file. */
  lookAtVirtualTransform?: boolean;
}

/** A recoverable finding about a file. */
export interface Diagnostic {
  /** The code of the rule. */
  code: string;
  severity: 'error' | 'warning' | 'info' | 'hint';
  /** The JSON pointer of the value. */
  pointer: string;
  /** The problem, and its consequence. */
  message: string;
  /** The node of the pointer, if it is below one. */
  node: number | null;
}

/** A file, resolved and checked: immutable, shared by any number of instances. */
export class Model {
  private constructor();
  /** Loads the module if necessary, and reads a .glb, .gltf or .vrm. Rejects with a {@link SinewError}. */
  static load(bytes: Bytes | string, options?: ModelOptions): Promise<Model>;
  /** As {@link Model.load}, after {@link init}. */
  static parse(bytes: Bytes | string, options?: ModelOptions): Model;

  /** The number of nodes of the file. */
  readonly nodeCount: number;
  /** The findings of reading and lowering. */
  readonly diagnostics: Diagnostic[];
  /** The contents of the file, computed on first access. */
  readonly info: ModelInfo;
  /** The first node of a name. */
  findNode(name: string): number | null;
  /**
   * Checks every rule, also those that running a file does not need; as {@link Model.diagnostics}. A model of `sinew-gltf/motion` fetches
   * the large module for it.
   */
  validate(): Promise<Diagnostic[]>;
  /**
   * The triangles of one of {@link PhysicsInfo.shapes}, in the space of a node that uses it, before its scale: draw them with
   * that node's matrix. An infinite plane is 100 m wide.
   */
  shapeGeometry(shape: number): Geometry;
  /** Simulates the file in a separate world, and writes the motion as an ordinary animation. */
  bake(options?: BakeOptions): Baked;
  /** Frees the memory; running instances are not affected. No other method can be called afterwards. */
  dispose(): void;
}

/** Triangles. */
export interface Geometry {
  /** Three numbers per point. */
  positions: Float32Array;
  /** Three points per triangle, counter-clockwise seen from outside. */
  indices: Uint32Array;
}

export interface BakeOptions {
  /** The simulated time; 5 if not given. */
  seconds?: number;
  /** The length of a step, seconds; 1/60 if not given. */
  dt?: number;
  /** m/s²; the file's, or 9.81 down if not given. */
  gravity?: Numbers;
  /** The maximum angle between a node and the simulation; 0.1 if not given. */
  degrees?: number;
  /** The maximum distance of a node from the simulation; 1 if not given. */
  millimetres?: number;
  /** The maximum number of keys per second; one per step if not given. */
  fps?: number;
  /** Remove the behaviour extensions and the animations. */
  strip?: boolean;
  /** The animation that plays; the first if not given. */
  animation?: number;
  /** Whether every animation plays, each over the ones before it. */
  allAnimations?: boolean;
  /** Add a node for each virtual transform. */
  virtualTransforms?: boolean;
  /** Played on the avatar of the file. */
  clip?: Clip;
  /** The wrap mode of animations and the clip; `hold` if not given. */
  repeat?: Repeat;
}

/** A baked simulation. */
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

/** The contents of a file. */
export interface ModelInfo {
  file: string;
  container: 'gltf' | 'glb';
  asset: { version: string; minVersion: string | null; generator: string | null; copyright: string | null };
  extensionsUsed: string[];
  extensionsRequired: string[];
  /** The extensions that Sinew runs, in part or as a whole. */
  extensionsRun: string[];
  /** The features of extensions that the file uses, and whether each runs. */
  features: { extension: string; feature: string; runs: boolean }[];
  /** The dialects of physics and constraints, as in `sinew convert --list`. */
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
  /** The expressions of a file without a humanoid; absent without any. */
  expressions?: ExpressionInfo[];
  /** The springs of hair and cloth; absent without any. */
  springs?: SpringInfo[];
  /** The colliders of springs; absent without any. */
  springColliders?: SpringColliderInfo[];
  /** The behaviour graphs (`KHR_interactivity`); absent without any. */
  graphs?: GraphInfo[];
  humanoid: HumanoidInfo | null;
  physics: PhysicsInfo | null;
  /** The nodes with morph targets, and the offsets of their weights in {@link Pose.weights}. */
  morphTargets: { node: number; first: number; count: number }[];
}

export interface NodeInfo {
  index: number;
  name: string | null;
  parent: number | null;
  children: number[];
  /** Whether it belongs to the scene that runs. */
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
  /** The destination node. */
  node: number;
  /** The source node. */
  source: number;
  kind: 'position' | 'rotation' | 'aim' | 'roll';
  weight: number;
  sourceSpace: 'local' | 'model';
  destinationSpace: 'local' | 'model';
  axes: string[];
}

export interface VirtualTransformInfo {
  /** The index in the file's list; absent for a generated one. */
  index: number | null;
  name: string;
  /** The parent node. */
  parent: number | null;
  tags: string[];
  inherits: ('position' | 'rotation' | 'scale')[];
  local: { translation: Vec3; rotation: Quat; scale: Vec3 };
}

export interface SpringInfo {
  /** The index in `springs`, or in `boneGroups` of VRM 0.x. */
  index: number;
  extension: 'VRMC_springBone' | 'VRM';
  name: string | null;
  /** The node in whose space inertia is evaluated. */
  center: number | null;
  joints: SpringJointInfo[];
  /** Indices of `springColliders`, in the order in which they push. */
  colliders: number[];
}

export interface SpringJointInfo {
  node: number;
  /** The node of the tail; null for the end that VRM 0.x adds to a leaf. */
  tail: number | null;
  /** Metres, in the node's space at rest. */
  length: number;
  hitRadius: number;
  stiffness: number;
  gravityPower: number;
  gravityDir: Vec3;
  dragForce: number;
}

export interface SpringColliderInfo {
  node: number;
  kind: 'sphere' | 'capsule' | 'insideSphere' | 'insideCapsule' | 'plane' | 'none';
  offset?: Vec3;
  tail?: Vec3;
  normal?: Vec3;
  radius?: number;
}

/** An expression of a file. */
export interface ExpressionInfo {
  name: string;
  preset: boolean;
  morphTargets: number;
  materials?: number;
  /** The node that stands for it in a clip. */
  node?: number;
  /** The animation that shows it (`KHR_character_expression`). */
  animation?: number;
  /** How many nodes that animation moves. */
  joints?: number;
  /** The expressions that it weakens. */
  masks?: string[];
  /** The expressions that it is made of. */
  sources?: string[];
}

export interface HumanoidInfo {
  extension: string | null;
  facing: '+Z' | '-Z';
  hipsHeight: number | null;
  legLength: number | null;
  /** Parents first. `parent` is the nearest ancestor bone that the avatar has. */
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
  expressions: ExpressionInfo[];
}

export type BodyKind = 'dynamic' | 'kinematic' | 'static';

export interface PhysicsInfo {
  /** In the order of {@link Instance.bodies}. */
  bodies: {
    node: number;
    name: string | null;
    kind: BodyKind;
    /** `null` for infinite mass. */
    mass: number | null;
    centerOfMass: Vec3;
    inertia: { diagonal: (number | null)[]; orientation: Quat };
    /** The nodes of its colliders. */
    colliders: number[];
  }[];
  /** Colliders, in the space of their nodes. */
  colliders: ColliderInfo[];
  /** Volumes that emit events for colliders inside them. */
  triggers: { node: number; nodes: number[]; parts: ShapeInstanceInfo[] }[];
  /** The shapes of colliders and triggers; see {@link Model.shapeGeometry}. */
  shapes: ShapeInfo[];
  /** The nodes of colliders without a body. */
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
export interface ShapeInstanceInfo {
  node: number;
  /** In {@link PhysicsInfo.shapes}. */
  shape: number;
  /** The node of the body that it moves with. */
  body: number | null;
  /** In {@link PhysicsInfo.filters}. */
  filter: number | null;
}

export interface ColliderInfo extends ShapeInstanceInfo {
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
  /** In X and Z, solid towards −Y; `null` for infinite. */
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
  /** Metres or radians; `null` for no minimum. */
  min: number | null;
  max: number | null;
  /** `null` for a hard limit. */
  stiffness: number | null;
  damping: number | null;
  /** Its reading at rest. */
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
  /** Options for what BVH does not define. */
  bvh?: {
    /** Metres per unit of length; 0.01 if not given. */
    metresPerUnit?: number;
    /** The rest pose of rotations; `offsets` if not given. */
    rest?: 'offsets' | 'firstFrame';
  };
}

/** A motion for humanoids: from a .vrma (also of expressions or look-at only), a .bvh, or any model with human bones and an animation. */
export class Clip {
  private constructor();
  static load(bytes: Bytes | string, options?: ClipOptions): Promise<Clip>;
  /** As {@link Clip.load}, after {@link init}. */
  static parse(bytes: Bytes | string, options?: ClipOptions): Clip;
  /** Seconds. */
  readonly duration: number;
  /** The names of the bones of its humanoid. */
  readonly bones: string[];
  /** The names of the expressions that it animates. */
  readonly expressions: string[];
  readonly diagnostics: Diagnostic[];
  dispose(): void;
}

/** A human pose, independent of the rest pose of any avatar. */
export interface HumanPose {
  /** The position of the hips, metres, on an avatar that faces +Z; `null` leaves the hips in place. */
  hips: Vec3 | null;
  /** The hips' height at rest of the avatar that `hips` is measured on. */
  hipsHeight?: number | null;
  /** The rest position of that avatar's hips; above the origin if only their height is given. */
  hipsRest?: Vec3 | null;
  /** The length of that avatar's legs. */
  legLength?: number | null;
  /** The normalized rotation of each bone, by its name. */
  rotations: Record<string, Quat>;
}

/**
 * The scale of the hips' displacement from rest, from one avatar to another: the ratio of the hips' heights, 1, or the ratio
 * of the legs' lengths.
 */
export type HipsPolicy = 'height' | 'none' | 'legs';

// --------------------------------------------------------------------------------------------------------------- worlds

/** The wrap mode of an animation: it holds its last key, repeats, or stops and releases its targets. */
export type Repeat = 'hold' | 'loop' | 'release' | 'pingPong';

export interface WorldOptions {
  /** The length of a step, seconds; 1/60 if not given. */
  dt?: number;
  /** The maximum number of steps of one {@link World.advance}; 8 if not given. */
  maxSteps?: number;
  /** m/s²; if not given, that of the first file that has one, else 9.81 down. */
  gravity?: Numbers;
  /** The density of colliders whose body has no authored mass, kg/m³; 1000 if not given. */
  density?: number;
  /** Collision filters match as "⊆", to the letter of the text, instead of "intersects". */
  subsetFilters?: boolean;
  /** Whether bodies at rest fall asleep; true if not given. */
  sleeping?: boolean;
  /**
   * What a step may cost at most. A step beyond it throws `BUDGET_EXCEEDED` with the pointer of the node that costs most, and the
   * world stays as it was. The defaults are far above real files; see `docs/hostile.md`.
   */
  budgetPairs?: number;
  budgetContactPoints?: number;
  budgetTriangles?: number;
  budgetJointsPerPair?: number;
  /** Bytes. */
  budgetBytes?: number;
  /** Units of about a microsecond. */
  budgetWork?: number;
}

export interface SpawnOptions extends IsometryLike {
  /**
   * `first` (default), `all` (each in a layer of its own), `none`, or a list. A file with a behaviour graph leaves its animations to that, unless
   * they are listed.
   */
  animations?: 'first' | 'all' | 'none' | (Partial<AnimationState> & { animation: number })[];
  /** The wrap mode of animations that name none; `hold` if not given. */
  repeat?: Repeat;
  /** Whether spring bones (hair, cloth) swing; true if not given. */
  springs?: boolean;
}

/** An animation that plays on an instance. */
export interface AnimationState {
  animation: number;
  /** Seconds since its start. */
  time: number;
  /** The playback speed; negative runs backwards. */
  speed: number;
  repeat: Repeat;
  /** Its share of the weights in its layer; 1 if not given. */
  weight?: number;
  fade?: Fade;
  /** The layer that it plays in; 0 if not given. */
  layer?: number;
}

/** A weight on its way to another, linearly over time. */
export interface Fade {
  /** The weight at the start; the current one if not given. */
  from?: number;
  to: number;
  seconds: number;
  elapsed?: number;
  /** Whether what fades stops at the end. */
  stops?: boolean;
}

/** The settings of a layer; layers with higher numbers are over those with lower ones. */
export interface Layer {
  /** How much of it is seen, 0…1; 1 if not given. */
  weight?: number;
  fade?: Fade;
  /** A factor on the speed of all that plays in it; 1 if not given. */
  speed?: number;
  /** Whether it adds what differs from the start of its animations to what is below. */
  additive?: boolean;
  /** The nodes and human bones that it moves, each with all that is below it; all if not given. */
  mask?: { nodes?: number[]; bones?: string[]; withoutNodes?: number[]; withoutBones?: string[] };
}

/** What of a node's animation moves the whole instance. */
export interface RootMotion {
  /** The node whose animation has the motion; without one, the motion is kept in the pose. */
  node?: number;
  /** The axes of the model along which its translation is taken; x and z if not given. */
  translation?: [boolean, boolean, boolean];
  /** Whether its rotation about +Y is taken; true if not given. */
  yaw?: boolean;
  /** Whether the root of the instance moves by it; true if not given. */
  movesInstance?: boolean;
}

/** A force and a torque that last. */
export interface AppliedForce {
  /** N. */
  force?: [number, number, number];
  /** N·m. */
  torque?: [number, number, number];
  /** The point of the body that the force acts on, in the body's frame; the centre of mass if not given. */
  point?: [number, number, number];
  /** Whether both are along the body's own axes. */
  local?: boolean;
}

/** How a character walks. */
export interface CharacterSettings {
  /** The direction away from the ground; +Y if not given. */
  up?: [number, number, number];
  /** The steepest slope that it climbs, radians; π/4 if not given. */
  maxSlope?: number;
  /** The highest step that it climbs, metres; 0.3 if not given. */
  stepHeight?: number;
  /** The width that has to be free on top of a step, metres; 0.1 if not given. */
  stepWidth?: number;
  /** How far the ground may be below it while walking down, metres; 0.2 if not given. */
  snap?: number;
  /** The gap that it keeps to everything, metres; 0.01 if not given. */
  gap?: number;
}

/** Which colliders a query sees. */
export interface QueryOptions {
  withoutKinds?: ('static' | 'kinematic' | 'dynamic')[];
  withoutInstances?: Instance[];
  withoutNodes?: WorldNode[];
  /** What the query collides with, as if it were a collider with this filter. */
  filter?: { collisionSystems?: string[]; collideWithSystems?: string[]; notCollideWithSystems?: string[] };
}

/** A node of an instance. */
export interface WorldNode {
  instance: Instance;
  node: number;
}

export type EventKind = 'triggerEnter' | 'triggerExit' | 'contactBegin' | 'contactEnd' | 'jointBreak';

/** An event of a step. */
export interface WorldEvent {
  /** Seconds since the world's start. */
  time: number;
  kind: EventKind;
  /** The trigger, or the collider that comes first. It may have been despawned: see {@link Instance.isAlive}. */
  a: WorldNode;
  b: WorldNode;
  /** Of a contact that begins: the point with the largest impulse, the normal out of `a`, and the impulse of all points in N·s. */
  contact?: { point: [number, number, number]; normal: [number, number, number]; impulse: number };
}

/** The first hit of a ray. */
export interface RayHit extends WorldNode {
  /** In multiples of the direction's length. */
  distance: number;
  point: Vec3;
  /** The outward normal of the collider; zero if the ray starts inside. */
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
  /** The penetration depth, metres; negative if they are apart. */
  depth: number;
  /** The normal impulse of the last step, N·s. */
  impulse: number;
}

/** Milliseconds of the last step or the steps of the last advance, by stage. */
export interface Timings {
  /** Animations, clips, human poses, constraints that do not depend on bodies. */
  animate: number;
  /** Animated bodies take their targets from their nodes. */
  updateBodies: number;
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
  /** Loads the module if necessary. */
  static create(options?: WorldOptions): Promise<World>;

  /** The length of a step, seconds. */
  readonly dt: number;
  /** The layouts of the lists of numbers, as {@link layout} has them. */
  readonly layout: Layout;
  /** The number of steps so far. */
  readonly steps: number;
  /** Seconds since the start, in whole steps. */
  readonly time: number;
  /** The elapsed time since the last step, less than a step, seconds. */
  readonly remainder: number;
  /** The instances, in the order of spawning. */
  readonly instances: readonly Instance[];
  /** The events of the last step, or of the steps of the last {@link World.advance}. */
  readonly events: WorldEvent[];
  /**
   * The events of {@link World.events} in which an instance, or one of its nodes, takes part.
   * @throws `INVALID_ARGUMENT`
   */
  eventsOf(instance: Instance, node?: number): WorldEvent[];
  /** The bodies that became non-finite in those steps; each was stopped at its last position. */
  readonly stopped: WorldNode[];
  /** The contacts of the last step. */
  readonly contacts: Contact[];
  /**
   * A digest of all that a step decides: the clock, transforms of instances, nodes, weights of morph targets, bodies, virtual transforms,
   * expressions and playback. Equal worlds have equal digests, bit for bit, and so has the native library.
   */
  readonly digest: bigint;
  /** The digest of the bodies only: equal for files with the same physics, and for all files without bodies. */
  readonly physicsDigest: bigint;
  /** Whether stages are timed; initially false. */
  profile: boolean;
  /** `null` unless {@link World.profile} is set. */
  readonly timings: Timings | null;

  /**
   * Spawns an instance of a model.
   * @throws `UNKNOWN_ANIMATION`, `NOT_FINITE`, `INVALID_ARGUMENT`
   */
  spawn(model: Model, options?: SpawnOptions): Instance;
  /** Runs one step. */
  step(): void;
  /** Runs the steps of the elapsed time, and keeps the remainder. `dropped`: seconds beyond `maxSteps`. */
  advance(seconds: number): { steps: number; dropped: number };
  /**
   * The first collider hit by a ray within a multiple of its direction's length.
   * @throws `NOT_FINITE`, `INVALID_ARGUMENT` for a direction without length, `NO_PHYSICS`, as the queries below
   */
  rayCast(origin: Numbers, direction: Numbers, maxDistance?: number): RayHit | null;
  /**
   * The first hit of a ray with each collider that the options let it see, nearest first.
   * @throws `NOT_FINITE`, `INVALID_ARGUMENT`
   */
  rayCastAll(origin: Numbers, direction: Numbers, maxDistance?: number, options?: QueryOptions): RayHit[];
  /**
   * The first collider that a shape touches when it is moved along a direction.
   * @throws `NOT_FINITE`, `INVALID_ARGUMENT`
   */
  shapeCast(
    shape: Extract<ShapeInfo, { kind: 'box' | 'sphere' | 'capsule' | 'cylinder' }>,
    transform: IsometryLike,
    direction: Numbers,
    maxDistance?: number,
    options?: QueryOptions,
  ): RayHit | null;
  /** The nearest point of any collider within so many metres. */
  closestPoint(
    point: Numbers,
    maxDistance?: number,
    options?: QueryOptions,
  ): (WorldNode & { point: [number, number, number]; distance: number }) | null;
  /** m/s². Setting it wakes all bodies. */
  gravity: Numbers;
  /** The colliders that contain a point. */
  overlapPoint(point: Numbers): WorldNode[];
  /** The colliders that a shape touches: a box, sphere, capsule or cylinder. */
  overlapShape(
    shape: Extract<ShapeInfo, { kind: 'box' | 'sphere' | 'capsule' | 'cylinder' }>,
    transform?: IsometryLike,
  ): WorldNode[];
  /** The whole state as bytes, without models and clips. */
  snapshot(): Uint8Array;
  /**
   * Restores a snapshot of this world, or of one with the same instances.
   * @throws `NOT_A_SNAPSHOT`, `SNAPSHOT_OTHER_VERSION`, `SNAPSHOT_DAMAGED`, `SNAPSHOT_OTHER_WORLD`, `SNAPSHOT_UNKNOWN_CLIP`
   */
  restore(snapshot: Bytes): void;
  /** Frees the memory; instances cannot be used afterwards. */
  dispose(): void;
}

/** The pose of an instance. Views; see the head of this file. */
export interface Pose {
  /** Ten numbers per node, relative to the parent: translation x y z, rotation x y z w, scale x y z. See {@link layout}. */
  readonly locals: Float32Array;
  /** Sixteen numbers per node: from the node's space to the model's. */
  readonly matrices: Float32Array;
  /** The weights of morph targets; see {@link ModelInfo.morphTargets}. */
  readonly weights: Float32Array;
  /** Sixteen numbers per virtual transform: from its space to the model's. */
  readonly virtualMatrices: Float32Array;
}

/** The state of a body. */
export interface BodyState extends Isometry {
  node: number;
  kind: BodyKind;
  /** Whether it follows its node, which an animation, a clip or the application moves. */
  isAnimated: boolean;
  isSleeping: boolean;
  /** Of the centre of mass, m/s, along the world's axes. */
  linearVelocity: Vec3;
  /** rad/s about the world's axes. */
  angularVelocity: Vec3;
}

/** The state of a joint. `translation` and `rotation` of frames are in the world. */
export interface JointState {
  node: number;
  /** Whether it is simulated: not if both frames are on the same body, or on none. */
  isActive: boolean;
  frameA: Isometry;
  frameB: Isometry;
  /** In the order of {@link JointInfo.limits}: its reading, and its violation. */
  limits: { metric: number; violation: number }[];
  /** In the order of {@link JointInfo.drives}. */
  drives: { position: number; velocity: number; force: number }[];
}

/** A value of a property: true or false, a number, or the numbers of a vector, a quaternion, a matrix or weights. */
export type PropertyValue = boolean | number | number[];

/** The types of the glTF 2.0 Asset Object Model. */
export type PropertyType = 'bool' | 'int' | 'float' | 'float[]' | 'float2' | 'float3' | 'float4' | 'float4x4';

/** A behaviour graph of a file. */
export interface GraphInfo {
  index: number;
  name: string | null;
  /** Whether it is the one that runs. */
  selected: boolean;
  /** Whether it is not valid; the diagnostics say why. */
  rejected: boolean;
  /** The number of variables. */
  variables: number;
  /** The ids of its custom events; `null` for one that is internal. */
  events: (string | null)[];
  /** Its nodes in words, in the order of the file. */
  nodes: string[];
}

/** How a node was selected: where the ray met it and came from, in the world. */
export interface GraphSelection {
  point?: [number, number, number];
  origin?: [number, number, number];
  controller?: number;
}

/** A value of a behaviour graph. Numbers that JSON lacks are strings. */
export type GraphValue = boolean | number | string | null | (number | string)[];

/** A custom event that a behaviour graph has sent. */
export interface GraphEvent {
  event: string;
  step: number;
  time: number;
  values: Record<string, GraphValue>;
}

/** A message of a behaviour graph. */
export interface GraphMessage {
  step: number;
  severity: number;
  message: string;
}

/** A behaviour graph that runs. */
export interface GraphState {
  variables: { name: string | null; type: string; value: GraphValue }[];
  /** Where and why it was stopped, if it was. */
  halt?: string;
}

/** A property that was set or animated. */
export interface ChangedProperty {
  pointer: string;
  type: PropertyType;
  value: PropertyValue;
}

/** A property of an instance ({@link Instance.property}). */
export class Property<T extends PropertyValue = PropertyValue> {
  private constructor();
  readonly pointer: string;
  readonly type: PropertyType;
  readonly isReadOnly: boolean;
  /**
   * The value now. Values of physics that are set count from the next step; others count at once.
   * @throws `PROPERTY_READ_ONLY`, `PROPERTY_OUT_OF_RANGE`, `NOT_FINITE`, `INVALID_ARGUMENT` for another type
   */
  value: T;
  get(): T;
  set(value: T | Numbers): void;
}

/** An expression of an instance. */
export interface ExpressionState {
  name: string;
  /** As set by the application or the clip. */
  value: number;
  /** After clamping, rounding and overrides. */
  weight: number;
}

/** A property of a material that expressions change. */
export interface MaterialValue {
  /** The file's index. */
  material: number;
  type: 'color' | 'emissionColor' | 'shadeColor' | 'matcapColor' | 'rimColor' | 'outlineColor' | 'textureTransform';
  /** The JSON pointer of the property; of a texture transform, of the object with `scale` and `offset`. */
  pointer: string;
  /** Red, green, blue and alpha of a colour, or the scale and then the offset of a texture. */
  value: [number, number, number, number];
}

/** What the eyes look at; without an `instance` it is their own. */
export type LookAtTarget =
  | { /** In the world. */ point: Numbers }
  | { node: number; instance?: Instance }
  | { /** The place in {@link ModelInfo.virtualTransforms}. */ virtualTransform: number; instance?: Instance }
  | { /** Yaw and pitch relative to the head, in degrees. */ direction: Numbers };

export interface LookAtOptions {
  /** The most degrees in a second. Without it the eyes are there at once. */
  speed?: number;
}

/** The goal of a bone: where it is, and how it is followed. */
export type BoneGoal = (
  | { /** In the world. */ point: Numbers }
  | { node: number; instance?: Instance }
  | { /** The place in {@link ModelInfo.virtualTransforms}. */ virtualTransform: number; instance?: Instance }
) & {
  /** Of the hand or the foot in the world: x, y, z, w. Without it the hand or the foot keeps its own. */
  rotation?: Numbers;
  /** The point of the world that the elbow or the knee is bent towards. Without it, it stays bent as it is. */
  pole?: Numbers;
  /** The most degrees that a bone other than a hand or a foot is rotated. */
  limit?: number;
  /** How much of it counts, from 0 to 1; 1 by default. */
  weight?: number;
};

/** A collision filter, with the names of `KHR_physics_rigid_bodies`. */
export interface CollisionFilter {
  collisionSystems?: string[];
  collideWithSystems?: string[];
  notCollideWithSystems?: string[];
}

/** The shape of a collider to be added; the axis of round ones is y. */
export type ShapeToAdd =
  | { box: { size: [number, number, number] } }
  | { sphere: { radius: number } }
  | { capsule: { height: number; radiusBottom: number; radiusTop: number } }
  | { cylinder: { height: number; radiusBottom: number; radiusTop: number } }
  | { plane: { sizeX?: number; sizeZ?: number; doubleSided?: boolean } }
  | { convexHull: { points: [number, number, number][]; triangles: [number, number, number][] } }
  | { triangleMesh: { points: [number, number, number][]; triangles: [number, number, number][] } };

/** How coefficients of two materials are combined. */
export type Combine = 'average' | 'minimum' | 'maximum' | 'multiply';

/** A body to be added, with the names of `KHR_physics_rigid_bodies`. */
export interface BodyToAdd {
  kind?: 'dynamic' | 'kinematic' | 'static';
  /** Kilograms; 0 is infinite. Without it the mass follows from the colliders. */
  mass?: number;
  centerOfMass?: [number, number, number];
  inertiaDiagonal?: [number, number, number];
  inertiaOrientation?: [number, number, number, number];
  linearVelocity?: [number, number, number];
  angularVelocity?: [number, number, number];
  gravityFactor?: number;
  colliders?: {
    shape: ShapeToAdd;
    /** A node below the body's; without it the body's own. */
    node?: number;
    material?: {
      staticFriction?: number;
      dynamicFriction?: number;
      restitution?: number;
      frictionCombine?: Combine;
      restitutionCombine?: Combine;
    };
    filter?: CollisionFilter;
  }[];
}

/** A joint to be added, with the names of `KHR_physics_rigid_bodies`. */
export interface JointToAdd {
  limits?: {
    linearAxes?: number[];
    angularAxes?: number[];
    min?: number;
    max?: number;
    stiffness?: number;
    damping?: number;
  }[];
  drives?: {
    type: 'linear' | 'angular';
    mode?: 'force' | 'acceleration';
    axis: number;
    maxForce?: number;
    positionTarget?: number;
    velocityTarget?: number;
    stiffness?: number;
    damping?: number;
  }[];
  enableCollision?: boolean;
}

/**
 * A model in a world. Every method throws `UNKNOWN_INSTANCE` after {@link Instance.despawn}, and `DISPOSED` after
 * {@link World.dispose}. A method that throws changes nothing.
 */
export class Instance {
  private constructor();
  readonly world: World;
  readonly model: Model;
  /** Unique in a world, and never reused. */
  readonly id: number;
  /** Whether it is in the world. */
  readonly isAlive: boolean;

  /** The pose of the last step. */
  readonly pose: Pose;
  /** The pose between the last two steps at the elapsed time: the one to render. */
  readonly interpolated: Pose;

  /** The transform of the root in the world. Setting it does not move simulated bodies. */
  transform: Isometry;
  /** @throws `NOT_FINITE`, `INVALID_ARGUMENT` */
  setTransform(transform: IsometryLike): void;
  /**
   * Sets the root elsewhere, as if it had always been there: hair keeps its shape and its motion, where it trails behind
   * {@link Instance.setTransform}.
   * @throws `NOT_FINITE`, `INVALID_ARGUMENT`
   */
  teleportRoot(transform: IsometryLike): void;
  /**
   * Sets the wind: metres in a second that it adds to the tails of springs, as `gravityPower` does, along the axes of the world.
   * @throws `NOT_FINITE`, `INVALID_ARGUMENT`
   */
  setWind(wind: Numbers): void;
  /**
   * Has springs collide with the rigid body of a node, of this instance or of another: tails are kept out of its colliders by their hit
   * radius. Every shape counts as what it is; the body feels nothing of it.
   * @throws `UNKNOWN_INSTANCE`, `UNKNOWN_NODE`, `NO_BODY`, `INVALID_ARGUMENT`
   */
  setSpringBody(node: number, options?: { instance?: Instance; collides?: boolean }): void;
  /** Brings springs to their rest, without motion. */
  resetSprings(): void;

  /**
   * Sets an expression from 0 to 1, over animations and the clip, until `null` releases it. It shows with the next step.
   * @throws `UNKNOWN_EXPRESSION`, `NOT_FINITE`, `INVALID_ARGUMENT`
   */
  setExpression(name: string, value: number | null): void;
  /** The expressions as of the last step, in the order of the file. */
  readonly expressions: ExpressionState[];
  /** The properties of materials that expressions change, as of the last step, for whoever draws. */
  readonly materialValues: MaterialValue[];
  /**
   * Has the eyes follow a target, until `null` releases them to look ahead.
   * @throws `NO_LOOK_AT`, `UNKNOWN_NODE`, `UNKNOWN_INSTANCE`, `NOT_FINITE`, `INVALID_ARGUMENT`
   */
  lookAt(target: LookAtTarget | null, options?: LookAtOptions): void;
  /** Where the eyes look relative to the head, in degrees, as of the last step: left and down are positive. */
  readonly lookAtAngles: { yaw: number; pitch: number } | null;

  /**
   * Has a bone follow a goal, over animations and poses, until `null` releases it: hands and feet are taken to it, or as near as
   * they reach; any other bone points its front at it.
   * @throws `NO_HUMANOID`, `UNKNOWN_BONE`, `UNKNOWN_NODE`, `UNKNOWN_INSTANCE`, `NOT_FINITE`, `OUT_OF_BOUNDS`, `INVALID_ARGUMENT`
   */
  setBoneGoal(bone: string, goal: BoneGoal | null): void;

  /**
   * The first node of a name, in the order of the file. {@link Model.findNode} returns `null` where this throws.
   * @throws `UNKNOWN_NODE`
   */
  node(name: string): number;
  /**
   * The first animation of a name.
   * @throws `UNKNOWN_ANIMATION`
   */
  animation(name: string): number;

  /**
   * A property by its JSON pointer, resolved once: `/materials/0/pbrMetallicRoughness/baseColorFactor`.
   * @throws `PROPERTY_UNKNOWN` for one that no text has, `PROPERTY_UNDEFINED` for one that the file does not define
   */
  property<T extends PropertyValue = PropertyValue>(pointer: string): Property<T>;
  /** What was set or animated besides the transforms and weights of nodes. */
  readonly changedProperties: ChangedProperty[];
  /**
   * Sets several properties by their JSON pointers: all, or none where one is refused. They are judged together, so that both ends of
   * a limit can move past where the other one was.
   * @throws `PROPERTY_UNKNOWN`, `PROPERTY_UNDEFINED`, `PROPERTY_TYPE`, `PROPERTY_READ_ONLY`, `PROPERTY_OUT_OF_RANGE`
   */
  setProperties(values: Record<string, PropertyValue>): void;
  /**
   * Sets the position target of a drive of the joint on a named node: metres or radians. Joints that share a description in
   * the file share its drives.
   * @throws `UNKNOWN_NODE`, `NO_JOINT`, `PROPERTY_UNDEFINED`, `NOT_FINITE`
   */
  setDriveTarget(node: string, drive: number, target: number): void;
  /**
   * Sets both ends of a limit of the joint on a named node: metres or radians.
   * @throws `UNKNOWN_NODE`, `NO_JOINT`, `PROPERTY_UNDEFINED`, `PROPERTY_OUT_OF_RANGE`, `NOT_FINITE`
   */
  setLimit(node: string, limit: number, min: number, max: number): void;

  /** In the order of {@link PhysicsInfo.bodies}. */
  readonly bodies: BodyState[];
  /** The same as numbers, a row per body: see {@link layout}. A view. */
  readonly bodyValues: Float32Array;
  /** In the order of {@link PhysicsInfo.joints}. */
  readonly joints: JointState[];
  /** The body of a node. */
  body(node: number): BodyState | null;
  /**
   * The velocity of a node with its body, or with that of its nearest ancestor.
   * @throws `UNKNOWN_NODE`
   */
  velocity(node: number): { linear: Vec3; angular: Vec3 } | null;
  /**
   * Sets the velocity of a body. An absent angular velocity stays as it is.
   * @throws `UNKNOWN_NODE`, `NO_BODY`, `BODY_NOT_DYNAMIC` for a static or animated body, `NOT_FINITE`
   */
  setVelocity(node: number, linear: Numbers, angular?: Numbers): void;
  /**
   * Applies an impulse, N·s, at the centre of mass, or at a point in the world.
   * @throws `UNKNOWN_NODE`, `NO_BODY`, `BODY_NOT_DYNAMIC` for a static, kinematic or animated body, `INFINITE_MASS`, `NOT_FINITE`
   */
  applyImpulse(node: number, impulse: Numbers, point?: Numbers): void;
  /**
   * Applies an angular impulse, N·m·s.
   * @throws as {@link Instance.applyImpulse}; `INFINITE_MASS` for a body of infinite inertia
   */
  applyAngularImpulse(node: number, impulse: Numbers): void;
  /**
   * Teleports a body.
   * @throws `UNKNOWN_NODE`, `NO_BODY`, `BODY_NOT_DYNAMIC` for a static or animated body, `NOT_FINITE`
   */
  teleport(node: number, transform: IsometryLike): void;
  /**
   * Wakes a sleeping body.
   * @throws `UNKNOWN_NODE`, `NO_BODY`, `BODY_NOT_DYNAMIC` for a static body
   */
  wake(node: number): void;

  /** The animations that play. */
  readonly playing: AnimationState[];
  /**
   * Plays an animation, or changes its playback.
   * @throws `UNKNOWN_ANIMATION`, `NOT_FINITE`, `INVALID_ARGUMENT`
   */
  play(state: Partial<AnimationState> & { animation: number }): void;
  /**
   * Stops an animation, and releases its targets.
   * @throws `NOT_PLAYING`
   */
  stop(animation: number): void;
  /**
   * Plays a clip on the avatar, over the animations. With a layer, a weight, a speed, a time or a fade it plays beside other
   * clips; otherwise instead of them. `fade` is the seconds of a cross-fade from all that plays in its layer, which is 1 if not given.
   * @throws `NO_HUMANOID`, `DISPOSED`, `OUT_OF_BOUNDS`
   */
  playClip(
    clip: Clip,
    options?: {
      repeat?: Repeat;
      hips?: HipsPolicy;
      lookAt?: boolean;
      time?: number;
      speed?: number;
      weight?: number;
      layer?: number;
      fade?: number;
    },
  ): void;
  /**
   * Fades to an animation from all that plays in its layer, which then stops.
   * @throws `UNKNOWN_ANIMATION`, `NOT_FINITE`, `OUT_OF_BOUNDS`
   */
  crossFade(state: Partial<AnimationState> & { animation: number }, seconds: number): void;
  /** The settings of a layer. */
  layer(layer: number): Layer;
  /**
   * Sets the weight, speed and mask of a layer, and whether it is additive.
   * @throws `UNKNOWN_NODE`, `UNKNOWN_BONE`, `NO_HUMANOID`, `NOT_FINITE`, `OUT_OF_BOUNDS`
   */
  setLayer(layer: number, settings: Layer): void;
  /**
   * Fades out all that plays in a layer, and stops it.
   * @throws `NOT_PLAYING`, `OUT_OF_BOUNDS`
   */
  stopLayer(layer: number, seconds?: number): void;
  /** The root motion of the last step or advance; `null` where it is kept in the pose. */
  readonly rootMotion: Isometry | null;
  /**
   * Takes the motion of the whole model out of what plays; `null` leaves it in the pose.
   * @throws `UNKNOWN_NODE`
   */
  setRootMotion(settings: RootMotion | null): void;
  /**
   * Sets the force and torque that act on a body until they are changed; `null` ends them.
   * @throws `UNKNOWN_NODE`, `NO_BODY`, `BODY_NOT_DYNAMIC`, `NOT_FINITE`
   */
  setForce(node: number, force: AppliedForce | null): void;
  /** Whether the joint of a node is on; `null` where it holds nothing. */
  isJointEnabled(node: number): boolean | null;
  /**
   * Switches the joint of a node off or on.
   * @throws `UNKNOWN_NODE`, `NO_JOINT`
   */
  setJointEnabled(node: number, enabled: boolean): void;
  /**
   * Sets the force (N) or torque (N·m) above which the joint of a node breaks; `null` lets it bear anything.
   * @throws `UNKNOWN_NODE`, `NO_JOINT`, `NOT_FINITE`, `OUT_OF_BOUNDS`
   */
  setJointBreak(node: number, bounds: { force?: number; torque?: number } | null): void;
  /**
   * Makes a node a rigid body, where it is now. Colliders on it and below that no other body carries go along.
   * @throws `UNKNOWN_NODE`, `HAS_BODY`, `INVALID_PART`, `INVALID_ARGUMENT`
   */
  addBody(node: number, body?: BodyToAdd): void;
  /**
   * Takes the body of a node away, with the colliders, triggers and joints on it.
   * @throws `UNKNOWN_NODE`, `NO_BODY`
   */
  removeBody(node: number): void;
  /**
   * Adds a joint: frame a is the node, frame b the node of `to`, or with `held` the body of that node as it is.
   * @throws `UNKNOWN_NODE`, `UNKNOWN_INSTANCE`, `NO_JOINT`, `NO_BODY`, `INVALID_PART`, `INVALID_ARGUMENT`
   */
  addJoint(node: number, joint: JointToAdd, to: { instance?: Instance; node: number; held?: boolean }): void;
  /**
   * Takes the joint of a node away: the one that was added last, or the file's.
   * @throws `UNKNOWN_NODE`, `NO_JOINT`
   */
  removeJoint(node: number): void;
  /**
   * Sets the collision filter of the colliders and triggers on a node, or with `null` on all nodes; without a filter they collide
   * with everything.
   * @throws `UNKNOWN_NODE`, `NO_COLLIDER`, `INVALID_PART`
   */
  setCollisionFilter(node: number | null, filter: CollisionFilter | null): void;
  /** The weight of a constraint, by its index; `null` where there is none. */
  constraintWeight(constraint: number): number | null;
  /**
   * Sets the weight of a constraint, 0…1.
   * @throws `UNKNOWN_CONSTRAINT`, `NOT_FINITE`, `OUT_OF_BOUNDS`
   */
  setConstraintWeight(constraint: number, weight: number): void;
  /** The character of a kinematic body; `null` where it is not one. */
  character(node: number): { velocity: [number, number, number]; rise: number; isGrounded: boolean } | null;
  /**
   * Makes a kinematic body a character, which walks, climbs and falls; `null` makes it an ordinary body again.
   * @throws `UNKNOWN_NODE`, `NO_BODY`, `BODY_NOT_KINEMATIC`, `OUT_OF_BOUNDS`
   */
  setCharacter(node: number, settings: CharacterSettings | null): void;
  /**
   * Sets where a character wants to go, m/s, and the speed of a jump from the ground.
   * @throws `UNKNOWN_NODE`, `NO_BODY`, `BODY_NOT_KINEMATIC`, `NOT_FINITE`
   */
  moveCharacter(node: number, velocity: Numbers, jump?: number): void;
  /**
   * Selects a node, as a pointer that clicks on it does: behaviour graphs see it in the next step.
   * @throws `UNKNOWN_NODE`, `NO_GRAPH`
   */
  select(node: number, selection?: GraphSelection): void;
  /**
   * A controller hovers over a node, or with `null` over nothing.
   * @throws `UNKNOWN_NODE`, `NO_GRAPH`
   */
  hover(node: number | null, controller?: number): void;
  /**
   * Sends the graph a custom event, which it receives in the next step. Values that are not given are as the file has them.
   * @throws `NO_GRAPH`, `UNKNOWN_EVENT`
   */
  sendEvent(event: string, values?: Record<string, number | boolean | ArrayLike<number>>): void;
  /** The custom events that the graph has sent in the last step, or in the steps of the last `advance`. */
  readonly graphEvents: GraphEvent[];
  /** The messages of the graph in the last step, or in the steps of the last `advance`. */
  readonly graphLog: GraphMessage[];
  /** The behaviour graph that runs; `null` without one. */
  readonly graph: GraphState | null;
  /** The nodes of the graph with the current values of their outputs, in the order of the file; those of mathematics are as they were last read. */
  readonly graphNodes: { op: string; values: Record<string, GraphValue> }[];
  /**
   * Lists what is activated in each step from now on, or no longer.
   * @throws `NO_GRAPH`
   */
  traceGraph(isOn: boolean): void;
  /** The nodes that were activated in the last step, in order, by input flow; `null` for an event. Empty unless they are listed. */
  readonly graphActivations: { node: number; input: string | null }[];
  /**
   * Performs an input of a log or a script: an object with `do`.
   * @throws `INVALID_ARGUMENT`, and as the method that it names
   */
  perform(input: { do: string; [member: string]: unknown }): void;
  /**
   * Stops the clip.
   * @throws `NOT_PLAYING`
   */
  stopClip(): void;
  /** The current human pose; `null` if the model has no humanoid. */
  humanPose(): HumanPose | null;
  /**
   * Sets the human pose, over animations and the clip, until `null` releases it.
   * @throws `NO_HUMANOID`, `NOT_FINITE`, `INVALID_ARGUMENT` for an unknown bone
   */
  setHumanPose(pose: HumanPose | null, options?: { hips?: HipsPolicy }): void;
  /**
   * Overrides the transform of a node, over all the above, until `null` releases it.
   * @throws `UNKNOWN_NODE`, `NOT_FINITE`
   */
  setOverride(node: number, change: { translation?: Numbers; rotation?: Numbers; scale?: Numbers } | null): void;

  /**
   * Removes it from the world.
   * @throws `UNKNOWN_INSTANCE` if it was removed already
   */
  despawn(): void;
}
