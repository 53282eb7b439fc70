/** Numbers that look random and are the same in every build. */
export function dice(seed) {
  let state = seed >>> 0;
  return (low = 0, high = 1) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + ((high - low) * state) / 2 ** 32;
  };
}

/** A rotation about an axis, radians. */
export function rotation(axis, angle) {
  const length = Math.hypot(...axis);
  const sin = Math.sin(angle / 2) / length;
  return [axis[0] * sin, axis[1] * sin, axis[2] * sin, Math.cos(angle / 2)];
}

export const degrees = (angle) => (angle * Math.PI) / 180;

/** `#rrggbb` as glTF wants colours: linear. */
export function hex(text) {
  return [1, 3, 5].map((at) => {
    const value = parseInt(text.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

export const colors = {
  ground: hex('#c3cad6'),
  frame: hex('#7d8799'),
  dark: hex('#4a5366'),
  white: hex('#f3f1ec'),
  red: hex('#e0604f'),
  orange: hex('#eb9a4a'),
  yellow: hex('#eec25a'),
  green: hex('#5aae83'),
  teal: hex('#3f9fb0'),
  blue: hex('#4f7fd6'),
  violet: hex('#8a6fd1'),
};
