/**
 * What happened, by step: contacts, triggers, broken joints, events of the graph, and what played. It is kept as long as the
 * timeline can go back to it.
 */
import { isSame } from './playback.js';

/** Events that are kept with their nodes; of older ones the marks remain. */
const MOST_EVENTS = 20_000;

const ROWS = {
  contactBegin: 'contacts',
  contactEnd: 'contacts',
  triggerEnter: 'triggers',
  triggerExit: 'triggers',
  jointBreak: 'joints',
  graph: 'graph',
};

export class Marks {
  /** By row: `{ step, count }`, ascending. */
  rows = { contacts: [], triggers: [], joints: [], graph: [] };
  /** Events in their order: `{ step, time, kind, a, b }`, or of the graph `{ step, time, kind: 'graph', name }`. */
  events = [];
  /** The number of events that were before the first of `events`. */
  forgotten = 0;
  /** What played: `{ key, animation, duration, start, speed, wrap, from, to }`, `from` and `to` in steps. */
  playbacks = [];
  #session;
  #recorded;

  constructor(session) {
    this.#session = session;
    const { controller, timeline } = session;
    this.#recorded = controller.world.steps;
    this.#play(this.#recorded);
    controller.onAfterStep(() => this.#stepped());
    timeline.onTruncate((step) => this.#truncate(step));
  }

  /** The last event at or before a step, as an index into `events`; -1 if there is none. */
  lastAt(step) {
    return after(this.events, step) - 1;
  }

  /** The steps of all marks of some rows, ascending, each once. */
  steps(rows) {
    return [...new Set(rows.flatMap((row) => this.rows[row].map(({ step }) => step)))].sort((a, b) => a - b);
  }

  #stepped() {
    const { world, instance } = this.#session.controller;
    const { steps: step, time } = world;
    // A step that is gone over again has happened already.
    if (step <= this.#recorded) {
      return;
    }
    this.#recorded = step;
    for (const { kind, a, b } of world.events) {
      this.#add({ step, time, kind, a: a.node, b: b.node });
    }
    if (this.#session.json?.extensions?.KHR_interactivity) {
      instance.graphEvents.forEach(({ event }) => this.#add({ step, time, kind: 'graph', name: event }));
    }
    this.#play(step);
    if (this.events.length > MOST_EVENTS) {
      this.forgotten += MOST_EVENTS / 4;
      this.events.splice(0, MOST_EVENTS / 4);
    }
  }

  #add(event) {
    this.events.push(event);
    const row = this.rows[ROWS[event.kind] ?? 'contacts'];
    const last = row.at(-1);
    if (last?.step === event.step) {
      last.count += 1;
    } else {
      row.push({ step: event.step, count: 1 });
    }
  }

  #play(step) {
    const { world, instance, model } = this.#session.controller;
    for (const { animation, time, speed, repeat, layer = 0 } of instance.playing) {
      const duration = model.info.animations[animation]?.duration ?? 0;
      const state = { key: `${animation}/${layer}`, animation, duration, start: time - speed * world.time, speed, wrap: repeat };
      const before = this.playbacks.findLast(({ key }) => key === state.key);
      if (before && before.to >= step - 1 && isSame(before, state)) {
        before.to = step;
      } else if (before?.from === step) {
        Object.assign(before, state);
      } else {
        this.playbacks.push({ ...state, from: step, to: step });
      }
    }
  }

  /** Steps after one are not the past any more. */
  #truncate(step) {
    this.#recorded = Math.min(this.#recorded, step);
    this.events.length = after(this.events, step);
    Object.values(this.rows).forEach((row) => (row.length = after(row, step)));
    this.playbacks = this.playbacks.filter(({ from }) => from <= step);
    this.playbacks.forEach((playback) => (playback.to = Math.min(playback.to, step)));
    // An input may have changed what plays.
    if (this.#session.controller.world.steps === step) {
      this.#play(step);
    }
  }
}

/** The index of the first entry after a step. */
export function after(entries, step) {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle].step <= step) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
