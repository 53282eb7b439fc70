// Expressions and look-at as the text of VRMC_vrm 1.0 has them, in double precision. Written from the text alone; neither program
// that is compared has a part in it.

const MOUTH = ['aa', 'ih', 'ou', 'ee', 'oh'];
const BLINK = ['blink', 'blinkLeft', 'blinkRight'];
const LOOK = ['lookUp', 'lookDown', 'lookLeft', 'lookRight'];
const GROUPS = { overrideMouth: MOUTH, overrideBlink: BLINK, overrideLookAt: LOOK };

const saturate = (value) => Math.min(Math.max(value, 0), 1);

/** The weights of morph targets, for values by expression. `list` is all expressions of the file, by name. */
export function weights(list, values, count) {
  const outputs = Object.entries(list).map(([name, expression]) => {
    const value = saturate(values[name] ?? 0);
    // "a value greater than 0.5 is 1.0, otherwise 0.0"
    return [name, expression, expression.isBinary ? Number(value > 0.5) : value];
  });
  const result = new Array(count).fill(0);
  for (const [name, expression, output] of outputs) {
    let final = output;
    for (const [key, group] of Object.entries(GROUPS)) {
      if (!group.includes(name)) continue;
      let [isBlocked, blended] = [false, 0];
      for (const [other, { [key]: kind }, weight] of outputs) {
        // "settings for the same kind are treated as invalid"
        if (group.includes(other)) continue;
        if (kind === 'block' && weight > 0) isBlocked = true;
        if (kind === 'blend') blended += weight;
      }
      const factor = isBlocked ? 0 : 1 - saturate(blended);
      // "must be completely suppressed if the effect received is greater than 0.0"
      final = expression.isBinary ? (factor < 1 ? 0 : output) : output * factor;
    }
    for (const { index, weight } of expression.morphTargetBinds ?? []) result[index] += weight * final;
  }
  return result;
}

/** The curve of VRM 0.x: keys of place, value, and the slopes before and behind it, with a cubic between two. */
function along(curve, input) {
  const keys = Array.from({ length: curve.length / 4 }, (_, at) => curve.slice(4 * at, 4 * at + 4));
  const after = keys.findIndex(([place]) => place > input);
  if (after <= 0) return keys.at(after)[1];
  const [[from, a, , out], [to, b, into]] = [keys[after - 1], keys[after]];
  const [length, t] = [to - from, (input - from) / (to - from)];
  return (2 * t ** 3 - 3 * t ** 2 + 1) * a + (t ** 3 - 2 * t ** 2 + t) * length * out
    + (3 * t ** 2 - 2 * t ** 3) * b + (t ** 3 - t ** 2) * length * into;
}

const mapped = ({ inputMaxValue, outputScale, curve }, degrees) => {
  const input = Math.min(Math.abs(degrees), inputMaxValue) / inputMaxValue;
  return (curve ? along(curve, input) : input) * outputScale;
};

/** Yaw and pitch of the left and the right eye in degrees; to the left and down are positive. */
export function eyes(lookAt, yaw, pitch) {
  const vertical = pitch > 0 ? mapped(lookAt.rangeMapVerticalDown, pitch) : -mapped(lookAt.rangeMapVerticalUp, pitch);
  const horizontal = (isLeftEye) => {
    const isOuter = yaw > 0 === isLeftEye;
    const map = isOuter ? lookAt.rangeMapHorizontalOuter : lookAt.rangeMapHorizontalInner;
    return Math.sign(yaw) * mapped(map, yaw);
  };
  return [true, false].map((isLeftEye) => [horizontal(isLeftEye), vertical]);
}

/** The values of the expressions that show a direction. */
export function lookExpressions(lookAt, yaw, pitch) {
  const side = mapped(lookAt.rangeMapHorizontalOuter, yaw);
  return {
    lookLeft: yaw > 0 ? side : 0,
    lookRight: yaw > 0 ? 0 : side,
    lookDown: pitch > 0 ? mapped(lookAt.rangeMapVerticalDown, pitch) : 0,
    lookUp: pitch > 0 ? 0 : mapped(lookAt.rangeMapVerticalUp, pitch),
  };
}

/** Yaw about y, then pitch about the x that it left, as a quaternion. */
export function rotation([yaw, pitch]) {
  const [a, b] = [yaw, pitch].map((degrees) => (degrees * Math.PI) / 360);
  const [sy, cy, sx, cx] = [Math.sin(a), Math.cos(a), Math.sin(b), Math.cos(b)];
  return [cy * sx, sy * cx, -sy * sx, cy * cx];
}

/** Degrees between two rotations. */
export function apart(a, b) {
  const sign = a.reduce((sum, value, at) => sum + value * b[at], 0) < 0 ? -1 : 1;
  const chord = Math.hypot(...a.map((value, at) => value - sign * b[at]));
  return (4 * Math.asin(Math.min(chord / 2, 1)) * 180) / Math.PI;
}
