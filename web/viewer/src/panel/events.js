/** Contacts, triggers, broken joints and events of the graph up to now, the latest first. */
import { element } from '../dom.js';
import { fixed } from '../words.js';
import { eventWords } from './strip/lanes.js';

const SHOWN = 150;

const COLORS = {
  triggerEnter: '#1fb57a',
  triggerExit: '#8fbfa9',
  contactBegin: '#ff4f7b',
  contactEnd: '#c7a0ab',
  jointBreak: '#a16bff',
  graph: '#3d8bff',
};

export class Events {
  #panel;
  #list = element('ol', { class: 'list card' });
  #hint = element('p', { class: 'empty' }, 'Contacts and triggers are listed here as they happen.');
  #count;
  #onSelect;
  #onSeek;
  #session = null;
  #marks = null;
  #onlyTriggers;
  /** What the list shows: the latest event, and how many there are. */
  #shown = null;

  /** `onSeek` goes to a step. */
  constructor(panel, count, { onSelect, onSeek }) {
    this.#panel = panel;
    this.#count = count;
    this.#onSelect = onSelect;
    this.#onSeek = onSeek;
    this.#onlyTriggers = element('input', { type: 'checkbox', onchange: () => this.update() });
    panel.append(element('label', { class: 'check' }, this.#onlyTriggers, 'Only triggers'), this.#hint, this.#list);
  }

  setSession(session, marks) {
    this.#session = session;
    this.#marks = marks;
    this.#shown = null;
    this.update();
  }

  get isOnlyTriggers() {
    return this.#onlyTriggers.checked;
  }

  set isOnlyTriggers(isOn) {
    this.#onlyTriggers.checked = isOn;
    this.update();
  }

  /** Shows the events up to now; after a seek, those of then. */
  update() {
    const { events, forgotten } = this.#marks;
    const end = this.#marks.lastAt(this.#session.controller.world.steps);
    const total = forgotten + end + 1;
    this.#count.textContent = total > 999 ? '999+' : total || '';
    const isHidden = this.#panel.offsetParent === null;
    const state = `${total} ${this.isOnlyTriggers} ${events[end]?.step}`;
    if (isHidden || state === this.#shown) {
      return;
    }
    this.#shown = state;
    const latest = [];
    for (let at = end; at >= 0 && latest.length < SHOWN; at -= 1) {
      if (!this.isOnlyTriggers || events[at].kind.startsWith('trigger')) {
        latest.push(events[at]);
      }
    }
    this.#list.replaceChildren(...latest.map((event) => this.#item(event)));
    this.#list.hidden = latest.length === 0;
    this.#hint.hidden = latest.length > 0;
  }

  #item(event) {
    const { step, time, kind, a, b } = event;
    const text = eventWords(this.#session.model, event);
    const who = kind.startsWith('trigger') ? b : a;
    const words = element('span', { class: 'kind', style: `--color: ${COLORS[kind]}` }, text);
    const seconds = `${fixed(time, 2)} s`;
    return element(
      'li',
      { class: 'event' },
      element('button', { class: 'time', onclick: () => this.#onSeek(step), title: 'Go there', 'aria-label': `Go to ${seconds}` }, seconds),
      kind === 'graph' ? words : element('button', { onclick: () => this.#onSelect({ kind: 'node', index: who }), title: 'Select the node' }, words),
    );
  }
}
