/** What people do to a running file, as inputs: objects with `do`, as a log and a script of `sinew simulate` have them. */

/** Performs an input, or a function of the instance. */
export function perform(instance, input) {
  if (typeof input === 'function') {
    input(instance);
    return;
  }
  switch (input.do) {
    case 'set':
      instance.property(input.pointer).set(input.value);
      break;
    case 'expression':
      instance.setExpression(input.expression, input.value ?? null);
      break;
    case 'lookAt':
      instance.lookAt(input.target ?? null);
      break;
    default:
      instance.perform(input);
  }
}

/** A script for `sinew simulate --input` that does the same at the same times. */
export function scriptOf(deeds, dt) {
  const actions = [...deeds]
    .sort(([a], [b]) => a - b)
    .flatMap(([step, list]) =>
      list.filter((input) => typeof input !== 'function').map((input) => ({ time: step * dt, input })),
    );
  return JSON.stringify({ actions }, null, 2);
}
