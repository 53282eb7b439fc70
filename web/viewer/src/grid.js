import { Color, DoubleSide, Mesh, PlaneGeometry, ShaderMaterial } from 'three';

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
float lines(float size) {
  vec2 at = place / size;
  vec2 near = abs(fract(at - 0.5) - 0.5) / fwidth(at);
  return 1.0 - min(min(near.x, near.y), 1.0);
}
void main() {
  float fade = exp(-dot(place, place) / 220.0);
  float alpha = max(lines(1.0) * 0.16, lines(5.0) * 0.3) * fade;
  if (alpha < 0.004) discard;
  gl_FragColor = vec4(color, alpha);
}`;

/** A metre grid at height 0 that fades into the distance. */
export class Grid extends Mesh {
  constructor() {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { color: { value: new Color(0x46597a) } },
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    super(new PlaneGeometry(120, 120).rotateX(-Math.PI / 2), material);
    // Below grounds that lie at height 0.
    this.position.y = -0.002;
    this.renderOrder = -1;
    this.raycast = () => {};
  }
}
