import { BufferAttribute, BufferGeometry, EdgesGeometry } from 'three';

const SEGMENTS = 32;

/** The outline of a shape, six numbers per line, in the space of its node before the scale. */
export function outline(shape, geometry) {
  switch (shape.kind) {
    case 'box':
      return box(shape.size);
    case 'sphere':
      return [0, 1, 2].flatMap((axis) => circle(axis, shape.radius, [0, 0, 0]));
    case 'capsule':
      return capsule(shape);
    case 'cylinder':
      return cylinder(shape);
    case 'plane':
      return plane(shape);
    default:
      return edges(geometry());
  }
}

function box(size) {
  const [x, y, z] = size.map((length) => length / 2);
  const lines = [];
  for (const [a, b] of [
    [-1, -1],
    [-1, 1],
    [1, -1],
    [1, 1],
  ]) {
    lines.push(-x, a * y, b * z, x, a * y, b * z);
    lines.push(a * x, -y, b * z, a * x, y, b * z);
    lines.push(a * x, b * y, -z, a * x, b * y, z);
  }
  return lines;
}

/** A circle about an axis, or a part of one. */
function circle(axis, radius, center, from = 0, to = 2 * Math.PI) {
  const count = Math.max(2, Math.round((SEGMENTS * (to - from)) / (2 * Math.PI)));
  const point = (step) => {
    const angle = from + ((to - from) * step) / count;
    const at = [...center];
    at[(axis + 1) % 3] += radius * Math.cos(angle);
    at[(axis + 2) % 3] += radius * Math.sin(angle);
    return at;
  };
  const lines = [];
  for (let step = 0; step < count; step += 1) {
    lines.push(...point(step), ...point(step + 1));
  }
  return lines;
}

function cylinder({ height, radiusBottom, radiusTop }) {
  const h = height / 2;
  const sides = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ].flatMap(([x, z]) => [...[x * radiusBottom, -h, z * radiusBottom], ...[x * radiusTop, h, z * radiusTop]]);
  return [...circle(1, radiusBottom, [0, -h, 0]), ...circle(1, radiusTop, [0, h, 0]), ...sides];
}

function capsule({ height, radiusBottom, radiusTop }) {
  const h = height / 2;
  // About Z the angle starts at X, about X it starts at Y.
  return [
    ...cylinder({ height, radiusBottom, radiusTop }),
    ...circle(2, radiusTop, [0, h, 0], 0, Math.PI),
    ...circle(2, radiusBottom, [0, -h, 0], Math.PI, 2 * Math.PI),
    ...circle(0, radiusTop, [0, h, 0], -Math.PI / 2, Math.PI / 2),
    ...circle(0, radiusBottom, [0, -h, 0], Math.PI / 2, 1.5 * Math.PI),
  ];
}

/** A grid of ten by ten; 20 m wide for an infinite plane. */
function plane({ sizeX, sizeZ }) {
  const [x, z] = [(sizeX ?? 20) / 2, (sizeZ ?? 20) / 2];
  const lines = [];
  for (let step = -5; step <= 5; step += 1) {
    lines.push((x * step) / 5, 0, -z, (x * step) / 5, 0, z);
    lines.push(-x, 0, (z * step) / 5, x, 0, (z * step) / 5);
  }
  return lines;
}

function edges({ positions, indices }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions.slice(), 3));
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  return new EdgesGeometry(geometry, 12).attributes.position.array;
}
