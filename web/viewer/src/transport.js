/** Play, pause, step, go back: the controls of time. */
import { byId } from './dom.js';
import { fixed } from './words.js';

export class Transport {
  isPlaying = false;
  #session = null;
  #onJump;
  #play = byId('play');
  #scrub = byId('scrub');
  #clock = byId('clock');
  #speed = byId('speed');

  /** `onJump`: the world is at another time, and not because it went on. */
  constructor(onJump) {
    this.#onJump = onJump;
    this.#play.addEventListener('click', () => this.toggle());
    byId('reset').addEventListener('click', () => this.reset());
    byId('step').addEventListener('click', () => this.step());
    byId('back').addEventListener('click', () => this.back());
    this.#scrub.addEventListener('input', () => this.seek(Number(this.#scrub.value)));
  }

  get speed() {
    return Number(this.#speed.value);
  }

  set speed(value) {
    const options = [...this.#speed.options].map((option) => Number(option.value));
    const nearest = options.reduce((best, option) =>
      Math.abs(option - value) < Math.abs(best - value) ? option : best,
    );
    this.#speed.value = String(nearest);
  }

  setSession(session) {
    this.#session = session;
    this.update();
  }

  setPlaying(isPlaying) {
    this.isPlaying = isPlaying;
    const word = isPlaying ? 'Pause' : 'Play';
    this.#play.setAttribute('aria-label', word);
    this.#play.querySelector('use').setAttribute('href', isPlaying ? '#icon-pause' : '#icon-play');
    if (this.#session) {
      this.#session.controller.interpolate = isPlaying;
      this.#onJump();
    }
  }

  toggle() {
    this.setPlaying(!this.isPlaying);
  }

  step() {
    this.setPlaying(false);
    this.#session.controller.step();
    this.#onJump();
  }

  back() {
    this.seek(this.#session.controller.world.steps - 1);
  }

  reset() {
    const { isPlaying } = this;
    this.seek(0);
    this.setPlaying(isPlaying);
  }

  seek(step) {
    this.setPlaying(false);
    this.#session.timeline.seek(Math.max(step, this.#session.timeline.first));
    this.#onJump();
  }

  /** Goes to a step, which may be one that was not reached yet. */
  goTo(step) {
    const { timeline } = this.#session;
    this.seek(Math.min(step, timeline.last));
    // Ten minutes at most.
    timeline.runTo(Math.min(step, timeline.last + 36_000));
    this.#onJump();
  }

  update() {
    const { controller, timeline } = this.#session;
    const { steps, time } = controller.world;
    const [first, last] = [timeline.first, Math.max(timeline.last, timeline.first + 1)];
    this.#scrub.min = String(first);
    this.#scrub.max = String(last);
    this.#scrub.value = String(steps);
    this.#scrub.style.setProperty('--done', `${(100 * (steps - first)) / (last - first)}%`);
    this.#scrub.setAttribute('aria-valuetext', `${fixed(time, 2)} seconds, step ${steps}`);
    this.#clock.innerHTML = '';
    this.#clock.append(
      `${fixed(time, 2)} s`,
      Object.assign(document.createElement('span'), { className: 'steps', textContent: ` · step ${steps}` }),
    );
  }
}
