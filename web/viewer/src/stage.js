/** The rendered scene: camera, light, ground, and the file. */
import {
  AxesHelper,
  Box3,
  BoxHelper,
  Color,
  DirectionalLight,
  HemisphereLight,
  NeutralToneMapping,
  PCFSoftShadowMap,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Sphere,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

import { Grid } from './grid.js';

/** Objects wider than this are grounds, which the camera ignores. */
const WIDE = 30;

export class Stage {
  #canvas;
  #renderer;
  #sun = new DirectionalLight(0xffffff, 2.1);
  #sky = new HemisphereLight(0xffffff, 0x9aa4b5, 1.7);
  #grid = new Grid();
  #content = null;
  #mark = null;
  #isStale = true;

  constructor(canvas) {
    this.#canvas = canvas;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFSoftShadowMap;
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(40, 1, 0.01, 500);
    this.camera.position.set(4, 3, 6);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.maxPolarAngle = Math.PI * 0.95;
    this.controls.addEventListener('change', () => this.invalidate());
    this.#sun.castShadow = true;
    this.#sun.shadow.bias = -0.0004;
    this.#sun.shadow.normalBias = 0.02;
    this.scene.add(this.#sky, this.#sun, this.#sun.target, this.#grid);
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width > 0 && height > 0) {
      this.#renderer.setSize(width, height, false);
      this.camera.aspect = width / height;
      this.camera.updateProjectionMatrix();
      this.#setShadowSize(width * height > 500_000 ? 2048 : 1024);
      this.invalidate();
    }
  }

  /** A small canvas gets coarse shadows. */
  #setShadowSize(size) {
    const { shadow } = this.#sun;
    if (shadow.mapSize.x !== size) {
      shadow.mapSize.set(size, size);
      shadow.map?.dispose();
      shadow.map = null;
    }
  }

  /** Requests a new frame. */
  invalidate() {
    this.#isStale = true;
  }

  /** Takes the colours of lines and shadows from the page. */
  setTheme(isDark) {
    this.#grid.material.uniforms.color.value = new Color(isDark ? 0x9fb2d4 : 0x46597a);
    this.#sky.intensity = isDark ? 0.95 : 1.75;
    this.#sun.intensity = isDark ? 1.5 : 2.1;
    this.invalidate();
  }

  /** Replaces the shown file. */
  setContent(scene, extras = []) {
    this.invalidate();
    this.mark(null);
    if (this.#content) {
      this.scene.remove(this.#content, ...this.#extras);
      this.#content.traverse((object) => {
        object.geometry?.dispose();
        [object.material].flat().filter(Boolean).forEach(disposeMaterial);
      });
    }
    this.#content = scene;
    this.#extras = extras;
    this.scene.add(scene, ...extras);
    scene.traverse((object) => {
      // A skinned mesh whose skin cannot be read has no skeleton, and three.js cannot draw it.
      object.visible &&= !object.isSkinnedMesh || Boolean(object.skeleton);
      if (object.isMesh) {
        object.castShadow = true;
        object.receiveShadow = true;
        // Skinned and simulated objects leave their initial bounds.
        object.frustumCulled = false;
      }
    });
    const sphere = this.bounds().getBoundingSphere(new Sphere());
    const reach = Math.min(Math.max(sphere.radius, 0.5) * 1.5, 14);
    this.#sun.position.copy(sphere.center).add(new Vector3(0.45, 1, 0.55).setLength(reach * 2.5));
    this.#sun.target.position.copy(sphere.center);
    const { camera } = this.#sun.shadow;
    Object.assign(camera, {
      left: -reach,
      right: reach,
      top: reach,
      bottom: -reach,
      near: reach * 0.5,
      far: reach * 5,
    });
    camera.updateProjectionMatrix();
  }

  #extras = [];

  /** Looks at one object from where the camera is, or at everything from the front, which is at +Z. */
  frame(object = null, { isTurned = false } = {}) {
    const box = object ? new Box3().setFromObject(object) : this.bounds();
    const sphere = (box.isEmpty() ? new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1)) : box).getBoundingSphere(
      new Sphere(),
    );
    const radius = Math.max(sphere.radius, 0.05);
    const narrow = Math.min(1, this.camera.aspect);
    const distance = (radius * 1.15) / Math.sin((this.camera.fov * Math.PI) / 360) / narrow;
    const from = this.camera.position.clone().sub(this.controls.target);
    const direction =
      from.lengthSq() > 0 && object ? from.normalize() : new Vector3(0.55, 0.42, isTurned ? -1 : 1).normalize();
    this.controls.target.copy(sphere.center);
    this.camera.position.copy(sphere.center).addScaledVector(direction, distance);
    this.controls.update();
  }

  /** Six numbers: where the camera is, and what it looks at. */
  get view() {
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()];
  }

  setView(view, { forWide = false } = {}) {
    const target = new Vector3().fromArray(view, 3);
    const from = new Vector3().fromArray(view).sub(target);
    // The cameras of demos are for a wide canvas.
    const back = forWide ? Math.max(1, 1.45 / this.camera.aspect) : 1;
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(from, back);
    this.controls.update();
  }

  bounds() {
    const all = new Box3();
    const usual = new Box3();
    const grounds = [];
    this.#content?.updateWorldMatrix(true, true);
    this.#content?.traverse((object) => {
      if (!object.isMesh) {
        return;
      }
      const box = new Box3().setFromObject(object);
      all.union(box);
      const size = box.getSize(new Vector3());
      if (Math.max(size.x, size.y, size.z) < WIDE) {
        usual.union(box);
      } else {
        grounds.push(box.max.y);
      }
    });
    const found = usual.isEmpty() ? all : usual;
    // Bodies in the air will fall.
    const floor = Math.max(...grounds.filter((height) => height < found.min.y), -Infinity);
    if (!usual.isEmpty() && found.min.y - floor < WIDE) {
      found.min.y = floor;
    }
    if (found.isEmpty()) {
      // Bare nodes have a position without a size.
      this.#content?.traverse((object) => found.expandByPoint(object.getWorldPosition(new Vector3())));
      found.expandByScalar(0.5);
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
    const helper = hasSize ? new BoxHelper(object, 0x4c9bff) : new AxesHelper(0.25);
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
    this.#renderer.render(this.scene, this.camera);
  }
}

function disposeMaterial(material) {
  Object.values(material).forEach((value) => value?.isTexture && value.dispose());
  material.dispose();
}
