import { Color, DoubleSide, Mesh, PlaneGeometry, ShaderMaterial, Vector2 } from 'three';

const VERTEX = `
varying vec2 place;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  place = world.xz;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const FRAGMENT = `
varying vec2 place;
uniform vec3 color;
uniform float unit;
uniform vec2 middle;
float lines(float size) {
  vec2 at = place / size;
  vec2 near = abs(fract(at - 0.5) - 0.5) / fwidth(at);
  return 1.0 - min(min(near.x, near.y), 1.0);
}
void main() {
  vec2 away = (place - middle) / unit;
  float fade = exp(-dot(away, away) / 220.0);
  float alpha = max(lines(unit) * 0.16, lines(unit * 5.0) * 0.3) * fade;
  if (alpha < 0.004) discard;
  gl_FragColor = vec4(color, alpha);
}`;

/** A grid at height 0 that fades into the distance: a metre wide, or the power of ten that suits what is shown. */
export class Grid extends Mesh {
  constructor() {
    const uniforms = { color: { value: new Color(0x46597a) }, unit: { value: 1 }, middle: { value: new Vector2() } };
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    super(new PlaneGeometry(120, 120).rotateX(-Math.PI / 2), material);
    this.renderOrder = -1;
    this.raycast = () => {};
    this.fit({ x: 0, z: 0 }, 2);
  }

  /** Around a place, for things of a size in metres. */
  fit({ x, z }, size) {
    const unit = size > 0.5 && size < 20 ? 1 : 10 ** Math.floor(Math.log10(size / 2));
    this.unit = unit;
    this.material.uniforms.unit.value = unit;
    this.material.uniforms.middle.value.set(x, z);
    this.scale.setScalar(unit);
    // Below grounds that lie at height 0.
    this.position.set(x, -0.002 * unit, z);
  }
}
