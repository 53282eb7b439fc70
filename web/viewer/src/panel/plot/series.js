/** What can be plotted of a joint, a body or a node. */

/** `{ node, title, unit, min, max, read }` each; `read` takes an instance. */
export function seriesOf(info, { kind, index }) {
  const physics = info.physics;
  if (!physics || (kind !== 'joint' && kind !== 'node')) {
    return [];
  }
  const joints = kind === 'joint' ? [index] : physics.joints.flatMap(({ node }, at) => (node === index ? [at] : []));
  const bodies = kind === 'node' ? physics.bodies.flatMap(({ node }, at) => (node === index ? [at] : [])) : [];
  return [
    ...joints.flatMap((at) => ofJoint(physics.joints[at], at)),
    ...bodies.flatMap((at) => ofBody(physics.bodies[at])),
  ];
}

function ofJoint({ node, limits, drives }, at) {
  const axes = (list) => list.map((axis) => 'XYZ'[axis]).join('');
  const scale = (kind) => (kind === 'angular' ? 180 / Math.PI : 1);
  const unit = (kind) => (kind === 'angular' ? '°' : 'm');
  const ofLimits = limits.map(({ kind, axes: list, min, max }, which) => ({
    node,
    title: `${kind === 'angular' ? 'Rotation' : 'Translation'} ${axes(list)}`,
    unit: unit(kind),
    isLocked: min === max && min !== null,
    min: min === null ? null : min * scale(kind),
    max: max === null ? null : max * scale(kind),
    read: (instance) => (instance.joints[at].limits[which]?.metric ?? 0) * scale(kind),
  }));
  // Free axes come first.
  ofLimits.sort((a, b) => a.isLocked - b.isLocked);
  const ofDrives = drives.flatMap(({ kind, axis }, which) => [
    {
      node,
      title: `Drive ${'XYZ'[axis]}: position`,
      unit: unit(kind),
      read: (instance) => (instance.joints[at].drives[which]?.position ?? 0) * scale(kind),
    },
    {
      node,
      title: `Drive ${'XYZ'[axis]}: force`,
      unit: kind === 'angular' ? 'N·m' : 'N',
      read: (instance) => instance.joints[at].drives[which]?.force ?? 0,
    },
  ]);
  return [...ofLimits, ...ofDrives];
}

function ofBody({ node }) {
  return [
    { node, title: 'Height', unit: 'm', read: (instance) => instance.body(node).translation[1] },
    { node, title: 'Speed', unit: 'm/s', read: (instance) => Math.hypot(...instance.body(node).linearVelocity) },
    { node, title: 'Angular velocity', unit: 'rad/s', read: (instance) => Math.hypot(...instance.body(node).angularVelocity) },
  ];
}
