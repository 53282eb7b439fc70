/**
 * The past of a world: snapshots now and then, and what people did between them, so that every step can be gone back to
 * to the last bit.
 */

import { isSinewError } from 'sinew-gltf';

import { perform, scriptOf } from './inputs.js';

/**
 * Codes of inputs that a world can refuse: a body was animated, or an animation ended, since the input was offered, or a value is
 * beyond another one.
 */
const REFUSED = ['BODY_NOT_DYNAMIC', 'INFINITE_MASS', 'NOT_PLAYING', 'PROPERTY_OUT_OF_RANGE', 'OUT_OF_BOUNDS'];

/** Bytes of all snapshots together. */
const MOST_BYTES = 96 << 20;

/** Milliseconds a step for snapshots, and the most steps between two: seeking goes over them again. */
const MOST_COST = 0.8;
const MOST_INTERVAL = 120;

export class Timeline {
  #controller;
  /** By step, ascending. */
  #snapshots = [];
  /** Steps between two snapshots. */
  #interval = 15;
  /** The time of a snapshot, milliseconds. */
  #cost = Infinity;
  #bytes = 0;
  /** What was done before a step, by that step. */
  #deeds = new Map();
  #keys = new WeakMap();
  #last = 0;
  /** The step whose deeds are already in the state of the world. */
  #done = -1;
  #stops;
  #truncations = new Set();
  /** Inputs of a link, which may be any: what the world refuses of them is counted. */
  #planned = new WeakSet();
  refused = 0;

  constructor(controller) {
    this.#controller = controller;
    this.#keep();
    this.#stops = [controller.onBeforeStep(() => this.#repeat()), controller.onAfterStep(() => this.#stepped())];
  }

  /** The last step that was ever reached and not given up. */
  get last() {
    return this.#last;
  }

