// The functions of glTF-Transform that files go through, and what each may change.

import {
  dedup,
  flatten,
  join,
  meshopt,
  partition,
  prune,
  quantize,
  reorder,
  resample,
  weld,
} from '@gltf-transform/functions';
import { MeshoptEncoder } from 'meshoptimizer';

const encoder = MeshoptEncoder;

/** Turns every list of a file round, so that almost every index changes. */
function reverse() {
  return (document) => {
    const root = document.getRoot();
    const graph = document.getGraph();
    for (const list of ['accessors', 'animations', 'cameras', 'materials', 'meshes', 'nodes', 'skins', 'textures']) {
      const edges = graph.listChildEdges(root).filter((edge) => edge.getName() === list);
      const entries = edges.map((edge) => edge.getChild()).reverse();
      edges.forEach((edge) => edge.dispose());
      entries.forEach((entry) => root.addRef(list, entry));
    }
  };
}

/**
 * `geometry`: the positions of meshes are rounded, so that shapes of meshes and what they weigh are near, not equal. `order`: triangles or
 * nodes are in another order, which the solver sees. `movesNodes`: nodes
 * without a behaviour have other parents. `keys`: fewer keys, within the tolerance of the function.
 */
export const FUNCTIONS = [
  { name: 'copy', apply: [] },
  { name: 'prune', apply: [prune()] },
  { name: 'dedup', apply: [dedup()] },
  { name: 'weld', apply: [weld()], order: true },
  { name: 'quantize', apply: [quantize()], geometry: true },
  { name: 'meshopt', apply: [meshopt({ encoder })], geometry: true },
  { name: 'partition', apply: [partition()] },
  { name: 'reorder', apply: [weld(), reorder({ encoder })], order: true },
  { name: 'resample', apply: [resample()], keys: true },
  { name: 'flatten', apply: [flatten()], movesNodes: true },
  { name: 'join', apply: [join()] },
  { name: 'reverse', apply: [reverse()], order: true },
  {
    name: 'everything',
    apply: [dedup(), flatten(), join(), weld(), resample(), prune(), quantize(), reverse(), meshopt({ encoder })],
    geometry: true,
    keys: true,
  },
];
