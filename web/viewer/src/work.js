/** How long the page works on each frame, by part, measured by its own clock. */

/** Frames that are kept. */
const KEPT = 600;

export class Work {
  /** `{ step, sync, panels, draw }` of each frame, milliseconds, the latest last. Draw is the submission; the GPU works on its own. */
  frames = [];
  #now = {};

  /** Does something, and counts its time to a part. */
  time(part, action) {
    const start = performance.now();
    try {
      return action();
    } finally {
      this.#now[part] = (this.#now[part] ?? 0) + performance.now() - start;
    }
  }

  /** Ends a frame. */
  end() {
    this.frames.push({ step: 0, sync: 0, panels: 0, draw: 0, ...this.#now });
    this.#now = {};
    if (this.frames.length > 2 * KEPT) {
      this.frames.splice(0, KEPT);
    }
  }

  /** The mean of the last frames, all parts together, milliseconds. */
  mean(count = 30) {
    const last = this.frames.slice(-count);
    const whole = last.reduce((sum, { step, sync, panels, draw }) => sum + step + sync + panels + draw, 0);
    return last.length ? whole / last.length : 0;
  }
}
