/** The values of nodes, bodies, joints, constraints and virtual transforms in the tree. */
import { degrees, fixed, measure } from '../words.js';

export function badgesOf(info) {
  const badges = new Map();
  const put = (node, badge) => {
    const list = badges.get(node) ?? [];
    if (!list.includes(badge)) {
      badges.set(node, [...list, badge]);
    }
  };
  info.physics?.bodies.forEach(({ node }) => put(node, 'body'));
  info.physics?.colliders.forEach(({ node, body }) => node !== body && put(node, 'collider'));
  info.physics?.triggers.forEach(({ node }) => put(node, 'trigger'));
  info.physics?.joints.forEach(({ node }) => put(node, 'joint'));
  info.constraints.forEach(({ node }) => put(node, 'constraint'));
  info.humanoid?.bones.forEach(({ node }) => put(node, 'bone'));
  return badges;
}

const speed = ([x, y, z]) => Math.hypot(x, y, z);

export function bodyValue(at, kind) {
  return (reading) => {
    if (kind === 'static') return 'static';
    const body = reading.body(at);
    if (body.isAnimated) return `animated ${fixed(speed(body.linearVelocity), 2)} m/s`;
    return body.isSleeping ? 'asleep' : `${fixed(speed(body.linearVelocity), 2)} m/s`;
  };
}

export function jointValue({ at, limits, drives, class: kind }) {
  // Free axes come before locked ones.
  const free = limits.findIndex(({ min, max }) => min !== max);
  return ({ joints }) => {
    const joint = joints[at];
    if (!joint.isActive) return 'holds nothing';
    if (free >= 0) return measure(limits[free].kind, joint.limits[free].metric);
    return drives.length ? measure(drives[0].kind, joint.drives[0].position) : kind;
  };
}

export function constraintValue({ node, kind }) {
  return ({ locals }) => {
    const w = Math.min(Math.abs(locals[node * 10 + 6]), 1);
    return kind === 'position' ? 'position' : `${kind} ${degrees(2 * Math.acos(w))}`;
  };
}

export function virtualValue(at) {
  return ({ virtual }) => [12, 13, 14].map((part) => fixed(virtual[at * 16 + part], 2)).join(' ');
}
