/** Small meshes: positions, normals and colours, three numbers a point, and triangles. */

const add = (mesh, position, normal, color) => {
  mesh.positions.push(...position);
  mesh.normals.push(...normal);
  mesh.colors.push(...color);
};

const empty = () => ({ positions: [], normals: [], colors: [], indices: [] });

/** A box with round edges. */
export function box(size, radius, color) {
  const half = size.map((length) => length / 2);
  const round = Math.min(radius, ...half);
  const mesh = empty();
  const steps = 3;
  const places = half.map((h) => {
    const near = Array.from({ length: steps + 1 }, (_, step) => -h + (round * step) / steps);
    return [...near, ...near.map((at) => -at).reverse()];
  });
  for (let axis = 0; axis < 3; axis += 1) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const side of [-1, 1]) {
      const first = mesh.positions.length / 3;
      for (const a of places[u]) {
        for (const b of places[v]) {
          const outer = [];
          outer[axis] = side * half[axis];
          outer[u] = a;
          outer[v] = b;
          const inner = outer.map((at, i) => Math.min(Math.max(at, -(half[i] - round)), half[i] - round));
          const out = unit(outer.map((at, i) => at - inner[i]));
          add(
            mesh,
            inner.map((at, i) => at + round * out[i]),
            out,
            color,
          );
        }
      }
      grid(mesh.indices, first, places[u].length, places[v].length, side > 0);
    }
  }
  return mesh;
}

/** A surface of revolution about Y: a list of [radius, height, normal outwards, normal upwards] from top to bottom. */
export function lathe(profile, color, segments = 24) {
  const mesh = empty();
  const paint = typeof color === 'function' ? color : () => color;
  for (let step = 0; step < segments; step += 1) {
    const first = mesh.positions.length / 3;
    // Each strip has points of its own, so that colours end where they end.
    for (const edge of [step, step + 1]) {
      const angle = (2 * Math.PI * edge) / segments;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      for (const [radius, height, out, up] of profile) {
        add(mesh, [radius * cos, height, -radius * sin], [out * cos, up, -out * sin], paint(step / segments, height));
      }
    }
    grid(mesh.indices, first, 2, profile.length, false);
  }
  return mesh;
}

export function sphere(radius, color) {
  return lathe(arc(radius, 0, 0, Math.PI), color);
}

/** `height` is between the centres of the two balls. */
export function capsule(height, radius, color) {
  const half = Math.PI / 2;
  return lathe([...arc(radius, height / 2, 0, half), ...arc(radius, -height / 2, half, Math.PI)], color);
}

/** With a round edge at both ends. */
export function cylinder(height, radius, color, edge = Math.min(0.03, radius / 4, height / 4)) {
  const half = Math.PI / 2;
  const rim = (angle, h) => arc(edge, h, ...angle).map(([r, y, out, up]) => [radius - edge + r, y, out, up]);
  const top = rim([0, half], height / 2 - edge);
  const bottom = rim([half, Math.PI], -height / 2 + edge);
  return lathe([[0, height / 2, 0, 1], ...top, ...bottom, [0, -height / 2, 0, -1]], color);
}

/** Stripes along a rotating mesh, so that its rotation is visible. */
export function stripes(a, b, count = 6) {
  return (around) => (Math.floor(around * count * 2 + 1e-6) % 2 ? b : a);
}

/** A mesh, rotated and translated. */
export function moved(mesh, offset, rotate = (vector) => vector) {
  const each = (numbers, change) => {
    const out = [];
    for (let at = 0; at < numbers.length; at += 3) {
      out.push(...change(numbers.slice(at, at + 3)));
    }
    return out;
  };
  const place = (point) => rotate(point).map((value, axis) => value + offset[axis]);
  return { ...mesh, positions: each(mesh.positions, place), normals: each(mesh.normals, rotate) };
}

/** Several meshes as one. */
export function joined(...meshes) {
  const whole = empty();
  for (const mesh of meshes) {
    const first = whole.positions.length / 3;
    whole.indices.push(...mesh.indices.map((index) => index + first));
    ['positions', 'normals', 'colors'].forEach((name) => whole[name].push(...mesh[name]));
  }
  return whole;
}

/** The Y axis becomes X. */
export const lyingAlongX = ([x, y, z]) => [y, -x, z];
/** The Y axis becomes Z. */
export const lyingAlongZ = ([x, y, z]) => [x, -z, y];

function arc(radius, height, from, to, steps = 6) {
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = from + ((to - from) * step) / steps;
    const [out, up] = [Math.sin(angle), Math.cos(angle)];
    return [radius * out, height + radius * up, out, up];
  });
}

function grid(indices, first, rows, columns, isForward) {
  for (let row = 0; row + 1 < rows; row += 1) {
    for (let column = 0; column + 1 < columns; column += 1) {
      const a = first + row * columns + column;
      const [b, c, d] = [a + columns, a + columns + 1, a + 1];
      indices.push(...(isForward ? [a, b, c, a, c, d] : [a, c, b, a, d, c]));
    }
  }
}

function unit(vector) {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
