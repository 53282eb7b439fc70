/** The camera: perspective or orthographic, fitted to boxes, with near and far planes of the scene. */
import { Box3, OrthographicCamera, PerspectiveCamera, Sphere, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** Space left beside what is fitted. */
const MARGIN = 1.12;

const DIRECTIONS = {
  front: new Vector3(0, 0, 1),
  right: new Vector3(1, 0, 0),
  // Straight down has no up.
  top: new Vector3(0, 1, 1e-4),
};

export class Rig {
  #perspective = new PerspectiveCamera(40, 1, 0.01, 500);
  #orthographic = new OrthographicCamera(-1, 1, 1, -1, 0.01, 500);
  #aspect = 1;
  #all = new Sphere(new Vector3(), 1);

  constructor(canvas, onChange) {
    this.camera = this.#perspective;
    this.camera.position.set(4, 3, 6);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener('change', onChange);
  }

  get isOrthographic() {
    return this.camera === this.#orthographic;
  }

  resize(width, height) {
    this.#aspect = width / height;
    this.#perspective.aspect = this.#aspect;
    this.#setWidth();
  }

  /** The sphere of all that is drawn, for the planes. */
  setScene(box) {
    (box.isEmpty() ? new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1)) : box).getBoundingSphere(this.#all);
  }

  setOrthographic(isOn) {
    if (isOn === this.isOrthographic) {
      return;
    }
    const [from, to] = isOn ? [this.#perspective, this.#orthographic] : [this.#orthographic, this.#perspective];
    to.position.copy(from.position);
    if (!isOn && from.zoom !== 1) {
      // Orthographic zoom is distance.
      const away = from.position.clone().sub(this.controls.target).divideScalar(from.zoom);
      to.position.copy(this.controls.target).add(away);
      from.zoom = 1;
    }
    to.up.copy(from.up);
    this.camera = to;
    this.controls.object = to;
    this.#setWidth();
    this.controls.update();
  }

  /** Looks at a box along a direction: a name, a vector, or where the camera is now. */
  fit(box, towards = null) {
    const target = box.getCenter(new Vector3());
    const direction = (
      typeof towards === 'string' ? DIRECTIONS[towards].clone() : (towards ?? this.camera.position.clone().sub(this.controls.target))
    ).normalize();
    if (direction.lengthSq() === 0) {
      direction.set(0, 0, 1);
    }
    this.#orthographic.zoom = 1;
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(direction, this.#distanceFor(box, direction));
    this.#setWidth();
    this.controls.update();
  }

  /** The distance from which the corners of a box are just in view. */
  #distanceFor(box, direction) {
    const back = direction;
    const right = new Vector3(0, 1, 0).cross(back).normalize();
    const up = back.clone().cross(right);
    const tangent = Math.tan((this.#perspective.fov * Math.PI) / 360) / MARGIN;
    const center = box.getCenter(new Vector3());
    let distance = 0;
    for (let corner = 0; corner < 8; corner += 1) {
      const point = new Vector3(
        corner & 1 ? box.max.x : box.min.x,
        corner & 2 ? box.max.y : box.min.y,
        corner & 4 ? box.max.z : box.min.z,
      ).sub(center);
      const depth = this.isOrthographic ? 0 : point.dot(back);
      const across = Math.abs(point.dot(right)) / (tangent * this.#aspect);
      distance = Math.max(distance, across + depth, Math.abs(point.dot(up)) / tangent + depth);
    }
    return Math.max(distance, 1e-4);
  }

  get view() {
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()];
  }

  setView(position, target) {
    this.#orthographic.zoom = 1;
    this.controls.target.copy(target);
    this.camera.position.copy(position);
    this.#setWidth();
    this.controls.update();
  }

  /** Moves the camera along with what it follows. */
  moveBy(shift) {
    this.camera.position.add(shift);
    this.controls.target.add(shift);
    this.controls.update();
  }

  /** The planes for what is seen from here. A hundredth of the distance in front, and behind all that is drawn. */
  setPlanes() {
    const { camera, controls } = this;
    const away = camera.position.distanceTo(controls.target);
    const center = camera.position.distanceTo(this.#all.center);
    const far = Math.max(center + this.#all.radius * 3, away * 20);
    const near = this.isOrthographic ? -far : Math.max(Math.min(away * 0.02, Math.max(center - this.#all.radius, 0) + away * 0.01), far * 1e-6);
    if (camera.near !== near || camera.far !== far) {
      Object.assign(camera, { near, far });
      camera.updateProjectionMatrix();
    }
  }

  #setWidth() {
    if (this.isOrthographic) {
      const half = this.camera.position.distanceTo(this.controls.target) * Math.tan((this.#perspective.fov * Math.PI) / 360);
      const wide = half * this.#aspect;
      Object.assign(this.camera, { left: -wide, right: wide, top: half, bottom: -half });
    }
    this.camera.updateProjectionMatrix();
  }
}
