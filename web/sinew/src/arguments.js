// Arguments, checked before they cross into the module.

import { badArgument, fault, isSinewError } from './error.js';

/** A count of finite numbers. */
export function numbers(value, count, what) {
  if (value === null || typeof value !== 'object' || value.length !== count) {
    throw badArgument(`${what} must be an array of ${count} numbers`);
  }
  const list = Float32Array.from(value);
  if (!list.every(Number.isFinite)) {
    throw fault('NOT_FINITE', `${what} has a number that is not finite, or too large for 32 bits`);
  }
  return list;
}

export function optionalNumbers(value, count, what) {
  return value === undefined || value === null ? undefined : numbers(value, count, what);
}

/** A translation and a rotation; absent ones are the identity. */
export function isometry(value, what) {
  const { translation = [0, 0, 0], rotation = [0, 0, 0, 1] } = object(value, what);
  return { translation: numbers(translation, 3, 'translation'), rotation: numbers(rotation, 4, 'rotation') };
}

/** Options and states as the module reads them: JSON, in which typed arrays are arrays. */
export function json(value) {
  const replace = (key, entry) => {
    if (typeof entry === 'number' && !Number.isFinite(entry)) {
      throw fault('NOT_FINITE', `${key} is ${entry}; must be finite`);
    }
    return ArrayBuffer.isView(entry) ? Array.from(entry) : entry;
  };
  try {
    return JSON.stringify(value, replace);
  } catch (error) {
    // A cycle, or a value that JSON does not have.
    throw isSinewError(error) ? error : badArgument(error.message);
  }
}

/** A non-negative integer of 32 bits. */
export function index(value, what) {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) {
    throw badArgument(`${what} is ${String(value)}; must be a non-negative integer`);
  }
  return value;
}

export function number(value, what) {
  if (typeof value !== 'number') throw badArgument(`${what} is ${String(value)}; must be a number`);
  if (!Number.isFinite(value)) throw fault('NOT_FINITE', `${what} is ${value}; must be finite`);
  return value;
}

export function string(value, what) {
  if (typeof value !== 'string') {
    throw badArgument(`${what} is ${String(value)}; must be a string`);
  }
  return value;
}

/** An object; an empty one for nothing. */
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

// Buffers of another realm (a frame, a test runner) are not instances of this one's class.
function tag(value) {
  return Object.prototype.toString.call(value);
}
