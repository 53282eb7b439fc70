/** The timeline below the view: keys of what plays and what happened, as marks; a click goes there. */
import { element } from '../dom.js';
import { fixed } from '../words.js';
import { LANE, LEFT, RULER, draw, scale } from './strip/draw.js';
import { lanesOf, timesOf, wordsAt } from './strip/lanes.js';

/** Spans that are shown, seconds: the smallest that has everything, until a person zooms. */
const SPANS = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600];
const FIRST_SPAN = 5;

/** The distance from which a mark attracts the pointer, pixels. */
const NEAR = 5;

export class Strip {
  #root;
  #toggle;
  #canvas = element('canvas', { role: 'img' });
  #tip = element('p', { class: 'strip-tip', 'aria-hidden': 'true', hidden: true });
  #live = element('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  #session = null;
  #marks = null;
  #lanes = [];
  /** What a person has zoomed to; without it, everything is shown. */
  #zoomed = null;
  #onSeek;

  /** `onSeek` goes to a step, which may be one that was not reached yet. */
  constructor(root, toggle, onSeek) {
    this.#root = root;
    this.#toggle = toggle;
    this.#onSeek = onSeek;
    const tool = (title, text, action) => element('button', { class: 'plain', title, 'aria-label': title, onclick: action }, text);
    const tools = element(
      'div',
      { class: 'strip-tools' },
      tool('Mark before ([)', '⇤', () => this.toMark(-1)),
      tool('Mark after (])', '⇥', () => this.toMark(1)),
      tool('Show more time', '−', () => this.#zoom(1)),
      tool('Show less time', '+', () => this.#zoom(-1)),
    );
    root.append(this.#canvas, tools, this.#tip, this.#live);
    toggle.addEventListener('click', () => (this.isOpen = !this.isOpen));
    this.#canvas.addEventListener('pointerdown', (event) => this.#down(event));
    this.#canvas.addEventListener('pointermove', (event) => this.#move(event));
    this.#canvas.addEventListener('pointerleave', () => (this.#tip.hidden = true));
    this.#canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => this.update()).observe(this.#canvas);
    // A phone has no room for it until it is asked for.
    this.isOpen = matchMedia('(min-width: 861px) and (min-height: 560px)').matches;
  }

  setSession(session, marks) {
    this.#session = session;
    this.#marks = marks;
    this.#zoomed = null;
    this.rebuild();
  }

  /** Shows the lanes of the file anew: a clip was added. */
  rebuild() {
    this.#lanes = lanesOf(this.#session);
    this.#canvas.style.height = `${RULER + this.#lanes.length * LANE + 4}px`;
    this.update();
  }

  get isOpen() {
    return !this.#root.hidden;
  }

  set isOpen(isOpen) {
    this.#root.hidden = !isOpen;
    this.#toggle.setAttribute('aria-expanded', String(isOpen));
    this.update();
  }

  /** The shown time, `[from, span]` in seconds, if it was chosen. */
  get zoom() {
    return this.#zoomed && [this.#zoomed.from, this.#zoomed.span];
  }

  set zoom(zoom) {
    this.#zoomed = zoom && { from: zoom[0], span: Math.min(Math.max(zoom[1], SPANS[0]), SPANS.at(-1)) };
    this.update();
  }

  /** Goes to the next mark, or to the one before. */
  toMark(direction) {
    const { controller, timeline } = this.#session;
    const { steps, dt } = controller.world;
    const range = direction > 0 ? [(steps + 0.75) * dt, timeline.last * dt] : [timeline.first * dt, (steps - 0.75) * dt];
    const lists = range[0] <= range[1] ? this.#lanes.map(({ name }) => timesOf(this.#session, this.#marks, name, ...range)) : [];
    const times = lists.filter((list) => list.length).map((list) => (direction > 0 ? list[0] : list.at(-1)));
    if (times.length === 0) {
      this.#say(direction > 0 ? 'No mark after this one.' : 'No mark before this one.');
      return;
    }
    const step = Math.round((direction > 0 ? Math.min(...times) : Math.max(...times)) / dt);
    this.#onSeek(step);
    this.#say(wordsAt(this.#session, this.#marks, this.#lanes, step) ?? `${fixed(step * dt, 2)} s`);
  }

  update() {
    if (!this.#session || !this.isOpen) {
      return;
    }
    const { controller, timeline } = this.#session;
    const { time, dt } = controller.world;
    const window = this.#window();
    const lanes = this.#lanes.map((lane) => ({
      ...lane,
      times: timesOf(this.#session, this.#marks, lane.name, window.from, window.from + window.span),
    }));
    draw(this.#canvas, window, { lanes, now: time, last: timeline.last * dt });
    const counts = lanes.filter(({ times }) => times.length).map(({ title, times }) => `${times.length} ${title.toLowerCase()}`);
    this.#canvas.setAttribute(
      'aria-label',
      `Timeline from ${fixed(window.from, 1)} to ${fixed(window.from + window.span, 1)} seconds: ${counts.join(', ') || 'no marks'}`,
    );
  }

  #window() {
    const { controller, timeline } = this.#session;
    const { time, dt } = controller.world;
    const start = timeline.first * dt;
    if (!this.#zoomed) {
      const wanted = Math.max((timeline.last - timeline.first) * dt, FIRST_SPAN);
      return { from: start, span: SPANS.find((span) => span >= wanted) ?? wanted };
    }
    // The playhead stays in view.
    const { from, span } = this.#zoomed;
    if (time < from || time > from + span) {
      this.#zoomed.from = Math.max(start, time - (time < from ? 0.1 : 0.85) * span);
    }
    return this.#zoomed;
  }

