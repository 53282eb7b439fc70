// Properties of an instance, by their JSON pointers.

import { badArgument, fault } from './error.js';

const OWN = Symbol('own');

/** Only instances create properties. `read` and `write` cross into the module. */
export function createProperty(pointer, type, isReadOnly, read, write) {
  return new Property(OWN, { pointer, type, isReadOnly, read, write });
}

const WIDTHS = { bool: 1, int: 1, float: 1, float2: 2, float3: 3, float4: 4, float4x4: 16 };

export class Property {
  #read;
  #write;

  constructor(token, created) {
    if (token !== OWN) throw badArgument('a Property is created by `Instance.property`');
    const { pointer, type, isReadOnly, read, write } = created;
    this.#read = read;
    this.#write = write;
    this.pointer = pointer;
    this.type = type;
    this.isReadOnly = isReadOnly;
    Object.freeze(this);
  }

  get value() {
    const numbers = this.#read();
    if (this.type === 'bool') return numbers[0] !== 0;
    return this.type === 'int' || this.type === 'float' ? numbers[0] : Array.from(numbers);
  }

  set value(to) {
    this.set(to);
  }

  get() {
    return this.value;
  }

  set(to) {
    this.#write(numbersOf(to, this.type, this.pointer));
  }
}

function numbersOf(value, type, pointer) {
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw badArgument(`${pointer} is ${String(value)}; must be true or false`);
    return Float32Array.of(value ? 1 : 0);
  }
  const isOne = type === 'float' || type === 'int';
  if (isOne && typeof value !== 'number') throw badArgument(`${pointer} is ${String(value)}; must be a number`);
  if (type === 'int' && Number.isFinite(value) && !Number.isInteger(value)) {
    throw badArgument(`${pointer} is ${value}; must be a whole number`);
  }
  const list = isOne ? [value] : value;
  const width = WIDTHS[type];
  if (list === null || typeof list !== 'object' || (width !== undefined && list.length !== width)) {
    throw badArgument(`${pointer} must be an array of ${width ?? 'some'} numbers`);
  }
  const numbers = Float32Array.from(list);
  if (!numbers.every(Number.isFinite)) {
    throw fault('NOT_FINITE', `${pointer} has a number that is not finite, or too large for 32 bits`);
  }
  return numbers;
}
