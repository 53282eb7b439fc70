/** Contacts and triggers as they happen, the latest first. */
import { element } from '../dom.js';
import { EVENT_WORDS, fixed, nodeName } from '../words.js';

const KEPT = 150;

const COLORS = {
  triggerEnter: '#1fb57a',
  triggerExit: '#8fbfa9',
  contactBegin: '#ff4f7b',
  contactEnd: '#c7a0ab',
};

export class Events {
  #list = element('ol', { class: 'list card' });
  #hint = element('p', { class: 'empty' }, 'Contacts and triggers are listed here as they happen.');
  #choice = element('label', { class: 'check' });
  #count;
  #onSelect;
  #model = null;
  #pending = [];
  #total = 0;
  #onlyTriggers;

  constructor(panel, count, onSelect) {
    this.#count = count;
    this.#onSelect = onSelect;
    this.#onlyTriggers = element('input', { type: 'checkbox' });
    this.#choice.append(this.#onlyTriggers, 'Only triggers');
    panel.append(this.#choice, this.#hint, this.#list);
    this.#list.hidden = true;
  }

  setSession({ controller, model }) {
    this.#model = model;
    this.clear();
    controller.onEvent((event) => this.#add(event));
  }

  clear() {
    this.#pending = [];
    this.#total = 0;
    this.#list.replaceChildren();
    this.#list.hidden = true;
    this.#hint.hidden = false;
    this.#count.textContent = '';
  }

  /** Removes later events after a seek. */
  forgetBehind(time) {
    while (Number(this.#list.firstElementChild?.dataset.time) > time + 1e-6) {
      this.#list.firstElementChild.remove();
      this.#total -= 1;
    }
  }

  /** Adds the events since the last update. */
  update() {
    if (this.#pending.length === 0) {
      return;
    }
    this.#list.prepend(
      ...this.#pending
        .splice(0)
        .slice(-KEPT)
        .reverse()
        .map((event) => this.#item(event)),
    );
    while (this.#list.childElementCount > KEPT) {
      this.#list.lastElementChild.remove();
    }
    this.#list.hidden = false;
    this.#hint.hidden = true;
    this.#count.textContent = this.#total > 999 ? '999+' : this.#total;
  }

  #add(event) {
    if (!this.#onlyTriggers.checked || event.kind.startsWith('trigger')) {
      this.#total += 1;
      this.#pending.push({ time: event.time, kind: event.kind, a: event.a.node, b: event.b.node });
    }
  }

  #item({ time, kind, a, b }) {
    // The subject of a trigger event is the collider.
    const [who, whom] = kind.startsWith('trigger') ? [b, a] : [a, b];
    const text = `${nodeName(this.#model, who)} ${EVENT_WORDS[kind]} ${nodeName(this.#model, whom)}`;
    return element(
      'li',
      { 'data-time': time },
      element(
        'button',
        { class: 'event', onclick: () => this.#onSelect({ kind: 'node', index: who }), title: 'Select the node' },
        element('span', { class: 'time' }, `${fixed(time, 2)} s`),
        element('span', { class: 'kind', style: `--color: ${COLORS[kind]}` }, text),
      ),
    );
  }
}