  #zoom(direction, around = null) {
    const { from, span } = this.#window();
    const at = SPANS.findIndex((entry) => entry >= span - 1e-9);
    const wider = SPANS[Math.min(Math.max((at < 0 ? SPANS.length - 1 : at) + direction, 0), SPANS.length - 1)];
    const middle = around ?? this.#session.controller.world.time;
    const start = this.#session.timeline.first * this.#session.controller.world.dt;
    const whole = this.#session.timeline.last * this.#session.controller.world.dt - start;
    this.zoom = wider >= Math.max(whole, FIRST_SPAN) ? null : [Math.max(start, middle - ((middle - from) / span) * wider), wider];
  }

  #wheel(event) {
    event.preventDefault();
    const { from, span } = this.#window();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const start = this.#session.timeline.first * this.#session.controller.world.dt;
      this.zoom = [Math.max(start, from + (Math.sign(event.deltaX || event.deltaY) * span) / 10), span];
    } else if (event.deltaY !== 0) {
      this.#zoom(Math.sign(event.deltaY), scale(this.#canvas, { from, span }).time(event.offsetX));
    }
  }

  #down(event) {
    if (event.button === 0 && event.offsetX >= LEFT - NEAR) {
      this.#canvas.setPointerCapture(event.pointerId);
      this.#onSeek(this.#stepAt(event, true));
    }
  }

  #move(event) {
    const step = this.#stepAt(event, event.buttons !== 1);
    if (event.buttons === 1 && this.#canvas.hasPointerCapture(event.pointerId)) {
      this.#onSeek(step);
    }
    const words = wordsAt(this.#session, this.#marks, this.#lanes, step) ?? `${fixed(step * this.#session.controller.world.dt, 2)} s`;
    this.#tip.hidden = event.offsetX < LEFT - NEAR;
    this.#tip.textContent = words;
    const most = this.#root.clientWidth - this.#tip.offsetWidth - 4;
    this.#tip.style.left = `${Math.max(4, Math.min(event.offsetX + 8, most))}px`;
  }

  /** The step below the pointer; of a mark near it, the mark's. */
  #stepAt({ offsetX, offsetY }, isAttracted) {
    const { timeline, controller } = this.#session;
    const { dt } = controller.world;
    const { x, time } = scale(this.#canvas, this.#window());
    const lane = this.#lanes[Math.floor((offsetY - RULER) / LANE)];
    const [low, high] = [time(offsetX - NEAR), time(offsetX + NEAR)];
    const near = isAttracted && lane ? timesOf(this.#session, this.#marks, lane.name, low, high) : [];
    const nearest = near.reduce((best, at) => (Math.abs(x(at) - offsetX) < Math.abs(x(best) - offsetX) ? at : best), Infinity);
    const wanted = Number.isFinite(nearest) ? nearest : time(offsetX);
    return Math.max(Math.round(wanted / dt), timeline.first);
  }

  #say(words) {
    this.#live.textContent = words;
  }
}
