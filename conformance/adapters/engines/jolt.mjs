// Jolt alone, as its WebAssembly package has it.
import init from 'jolt-physics/wasm-compat';
import { Vector3 } from 'three';

import { Unsupported } from './scene.mjs';

const [STILL, MOVING] = [0, 1];

export async function build(scene, { gravity, dt }) {
  // A module of its own for each scene: what one leaves behind does not fill the next one's memory.
  const Jolt = await init();
  const jolt = interfaceOf(Jolt);
  const system = jolt.GetPhysicsSystem();
  const bodies = system.GetBodyInterface();
  system.SetGravity(new Jolt.Vec3(...gravity));
  const made = new Map();
  for (const body of scene.bodies) made.set(body, addBody(Jolt, bodies, body));
  for (const collider of scene.ground?.colliders ?? []) addStill(Jolt, bodies, collider);
  // What a joint holds to where there is no body.
  const fixed = scene.joints.length ? addFixed(Jolt, bodies) : undefined;
  for (const joint of scene.joints) addJoint(Jolt, system, made, joint, fixed);
  return {
    step: () => jolt.Step(dt, 1),
    free: () => {},
    state: (body) => state(made.get(body)),
    apply: (action) => apply(Jolt, bodies, made.get(action.body), action),
  };
}

function interfaceOf(Jolt) {
  const settings = new Jolt.JoltSettings();
  const pairs = new Jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(STILL, MOVING);
  pairs.EnableCollision(MOVING, MOVING);
  const phases = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
  phases.MapObjectToBroadPhaseLayer(STILL, new Jolt.BroadPhaseLayer(STILL));
  phases.MapObjectToBroadPhaseLayer(MOVING, new Jolt.BroadPhaseLayer(MOVING));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = phases;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(phases, 2, pairs, 2);
  return new Jolt.JoltInterface(settings);
}

function shapeOf(Jolt, { shape }) {
  const { type, half, radius } = shape;
  if (type === 'box') return new Jolt.BoxShape(new Jolt.Vec3(...half), Math.min(0.05, ...half.map((side) => side / 2)));
  if (type === 'sphere') return new Jolt.SphereShape(radius);
  if (type === 'capsule') return new Jolt.CapsuleShape(half, radius);
  return new Jolt.CylinderShape(half, radius, Math.min(0.05, half / 2, radius / 2));
}

function addStill(Jolt, bodies, collider) {
  material(collider);
  const [position, rotation] = placed(Jolt, collider);
  const settings = new Jolt.BodyCreationSettings(shapeOf(Jolt, collider), position, rotation, Jolt.EMotionType_Static, STILL);
  finish(Jolt, bodies, settings);
}

function addBody(Jolt, bodies, body) {
  const { motion, node, colliders } = body;
  colliders.forEach(material);
  const list = new Jolt.StaticCompoundShapeSettings();
  for (const collider of colliders) {
    const shape = shapeOf(Jolt, collider);
    shape.SetDensity?.(collider.mass / collider.shape.volume);
    const [position, rotation] = placed(Jolt, collider);
    list.AddShapeShape(new Jolt.Vec3(position.GetX(), position.GetY(), position.GetZ()), rotation, shape, 0);
  }
  let shape = colliders.length ? list.Create().Get() : new Jolt.EmptyShape();
  if (motion.centerOfMass) {
    if (!motion.inertiaDiagonal) throw new Unsupported('a centre of mass with moments from the shapes');
    const now = shape.GetCenterOfMass();
    const offset = body.center.clone().sub(new Vector3(now.GetX(), now.GetY(), now.GetZ()));
    shape = new Jolt.OffsetCenterOfMassShape(shape, new Jolt.Vec3(...offset.toArray()));
  }
  const kind = motion.isKinematic ? Jolt.EMotionType_Kinematic : Jolt.EMotionType_Dynamic;
  const [position, rotation] = placed(Jolt, node);
  const settings = new Jolt.BodyCreationSettings(shape, position, rotation, kind, MOVING);
  settings.mLinearDamping = 0;
  settings.mAngularDamping = 0;
  settings.mGravityFactor = motion.gravityFactor ?? 1;
  // Whether a body sleeps is seen by the corners of its shapes: without any it sleeps while it spins.
  settings.mAllowSleeping = colliders.length > 0;
  settings.mMaxLinearVelocity = 1e6;
  settings.mMaxAngularVelocity = 1e4;
  settings.mLinearVelocity = new Jolt.Vec3(...body.linear.toArray());
  settings.mAngularVelocity = new Jolt.Vec3(...body.angular.toArray());
  if (!motion.isKinematic && motion.inertiaDiagonal) {
    if (motion.inertiaOrientation) throw new Unsupported('the adapter has no rotated moments');
    settings.mOverrideMassProperties = Jolt.EOverrideMassProperties_MassAndInertiaProvided;
    settings.mMassPropertiesOverride.mMass = body.mass;
    settings.mMassPropertiesOverride.mInertia = Jolt.Mat44.prototype.sScaleVec3(new Jolt.Vec3(...motion.inertiaDiagonal));
  } else if (!motion.isKinematic) {
    settings.mOverrideMassProperties = Jolt.EOverrideMassProperties_CalculateInertia;
    settings.mMassPropertiesOverride.mMass = body.mass;
  }
  return finish(Jolt, bodies, settings);
}

