/** The values of one series over the past, and from now on. */
import { SPAN } from './chart.js';

/** Points that are kept: a minute at 60 steps a second. */
const MOST = 4000;

/** A snapshot that takes longer is not taken while the world plays, milliseconds. */
const SLOW = 3;
/** How long a slice may go over the past, milliseconds: while it plays, and while it stands. */
const SLICE = 4;
const SLICE_AT_REST = 40;

export class Record {
  /** `[time, value]`, ascending. */
  points = [];
  #session;
  #review = null;
  #cost = 0;
  /** The time up to which the past that is being filled in is that of what is shown. */
  #valid = Infinity;

  /** `from`: the index into the selection's series, for links. */
  constructor(session, series, from) {
    Object.assign(this, { series, from });
    this.#session = session;
    const { world } = session.controller;
    const first = Math.max(world.steps - Math.ceil(SPAN / world.dt), session.timeline.first, 0);
    this.add();
    if (first < world.steps) {
      const past = [];
      const end = world.time;
      const review = session.timeline.review(first, () => world.time < end && past.push([world.time, this.value]));
      this.#review = (milliseconds) => {
        if (review(milliseconds)) {
          this.points = [...past.filter(([time]) => time <= this.#valid), ...this.points.filter(([time]) => time >= Math.min(end, this.#valid + 1e-9))];
          this.#review = null;
        }
      };
    }
  }

  get value() {
    return this.series.read(this.#session.controller.instance);
  }

  /** Whether the past is still to be filled in. */
  get isPending() {
    return this.#review !== null;
  }

  /** Goes on over the past. A large world waits until it stands: each slice takes two snapshots of it. */
  fill(isPlaying) {
    if (!this.#review || (isPlaying && this.#cost > SLOW)) {
      return;
    }
    const slice = isPlaying ? SLICE : SLICE_AT_REST;
    const before = performance.now();
    this.#review(slice);
    this.#cost = Math.max(performance.now() - before - slice, 0);
  }

  /** Adds the value of now; later ones are not the past any more. */
  add() {
    const { time } = this.#session.controller.world;
    while (this.points.length && this.points.at(-1)[0] >= time - 1e-9) {
      this.points.pop();
    }
    this.points.push([time, this.value]);
    if (this.points.length > MOST) {
      this.points.splice(0, MOST / 4);
    }
  }

  /** Steps after a time are not the past any more. */
  truncate(time) {
    this.points = this.points.filter(([at]) => at <= time + 1e-9);
    this.#valid = Math.min(this.#valid, time + 1e-9);
  }
}
