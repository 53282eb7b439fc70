// Paths into JSON: JSON pointers of values, and patterns with `*` for every entry of an array or object.

const escape = (key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1');
const unescape = (key) => key.replaceAll('~1', '/').replaceAll('~0', '~');

const isContainer = (value) => typeof value === 'object' && value !== null;

/** The JSON pointer of a list of keys. */
export function pointerOf(keys) {
  return keys.map((key) => `/${escape(key)}`).join('');
}

/** The keys of a JSON pointer. */
export function keysOf(pointer) {
  return pointer.split('/').slice(1).map(unescape);
}

/** The values that a pattern matches: the pointer of each, and the containers that lead to it. */
export function* match(value, pattern) {
  yield* walk(value, pattern.split('/'), [], []);
}

function* walk(value, pattern, keys, trail) {
  if (pattern.length === 0) {
    yield { at: pointerOf(keys), value, trail };
    return;
  }
  if (!isContainer(value)) {
    return;
  }
  const [first, ...rest] = pattern;
  for (const key of first === '*' ? Object.keys(value) : [first]) {
    if (Object.hasOwn(value, key)) {
      yield* walk(value[key], rest, [...keys, key], [...trail, value]);
    }
  }
}

/** The container of a value, and its key there; `null` where the path ends before it. */
export function locate(root, pointer) {
  const keys = keysOf(pointer);
  const key = keys.pop();
  const container = keys.reduce((value, step) => (isContainer(value) ? value[step] : undefined), root);
  return isContainer(container) && key !== undefined ? { container, key } : null;
}
