/** Sinew beside three.js: a plugin for its GLTFLoader, what it leaves on a loaded file, and things to look at. */
export { SinewLoaderPlugin } from './plugin.js';
export { SinewController } from './controller.js';
export { SinewDebug } from './debug.js';
export { addStandIns } from './stand_ins.js';
export { bareScene } from './bare_scene.js';
