/**
 * The past of a world: snapshots now and then, and what people did between them, so that every step can be gone back to
 * to the last bit.
 */

import { isSinewError } from 'sinew';

/** Codes of inputs that a world can refuse: a body was animated, or an animation ended, since the input was offered. */
const REFUSED = ['BODY_NOT_DYNAMIC', 'INFINITE_MASS', 'NOT_PLAYING'];

/** Bytes of all snapshots together. */
const MOST_BYTES = 96 << 20;

export class Timeline {
  #controller;
  /** By step, ascending. */
  #snapshots = [];
  /** Steps between two snapshots. */
  #interval = 15;
  #bytes = 0;
  /** What was done before a step, by that step. */
  #deeds = new Map();
  #last = 0;
  /** The step whose deeds are already in the state of the world. */
  #done = -1;
  #stops;

  constructor(controller) {
    this.#controller = controller;
    this.#keep();
    this.#stops = [controller.onBeforeStep(() => this.#repeat()), controller.onAfterStep(() => this.#stepped())];
  }

  /** The last step that was ever reached and not given up. */
  get last() {
    return this.#last;
  }

  /** Does something to the world now, and again whenever this step is repeated. */
  act(deed) {
    const { steps } = this.#controller.world;
    this.#forgetBehind(steps);
    if (!this.#deeds.has(steps)) {
      this.#deeds.set(steps, []);
    }
    this.#deeds.get(steps).push(deed);
    this.#done = steps;
    attempt(deed, this.#controller.instance);
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
    const { world, instance } = this.#controller;
    if (this.#done !== world.steps) {
      this.#done = world.steps;
      this.#deeds.get(world.steps)?.forEach((deed) => attempt(deed, instance));
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
    const bytes = this.#controller.world.snapshot();
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
}

/** Does something to an instance. An input that the world refuses changes nothing, and is refused again when it is repeated. */
function attempt(deed, instance) {
  try {
    deed(instance);
  } catch (error) {
    if (!isSinewError(error) || !REFUSED.includes(error.code)) {
      throw error;
    }
  }
}
