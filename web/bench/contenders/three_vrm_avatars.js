// Avatars that play one clip, each at its own time, as an application with three-vrm has them: a mixer each, the update of the
// whole avatar (humanoid, look-at, expressions, constraints, springs), and the matrices for rendering. A complete avatar also gets
// a face and something to look at in every frame.

import { VRMLoaderPlugin } from '@pixiv/three-vrm';
import { VRMAnimationLoaderPlugin, createVRMAnimationClip } from '@pixiv/three-vrm-animation';
import { AnimationMixer, Object3D } from 'three';

import { load } from '../loaded.js';
import { timed, versionOf } from '../stopwatch.js';

/** Silences three-vrm's messages, one per avatar. */
function quietly(work) {
  const { warn, log } = console;
  console.warn = () => {};
  console.log = () => {};
  return work().finally(() => Object.assign(console, { warn, log }));
}

export async function start(avatarFile, clipFile, count, frames, kind) {
  const isComplete = kind === 'complete';
  const target = new Object3D();
  const avatars = await quietly(async () => {
    const clip = await load(clipFile, (parser) => new VRMAnimationLoaderPlugin(parser));
    const [animation] = clip.userData.vrmAnimations;
    const avatars = [];
    for (let number = 0; number < Number(count); number += 1) {
      const { vrm } = (await load(avatarFile, (parser) => new VRMLoaderPlugin(parser))).userData;
      const mixer = new AnimationMixer(vrm.scene);
      mixer.clipAction(createVRMAnimationClip(animation, vrm)).play();
      mixer.setTime((number * 0.0137) % 4);
      if (isComplete) {
        vrm.lookAt.target = target;
        vrm.scene.updateMatrixWorld(true);
        vrm.springBoneManager.setInitState();
      }
      avatars.push({ vrm, mixer });
    }
    return avatars;
  });
  let shown = 0;
  const pose = () => {
    shown += 1;
    const time = shown / 60;
    target.position.set(Math.sin(time * 1.3), 1.5, 2);
    target.updateMatrixWorld();
    const happy = 0.5 + 0.5 * Math.sin(time * 2);
    for (const { vrm } of avatars) {
      vrm.expressionManager.setValue('happy', happy);
      vrm.expressionManager.setValue('aa', 1 - happy);
    }
  };
  const round = () =>
    timed(() => {
      for (let frame = 0; frame < Number(frames); frame += 1) {
        if (isComplete) pose();
        for (const { vrm, mixer } of avatars) {
          mixer.update(1 / 60);
          vrm.update(1 / 60);
          vrm.scene.updateMatrixWorld();
        }
      }
    });
  for (let warm = 0; warm < 5; warm += 1) round();
  return { name: '@pixiv/three-vrm', version: await versionOf('@pixiv/three-vrm'), round };
}
