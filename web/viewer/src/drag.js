/** Drags a body with a spring between the grabbed point and the pointer. */
import { Plane, Quaternion, Vector3 } from 'three';

/** The spring's frequency, rad/s: it responds within about 0.1 s. */
const RATE = 11;
/** The fraction of the angular velocity that is left after a step. */
const ANGULAR_DAMPING = 0.97;
/** The maximum movement of a click, pixels. */
const STILL = 5;

export class Drag {
  #stage;
  #canvas;
  #onClick;
  #session = null;
  #taken = null;
  #down = null;
  #stop = () => {};

  constructor(canvas, stage, onClick) {
    this.#canvas = canvas;
    this.#stage = stage;
    this.#onClick = onClick;
    // Before the camera's controls, which are disabled meanwhile.
    canvas.addEventListener('pointerdown', (event) => this.#take(event), { capture: true });
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    ['pointerup', 'pointercancel'].forEach((kind) => canvas.addEventListener(kind, (event) => this.#letGo(event)));
  }

  /** Sets the shown file. */
  setSession(session) {
    this.#taken = null;
    this.#stop();
    this.#session = session;
    this.#stop = session.controller.onBeforeStep(() => this.#pull());
  }

  get isDragging() {
    return this.#taken !== null;
  }

  #take(event) {
    this.#down = [event.clientX, event.clientY];
    const found = event.button === 0 && event.isPrimary ? this.#bodyAt(event) : null;
    if (!found) {
      return;
    }
    const { node, mass, point } = found;
    const { translation, rotation } = this.#session.controller.instance.body(node);
    const inverse = new Quaternion().fromArray(rotation).invert();
    const local = point.clone().sub(new Vector3().fromArray(translation)).applyQuaternion(inverse);
    const towards = this.#stage.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(towards, point);
    this.#taken = { node, mass, local, plane, target: point };
    this.#stage.controls.enabled = false;
    this.#canvas.classList.add('dragging');
    this.#canvas.setPointerCapture(event.pointerId);
  }

  #move(event) {
    if (this.#taken) {
      const hit = this.#stage.ray(event.clientX, event.clientY).ray.intersectPlane(this.#taken.plane, new Vector3());
      if (hit) {
        this.#taken.target = hit;
      }
    } else if (event.buttons === 0 && event.pointerType === 'mouse') {
      this.#canvas.classList.toggle('over-body', this.#bodyAt(event) !== null);
    }
  }

  #letGo(event) {
    const [x, y] = this.#down ?? [Infinity, Infinity];
    if (event.type === 'pointerup' && Math.hypot(event.clientX - x, event.clientY - y) < STILL) {
      this.#onClick(event);
    }
    this.#down = null;
    this.#taken = null;
    this.#stage.controls.enabled = true;
    this.#canvas.classList.remove('dragging');
  }

  /** The body below the pointer that can be dragged: dynamic and of finite mass. */
  #bodyAt(event) {
    if (!this.#session) {
      return null;
    }
    const { world, instance, model } = this.#session.controller;
    const { origin, direction } = this.#stage.ray(event.clientX, event.clientY).ray;
    const hit = world.rayCast(origin.toArray(), direction.toArray(), 1000);
    const physics = model.info.physics;
    const collider = hit && physics.colliders.find(({ node }) => node === hit.node);
    const body = collider && physics.bodies.find(({ node }) => node === collider.body);
    if (!body || body.kind !== 'dynamic' || body.mass === null || instance.body(body.node)?.isAnimated) {
      return null;
    }
    return { node: body.node, mass: body.mass, point: new Vector3().fromArray(hit.point) };
  }

  #pull() {
    if (!this.#taken) {
      return;
    }
    const { node, mass, local, target } = this.#taken;
    const { controller, timeline } = this.#session;
    const { translation, rotation, linearVelocity, angularVelocity } = controller.instance.body(node);
    const arm = local.clone().applyQuaternion(new Quaternion().fromArray(rotation));
    const point = arm.clone().add(new Vector3().fromArray(translation));
    const angular = new Vector3().fromArray(angularVelocity);
    const velocity = new Vector3().fromArray(linearVelocity).add(angular.clone().cross(arm));
    // A critically damped spring, for one step: N·s = kg · (1/s² · m − 1/s · m/s) · s.
    const impulse = target
      .clone()
      .sub(point)
      .multiplyScalar(RATE * RATE)
      .addScaledVector(velocity, -2 * RATE);
    impulse.multiplyScalar(mass * controller.world.dt);
    const [push, at, spin] = [impulse.toArray(), point.toArray(), angular.multiplyScalar(ANGULAR_DAMPING).toArray()];
    timeline.act({ do: 'velocity', node, linear: linearVelocity, angular: spin });
    timeline.act({ do: 'impulse', node, impulse: push, point: at });
  }
}
