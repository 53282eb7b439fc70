/** The rendered scene: camera, light, ground, and the file. */
import {
  AmbientLight,
  AxesHelper,
  Box3,
  BoxHelper,
  Color,
  Mesh,
  NeutralToneMapping,
  PlaneGeometry,
  Raycaster,
  Scene,
  ShadowMaterial,
  Sphere,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';

import { Grid } from './grid.js';
import { bounds } from './stage/framing.js';
import { Light } from './stage/light.js';
import { Rig } from './stage/rig.js';

/** From where a file is seen first; an avatar from the front. */
const FIRST_VIEW = new Vector3(0.55, 0.42, 1);
const FRONT_VIEW = new Vector3(0.22, 0.12, 1);

export class Stage {
  #canvas;
  #renderer;
  #light;
  #ambient = new AmbientLight(0xffffff, 0);
  #grid = new Grid();
  #shadow = new Mesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), new ShadowMaterial({ opacity: 0.22, depthWrite: false }));
  #rig;
  #content = null;
  #moving = new Set();
  #extras = [];
  #reach = null;
  #mark = null;
  #followed = null;
  #isStale = true;
  #isDark = false;

  constructor(canvas) {
    this.#canvas = canvas;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer.toneMapping = NeutralToneMapping;
    this.scene = new Scene();
    this.#rig = new Rig(canvas, () => this.invalidate());
    this.#light = new Light(this.#renderer, this.scene);
    this.#shadow.receiveShadow = true;
    this.#shadow.renderOrder = -2;
    this.#shadow.raycast = () => {};
    this.scene.add(this.#light, this.#ambient, this.#grid, this.#shadow);
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  get camera() {
    return this.#rig.camera;
  }

  get controls() {
    return this.#rig.controls;
  }

  get renderer() {
    return this.#renderer;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width > 0 && height > 0) {
      this.#renderer.setSize(width, height, false);
      this.#rig.resize(width, height);
      this.#light.setShadowSize(width * height > 500_000 ? 2048 : 1024);
      this.invalidate();
    }
  }

  /** Requests a new frame. */
  invalidate() {
    this.#isStale = true;
  }

  /** Takes the colours of lines and shadows from the page. */
  setTheme(isDark) {
    this.#isDark = isDark;
    this.#grid.material.uniforms.color.value = new Color(isDark ? 0x9fb2d4 : 0x46597a);
    this.#setStrength();
    this.invalidate();
  }

  /** Replaces the shown file. `moving`: the objects that are moved. `reach`: the box that they move in, if it is known. */
  setContent(scene, extras = [], { moving = new Set(), isTurned = false, reach = null } = {}) {
    this.invalidate();
    this.mark(null);
    this.follow(null);
    if (this.#content) {
      this.scene.remove(this.#content, ...this.#extras);
      this.#content.traverse((object) => {
        object.geometry?.dispose();
        [object.material].flat().filter(Boolean).forEach(disposeMaterial);
      });
    }
    this.#content = scene;
    this.#moving = moving;
    this.#reach = reach;
    this.#extras = extras;
    this.scene.add(scene, ...extras);
    scene.traverse((object) => {
      // A skinned mesh whose skin cannot be read has no skeleton, and three.js cannot draw it.
      object.visible &&= !object.isSkinnedMesh || Boolean(object.skeleton);
      if (object.isMesh) {
        object.castShadow = true;
        // Toon materials draw a shadow's edge as a step, along every facet.
        object.receiveShadow = ![object.material].flat().some((material) => material?.isMToonMaterial);
        // Skinned and simulated objects leave their initial bounds.
        object.frustumCulled = false;
      }
    });
    const { all, subject } = this.#bounds();
    const { center, radius } = subject.getBoundingSphere(new Sphere());
    this.#light.aim(center, Math.max(radius, 1e-4), isTurned);
    this.#rig.setScene(all);
    this.#grid.fit(center, radius);
    this.#shadow.scale.setScalar(radius * 12);
    this.#shadow.position.set(center.x, -0.003 * radius, center.z);
    this.#shadow.visible = this.#grid.visible && subject.min.y > -0.05 * radius;
    this.#setStrength();
  }

  /** Toon materials have no environment: they get as much light from everywhere instead. */
  #setStrength() {
    let [isToon, hasLights] = [false, false];
    this.#content?.traverse((object) => {
      isToon ||= [object.material].flat().some((material) => material?.isMToonMaterial);
      hasLights ||= object.isLight === true;
    });
    this.#ambient.intensity = isToon ? (this.#isDark ? 0.7 : 1.1) : 0;
    this.#light.setStrength(this.scene, { isDark: this.#isDark, hasLights });
  }

  /** Looks at one object from where the camera is, or at everything from the front, which is at +Z. */
  frame(object = null, { isTurned = false, isAvatar = false, view = null } = {}) {
    if (object) {
      const box = new Box3().setFromObject(object);
      this.#rig.fit(box.isEmpty() ? around(object.getWorldPosition(new Vector3()), 0.3) : box);
      return;
    }
    const first = (isAvatar ? FRONT_VIEW : FIRST_VIEW).clone();
    first.z *= isTurned ? -1 : 1;
    this.#rig.fit(this.#bounds().subject, view ?? first);
  }

  /** Looks at everything from where the camera is. */
  fit() {
    this.#rig.fit(this.#bounds().subject);
  }

  /** Looks at everything from the `front`, the `right` or the `top`. */
  lookFrom(side) {
    this.frame(null, { view: side });
  }

  set isOrthographic(isOn) {
    this.#rig.setOrthographic(isOn);
    this.invalidate();
  }

  get isOrthographic() {
    return this.#rig.isOrthographic;
  }

  set hasGrid(isOn) {
    this.#grid.visible = isOn;
    this.#shadow.visible = isOn;
    this.invalidate();
  }

  get hasGrid() {
    return this.#grid.visible;
  }

  /** Keeps an object where it is in the view; `null` ends that. */
  follow(object) {
    this.#followed = object && { object, place: object.getWorldPosition(new Vector3()) };
  }

  get isFollowing() {
    return this.#followed !== null;
  }

  /** Six numbers: where the camera is, and what it looks at. */
  get view() {
    return this.#rig.view;
  }

  setView(view, { forWide = false } = {}) {
    const target = new Vector3().fromArray(view, 3);
    const from = new Vector3().fromArray(view).sub(target);
    // The cameras of demos are for a wide canvas.
    const back = forWide ? Math.max(1, (1.45 * this.#canvas.clientHeight) / Math.max(this.#canvas.clientWidth, 1)) : 1;
    this.#rig.setView(target.clone().addScaledVector(from, back), target);
  }

  /** The number of drawn meshes, and the pixels that what the camera was fitted to takes up: for tests. */
  measure() {
    const { subject, count } = this.#bounds();
    this.camera.updateMatrixWorld();
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const [across, down] = [[], []];
    for (let corner = 0; corner < 8; corner += 1) {
      const ends = [subject.min, subject.max];
      const point = new Vector3(ends[corner & 1].x, ends[(corner >> 1) & 1].y, ends[corner >> 2].z).project(this.camera);
      across.push(((1 + point.x) / 2) * width);
      down.push(((1 - point.y) / 2) * height);
    }
    const [left, right, top, bottom] = [Math.min(...across), Math.max(...across), Math.min(...down), Math.max(...down)];
    return { meshes: count, left, right, top, bottom };
  }

  #bounds() {
    const found = bounds(this.#content, this.#moving);
    if (this.#reach) {
      found.subject.union(this.#reach);
    }
    if (found.subject.isEmpty()) {
      // Bare nodes have a position without a size.
      this.#content.traverse((object) => found.subject.expandByPoint(object.getWorldPosition(new Vector3())));
      found.subject.expandByScalar(0.5);
      found.all.union(found.subject);
    }
    return found;
  }

  /** Marks an object as selected. */
  mark(object) {
    this.invalidate();
    if (this.#mark) {
      this.scene.remove(this.#mark.helper);
      this.#mark.helper.dispose();
      this.#mark = null;
    }
    if (!object) {
      return;
    }
    const hasSize = !new Box3().setFromObject(object).isEmpty();
    const helper = hasSize ? new BoxHelper(object, 0x4c9bff) : new AxesHelper(0.25 * this.#grid.unit);
    helper.material.depthTest = false;
    helper.material.transparent = true;
    helper.renderOrder = 25;
    helper.raycast = () => {};
    this.scene.add(helper);
    this.#mark = { helper, object, hasSize };
  }

  /** The ray below a point of the page. */
  ray(clientX, clientY) {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const place = new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
    // The camera may have moved since the last frame.
    this.camera.updateMatrixWorld();
    const caster = new Raycaster();
    caster.setFromCamera(place, this.camera);
    return caster;
  }

  /** The first object of the file below a point of the page. */
  pick(clientX, clientY) {
    if (!this.#content) {
      return null;
    }
    return this.ray(clientX, clientY).intersectObject(this.#content, true)[0]?.object ?? null;
  }

  /** Renders, if a frame was requested. */
  draw() {
    if (this.#isStale) {
      this.render();
    }
  }

  render() {
    this.#isStale = false;
    if (this.#mark) {
      const { helper, object, hasSize } = this.#mark;
      if (hasSize) {
        helper.update();
      } else {
        object.updateWorldMatrix(true, false);
        helper.matrixAutoUpdate = false;
        helper.matrix.copy(object.matrixWorld);
      }
    }
    if (this.#followed) {
      const { object, place } = this.#followed;
      const now = object.getWorldPosition(new Vector3());
      this.#rig.moveBy(now.clone().sub(place));
      place.copy(now);
      this.#isStale = false;
    }
    this.#rig.setPlanes();
    this.#renderer.render(this.scene, this.camera);
  }
}

function around(point, size) {
  return new Box3(point.clone().subScalar(size), point.clone().addScalar(size));
}

function disposeMaterial(material) {
  Object.values(material).forEach((value) => value?.isTexture && value.dispose());
  material.dispose();
}
