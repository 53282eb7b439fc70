/**
 * The history of a world: periodic snapshots and the inputs between them, so that every step can be restored bit for bit.
 */

/** The maximum size of all snapshots, bytes. */
const MOST_BYTES = 96 << 20;

export class Timeline {
  #controller;
  /** By step, ascending. */
  #snapshots = [];
  /** Steps between two snapshots. */
  #interval = 15;
  #bytes = 0;
  /** The inputs before a step, by step. */
  #deeds = new Map();
  #last = 0;
  /** The step whose inputs are applied already. */
  #done = -1;
  #stops;

  constructor(controller) {
    this.#controller = controller;
    this.#keep();
    this.#stops = [controller.onBeforeStep(() => this.#repeat()), controller.onAfterStep(() => this.#stepped())];
  }

  /** The last step of the history. */
  get last() {
    return this.#last;
  }

  /** Applies an input now, and again whenever this step is repeated. */
  act(deed) {
    const { steps } = this.#controller.world;
    this.#forgetBehind(steps);
    if (!this.#deeds.has(steps)) {
      this.#deeds.set(steps, []);
    }
    this.#deeds.get(steps).push(deed);
    this.#done = steps;
    deed(this.#controller.instance);
  }

  /** Seeks a step: restores a snapshot before it and steps from there. Later steps are kept until the next input. */
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

  /** Runs to a new step. */
  runTo(step) {
    while (this.#controller.world.steps < step) {
      this.#controller.step();
    }
  }

  /** Drops the history, since the world has changed (a new clip). */
  restart() {
    const { steps } = this.#controller.world;
    this.#snapshots = [];
    this.#deeds.clear();
    this.#bytes = 0;
    this.#last = steps;
    this.#done = -1;
    this.#keep();
  }

  /** The first step of the history. */
  get first() {
    return this.#snapshots[0].step;
  }

  dispose() {
    this.#stops.forEach((stop) => stop());
  }

  /** Applies the recorded inputs of this step, once. */
  #repeat() {
    const { world, instance } = this.#controller;
    if (this.#done !== world.steps) {
      this.#done = world.steps;
      this.#deeds.get(world.steps)?.forEach((deed) => deed(instance));
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
