/** Light: a neutral room all around, and a sun that casts shadows. */
import { DirectionalLight, Group, PCFShadowMap, PMREMGenerator, Vector3 } from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';

const TOWARDS_SUN = new Vector3(0.45, 1, 0.55).normalize();

export class Light extends Group {
  #sun = new DirectionalLight(0xffffff, 1.6);
  #reach = 1;

  constructor(renderer, scene) {
    super();
    // Soft by itself; the kind that was called soft is gone from three.
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    const generator = new PMREMGenerator(renderer);
    const room = new RoomEnvironment();
    scene.environment = generator.fromScene(room, 0.04).texture;
    room.dispose();
    generator.dispose();
    this.#sun.castShadow = true;
    this.#sun.shadow.radius = 2.5;
    this.add(this.#sun, this.#sun.target);
  }

  /** A file with lights of its own gets less of ours. */
  setStrength(scene, { isDark, hasLights }) {
    const share = hasLights ? 0.45 : 1;
    scene.environmentIntensity = (isDark ? 0.5 : 0.62) * share;
    this.#sun.intensity = (isDark ? 1.1 : 1.3) * share;
  }

  /** A small canvas gets coarse shadows. */
  setShadowSize(size) {
    const { shadow } = this.#sun;
    if (shadow.mapSize.x !== size) {
      shadow.mapSize.set(size, size);
      shadow.map?.dispose();
      shadow.map = null;
      this.#setBias();
    }
  }

  /** Shadows within a sphere. The sun is on the side of the camera, behind which `isTurned` files have it. */
  aim(center, radius, isTurned) {
    this.#reach = radius * 1.6;
    const reach = this.#reach;
    const towards = TOWARDS_SUN.clone();
    towards.z *= isTurned ? -1 : 1;
    this.#sun.position.copy(center).addScaledVector(towards, reach * 2.5);
    this.#sun.target.position.copy(center);
    const { camera } = this.#sun.shadow;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: reach * 0.1, far: reach * 5 });
    camera.updateProjectionMatrix();
    this.#setBias();
  }

  /** A surface that a texel of the map covers obliquely must not shade itself: it is moved by the width of a texel and a half. */
  #setBias() {
    const { shadow } = this.#sun;
    shadow.normalBias = (2 * this.#reach * 1.5) / shadow.mapSize.x;
    shadow.bias = -0.0002;
  }
}
