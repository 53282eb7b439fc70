// `sinew-gltf/motion`: the same classes on the module without the engine; `World.create({ physics: true })` fetches the one with it.

import start, * as bindings from '../dist/motion.js';

import { Clip as AnyClip } from '../src/clip.js';
import { object } from '../src/arguments.js';
import { Model as AnyModel } from '../src/model.js';
import { Module } from '../src/module.js';
import { World as AnyWorld } from '../src/world.js';

export { isSinewError } from '../src/error.js';
export { Instance } from '../src/instance.js';
export { Property } from '../src/property.js';

const motion = new Module({ start, bindings, url: new URL('../dist/motion_bg.wasm', import.meta.url) });

export class Clip extends AnyClip {
  static module = motion;
}

export class Model extends AnyModel {
  static module = motion;
  static loadTools = () => engine();
}

export class World extends AnyWorld {
  static module = motion;

  static async create(options) {
    const { physics = false, graphs = false, ...rest } = object(options, 'options');
    if (!physics && !graphs) {
      await motion.init();
      return new World(rest);
    }
    return createWithPhysics(rest);
  }
}

/** Loads the module with the engine, so that a world with physics or graphs is created at once. */
export async function loadPhysics(source) {
  await engine(source);
}

async function engine(source) {
  const { whole } = await import('../src/whole.js');
  await whole.init(source);
  return whole;
}

async function createWithPhysics(options) {
  const module = await engine();
  const Physical = class extends World {
    static module = module;
  };
  return new Physical(options);
}

export const init = (source) => motion.init(source);
export const isInitialized = () => motion.isInitialized;
export const layout = () => motion.layout;
export const version = () => motion.version;
export const humanBones = () => motion.humanBones;
