/** Where the keys of an animation that plays are in the time of the world. */

/**
 * The times at which a playback passes the keys of its animation, between two times of the world, both included.
 *
 * `start` is the animation's time at the world's zero, so that it is at `start + speed · t` at `t`; `wrap` is its mode.
 */
export function keyTimes({ keys, duration, start, speed, wrap }, from, to) {
  if (speed === 0 || keys.length === 0) {
    return [];
  }
  const ends = [start + speed * from, start + speed * to];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const found = [];
  const add = (time) => time >= low - 1e-6 && time <= high + 1e-6 && found.push((time - start) / speed);
  if (duration > 0 && wrap === 'loop') {
    repeat(low, high, duration, (base) => keys.forEach((key) => add(base + key)));
  } else if (duration > 0 && wrap === 'pingPong') {
    repeat(low, high, 2 * duration, (base) => keys.forEach((key) => (add(base + key), add(base + 2 * duration - key))));
  } else {
    keys.forEach(add);
  }
  return [...new Set(found)].sort((a, b) => a - b);
}

/** Whether two playbacks are one: the second goes on where the first is. */
export function isSame(one, other) {
  if (one.key !== other.key || one.speed !== other.speed || one.wrap !== other.wrap) {
    return false;
  }
  const period = one.duration * ({ loop: 1, pingPong: 2 }[one.wrap] ?? 0);
  const apart = Math.abs(one.start - other.start);
  const rest = period > 0 ? apart % period : apart;
  // The time of a state is the sum of many steps.
  return Math.min(rest, period > 0 ? period - rest : rest) < 1e-3;
}

function repeat(low, high, period, visit) {
  // A key a microsecond long would repeat more often than a screen has pixels.
  const most = 5000;
  const first = Math.floor(low / period);
  const last = Math.min(Math.floor(high / period), first + most);
  for (let turn = first; turn <= last; turn += 1) {
    visit(turn * period);
  }
}
