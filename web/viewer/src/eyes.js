/** Eyes of an avatar that follow the pointer. */

export class Eyes {
  isOn = true;
  canLook = false;
  #stage;
  #session = null;
  #pointer = null;

  constructor(canvas, stage) {
    this.#stage = stage;
    canvas.addEventListener('pointermove', ({ clientX, clientY }) => (this.#pointer = [clientX, clientY]));
    canvas.addEventListener('pointerleave', () => (this.#pointer = null));
  }

  setSession(session) {
    this.#session = session;
    this.canLook = canLook(session.controller.instance);
    session.controller.onBeforeStep(() => this.#look());
  }

  /** Where the pointer's ray passes the avatar, halfway between it and the camera. */
  #look() {
    const { timeline, controller } = this.#session;
    // What was seen already is repeated as it was.
    const isRepeated = controller.world.steps < timeline.last;
    if (!this.canLook || !this.isOn || !this.#pointer || isRepeated) {
      return;
    }
    const { ray } = this.#stage.ray(...this.#pointer);
    const away = this.#stage.camera.position.distanceTo(this.#stage.controls.target);
    const point = ray.at(away / 2, ray.origin.clone()).toArray();
    timeline.act({ do: 'lookAt', target: { point } }, 'lookAt');
  }
}

/** Whether a file says how its eyes move; asked for by trying. */
function canLook(instance) {
  try {
    instance.lookAt({ direction: [0, 0] });
    instance.lookAt(null);
    return true;
  } catch {
    return false;
  }
}
