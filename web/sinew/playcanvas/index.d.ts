/** Sinew for PlayCanvas: entities of a container asset follow a running instance. */
import type { ContainerResource, Entity } from 'playcanvas';
import type { Model } from '../index.js';
import type { Follower, FollowerOptions } from '../adapter/index.js';

export { loadModel } from '../adapter/index.js';

/**
 * ```ts
 * const resource = asset.resource as ContainerResource;
 * const entity = resource.instantiateRenderEntity();
 * app.root.addChild(entity);
 * const sinew = new SinewPlayCanvas(entity, resource, await loadModel(url));
 * app.on('update', (seconds) => sinew.update(seconds));
 * ```
 */
export class SinewPlayCanvas extends Follower<Entity> {
  constructor(entity: Entity, resource: ContainerResource, model: Model, options?: FollowerOptions);
}
