// Small files for the tests, and the fixtures of the project.

import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder that holds the whole project. */
export const root = new URL('../../../', import.meta.url);

/** A file of nodes with simple shapes: 0 is a cube of one metre, 1 a ground of 100 m whose top is half a metre up. */
export function file(nodes, extensions = {}) {
  return JSON.stringify({
    asset: { version: '2.0' },
    nodes,
    extensions: {
      KHR_implicit_shapes: {
        shapes: [
          { type: 'box', box: { size: [1, 1, 1] } },
          { type: 'box', box: { size: [100, 1, 100] } },
        ],
      },
      KHR_physics_rigid_bodies: {},
      ...extensions,
    },
  });
}

/** What a node with a cube that falls carries. */
export function cube(motion = { mass: 1 }) {
  return { KHR_physics_rigid_bodies: { motion, collider: { geometry: { shape: 0 } } } };
}

/** What the ground carries. */
export function ground() {
  return { KHR_physics_rigid_bodies: { collider: { geometry: { shape: 1 } } } };
}

/** The files below a folder of the project, sorted. */
export function filesBelow(folder) {
  const entries = readdirSync(new URL(folder, root), { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`);
  return paths.sort();
}

export function read(path) {
  return readFileSync(new URL(path, root));
}

export function path(inProject) {
  return fileURLToPath(new URL(inProject, root));
}
