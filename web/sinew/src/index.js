// The exports of the package; `../index.d.ts` documents them.

import { Clip as AnyClip } from './clip.js';
import { Model as AnyModel } from './model.js';
import { whole } from './whole.js';
import { World as AnyWorld } from './world.js';

export { isSinewError } from './error.js';
export { Instance } from './instance.js';
export { Property } from './property.js';

export class Clip extends AnyClip {
  static module = whole;
}

export class Model extends AnyModel {
  static module = whole;
}

export class World extends AnyWorld {
  static module = whole;
}

export const init = (source) => whole.init(source);
export const isInitialized = () => whole.isInitialized;
export const layout = () => whole.layout;
export const version = () => whole.version;
export const humanBones = () => whole.humanBones;
