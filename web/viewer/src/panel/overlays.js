/** Buttons that toggle the debug overlays. */
import { SinewDebug } from 'sinew-gltf/three';

import { element } from '../dom.js';

const LAYERS = {
  colliders: ['Colliders', '#3d8bff', (info) => info.physics?.colliders.length || info.physics?.triggers.length],
  joints: ['Joints', '#f0a020', (info) => info.physics?.joints.length],
  limits: ['Limits', '#19b8c4', (info) => info.physics?.joints.length],
  contacts: ['Contacts', '#ff4f7b', (info) => info.physics?.colliders.length],
  constraints: ['Constraints', '#d65cf0', (info) => info.constraints.length],
  virtualTransforms: ['Virtual transforms', '#3fae49', (info) => info.virtualTransforms.length],
  bones: ['Bones', '#6fa8ff', (info) => info.humanoid],
};

export class Overlays {
  #buttons = new Map();
  #debug = null;
  #onChange;

  constructor(root, onChange) {
    this.#onChange = onChange;
    Object.entries(LAYERS).forEach(([name, [title, color]], at) => {
      const button = element(
        'button',
        {
          'aria-pressed': 'false',
          style: `--color: ${color}`,
          title: `${title} (${at + 1})`,
          onclick: () => this.toggle(name),
        },
        title,
      );
      this.#buttons.set(name, button);
      root.append(button);
    });
  }

  /** The object for the scene. */
  setSession({ controller, model }, show) {
    this.#debug?.dispose();
    this.#debug = new SinewDebug(controller);
    for (const [name, button] of this.#buttons) {
      button.disabled = !LAYERS[name][2](model.info);
      button.setAttribute('aria-pressed', 'false');
    }
    show.filter((name) => this.#buttons.get(name)?.disabled === false).forEach((name) => this.toggle(name));
    return this.#debug;
  }

  toggle(name) {
    const button = this.#buttons.get(name);
    if (!button || button.disabled || !this.#debug) {
      return;
    }
    const isShown = !this.#debug.isShown(name);
    this.#debug.show(name, isShown);
    button.setAttribute('aria-pressed', String(isShown));
    this.#onChange();
  }

  toggleAt(index) {
    this.toggle(Object.keys(LAYERS)[index]);
  }

  get shown() {
    return SinewDebug.layers.filter((name) => this.#debug?.isShown(name));
  }

  update() {
    this.#debug?.update();
  }
}
