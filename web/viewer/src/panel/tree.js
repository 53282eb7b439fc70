/** The contents of a file as a tree with keyboard navigation and live values. */
import { element } from '../dom.js';
import { nodeName } from '../words.js';
import { badgesOf, bodyValue, constraintValue, depthOf, jointValue, virtualValue } from './values.js';

/** The number of children that are shown at first. */
const MOST = 300;

const KINDS = {
  body: ['body', '#3d8bff'],
  collider: ['collider', '#8b95a7'],
  trigger: ['trigger', '#1fb57a'],
  joint: ['joint', '#f0a020'],
  constraint: ['constraint', '#d65cf0'],
  bone: ['bone', '#6fa8ff'],
};

export class Tree {
  #root;
  #filter;
  #onSelect;
  #controller = null;
  #live = [];

  constructor(root, filter, onSelect) {
    this.#root = root;
    this.#filter = filter;
    this.#onSelect = onSelect;
    root.addEventListener('click', (event) => this.#clicked(event));
    root.addEventListener('keydown', (event) => this.#pressed(event));
    filter.addEventListener('input', () => this.#build());
  }

  setSession({ controller }) {
    this.#controller = controller;
    this.#filter.value = '';
    this.#build();
  }

  /** Values of rows that can be seen. */
  update() {
    const { instance } = this.#controller;
    const moment = { pose: instance.pose.locals.slice(), bodies: instance.bodies, joints: instance.joints };
    moment.virtual = instance.pose.virtualMatrices.slice();
    const { top, bottom } = this.#root.getBoundingClientRect();
    for (const { row, value, read } of this.#live) {
      const place = row.getBoundingClientRect();
      if (place.height > 0 && place.bottom >= top && place.top <= bottom) {
        value.textContent = read(moment);
      }
    }
  }

  /** Reveals the selection. */
  select(selection, { scroll = true } = {}) {
    this.#root
      .querySelectorAll('[aria-selected="true"]')
      .forEach((item) => item.setAttribute('aria-selected', 'false'));
    if (!selection) {
      return;
    }
    if (selection.kind === 'node') {
      this.#openTo(selection.index);
    }
    const item = this.#root.querySelector(`[data-key="${selection.kind}:${selection.index}"]`);
    item?.setAttribute('aria-selected', 'true');
    if (item && scroll) {
      item.firstElementChild.scrollIntoView({ block: 'nearest' });
    }
  }

  #build() {
    this.#live = [];
    const { model } = this.#controller;
    const { info } = model;
    const physics = info.physics;
    const wanted = this.#filter.value.trim().toLowerCase();
    const fits = (name) => name.toLowerCase().includes(wanted);
    const name = (node) => nodeName(model, node);
    const badges = badgesOf(info);
    const nodes = wanted
      ? info.nodes
          .filter(({ index }) => fits(name(index)))
          .map(
            ({ index }) =>
              () =>
                this.#node(index, badges, false),
          )
      : info.nodes
          .filter(({ parent }) => parent === null)
          .map(
            ({ index }) =>
              () =>
                this.#node(index, badges, true),
          );
    const bodies = (physics?.bodies ?? [])
      .map(({ node, kind }, at) => ({ node, kind, at }))
      .filter(({ node }) => fits(name(node)));
    const joints = (physics?.joints ?? [])
      .map((joint, at) => ({ ...joint, at }))
      .filter(({ node }) => fits(name(node)));
    const constraints = info.constraints.map((entry, at) => ({ ...entry, at })).filter(({ node }) => fits(name(node)));
    const virtual = info.virtualTransforms.map((entry, at) => ({ ...entry, at })).filter((entry) => fits(entry.name));
    const sections = [
      ['Nodes', nodes],
      [
        'Bodies',
        bodies.map(
          ({ node, at, kind }) =>
            () =>
              this.#item('node', node, name(node), { read: bodyValue(at, kind), alias: `body:${at}` }),
        ),
      ],
      [
        'Joints',
        joints.map((joint) => () => this.#item('joint', joint.at, name(joint.node), { read: jointValue(joint) })),
      ],
      [
        'Constraints',
        constraints.map(
          (entry) => () =>
            this.#item('constraint', entry.at, `${name(entry.node)} ← ${name(entry.source)}`, {
              read: constraintValue(entry),
            }),
        ),
      ],
      [
        'Virtual transforms',
        virtual.map((entry) => () => this.#item('virtual', entry.at, entry.name, { read: virtualValue(entry.at) })),
      ],
    ];
    const shown = sections.filter(([, items]) => items.length > 0);
    const groups = shown.map(([title, items]) => {
      return element(
        'div',
        { role: 'presentation' },
        element(
          'div',
          { class: 'section', role: 'presentation' },
          `${title} (${title === 'Nodes' ? info.nodes.length : items.length})`,
        ),
        this.#list(items),
      );
    });
    const empty = element('p', { class: 'empty' }, wanted ? 'Nothing of that name.' : 'The file holds no nodes.');
    this.#root.replaceChildren(...(groups.length ? groups : [empty]));
    this.#rows()[0]?.setAttribute('tabindex', '0');
  }

  /** Items are created when they are shown: a file may have a hundred thousand. */
  #list(items) {
    const list = element('ul', { role: 'group' });
    const add = (from) => {
      list.append(...items.slice(from, from + MOST).map((make) => make()));
      if (items.length > from + MOST) {
        const more = element(
          'button',
          { class: 'plain', onclick: () => (more.remove(), add(from + MOST)) },
          `${items.length - from - MOST} more`,
        );
        list.append(more);
      }
    };
    add(0);
    return list;
  }

  #node(index, badges, isDeep) {
    const info = this.#controller.model.info.nodes[index];
    return this.#item('node', index, info.name, {
      badges: badges.get(index),
      read: this.#nodeValue(index),
      children:
        isDeep && info.children.length
          ? () => info.children.map((child) => () => this.#node(child, badges, true))
          : null,
      depth: isDeep ? depthOf(this.#controller.model.info.nodes, index) : 0,
    });
  }

