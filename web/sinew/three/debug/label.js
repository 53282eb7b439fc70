import { CanvasTexture, Sprite, SpriteMaterial, SRGBColorSpace } from 'three';

const FONT = 26;
const PADDING = 12;

/** A label that faces the camera, with smaller text below. */
export class Label {
  constructor(title, tags = []) {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    const titleFont = `600 ${FONT}px system-ui, sans-serif`;
    const tagFont = `${FONT * 0.75}px system-ui, sans-serif`;
    const tagged = tags.map((tag) => `#${tag}`).join('  ');
    context.font = titleFont;
    const titleWidth = context.measureText(title).width;
    context.font = tagFont;
    const width = Math.max(titleWidth, context.measureText(tagged).width) + 2 * PADDING;
    const height = FONT * (tags.length ? 2.2 : 1.1) + 2 * PADDING;
    canvas.width = Math.min(Math.ceil(width), 1024);
    canvas.height = Math.ceil(height);
    context.fillStyle = 'rgb(16 20 28 / 78%)';
    context.beginPath();
    context.roundRect(0, 0, canvas.width, canvas.height, PADDING);
    context.fill();
    context.textBaseline = 'top';
    context.fillStyle = '#fff';
    context.font = titleFont;
    context.fillText(title, PADDING, PADDING);
    context.fillStyle = '#b9c6dd';
    context.font = tagFont;
    context.fillText(tagged, PADDING, PADDING + FONT * 1.35);
    this.texture = new CanvasTexture(canvas);
    this.texture.colorSpace = SRGBColorSpace;
    this.material = new SpriteMaterial({
      map: this.texture,
      depthTest: false,
      sizeAttenuation: false,
      transparent: true,
    });
    this.object = new Sprite(this.material);
    this.object.center.set(0.5, -0.5);
    this.object.scale.set(canvas.width, canvas.height, 1).multiplyScalar(0.0005);
    this.object.renderOrder = 30;
    this.object.raycast = () => {};
  }

  dispose() {
    this.texture.dispose();
    this.material.dispose();
  }
}
