/** The frame rate, and the time of each stage. */
import { element } from '../dom.js';
import { fixed } from '../words.js';

const STAGES = [
  ['animate', 'animate', '#f0a020'],
  ['updateBodies', 'bodies', '#a16bff'],
  ['simulate', 'simulate', '#3d8bff'],
  ['follow', 'follow', '#1fb57a'],
  ['events', 'events', '#ff4f7b'],
];

export class Meter {
  #root;
  #rate = element('span', {}, '0 steps/s');
  #cost = element('span', { class: 'muted' }, '');
  #bars = new Map();
  #values = new Map();
  #steps = 0;
  #since = performance.now();
  #spent = Object.fromEntries(STAGES.map(([name]) => [name, 0]));
  #total = 0;

  #work;
  #frame = element('span', {}, '0');

  constructor(root, work) {
    this.#root = root;
    this.#work = work;
    const bar = element('div', { class: 'bar', 'aria-hidden': 'true' });
    const legend = element('div', { class: 'legend' });
    for (const [name, title, color] of STAGES) {
      const part = element('span', { style: `background: ${color}` });
      const value = element('span', {}, '0');
      this.#bars.set(name, part);
      this.#values.set(name, value);
      bar.append(part);
      legend.append(element('i', { style: `background: ${color}` }), element('span', {}, title), value);
    }
    legend.append(element('i'), element('span', { title: 'All that the page does in a frame' }, 'frame'), this.#frame);
    root.append(element('div', { class: 'line' }, this.#rate, this.#cost), bar, legend);
  }

  setSession({ controller }) {
    controller.onAfterStep(({ world }) => {
      this.#steps += 1;
      const times = world.timings;
      if (times) {
        STAGES.forEach(([name]) => (this.#spent[name] += times[name]));
        this.#total += times.total;
      }
    });
  }

  /** Shows the last half second. */
  update() {
    const now = performance.now();
    const passed = now - this.#since;
    if (passed < 500) {
      return;
    }
    const steps = this.#steps;
    this.#rate.textContent = `${Math.round((steps * 1000) / passed)} steps/s`;
    if (steps > 0) {
      this.#cost.textContent = `${fixed(this.#total / steps, 2)} ms`;
      const whole = Math.max(this.#total, 1e-9);
      for (const [name] of STAGES) {
        this.#bars.get(name).style.width = `${(100 * this.#spent[name]) / whole}%`;
        this.#values.get(name).textContent = `${fixed(this.#spent[name] / steps, 2)} ms`;
      }
    }
    this.#frame.textContent = `${fixed(this.#work.mean(), 1)} ms`;
    this.#since = now;
    this.#steps = 0;
    this.#total = 0;
    STAGES.forEach(([name]) => (this.#spent[name] = 0));
    this.#root.dataset.steps = steps;
  }
}
