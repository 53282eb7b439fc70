/** The contents of a file as a tree with keyboard navigation and live values. Only rows in view are in the page. */
import { element } from '../dom.js';
import { Reading } from './reading.js';
import { Outline } from './tree/outline.js';

/** The height of a row, pixels, as the style has it. */
const ROW = 26;
/** Rows beyond the view, above and below. */
const MARGIN = 6;
/** Deeper levels are not indented more. */
const MOST_INDENT = 14;

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
  #input;
  #onSelect;
  #space = element('div', { role: 'presentation', class: 'rows' });
  #controller = null;
  #outline = null;
  #selection = null;
  /** The row that the keyboard is on. */
  #active = 0;
  /** Rows in the page, by their place: `{ item, value, read }`. */
  #shown = new Map();

  constructor(root, filter, onSelect) {
    this.#root = root;
    this.#input = filter;
    this.#onSelect = onSelect;
    root.tabIndex = 0;
    root.addEventListener('click', (event) => this.#clicked(event));
    root.addEventListener('keydown', (event) => this.#pressed(event));
    root.addEventListener('scroll', () => this.#render());
    new ResizeObserver(() => this.#render()).observe(root);
    filter.addEventListener('input', () => this.#filter());
  }

  setSession({ controller }) {
    this.#controller = controller;
    this.#outline = new Outline(controller.model);
    this.#selection = null;
    this.#input.value = '';
    this.#root.scrollTop = 0;
    this.#rebuild();
  }

  /** The text that names are filtered by. */
  get filter() {
    return this.#input.value;
  }

  set filter(text) {
    this.#input.value = text;
    this.#filter();
  }

  /** Values of rows that can be seen. */
  update() {
    const reading = new Reading(this.#controller);
    for (const { value, read } of this.#shown.values()) {
      if (read) {
        const text = read(reading);
        if (value.textContent !== text) {
          value.textContent = text;
        }
      }
    }
  }

  /** Reveals the selection. */
  select(selection, { scroll = true } = {}) {
    this.#selection = selection;
    if (selection?.kind === 'node') {
      this.#outline.openTo(selection.index);
    }
    const at = selection ? this.#outline.find(selection) : -1;
    if (at >= 0) {
      this.#active = at;
    }
    this.#refill();
    if (at >= 0 && scroll) {
      this.#reveal(at);
    }
  }

  #filter() {
    this.#outline.wanted = this.#input.value;
    this.#root.scrollTop = 0;
    this.#rebuild();
  }

  #rebuild() {
    const { rows } = this.#outline;
    this.#active = rows.findIndex(({ kind }) => kind);
    const words = this.#input.value.trim() ? 'Nothing of that name.' : 'The file holds no nodes.';
    this.#root.replaceChildren(rows.length ? this.#space : element('p', { class: 'empty' }, words));
    this.#refill();
  }

  /** Shows all rows anew: what is open, or what is selected, is another. */
  #refill() {
    this.#space.style.height = `${this.#outline.rows.length * ROW}px`;
    this.#space.replaceChildren();
    this.#shown.clear();
    this.#render();
  }

  /** Rows that have come into view are added, others removed. The active row stays, as the keyboard is on it. */
  #render() {
    if (!this.#outline) {
      return;
    }
    const { rows } = this.#outline;
    const { scrollTop, clientHeight } = this.#root;
    const first = Math.max(Math.floor(scrollTop / ROW) - MARGIN, 0);
    const last = clientHeight === 0 ? -1 : Math.min(Math.ceil((scrollTop + clientHeight) / ROW) + MARGIN, rows.length - 1);
    const isWanted = (at) => (at >= first && at <= last) || (at === this.#active && last >= 0);
    for (const [at, { item }] of this.#shown) {
      if (!isWanted(at)) {
        item.remove();
        this.#shown.delete(at);
      }
    }
    const added = [];
    for (let at = first; at <= last; at += 1) {
      this.#shown.has(at) || added.push(this.#show(at));
    }
    if (isWanted(this.#active) && rows[this.#active] && !this.#shown.has(this.#active)) {
      added.push(this.#show(this.#active));
    }
    if (added.length) {
      this.#space.append(...added);
      this.update();
    }
    if (this.#shown.get(this.#active)?.item.id) {
      this.#root.setAttribute('aria-activedescendant', `tree-row-${this.#active}`);
    } else {
      this.#root.removeAttribute('aria-activedescendant');
    }
  }

  #show(at) {
    const row = this.#outline.rows[at];
    const style = `top: ${at * ROW}px`;
    if (row.title) {
      const item = element('div', { class: 'section', role: 'presentation', style }, row.title);
      this.#shown.set(at, { item });
      return item;
    }
    const { name, isUnnamed = false, badges = [], read } = this.#outline.describe(row);
    const value = read && element('span', { class: 'value' });
    const isSelected = row.kind === this.#selection?.kind && row.index === this.#selection.index && !row.alias;
    const item = element(
      'div',
      {
        id: `tree-row-${at}`,
        class: at === this.#active ? 'row active' : 'row',
        role: 'treeitem',
        'data-key': row.alias ?? `${row.kind}:${row.index}`,
        'aria-level': row.level,
        'aria-posinset': row.position,
        'aria-setsize': row.of,
        'aria-selected': String(isSelected),
        'aria-expanded': row.isOpen === null ? null : String(row.isOpen),
        style: `${style}; padding-left: ${6 + Math.min(row.level - 1, MOST_INDENT) * 13}px`,
      },
      twist(row.isOpen !== null),
      element('span', { class: isUnnamed ? 'name unnamed' : 'name', title: name }, name),
      ...badges.map((badge) => element('span', { class: 'badge', style: `--color: ${KINDS[badge][1]}` }, KINDS[badge][0])),
      value,
    );
    item.place = at;
    this.#shown.set(at, { item, value, read });
    return item;
  }

  #clicked(event) {
    const item = event.target.closest('.row');
    if (!item) {
      return;
    }
    const { kind, index, isOpen } = this.#outline.rows[item.place];
    this.#activate(item.place);
    if (event.target.closest('.twist') && isOpen !== null) {
      this.#setOpen(item.place, !isOpen);
    } else {
      this.#onSelect({ kind, index });
    }
  }

  #setOpen(at, isOpen) {
    this.#outline.setOpen(at, isOpen);
    this.#refill();
  }

  #pressed(event) {
    const { rows } = this.#outline;
    const row = rows[this.#active];
    if (!row) {
      return;
    }
    const page = Math.max(Math.floor(this.#root.clientHeight / ROW) - 1, 1);
    const choose = () => this.#onSelect({ kind: row.kind, index: row.index });
    const moves = {
      ArrowDown: () => this.#move(1),
      ArrowUp: () => this.#move(-1),
      PageDown: () => this.#move(page),
      PageUp: () => this.#move(-page),
      Home: () => this.#move(-rows.length),
      End: () => this.#move(rows.length),
      ArrowRight: () => (row.isOpen === false ? this.#setOpen(this.#active, true) : row.isOpen && this.#move(1)),
      ArrowLeft: () => (row.isOpen ? this.#setOpen(this.#active, false) : this.#goTo(this.#outline.parentOf(this.#active))),
      Enter: choose,
      ' ': choose,
    };
    if (moves[event.key]) {
      moves[event.key]();
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Moves the keyboard by some rows, over the titles of sections. */
  #move(by) {
    const { rows } = this.#outline;
    const direction = Math.sign(by);
    let at = Math.min(Math.max(this.#active + by, 0), rows.length - 1);
    while (rows[at]?.title) {
      at += at + direction < 0 ? 1 : direction;
    }
    this.#goTo(at);
  }

  #goTo(at) {
    if (this.#outline.rows[at]?.kind) {
      this.#activate(at);
      this.#reveal(at);
    }
  }

  #activate(at) {
    this.#shown.get(this.#active)?.item.classList.remove('active');
    this.#active = at;
    this.#shown.get(at)?.item.classList.add('active');
    this.#render();
  }

  #reveal(at) {
    const { scrollTop, clientHeight } = this.#root;
    const top = at * ROW;
    if (top < scrollTop) {
      this.#root.scrollTop = top;
    } else if (top + ROW > scrollTop + clientHeight) {
      this.#root.scrollTop = top + ROW - clientHeight;
    }
    this.#render();
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
