// The exports of the package; `../index.d.ts` documents them.

export { Clip } from './clip.js';
export { isSinewError } from './error.js';
export { Instance } from './instance.js';
export { Property } from './property.js';
export { Model } from './model.js';
export { humanBones, init, isInitialized, layout, version } from './module.js';
export { World } from './world.js';
