/** Controls of a panel: sliders, colours, switches. Each has a label, and shows a value that may change by itself. */
import { element } from '../dom.js';
import { fixed } from '../words.js';

/** A slider with its number. `read` gives the current value, `write` takes the one that a person chose. */
export function slider(title, { min, max, step = (max - min) / 200, unit = '', read, write }) {
  const value = read();
  const id = freshId();
  const bounds = { min: Math.min(min, value), max: Math.max(max, value), step };
  const input = element('input', { id, type: 'range', ...bounds, class: 'slide' });
  const number = element('input', { type: 'number', step: 'any', 'aria-label': `${title}, as a number`, class: 'number' });
  const show = (now) => {
    input.value = String(now);
    if (document.activeElement !== number) {
      number.value = fixed(now, 3);
    }
  };
  const set = (to) => Number.isFinite(to) && write(to);
  input.addEventListener('input', () => {
    set(Number(input.value));
    number.value = fixed(Number(input.value), 3);
  });
  number.addEventListener('change', () => set(Number(number.value)));
  show(value);
  const label = element('label', { for: id }, title, unit && element('span', { class: 'muted' }, ` ${unit}`));
  const row = element('div', { class: 'control' }, label, input, number);
  return { row, update: () => document.activeElement !== input && show(read()) };
}

/** A colour in linear sRGB, as glTF has it. */
export function swatch(title, { read, write }) {
  const input = element('input', { type: 'color', id: freshId(), class: 'swatch' });
  const show = () => (input.value = `#${read().slice(0, 3).map(hex).join('')}`);
  input.addEventListener('input', () => {
    const linear = [1, 3, 5].map((at) => toLinear(Number.parseInt(input.value.slice(at, at + 2), 16) / 255));
    write([...linear, ...read().slice(3)]);
  });
  show();
  return { row: element('div', { class: 'control' }, element('label', { for: input.id }, title), input), update: show };
}

export function checkbox(title, { read, write }) {
  const input = element('input', { type: 'checkbox', onchange: () => write(input.checked) });
  const show = () => (input.checked = read());
  show();
  return { row: element('label', { class: 'check' }, input, title), update: show };
}

let count = 0;
function freshId() {
  count += 1;
  return `control-${count}`;
}

function hex(linear) {
  const clamped = Math.min(Math.max(linear, 0), 1);
  const encoded = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}

function toLinear(encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}
