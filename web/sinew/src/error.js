// Errors of the same form as those of the bindings.

/** An error with a code for programs, without a pointer into a file. */
export function fault(code, message) {
  const error = new Error(message);
  error.name = 'SinewError';
  error.code = code;
  error.pointer = '';
  return error;
}

/** An argument is of the wrong type, shape or range. */
export function badArgument(message) {
  return fault('INVALID_ARGUMENT', message);
}

export function isSinewError(error) {
  return error instanceof Error && error.name === 'SinewError' && typeof error.code === 'string';
}
