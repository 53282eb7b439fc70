// Errors in the format of the bindings.

/** An error with a code, without a JSON pointer. */
export function fault(code, message) {
  const error = new Error(message);
  error.name = 'SinewError';
  error.code = code;
  error.pointer = '';
  return error;
}

/** An invalid argument. */
export function badArgument(message) {
  return fault('INVALID_ARGUMENT', message);
}

export function isSinewError(error) {
  return error instanceof Error && error.name === 'SinewError' && typeof error.code === 'string';
}
