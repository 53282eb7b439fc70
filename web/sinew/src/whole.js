// The module with the engine.

import start, * as bindings from '../dist/sinew.js';

import { Module } from './module.js';

export const whole = new Module({ start, bindings, url: new URL('../dist/sinew_bg.wasm', import.meta.url) });
