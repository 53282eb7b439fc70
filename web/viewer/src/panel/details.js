/** The details of the selection, live. */
import { element } from '../dom.js';
import { fixed, measure, nodeName, range, vector } from '../words.js';
import { propertyCards } from './properties.js';
import { Reading } from './reading.js';

const AXES = 'XYZ';

export class Details {
  #panel;
  #onSelect;
  #onPush;
  #act;
  #session = null;
  #selection = null;
  #live = [];
  /** Of sliders: each shows what its property is now. */
  #updates = [];

  /** `act` performs an input. */
  constructor(panel, { onSelect, onPush, act }) {
    this.#panel = panel;
    this.#onSelect = onSelect;
    this.#onPush = onPush;
    this.#act = act;
  }

  setSession(session) {
    this.#session = session;
    this.select(null);
  }

  select(selection) {
    this.#selection = selection;
    this.#live = [];
    this.#updates = [];
    const content = selection === null ? this.#file() : this[`_${selection.kind}`](selection.index);
    this.#panel.replaceChildren(...content.filter(Boolean));
    this.update();
  }

  update() {
    if (this.#panel.offsetParent === null) {
      return;
    }
    this.#updates.forEach((update) => update());
    if (this.#live.length === 0) {
      return;
    }
    const moment = new Reading(this.#session.controller);
    for (const { place, read } of this.#live) {
      const found = read(moment);
      const { text, isAway = false } = typeof found === 'string' ? { text: found } : found;
      place.textContent = text;
      place.classList.toggle('away', isAway);
    }
  }

  get #info() {
    return this.#session.model.info;
  }

  #file() {
    const info = this.#info;
    const counts = [
      ['Nodes', info.nodes.length],
      ['Bodies', info.physics?.bodies.length ?? 0],
      ['Colliders', info.physics?.colliders.length ?? 0],
      ['Triggers', info.physics?.triggers.length ?? 0],
      ['Joints', info.physics?.joints.length ?? 0],
      ['Constraints', info.constraints.length],
      ['Virtual transforms', info.virtualTransforms.length],
      ['Human bones', info.humanoid?.bones.length ?? 0],
      ['Animations', info.animations.length],
    ];
    return [
      element('div', { class: 'head' }, element('h2', {}, this.#session.name)),
      this.#card(
        'In it',
        counts.filter(([, count]) => count > 0).map(([term, count]) => [term, String(count)]),
      ),
      this.#card('File', [
        ['Container', info.container === 'glb' ? 'GLB' : 'glTF'],
        ['Size', bytes(this.#session.bytes.length)],
        ['Generator', info.asset.generator ?? '—'],
        ['Runs', names(info.extensionsRun) || 'nothing'],
        ['Only kept', names(kept(info)) || '—'],
        ['Written in', names(info.dialects) || '—'],
      ]),
      element(
        'p',
        { class: 'muted' },
        'Select something in the view or in the contents to see it here. Drag a body to pull it.',
      ),
    ];
  }

  _node(index) {
    const info = this.#info;
    const node = info.nodes[index];
    const physics = info.physics;
    const body = physics?.bodies.findIndex((entry) => entry.node === index) ?? -1;
    const joints = (physics?.joints ?? [])
      .map((joint, at) => ({ joint, at }))
      .filter(({ joint }) => joint.node === index);
    const constraint = info.constraints.findIndex((entry) => entry.node === index);
    const bone = info.humanoid?.bones.find((entry) => entry.node === index);
    return [
      this.#head(nodeName(this.#session.model, index), `node ${index}`),
      this.#card('Node', [
        ['Parent', node.parent === null ? 'none' : this.#nodeLink(node.parent)],
        ['Position', ({ matrices }) => vector(matrices.slice(index * 16 + 12, index * 16 + 15))],
        ['Local position', ({ locals }) => vector(locals.slice(index * 10, index * 10 + 3))],
        ['Local rotation', ({ locals }) => vector(locals.slice(index * 10 + 3, index * 10 + 7))],
        ['Local scale', ({ locals }) => vector(locals.slice(index * 10 + 7, index * 10 + 10))],
        bone && ['Human bone', bone.bone],
        node.extensions.length > 0 && ['Extensions', names(node.extensions)],
        !node.inScene && ['Scene', 'not in the one that runs'],
      ]),
      body >= 0 && this.#body(physics.bodies[body], body),
      ...this.#shapes(index),
      ...joints.map(({ at }) => this.#joint(at)),
      constraint >= 0 && this.#constraint(constraint),
      ...this.#properties(index),
    ];
  }

