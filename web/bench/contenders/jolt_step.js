// Jolt as WebAssembly, on one thread, with its default settings, except those that make the scene the same.

import initJolt from 'jolt-physics';

import { readCubes, stepping } from '../cubes.js';
import { timed, versionOf } from '../stopwatch.js';

const FIXED = 0;
const MOVING = 1;

export async function start(file, steps) {
  const Jolt = await initJolt();
  const { bodies, friction, restitution } = readCubes(file);
  const make = () => {
    const jolt = new Jolt.JoltInterface(settings(Jolt));
    const system = jolt.GetPhysicsSystem();
    const gravity = new Jolt.Vec3(0, -9.81, 0);
    system.SetGravity(gravity);
    const { moving, free } = insert(Jolt, system.GetBodyInterface(), bodies, friction, restitution);
    return {
      step: () => jolt.Step(1 / 60, 1),
      height: () => moving.reduce((sum, body) => sum + body.GetPosition().GetY(), 0) / moving.length,
      free: () => {
        free();
        Jolt.destroy(gravity);
        Jolt.destroy(jolt);
      },
    };
  };
  const version = await versionOf('jolt-physics');
  return stepping({ name: 'jolt-physics', version, make, steps: Number(steps), count: bodies.length - 1, timed });
}

function settings(Jolt) {
  const settings = new Jolt.JoltSettings();
  settings.mMaxBodies = 20000;
  settings.mMaxBodyPairs = 65536;
  settings.mMaxContactConstraints = 20480;
  settings.mMaxWorkerThreads = 0;
  const pairs = new Jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(FIXED, MOVING);
  pairs.EnableCollision(MOVING, MOVING);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
  layers.MapObjectToBroadPhaseLayer(FIXED, new Jolt.BroadPhaseLayer(0));
  layers.MapObjectToBroadPhaseLayer(MOVING, new Jolt.BroadPhaseLayer(1));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
  return settings;
}

function insert(Jolt, bodyInterface, bodies, friction, restitution) {
  const moving = [];
  const all = [];
  for (const { translation, rotation, half, mass } of bodies) {
    const shape = new Jolt.BoxShape(new Jolt.Vec3(...half));
    const isMoving = mass !== undefined;
    const creation = new Jolt.BodyCreationSettings(
      shape,
      new Jolt.RVec3(...translation),
      new Jolt.Quat(...rotation),
      isMoving ? Jolt.EMotionType_Dynamic : Jolt.EMotionType_Static,
      isMoving ? MOVING : FIXED,
    );
    creation.mFriction = friction;
    creation.mRestitution = restitution;
    creation.mAllowSleeping = false;
    if (isMoving) {
      creation.mOverrideMassProperties = Jolt.EOverrideMassProperties_CalculateInertia;
      creation.mMassPropertiesOverride.mMass = mass;
    }
    const body = bodyInterface.CreateBody(creation);
    bodyInterface.AddBody(body.GetID(), Jolt.EActivation_Activate);
    Jolt.destroy(creation);
    all.push(body);
    if (isMoving) moving.push(body);
  }
  const free = () => {
    for (const body of all) {
      bodyInterface.RemoveBody(body.GetID());
      bodyInterface.DestroyBody(body.GetID());
    }
  };
  return { moving, free };
}
