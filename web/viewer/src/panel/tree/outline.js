/** The rows of the tree: what is in a file, filtered by name, with children of what is open. */
import { nodeName } from '../../words.js';
import { badgesOf, bodyValue, constraintValue, jointValue, virtualValue } from '../values.js';

/** Levels that are open at first. */
const OPEN_LEVELS = 2;

export class Outline {
  /**
   * `{ title }` of a section, or `{ kind, index, level, position, of, isOpen, alias }`: what a row selects, where it stands among
   * its siblings, whether it is open (`null` without children), and a key of its own if it is shown a second time.
   */
  rows = [];
  #model;
  #info;
  #names = null;
  #badges;
  #bodies;
  #joints;
  /** Nodes whose state is not the one they have at first. */
  #toggled = new Set();
  #wanted = '';

  constructor(model) {
    this.#model = model;
    this.#info = model.info;
    this.#badges = badgesOf(this.#info);
    const { bodies = [], joints = [] } = this.#info.physics ?? {};
    // The first of a node counts.
    this.#bodies = new Map(bodies.map(({ node }, at) => [node, at]).reverse());
    this.#joints = new Map(joints.map(({ node }, at) => [node, at]).reverse());
    this.#build();
  }

  get wanted() {
    return this.#wanted;
  }

  set wanted(text) {
    this.#wanted = text.trim().toLowerCase();
    this.#build();
  }

  /** The row of a selection; -1 if it is not shown. */
  find({ kind, index }) {
    return this.rows.findIndex((row) => row.index === index && row.kind === kind && !row.alias);
  }

  /** The row of the parent; -1 for one without. */
  parentOf(at) {
    const { level } = this.rows[at];
    return level > 1 ? this.rows.findLastIndex((row, place) => place < at && row.level === level - 1) : -1;
  }

  setOpen(at, isOpen) {
    const row = this.rows[at];
    if (row.isOpen !== null && row.isOpen !== isOpen) {
      this.#toggle(row.index);
      this.#build();
    }
  }

  /** Opens the ancestors of a node. */
  openTo(node) {
    const { nodes } = this.#info;
    const ancestors = new Set();
    for (let at = nodes[node]?.parent; at !== null && at !== undefined && !ancestors.has(at); at = nodes[at].parent) {
      ancestors.add(at);
    }
    // From the root down: a level is that of the list of ancestors.
    const closed = [...ancestors].reverse().filter((above, level) => !this.#isOpen(above, level + 1));
    closed.forEach((above) => this.#toggle(above));
    if (closed.length) {
      this.#build();
    }
  }

  /** What a row shows: its name, badges, and a function of a `Reading` for its value. */
  describe({ kind, index, alias }) {
    const { physics, constraints, virtualTransforms } = this.#info;
    const joint = (at) => jointValue({ ...physics.joints[at], at });
    const body = (at) => bodyValue(at, physics.bodies[at].kind);
    switch (alias?.split(':')[0] ?? kind) {
      case 'body':
        return { name: nodeName(this.#model, index), read: body(Number(alias.split(':')[1])) };
      case 'joint':
        return { name: nodeName(this.#model, physics.joints[index].node), read: joint(index) };
      case 'constraint': {
        const entry = constraints[index];
        return { name: `${nodeName(this.#model, entry.node)} ← ${nodeName(this.#model, entry.source)}`, read: constraintValue(entry) };
      }
      case 'virtual':
        return { name: virtualTransforms[index].name, read: virtualValue(index) };
      default: {
        const [isBody, isJoint] = [this.#bodies.get(index), this.#joints.get(index)];
        const read = isBody !== undefined ? body(isBody) : isJoint !== undefined ? joint(isJoint) : null;
        const { name } = this.#info.nodes[index];
        return { name: name || `node ${index}`, isUnnamed: !name, badges: this.#badges.get(index), read };
      }
    }
  }

  #toggle(node) {
    if (!this.#toggled.delete(node)) {
      this.#toggled.add(node);
    }
  }

  #isOpen(node, level) {
    return level <= OPEN_LEVELS !== this.#toggled.has(node);
  }

  #build() {
    const { nodes, constraints, virtualTransforms, physics } = this.#info;
    const fits = (node) => this.#wanted === '' || this.#nameOf(node).includes(this.#wanted);
    const listed = (entries, of) => entries.map((entry, at) => ({ entry, at })).filter(({ entry }) => of(entry));
    const flat = (list) => list.map((row, at) => ({ level: 1, isOpen: null, ...row, position: at + 1, of: list.length }));
    const bodies = listed(physics?.bodies ?? [], ({ node }) => fits(node));
    const joints = listed(physics?.joints ?? [], ({ node }) => fits(node));
    const constrained = listed(constraints, ({ node }) => fits(node));
    const virtual = listed(virtualTransforms, ({ name }) => name.toLowerCase().includes(this.#wanted));
    const found = () => nodes.filter(({ index }) => fits(index)).map(({ index }) => ({ kind: 'node', index }));
    const sections = [
      ['Nodes', nodes.length, this.#wanted === '' ? this.#forest() : flat(found())],
      ['Bodies', bodies.length, flat(bodies.map(({ entry, at }) => ({ kind: 'node', index: entry.node, alias: `body:${at}` })))],
      ['Joints', joints.length, flat(joints.map(({ at }) => ({ kind: 'joint', index: at })))],
      ['Constraints', constrained.length, flat(constrained.map(({ at }) => ({ kind: 'constraint', index: at })))],
      ['Virtual transforms', virtual.length, flat(virtual.map(({ at }) => ({ kind: 'virtual', index: at })))],
    ];
    this.rows = sections.filter(([, , rows]) => rows.length > 0).flatMap(([title, count, rows]) => [{ title: `${title} (${count})` }, ...rows]);
  }

  /** Nodes below what is open, parents first. A file whose nodes are no tree shows each once. */
  #forest() {
    const { nodes } = this.#info;
    const rows = [];
    const seen = new Set();
    // Lists of siblings, each with the place that is next in it; the deepest last.
    const pending = [{ list: nodes.filter(({ parent }) => parent === null).map(({ index }) => index), next: 0 }];
    while (pending.length) {
      const siblings = pending.at(-1);
      if (siblings.next === siblings.list.length) {
        pending.pop();
        continue;
      }
      const index = siblings.list[siblings.next];
      siblings.next += 1;
      if (seen.has(index)) {
        continue;
      }
      seen.add(index);
      const level = pending.length;
      const { children } = nodes[index];
      const isOpen = children.length ? this.#isOpen(index, level) : null;
      rows.push({ kind: 'node', index, level, position: siblings.next, of: siblings.list.length, isOpen });
      if (isOpen) {
        pending.push({ list: children, next: 0 });
      }
    }
    return rows;
  }

  #nameOf(node) {
    this.#names ??= this.#info.nodes.map(({ index }) => nodeName(this.#model, index).toLowerCase());
    return this.#names[node] ?? '';
  }
}
