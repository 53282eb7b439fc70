/** Sinew for three.js: a plugin for its GLTFLoader, the controller of a loaded file, and debug objects. */
export { SinewLoaderPlugin } from './plugin.js';
export { SinewController } from './controller.js';
export { connectPointer } from './pointer.js';
export { SinewDebug } from './debug.js';
export { addStandIns } from './stand_ins.js';
export { bareScene } from './bare_scene.js';
export { handOver } from './vrm.js';
