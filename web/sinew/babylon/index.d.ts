/** Sinew for Babylon.js: what its glTF loader has loaded follows a running instance. */
import type { AnimationGroup } from '@babylonjs/core/Animations/animationGroup.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Model } from '../index.js';
import type { Follower, FollowerOptions } from '../adapter/index.js';

export { loadModel } from '../adapter/index.js';

/** What is needed of an `AssetContainer`, or of the result of `ImportMeshAsync`. */
export interface LoadedNodes {
  transformNodes: TransformNode[];
  meshes: AbstractMesh[];
  animationGroups?: AnimationGroup[];
}

/**
 * ```ts
 * const [container, model] = await Promise.all([LoadAssetContainerAsync(url, scene), loadModel(url)]);
 * container.addAllToScene();
 * const sinew = new SinewBabylon(container, model);
 * scene.onBeforeRenderObservable.add(() => sinew.update(engine.getDeltaTime() / 1000));
 * ```
 */
export class SinewBabylon extends Follower<TransformNode> {
  /** Babylon's own animations of the file are stopped: Sinew plays them. */
  constructor(container: LoadedNodes, model: Model, options?: FollowerOptions);
}
