/** The demo files. `camera`: its position and target. `clip`: played on the avatar. */
export const demos = [
  { title: 'Machine', model: 'demos/machine.glb', camera: [0.8, 3.5, 11.4, 0.15, 0.75, 0] },
  { title: 'Graph machine', model: 'demos/graph_machine.gltf', camera: [2.6, 3, 7.4, 0, 1.1, 0], show: ['limits'] },
  { title: 'Pile', model: 'demos/pile.glb', camera: [5.2, 4.6, 7.2, 0, 1.3, 0] },
  { title: 'Chains', model: 'demos/chains.glb', camera: [3.6, 3.4, 6.6, -0.5, 1.7, 0], show: ['limits'] },
  { title: 'Ragdolls', model: 'demos/ragdoll.glb', camera: [3.6, 3, 6.4, -0.6, 1.4, 0], show: ['limits'] },
  { title: 'Gates', model: 'demos/gates.glb', camera: [2.6, 3.2, 6.4, 0, 1.6, 0], show: ['colliders'] },
  {
    title: 'Avatar and clip',
    model: 'demos/avatar.vrm',
    clip: 'demos/wave.vrma',
    camera: [1.5, 1.7, 3.6, 0, 0.95, 0],
    show: ['constraints', 'virtualTransforms'],
  },
  {
    title: 'Crane',
    model: 'demos/crane.gltf',
    camera: [4.6, 3.4, 5.6, 0.3, 1, -0.6],
    show: ['constraints', 'virtualTransforms'],
  },
];
