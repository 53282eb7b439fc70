/** Messages of the page. */
import { element } from '../dom.js';

export class Messages {
  #root;

  constructor(root) {
    this.#root = root;
  }

  /** A note that disappears. */
  note(text, seconds = 6) {
    const message = this.#show(element('span', {}, text), '');
    setTimeout(() => message.remove(), seconds * 1000);
  }

  /** An error; stays until it is closed or another file is opened. */
  error(title, error) {
    const text = error instanceof Error ? error.message : String(error);
    const where = [error?.code, error?.pointer].filter((part) => typeof part === 'string' && part).join(' ');
    this.#show(
      element('div', {}, element('strong', {}, title), text, where ? element('div', { class: 'code' }, where) : null),
      'error',
    );
  }

  /** What a file lacks; stays as an error does. */
  lacks(title, list) {
    const items = list.slice(0, 8).map((text) => element('li', {}, text));
    const more = list.length > 8 ? element('li', {}, `and ${list.length - 8} more`) : null;
    this.#show(element('div', { class: 'lacks' }, element('strong', {}, title), element('ul', {}, ...items, more)), 'warning');
  }

  clear() {
    this.#root.replaceChildren();
  }

  #show(content, kind) {
    const close = element(
      'button',
      { class: 'plain', 'aria-label': 'Close the message', onclick: () => message.remove() },
      '×',
    );
    const message = element(
      'div',
      { class: `message ${kind}`, role: kind === 'error' ? 'alert' : null },
      content,
      close,
    );
    this.#root.append(message);
    return message;
  }
}
