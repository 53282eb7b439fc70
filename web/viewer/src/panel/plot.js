/** A plot of the selection over time, the past included: readings of a joint, or the motion of a body; beside a second one. */
import { color } from '../colors.js';
import { element } from '../dom.js';
import { fixed, nodeName } from '../words.js';
import { draw } from './plot/chart.js';
import { Record } from './plot/record.js';
import { seriesOf } from './plot/series.js';

const SECOND = '#f0a020';

export class Plot {
  #panel;
  #session = null;
  #selection = null;
  #series = [];
  /** What is plotted, and what it is compared with: `Record`s. */
  #record = null;
  #compared = null;
  #canvas = element('canvas', { class: 'chart', role: 'img' });
  #select = element('select', { id: 'plot-series' });
  #readout = element('div', { class: 'readouts' });
  #state = element('p', { class: 'muted', role: 'status' });
  #keep = element('button', { onclick: () => this.compare() }, 'Keep to compare');
  #drop = element('button', { onclick: () => this.compare(null) }, 'Compare no more');
  #stop = () => {};

  constructor(panel) {
    this.#panel = panel;
    this.#select.addEventListener('change', () => this.choose(this.#select.selectedIndex));
  }

  setSession(session) {
    this.#stop();
    this.#session = session;
    this.#compared = null;
    this.#stop = session.controller.onAfterStep(() => this.records.forEach((record) => record.add()));
    session.timeline.onTruncate((step) => this.records.forEach((record) => record.truncate(step * session.controller.world.dt)));
    this.select(null);
  }

  /** Plots a joint or a body; of a node, its joint or its body. */
  select(selection) {
    this.#selection = selection;
    this.#series = selection ? seriesOf(this.#session.model.info, selection) : [];
    this.#record = null;
    if (this.#series.length === 0) {
      const hint = this.#compared ? 'Select another joint or body to compare it with the one that is kept.' : 'Select a joint to plot what it measures, or a body to plot how it moves.';
      this.#panel.replaceChildren(element('p', { class: 'empty' }, hint), ...(this.#compared ? [this.#actions()] : []));
      return;
    }
    this.#select.replaceChildren(...this.#series.map(({ title }) => element('option', {}, title)));
    this.#panel.replaceChildren(
      element('div', { class: 'head' }, element('h2', {}, nodeName(this.#session.model, this.#series[0].node))),
      element(
        'div',
        { class: 'plot-pick' },
        element('label', { class: 'visually-hidden', for: 'plot-series' }, 'What is plotted'),
        this.#select,
      ),
      this.#canvas,
      this.#readout,
      this.#state,
      this.#actions(),
    );
    this.choose(0);
  }

  /** Plots one of the selection's series. */
  choose(at) {
    if (!this.#series[at]) {
      return;
    }
    this.#select.selectedIndex = at;
    this.#record = this.#recordOf(this.#selection, at);
    this.update();
  }

  /** Keeps what is plotted, so that another one is compared with it; `null` ends that. */
  compare(record = this.#record) {
    this.#compared = record;
    this.#drop.hidden = record === null;
    if (this.#record) {
      this.update();
    } else {
      this.select(this.#selection);
    }
  }

  /** For links: the index of the series, and what it is compared with as `kind:index:series`. */
  get link() {
    return { plot: this.#record?.from.at ?? null, compare: this.#compared ? Object.values(this.#compared.from).join(':') : null };
  }

  set link({ plot, compare }) {
    const [kind, index, at] = (compare ?? '').split(':');
    const from = { kind, index: Number(index) };
    const { joints = [] } = this.#session.model.info.physics ?? {};
    if ((kind === 'joint' && joints[from.index]) || kind === 'node') {
      this.compare(this.#recordOf(from, Number(at)));
    }
    this.choose(plot ?? 0);
  }

  /** Fills the past in, a slice at a time. */
  fill(isPlaying) {
    const pending = this.#isShown ? this.records.find(({ isPending }) => isPending) : null;
    if (pending) {
      pending.fill(isPlaying);
      if (!pending.isPending || !isPlaying) {
        this.update();
      }
    }
  }

  update() {
    if (!this.#isShown) {
      return;
    }
    const { world } = this.#session.controller;
    const lines = this.records.map((record, at) => ({ ...record.series, points: record.points, paint: at ? SECOND : color('--accent'), isDashed: at > 0 }));
    const words = this.records.map((record) => {
      const { node, title, unit } = record.series;
      return { name: `${nodeName(this.#session.model, node)}: ${title}`, value: `${fixed(record.value, unit === '°' ? 1 : 3)} ${unit}` };
    });
    this.#canvas.setAttribute('aria-label', `${words.map(({ name, value }) => `${name} over time, now ${value}`).join('; ')}`);
    const line = ({ name, value }, at) =>
      element(
        'p',
        { class: 'readout' },
        element('span', {}, element('i', { class: 'key', style: `background: ${at ? SECOND : 'var(--accent)'}` }), words.length > 1 ? name : `${fixed(world.time, 2)} s`),
        element('strong', { style: 'color: var(--text)' }, value),
      );
    this.#readout.replaceChildren(...words.map(line));
    const waiting = this.records.some(({ isPending }) => isPending) ? 'The past is being filled in; of a large file when it is paused.' : '';
    if (this.#state.textContent !== waiting) {
      this.#state.textContent = waiting;
    }
    draw(this.#canvas, lines, world.time);
  }

  /** What is plotted, and what it is compared with. */
  get records() {
    return [this.#record, this.#compared !== this.#record ? this.#compared : null].filter(Boolean);
  }

  get #isShown() {
    return this.#record !== null && this.#panel.offsetParent !== null;
  }

  #recordOf(from, at) {
    const series = seriesOf(this.#session.model.info, from)[at];
    return series ? new Record(this.#session, series, { ...from, at }) : null;
  }

  #actions() {
    this.#drop.hidden = this.#compared === null;
    return element('div', { class: 'actions' }, this.#keep, this.#drop);
  }
}