  /** The role of a node, if it has one. */
  #nodeValue(index) {
    const { physics } = this.#controller.model.info;
    const body = physics?.bodies.findIndex(({ node }) => node === index) ?? -1;
    if (body >= 0) {
      return bodyValue(body, physics.bodies[body].kind);
    }
    const at = physics?.joints.findIndex(({ node }) => node === index) ?? -1;
    return at >= 0 ? jointValue({ ...physics.joints[at], at }) : null;
  }

  #item(kind, index, name, { badges = [], children = null, depth = 0, read = null, alias } = {}) {
    const value = read && element('span', { class: 'value' });
    const row = element(
      'div',
      { class: 'row', tabindex: '-1', style: `padding-left: ${6 + Math.min(depth, 14) * 13}px` },
      twist(children !== null),
      element('span', { class: name ? 'name' : 'name unnamed', title: name ?? '' }, name || `node ${index}`),
      ...badges.map((badge) =>
        element('span', { class: 'badge', style: `--color: ${KINDS[badge][1]}` }, KINDS[badge][0]),
      ),
      value,
    );
    const item = element(
      'li',
      {
        role: 'treeitem',
        'data-key': alias ?? `${kind}:${index}`,
        'aria-selected': 'false',
        'aria-expanded': children ? 'false' : null,
      },
      row,
    );
    item.target = { kind, index };
    item.grow = children;
    if (value) {
      this.#live.push({ row, value, read });
    }
    if (children && depth < 2) {
      this.#expand(item, true);
    }
    return item;
  }

  #expand(item, isOpen) {
    if (!item.grow) {
      return;
    }
    if (isOpen && !item.grown) {
      item.grown = this.#list(item.grow());
      item.append(item.grown);
    }
    if (item.grown) {
      item.grown.hidden = !isOpen;
    }
    item.setAttribute('aria-expanded', String(isOpen));
  }

  /** Opens the ancestors of a node. */
  #openTo(node) {
    const { nodes } = this.#controller.model.info;
    const way = [];
    const seen = new Set();
    for (let at = nodes[node]?.parent; at !== null && at !== undefined && !seen.has(at); at = nodes[at].parent) {
      seen.add(at);
      way.unshift(at);
    }
    for (const above of way) {
      const item = this.#root.querySelector(`[data-key="node:${above}"]`);
      if (item) {
        this.#expand(item, true);
      }
    }
  }

  #clicked(event) {
    const item = event.target.closest('[role="treeitem"]');
    if (!item || !event.target.closest('.row')) {
      return;
    }
    if (event.target.closest('.twist') && item.grow) {
      this.#expand(item, item.getAttribute('aria-expanded') !== 'true');
    } else {
      this.#onSelect(item.target);
    }
    this.#focus(item.firstElementChild, false);
  }

  #pressed(event) {
    const row = event.target.closest('.row');
    if (!row) {
      return;
    }
    const item = row.parentElement;
    const rows = this.#rows();
    const at = rows.indexOf(row);
    const isOpen = item.getAttribute('aria-expanded') === 'true';
    const moves = {
      ArrowDown: () => this.#focus(rows[at + 1]),
      ArrowUp: () => this.#focus(rows[at - 1]),
      Home: () => this.#focus(rows[0]),
      End: () => this.#focus(rows.at(-1)),
      ArrowRight: () =>
        item.grow && !isOpen ? this.#expand(item, true) : this.#focus(item.grown?.querySelector('.row')),
      ArrowLeft: () =>
        isOpen
          ? this.#expand(item, false)
          : this.#focus(item.parentElement.closest('[role="treeitem"]')?.firstElementChild),
      Enter: () => this.#onSelect(item.target),
      ' ': () => this.#onSelect(item.target),
    };
    if (moves[event.key]) {
      moves[event.key]();
      event.preventDefault();
      event.stopPropagation();
    }
  }

  #focus(row, isMoved = true) {
    if (row) {
      this.#root.querySelectorAll('.row[tabindex="0"]').forEach((other) => other.setAttribute('tabindex', '-1'));
      row.setAttribute('tabindex', '0');
      if (isMoved) {
        row.focus();
      }
    }
  }

  #rows() {
    return [...this.#root.querySelectorAll('.row')].filter((row) => row.offsetParent !== null);
  }
}

function twist(isShown) {
  const mark = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  mark.setAttribute('class', 'twist icon');
  mark.setAttribute('viewBox', '0 0 20 20');
  mark.setAttribute('aria-hidden', 'true');
  if (isShown) {
    mark.innerHTML = '<path d="m8 6 4 4-4 4" />';
  }
  return mark;
}
