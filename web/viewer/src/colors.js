/** Colours of the page as a canvas takes them. */
import { element } from './dom.js';

const known = new Map();
let probe = null;

/** The colour of a custom property; read again when the theme changes. */
export function color(name) {
  if (!probe) {
    probe = document.body.appendChild(element('span', { hidden: true }));
    const forget = () => known.clear();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', forget);
    new MutationObserver(forget).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }
  if (!known.has(name)) {
    probe.style.color = `var(${name})`;
    known.set(name, getComputedStyle(probe).color);
  }
  return known.get(name);
}
