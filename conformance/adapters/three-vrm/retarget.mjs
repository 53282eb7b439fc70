// `retarget`: a .vrma on a VRM model; and `simulate` with a clip, which is the same at one time, as there is no physics.
import { AnimationMixer, LoopOnce, Vector3 } from 'three';
import { VRMLoaderPlugin } from '@pixiv/three-vrm';
import { createVRMAnimationClip, VRMAnimationLoaderPlugin, VRMLookAtQuaternionProxy } from '@pixiv/three-vrm-animation';

import { load, told } from './load.mjs';
import { Unsupported } from './supported.mjs';

export async function retarget([clipPath, modelPath], options) {
  const stage = await set(clipPath, modelPath, options.get('animation'));
  return { samples: options.get('at').split(',').map(Number).map((time) => sample(stage, time)), summary: {} };
}

export async function simulate([path], options) {
  const stage = await set(options.get('clip'), path, undefined);
  sample(stage, Number(options.get('seconds')));
  return { nodes: told(stage.model, stage.vrm.scene) };
}

/** A clip and the model that it moves. */
async function set(clipPath, modelPath, animation) {
  const clip = await load(clipPath, [(parser) => new VRMAnimationLoaderPlugin(parser)]);
  const motions = clip.gltf.userData.vrmAnimations ?? [];
  const named = (clip.json.animations ?? []).findIndex((one) => one.name === animation);
  const motion = motions[named >= 0 ? named : Number(animation ?? 0)];
  if (!motion) throw new Unsupported('takes a motion from a .vrma alone');
  const model = await load(modelPath, [(parser) => new VRMLoaderPlugin(parser)]);
  const { vrm } = model.gltf.userData;
  if (vrm.lookAt) {
    const proxy = new VRMLookAtQuaternionProxy(vrm.lookAt);
    proxy.name = 'gaze';
    vrm.scene.add(proxy);
  }
  const mixer = new AnimationMixer(vrm.scene);
  const action = mixer.clipAction(createVRMAnimationClip(motion, vrm)).setLoop(LoopOnce, 1);
  action.clampWhenFinished = true;
  action.play();
  const expressions = [...motion.expressionTracks.preset.keys(), ...motion.expressionTracks.custom.keys()];
  return { model, vrm, mixer, expressions, hasGaze: motion.lookAtTrack != null };
}

function sample({ vrm, mixer, expressions, hasGaze }, time) {
  mixer.setTime(time);
  vrm.update(0);
  vrm.scene.updateMatrixWorld(true);
  const hips = vrm.humanoid.getRawBoneNode('hips').getWorldPosition(new Vector3());
  const bones = {};
  for (const name of Object.keys(vrm.humanoid.humanBones)) {
    const [x, y, z, w] = vrm.humanoid.getNormalizedBoneNode(name).quaternion.toArray();
    // A figure of VRM 0.x looks along -Z; the suite wants to see it from one that looks along +Z.
    const normalized = vrm.meta.metaVersion === '0' ? [-x, y, -z, w] : [x, y, z, w];
    bones[name] = { normalized, local: vrm.humanoid.getRawBoneNode(name).quaternion.toArray() };
  }
  const values = expressions.map((name) => [name, vrm.expressionManager?.getValue(name)]);
  return {
    t: time,
    hips: hips.toArray(),
    bones,
    expressions: Object.fromEntries(values),
    ...(hasGaze && vrm.lookAt ? { lookAt: { yaw: vrm.lookAt.yaw, pitch: vrm.lookAt.pitch } } : {}),
  };
}