  /**
   * Performs an input now, and again whenever this step is repeated. Of several with one `key` before a step, the last counts.
   */
  act(deed, key = null) {
    const { steps } = this.#controller.world;
    this.#forgetBehind(steps);
    if (!this.#deeds.has(steps)) {
      this.#deeds.set(steps, []);
    }
    const list = this.#deeds.get(steps);
    const before = key === null ? -1 : list.findIndex((other) => this.#keys.get(other) === key);
    if (before >= 0) {
      list.splice(before, 1);
    }
    if (key !== null) {
      this.#keys.set(deed, key);
    }
    list.push(deed);
    this.#done = steps;
    this.#attempt(deed);
    // What plays may be another from here on.
    this.#truncations.forEach((listener) => listener(steps));
  }

  /** Calls a function with a step when later ones are given up, or with the first one when earlier ones are. */
  onTruncate(listener) {
    this.#truncations.add(listener);
  }

  /** What was done up to a step: `[step, input]` each, ascending. */
  inputsUntil(step) {
    const lists = [...this.#deeds].filter(([at]) => at <= step).sort(([a], [b]) => a - b);
    return lists.flatMap(([at, list]) => list.filter((input) => typeof input !== 'function').map((input) => [at, input]));
  }

  /** The steps at which something was done, ascending. */
  get inputSteps() {
    return [...this.#deeds.keys()].sort((a, b) => a - b);
  }

  /** Runs to a step that was not reached yet, with inputs on the way: `[step, input]` each. */
  repeat(inputs, step) {
    for (const [at, input] of inputs) {
      this.#planned.add(input);
      this.#deeds.set(at, [...(this.#deeds.get(at) ?? []), input]);
    }
    this.runTo(step);
    this.#repeat();
  }

  /**
   * Goes over the past again, beside what is shown: `read` is called at each step from one up to the current one. A slice of
   * milliseconds at a time, after each of which the world is as it was.
   */
  review(from, read) {
    const { world } = this.#controller;
    const to = world.steps;
    const first = this.#snapshots.findLast((snapshot) => snapshot.step <= Math.max(from, this.first));
    let resume = { bytes: first.bytes, done: -1 };
    return (milliseconds) => {
      const end = performance.now() + milliseconds;
      const now = { bytes: world.snapshot(), done: this.#done };
      world.restore(resume.bytes);
      this.#done = resume.done;
      do {
        if (world.steps >= from) {
          read();
        }
        if (world.steps < to) {
          this.#repeat();
          world.step();
        }
      } while (world.steps < to && performance.now() < end);
      const isOver = world.steps >= to;
      resume = isOver ? null : { bytes: world.snapshot(), done: this.#done };
      world.restore(now.bytes);
      this.#done = now.done;
      return isOver;
    };
  }

  /** What was done up to now, as a script of `sinew simulate --input`. */
  get script() {
    return scriptOf(this.#deeds, this.#controller.world.dt);
  }

  /** Goes to a step: back to a snapshot before it, and on from there. The steps behind it are kept until something is done. */
  seek(step) {
    const { world } = this.#controller;
    const wanted = Math.min(Math.max(Math.round(step), this.first), this.#last);
    const before = this.#snapshots.findLast((snapshot) => snapshot.step <= wanted);
    const isAhead = world.steps <= wanted && world.steps >= before.step;
    if (!isAhead) {
      world.restore(before.bytes);
      this.#done = -1;
    }
    while (world.steps < wanted) {
      this.#repeat();
      world.step();
    }
  }

  /** Runs on to a step that was not reached yet. */
  runTo(step) {
    while (this.#controller.world.steps < step) {
      this.#controller.step();
    }
  }

  /** The world is another from here on (a clip was put on): what was before cannot be gone back to. */
  restart() {
    const { steps } = this.#controller.world;
    this.#snapshots = [];
    this.#deeds.clear();
    this.#bytes = 0;
    this.#last = steps;
    this.#done = -1;
    this.#keep();
    this.#truncations.forEach((listener) => listener(steps));
  }

  /** The first step that can be gone back to. */
  get first() {
    return this.#snapshots[0].step;
  }

  dispose() {
    this.#stops.forEach((stop) => stop());
  }

  /** What was done here before is done again, once. */
  #repeat() {
    const { world } = this.#controller;
    if (this.#done !== world.steps) {
      this.#done = world.steps;
      this.#deeds.get(world.steps)?.forEach((deed) => this.#attempt(deed));
    }
  }

  #stepped() {
    const { steps } = this.#controller.world;
    if (steps <= this.#last) {
      return;
    }
    this.#last = steps;
    if (steps - this.#snapshots.at(-1).step >= this.#interval) {
      this.#keep();
    }
  }

  #keep() {
    const start = performance.now();
    const bytes = this.#controller.world.snapshot();
    // At most a twentieth of the time of a frame goes into snapshots; the machine may have been busy with something else.
    this.#cost = Math.min(this.#cost, performance.now() - start);
    this.#interval = Math.max(this.#interval, Math.min(Math.ceil(this.#cost / MOST_COST), MOST_INTERVAL));
    this.#snapshots.push({ step: this.#controller.world.steps, bytes });
    this.#bytes += bytes.length;
    if (this.#bytes > MOST_BYTES && this.#snapshots.length > 4) {
      this.#interval *= 2;
      this.#snapshots = this.#snapshots.filter((_, at) => at % 2 === 0);
      this.#bytes = this.#snapshots.reduce((sum, { bytes: kept }) => sum + kept.length, 0);
    }
  }

  #forgetBehind(step) {
    if (step >= this.#last) {
      return;
    }
    this.#snapshots = this.#snapshots.filter((snapshot) => snapshot.step <= step);
    this.#bytes = this.#snapshots.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const isOver = (at) => at > step || (at === step && this.#done !== step);
    [...this.#deeds.keys()].filter(isOver).forEach((at) => this.#deeds.delete(at));
    this.#last = step;
  }

  /** Does something. An input that the world refuses changes nothing, and is refused again when it is repeated. */
  #attempt(deed) {
    try {
      perform(this.#controller.instance, deed);
    } catch (error) {
      const isPlanned = typeof deed === 'object' && this.#planned.has(deed);
      if (!isSinewError(error) || !(isPlanned || REFUSED.includes(error.code))) {
        throw error;
      }
      this.refused += isPlanned ? 1 : 0;
    }
  }
}
