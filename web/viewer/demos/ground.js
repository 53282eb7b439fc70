import { box } from './geometry.js';
import { colors } from './numbers.js';

/** A slab whose top is at height 0. */
export function ground(file, material, [x, z] = [10, 10], surface = {}) {
  return file.node({
    name: 'Ground',
    translation: [0, -0.15, 0],
    mesh: file.mesh(box([x, 0.3, z], 0.06, colors.ground), material),
    collider: { box: [x, 0.3, z], material: surface },
  });
}

/** A box that stands still. */
export function wall(
  file,
  material,
  name,
  size,
  translation,
  { rotation, color = colors.frame, radius = 0.03, surface } = {},
) {
  return file.node({
    name,
    translation,
    ...(rotation && { rotation }),
    mesh: file.mesh(box(size, radius, color), material),
    collider: { box: size, ...(surface && { material: surface }) },
  });
}
