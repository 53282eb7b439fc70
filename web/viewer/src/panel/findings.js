/** The findings of a file; each selects its node. */
import { element } from '../dom.js';

const ORDER = ['error', 'warning', 'info', 'hint'];

export class Findings {
  #panel;
  #count;
  #onSelect;
  #model = null;

  constructor(panel, count, onSelect) {
    this.#panel = panel;
    this.#count = count;
    this.#onSelect = onSelect;
  }

  async setSession({ model }) {
    this.#model = model;
    const findings = await model.validate();
    // Another file may be shown by now.
    if (this.#model !== model) return;
    const found = findings.sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
    this.#count.textContent = found.length || '';
    this.#count.className = `count ${found[0]?.severity ?? ''}`;
    const items = found.map((finding) =>
      element('li', { class: `finding severity-${finding.severity}` }, this.#item(finding)),
    );
    const none = element('p', { class: 'empty' }, 'Nothing is wrong with this file.');
    this.#panel.replaceChildren(items.length ? element('ul', { class: 'list card' }, ...items) : none);
  }

  #item({ code, severity, pointer, message, node }) {
    const content = [
      element('span', { class: 'rule code' }, code),
      element('span', { class: 'muted' }, ` ${severity}`),
      element('p', {}, message),
      element('span', { class: 'pointer code' }, pointer || '/'),
    ];
    return node === null
      ? element('div', {}, ...content)
      : element(
          'button',
          { onclick: () => this.#onSelect({ kind: 'node', index: node }), title: 'Select the node' },
          ...content,
        );
  }
}
