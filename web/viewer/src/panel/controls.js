/** What steers the whole file: animations, clips, the face, gravity, the ground, the view. */
import { element } from '../dom.js';
import { animationCards } from './controls/animations.js';
import { faceCards } from './controls/face.js';
import { sceneCards } from './controls/scene.js';

export class Controls {
  #panel;
  #parts;
  #session = null;
  #updates = [];

  /** `act` performs an input; `stage`, `clips`, `setGround` and `selected` are what the parts need of the page. */
  constructor(panel, parts) {
    this.#panel = panel;
    this.#parts = parts;
  }

  setSession(session) {
    this.#session = session;
    this.rebuild();
  }

  /** Builds the controls anew: a clip was added, or something plays that did not. */
  rebuild() {
    const context = { ...this.#parts, session: this.#session, rebuild: () => this.rebuild() };
    const built = [animationCards, faceCards, sceneCards].map((make) => make(context));
    this.#updates = built.flatMap(({ updates }) => updates);
    const top = this.#panel.scrollTop;
    const title = element('h2', { class: 'visually-hidden' }, 'Controls');
    this.#panel.replaceChildren(title, ...built.flatMap(({ cards }) => cards));
    this.#panel.scrollTop = top;
  }

  update() {
    if (this.#panel.offsetParent !== null) {
      this.#updates.forEach((update) => update());
    }
  }
}
