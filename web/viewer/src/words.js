/** Numbers and names as text. */

/** A number with fixed decimals, without a minus before zero. */
export function fixed(value, digits = 3) {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

export function vector(values, digits = 3) {
  return [...values].map((value) => fixed(value, digits)).join('  ');
}

export const degrees = (radians) => `${fixed((radians * 180) / Math.PI, 1)}°`;

/** A metric of a limit: metres or degrees. */
export function measure(kind, value) {
  return kind === 'angular' ? degrees(value) : `${fixed(value, 3)} m`;
}

export function range(kind, min, max) {
  if (min === null && max === null) {
    return 'free';
  }
  const end = (value) => (value === null ? '∞' : measure(kind, value));
  return min === max ? `locked at ${end(min)}` : `${min === null ? '−' : ''}${end(min)} … ${end(max)}`;
}

/** The name of a node, or its number where it has none. */
export function nodeName(model, node) {
  return model.info.nodes[node]?.name || `node ${node}`;
}

export const EVENT_WORDS = {
  triggerEnter: 'enters',
  triggerExit: 'leaves',
  contactBegin: 'touches',
  contactEnd: 'parts from',
  jointBreak: 'breaks off',
};