function finish(Jolt, bodies, settings) {
  const body = bodies.CreateBody(settings);
  bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
  return body;
}

/** Jolt combines friction by the geometric mean and restitution by the maximum, and its package cannot change that. */
function material({ material }) {
  if (Object.keys(material).length) throw new Unsupported('materials combine by rules that Jolt does not have');
}

function placed(Jolt, { position, rotation }) {
  const { x, y, z, w } = rotation;
  return [new Jolt.RVec3(...position.toArray()), new Jolt.Quat(x, y, z, w)];
}

function addFixed(Jolt, bodies) {
  const [position, rotation] = [new Jolt.RVec3(0, 0, 0), new Jolt.Quat(0, 0, 0, 1)];
  const settings = new Jolt.BodyCreationSettings(new Jolt.EmptyShape(), position, rotation, Jolt.EMotionType_Static, STILL);
  return finish(Jolt, bodies, settings);
}

function addJoint(Jolt, system, made, { axes, bodies, frames, collides }, fixed) {
  if (collides) throw new Unsupported('the adapter has no joined bodies that collide');
  const settings = new Jolt.SixDOFConstraintSettings();
  settings.mSpace = Jolt.EConstraintSpace_LocalToBodyCOM;
  settings.mSwingType = Jolt.ESwingType_Pyramid; // Cones have no ranges that differ on both sides.
  frames.forEach(({ position, rotation }, at) => {
    const center = bodies[at]?.center ?? new Vector3();
    const axis = (which) => new Jolt.Vec3(...new Vector3().setComponent(which, 1).applyQuaternion(rotation).toArray());
    settings[`mPosition${at + 1}`] = new Jolt.RVec3(...position.clone().sub(center).toArray());
    settings[`mAxisX${at + 1}`] = axis(0);
    settings[`mAxisY${at + 1}`] = axis(1);
  });
  axes.forEach((axis, at) => {
    if (axis === 'free') settings.MakeFreeAxis(at);
    else if (axis === 'locked') settings.MakeFixedAxis(at);
    else {
      if (at >= 3 && axes.slice(3).filter((other) => other !== 'locked').length > 1) {
        throw new Unsupported('a range of an angle beside free ones is a swing and twist in Jolt');
      }
      if (at >= 3 && axis.some((end) => Math.abs(end) > Math.PI)) throw new Unsupported('an angle without an end is no range of Jolt');
      const ends = at >= 3 ? Math.PI : 1e6;
      settings.SetLimitedAxis(at, Math.max(-ends, axis[0]), Math.min(ends, axis[1]));
    }
  });
  const [a, b] = bodies.map((body) => made.get(body) ?? fixed);
  system.AddConstraint(settings.Create(a, b));
}

function state(body) {
  const list = (vector) => [vector.GetX(), vector.GetY(), vector.GetZ()];
  const rotation = body.GetRotation();
  return {
    position: list(body.GetPosition()),
    rotation: [rotation.GetX(), rotation.GetY(), rotation.GetZ(), rotation.GetW()],
    linear: list(body.GetLinearVelocity()),
    angular: list(body.GetAngularVelocity()),
    sleeping: !body.IsActive(),
  };
}

function apply(Jolt, bodies, body, { impulse, point, angularImpulse, linearVelocity, angularVelocity }) {
  const id = body.GetID();
  const vector = (list) => new Jolt.Vec3(...list);
  bodies.ActivateBody(id);
  if (impulse && point) bodies.AddImpulse(id, vector(impulse), new Jolt.RVec3(...point));
  else if (impulse) bodies.AddImpulse(id, vector(impulse));
  if (angularImpulse) bodies.AddAngularImpulse(id, vector(angularImpulse));
  if (linearVelocity) bodies.SetLinearVelocity(id, vector(linearVelocity));
  if (angularVelocity) bodies.SetAngularVelocity(id, vector(angularVelocity));
}
