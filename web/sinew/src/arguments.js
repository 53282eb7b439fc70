// Checks arguments before they cross into the module.

import { badArgument } from './error.js';

/** A given number of finite numbers. */
export function numbers(value, count, what) {
  if (value === null || typeof value !== 'object' || value.length !== count) {
    throw badArgument(`${what} must be an array of ${count} numbers`);
  }
  const list = Float32Array.from(value);
  if (!list.every(Number.isFinite)) {
    throw badArgument(`${what} has a number that is none, or one too large`);
  }
  return list;
}

export function optionalNumbers(value, count, what) {
  return value === undefined || value === null ? undefined : numbers(value, count, what);
}

/** A translation and a rotation as seven numbers. */
export function place(value) {
  const { translation = [0, 0, 0], rotation = [0, 0, 0, 1] } = object(value, 'place');
  const list = new Float32Array(7);
  list.set(numbers(translation, 3, 'translation'), 0);
  list.set(numbers(rotation, 4, 'rotation'), 3);
  return list;
}

/** An unsigned 32-bit integer. */
export function index(value, what) {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) {
    throw badArgument(`${what} must be a whole number from 0 up, and is ${String(value)}`);
  }
  return value;
}

export function number(value, what) {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw badArgument(`${what} must be a number, and is ${String(value)}`);
  }
  return value;
}

export function string(value, what) {
  if (typeof value !== 'string') {
    throw badArgument(`${what} must be a string, and is ${String(value)}`);
  }
  return value;
}

/** Options: an object, or nothing. */
export function object(value, what) {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object') throw badArgument(`${what} must be an object`);
  return value;
}

/** The bytes of a file; of a string, its UTF-8. */
export function bytes(value, what) {
  if (typeof value === 'string') return new TextEncoder().encode(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  const isBuffer =
    value instanceof ArrayBuffer || ['[object ArrayBuffer]', '[object SharedArrayBuffer]'].includes(tag(value));
  if (isBuffer) return new Uint8Array(value);
  throw badArgument(`${what} must be an ArrayBuffer, a typed array or a string`);
}

/** Files by their URIs, from an object or a map. */
export function resources(module, value) {
  const list = new module.RawResources();
  const entries = value instanceof Map ? value.entries() : Object.entries(object(value, 'resources'));
  for (const [uri, file] of entries) {
    list.add(string(uri, 'the URI of a resource'), bytes(file, `resource ${uri}`));
  }
  return list;
}

// Buffers of another realm (a frame, a test runner) are not instances of this realm's class.
function tag(value) {
  return Object.prototype.toString.call(value);
}
