// Triangles of primitive shapes, for rendering. Hulls and meshes have their own.

/** The number of sides of a circle. */
const SIDES = 24;
/** The number of rings of a hemisphere. */
const RINGS = 6;
/** The drawn size of an infinite plane, metres. */
const ENDLESS = 100;

/** The triangles of a shape; `undefined` for one with its own. */
export function geometry(shape) {
  switch (shape.kind) {
    case 'box':
      return box(shape.size);
    case 'sphere':
      return revolved(halfBall(0, shape.radius, -1).concat(halfBall(0, shape.radius, 1).slice(1)));
    case 'capsule':
      return revolved(capsuleOutline(shape));
    case 'cylinder': {
      const { height, radiusBottom, radiusTop } = shape;
      const [low, high] = [-height / 2, height / 2];
      return revolved([[0, low], [radiusBottom, low], [radiusTop, high], [0, high]]);
    }
    case 'plane':
      return plane(shape.sizeX ?? ENDLESS, shape.sizeZ ?? ENDLESS);
    default:
      return null;
  }
}

function box([x, y, z]) {
  const corners = [];
  for (let corner = 0; corner < 8; corner += 1) {
    corners.push(corner & 1 ? x / 2 : -x / 2, corner & 2 ? y / 2 : -y / 2, corner & 4 ? z / 2 : -z / 2);
  }
  // Four corners per side, counter-clockwise seen from outside.
  const sides = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
  const indices = sides.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  return { positions: new Float32Array(corners), indices: new Uint32Array(indices) };
}

function plane(sizeX, sizeZ) {
  const [x, z] = [sizeX / 2, sizeZ / 2];
  const positions = new Float32Array([-x, 0, -z, -x, 0, z, x, 0, z, x, 0, -z]);
  return { positions, indices: new Uint32Array([0, 1, 2, 0, 2, 3]) };
}

/**
 * The outline of the hull of two balls, from the lower pole to the upper: each ball up to where the slanted side touches
 * it, which for equal balls is the equator. Where one ball is inside the other, the larger one alone.
 */
function capsuleOutline({ height, radiusBottom, radiusTop }) {
  const [low, high] = [-height / 2, height / 2];
  if (height <= Math.abs(radiusBottom - radiusTop)) {
    const [middle, radius] = radiusBottom > radiusTop ? [low, radiusBottom] : [high, radiusTop];
    return arc(middle, radius, -Math.PI / 2, Math.PI / 2, 2 * RINGS);
  }
  // The side's normal is as far above the horizon as the radii differ over the height.
  const slant = Math.asin((radiusBottom - radiusTop) / height);
  return arc(low, radiusBottom, -Math.PI / 2, slant, RINGS).concat(arc(high, radiusTop, slant, Math.PI / 2, RINGS));
}

/** Half a ball from the pole to the equator, or from the equator to the pole. */
function halfBall(middle, radius, side) {
  return side < 0 ? arc(middle, radius, -Math.PI / 2, 0, RINGS) : arc(middle, radius, 0, Math.PI / 2, RINGS);
}

/** Points [distance from the axis, height] on a circle, between two angles above the horizon. */
function arc(middle, radius, from, to, steps) {
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = from + ((to - from) * step) / steps;
    return [Math.max(0, radius * Math.cos(angle)), middle + radius * Math.sin(angle)];
  });
}

/** The surface of revolution of an outline, bottom to top, about Y. */
function revolved(outline) {
  const positions = [];
  for (const [radius, height] of outline) {
    for (let side = 0; side < SIDES; side += 1) {
      const angle = (2 * Math.PI * side) / SIDES;
      positions.push(radius * Math.sin(angle), height, radius * Math.cos(angle));
    }
  }
  const indices = [];
  for (let ring = 0; ring + 1 < outline.length; ring += 1) {
    for (let side = 0; side < SIDES; side += 1) {
      const [a, b] = [ring * SIDES + side, ring * SIDES + ((side + 1) % SIDES)];
      const [c, d] = [a + SIDES, b + SIDES];
      indices.push(a, b, d, a, d, c);
    }
  }
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
}
