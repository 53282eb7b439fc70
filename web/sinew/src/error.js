// Errors in the shape that the bindings throw them in.

/** An error with a code for programs, about no place in a file. */
export function fault(code, message) {
  const error = new Error(message);
  error.name = 'SinewError';
  error.code = code;
  error.pointer = '';
  return error;
}

/** Something that a caller has handed over cannot be used. */
export function badArgument(message) {
  return fault('INVALID_ARGUMENT', message);
}

export function isSinewError(error) {
  return error instanceof Error && error.name === 'SinewError' && typeof error.code === 'string';
}