  #properties(node) {
    const { cards, updates } = propertyCards(this.#session, node, this.#act);
    this.#updates.push(...updates);
    return cards;
  }

  _joint(at) {
    const joint = this.#info.physics.joints[at];
    const head = this.#head(nodeName(this.#session.model, joint.node), `joint ${at}`);
    return [head, this.#joint(at), ...this.#properties(joint.node)];
  }

  _constraint(at) {
    const { node } = this.#info.constraints[at];
    const head = this.#head(nodeName(this.#session.model, node), `constraint ${at}`);
    return [head, this.#constraint(at), ...this.#properties(node)];
  }

  _virtual(at) {
    const entry = this.#info.virtualTransforms[at];
    return [
      this.#head(entry.name, `virtual transform ${at}`),
      this.#card('Virtual transform', [
        ['Parent', entry.parent === null ? 'the model' : this.#nodeLink(entry.parent)],
        ['Tags', entry.tags.join(', ') || '—'],
        ['Inherits', entry.inherits.join(', ') || 'nothing'],
        ['Position', ({ virtual }) => vector(virtual.slice(at * 16 + 12, at * 16 + 15))],
        ['X axis', ({ virtual }) => vector(virtual.slice(at * 16, at * 16 + 3))],
        ['Y axis', ({ virtual }) => vector(virtual.slice(at * 16 + 4, at * 16 + 7))],
        ['Z axis', ({ virtual }) => vector(virtual.slice(at * 16 + 8, at * 16 + 11))],
      ]),
    ];
  }

  #body({ node, kind, mass, centerOfMass, colliders }, at) {
    const state = (reading) => {
      const { isAnimated, isSleeping } = reading.body(at);
      return isAnimated ? 'animated' : isSleeping ? 'asleep' : 'awake';
    };
    const card = this.#card('Body', [
      ['Kind', kind],
      ['Mass', mass === null ? 'infinite' : `${fixed(mass, 3)} kg`],
      ['Centre of mass', vector(centerOfMass)],
      ['Colliders', String(colliders.length)],
      ['State', state],
      ['Velocity', (reading) => `${vector(reading.body(at).linearVelocity, 2)} m/s`],
      ['Speed', (reading) => `${fixed(Math.hypot(...reading.body(at).linearVelocity), 3)} m/s`],
      ['Angular velocity', (reading) => `${vector(reading.body(at).angularVelocity, 2)} rad/s`],
    ]);
    if (kind === 'dynamic' && mass !== null) {
      const push = (name, direction) => element('button', { onclick: () => this.#onPush(node, mass, direction) }, name);
      card.append(
        element(
          'div',
          { class: 'actions', style: 'padding: 0 11px 11px' },
          push('Push up', [0, 1, 0]),
          push('Push along X', [1, 0, 0]),
          push('Push along Z', [0, 0, 1]),
        ),
      );
    }
    return card;
  }

  #shapes(index) {
    const physics = this.#info.physics;
    const solid = (physics?.colliders ?? []).filter(({ node }) => node === index).map((entry) => ['Collider', entry]);
    const parts = (physics?.triggers ?? []).flatMap((trigger) => trigger.parts).filter(({ node }) => node === index);
    return [...solid, ...parts.map((entry) => ['Trigger', entry])].map(([title, { shape, material, filter }]) => {
      const { kind, ...sizes } = physics.shapes[shape];
      const surface = material === null || material === undefined ? null : physics.materials[material];
      return this.#card(title, [
        ['Shape', kind],
        ...Object.entries(sizes).map(([name, value]) => [name, Array.isArray(value) ? vector(value) : String(value)]),
        surface && ['Friction', `${fixed(surface.staticFriction, 2)} / ${fixed(surface.dynamicFriction, 2)}`],
        surface && ['Restitution', fixed(surface.restitution, 2)],
        filter !== null && ['Filter', physics.filters[filter].collisionSystems.join(', ') || `${filter}`],
      ]);
    });
  }

  #joint(at) {
    const joint = this.#info.physics.joints[at];
    const end = (body) => (body === null ? 'the fixed world' : this.#nodeLink(body));
    const limit =
      (which) =>
      ({ joints }) => {
        const { metric, violation } = joints[at].limits[which] ?? { metric: 0, violation: 0 };
        return { text: measure(joint.limits[which].kind, metric), isAway: Math.abs(violation) > 2e-3 };
      };
    const drive =
      (which) =>
      ({ joints }) => {
        const { kind } = joint.drives[which];
        const { position, force } = joints[at].drives[which] ?? { position: 0, force: 0 };
        return `${measure(kind, position)}  ${fixed(force, 1)} ${kind === 'angular' ? 'N·m' : 'N'}`;
      };
    return this.#card(`Joint: ${joint.class}`, [
      ['Body a', end(joint.bodyA)],
      ['Body b', end(joint.bodyB)],
      ['Collide', joint.enableCollision ? 'yes' : 'no'],
      ...joint.limits.flatMap(({ kind, axes, min, max, stiffness }, which) => [
        [`${kind === 'angular' ? 'Rotation' : 'Translation'} ${axes.map((axis) => AXES[axis]).join('')}`, limit(which)],
        ['', `${range(kind, min, max)}${stiffness === null ? '' : `, soft ${stiffness}`}`],
      ]),
      ...joint.drives.flatMap(({ kind, axis, positionTarget, velocityTarget }, which) => {
        const target =
          positionTarget === null ? `${fixed(velocityTarget ?? 0, 2)} a second` : measure(kind, positionTarget);
        return [
          [`Drive ${AXES[axis]}`, drive(which)],
          ['', `to ${target}`],
        ];
      }),
    ]);
  }

  #constraint(at) {
    const { kind, node, source, weight, sourceSpace, destinationSpace, axes } = this.#info.constraints[at];
    return this.#card(`Constraint: ${kind}`, [
      ['Source', this.#nodeLink(source)],
      ['Destination', this.#nodeLink(node)],
      ['Weight', fixed(weight, 3)],
      ['Spaces', `${sourceSpace} → ${destinationSpace}`],
      axes.length > 0 && ['Axes', axes.join(', ')],
      ['Local rotation', ({ locals }) => vector(locals.slice(node * 10 + 3, node * 10 + 7))],
    ]);
  }

  #head(title, kind) {
    return element('div', { class: 'head' }, element('h2', {}, title), element('span', { class: 'muted' }, kind));
  }

  /** Terms with a text, an element, or a function of the moment. */
  #card(title, facts) {
    const list = element('dl', { class: 'facts' });
    for (const [term, value] of facts.filter(Boolean)) {
      const place = element('dd');
      if (typeof value === 'function') {
        this.#live.push({ place, read: value });
      } else {
        place.append(value);
      }
      list.append(element('dt', {}, term), place);
    }
    return element('div', { class: 'card' }, element('h3', {}, title), list);
  }

  #nodeLink(node) {
    return element(
      'button',
      { onclick: () => this.#onSelect({ kind: 'node', index: node }) },
      nodeName(this.#session.model, node),
    );
  }
}

/** Extensions and features that do not run. */
function kept(info) {
  const whole = info.extensionsUsed.filter((name) => !info.extensionsRun.includes(name));
  const parts = info.features.filter((part) => !part.runs).map((part) => `${part.extension}: ${part.feature}`);
  return [...whole, ...parts];
}

/** One a line, with places where a long one may break. */
function names(list) {
  return list.map((name) => name.replaceAll('_', '_\u200b')).join('\n');
}

function bytes(count) {
  return count < 1000 ? `${count} B` : count < 1e6 ? `${fixed(count / 1000, 1)} kB` : `${fixed(count / 1e6, 2)} MB`;
}
