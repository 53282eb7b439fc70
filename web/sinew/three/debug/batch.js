import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  MeshBasicMaterial,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

const color = new Color();

/** Lines that are put down anew for every picture. */
export class Lines {
  #count = 0;
  #positions = new Float32Array(6 * 64);
  #colors = new Float32Array(6 * 64);

  /** `width`: pixels. `over`: whether they shine through what is before them. */
  constructor({ width = 2, over = true, opacity = 1 } = {}) {
    this.material = new LineMaterial({
      linewidth: width,
      vertexColors: true,
      transparent: true,
      opacity,
      depthTest: !over,
      depthWrite: false,
      polygonOffset: !over,
      polygonOffsetFactor: -4,
      polygonOffsetUnits: -4,
    });
    this.object = new LineSegments2(new LineSegmentsGeometry(), this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = over ? 20 : 10;
    this.object.raycast = () => {};
    this.#allocate();
  }

  begin() {
    this.#count = 0;
  }

  /** From a to b, both vectors. */
  add(a, b, hex) {
    this.#room(1);
    const at = this.#count * 6;
    a.toArray(this.#positions, at);
    b.toArray(this.#positions, at + 3);
    this.#paint(at, 1, hex);
    this.#count += 1;
  }

  /** Six numbers a line, through the matrix at an index of an array. */
  addAll(local, matrices, at, hex) {
    const count = local.length / 6;
    this.#room(count);
    const first = this.#count * 6;
    const m = matrices.subarray(at, at + 16);
    for (let from = 0, to = first; from < local.length; from += 3, to += 3) {
      const [x, y, z] = [local[from], local[from + 1], local[from + 2]];
      this.#positions[to] = m[0] * x + m[4] * y + m[8] * z + m[12];
      this.#positions[to + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
      this.#positions[to + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
    }
    this.#paint(first, count, hex);
    this.#count += count;
  }

  end() {
    const { geometry } = this.object;
    geometry.instanceCount = this.#count;
    this.object.visible = this.#count > 0;
    geometry.attributes.instanceStart.data.needsUpdate = true;
    geometry.attributes.instanceColorStart.data.needsUpdate = true;
  }

  dispose() {
    this.object.geometry.dispose();
    this.material.dispose();
  }

  #paint(first, count, hex) {
    color.setHex(hex);
    for (let at = first; at < first + count * 6; at += 3) {
      color.toArray(this.#colors, at);
    }
  }

  #room(more) {
    let capacity = this.#positions.length / 6;
    if (this.#count + more <= capacity) {
      return;
    }
    while (this.#count + more > capacity) {
      capacity *= 2;
    }
    const grown = (old) => {
      const array = new Float32Array(capacity * 6);
      array.set(old);
      return array;
    };
    this.#positions = grown(this.#positions);
    this.#colors = grown(this.#colors);
    this.#allocate();
  }

  #allocate() {
    this.object.geometry.dispose();
    const geometry = new LineSegmentsGeometry();
    const attributes = [
      ['instance', this.#positions],
      ['instanceColor', this.#colors],
    ];
    for (const [name, array] of attributes) {
      const buffer = new InstancedInterleavedBuffer(array, 6, 1).setUsage(DynamicDrawUsage);
      geometry.setAttribute(`${name}Start`, new InterleavedBufferAttribute(buffer, 3, 0));
      geometry.setAttribute(`${name}End`, new InterleavedBufferAttribute(buffer, 3, 3));
    }
    geometry.instanceCount = 0;
    this.object.geometry = geometry;
  }
}

/** Triangles that are put down anew for every picture, through which one can see. */
export class Faces {
  #count = 0;
  #positions = new Float32Array(9 * 64);
  #colors = new Float32Array(9 * 64);

  constructor({ opacity = 0.28 } = {}) {
    this.material = new MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      opacity,
      side: DoubleSide,
      depthWrite: false,
      depthTest: false,
    });
    this.object = new Mesh(new BufferGeometry(), this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 15;
    this.object.raycast = () => {};
    this.#allocate();
  }

  begin() {
    this.#count = 0;
  }

  add(a, b, c, hex) {
    if ((this.#count + 1) * 9 > this.#positions.length) {
      const grown = (old) => {
        const array = new Float32Array(old.length * 2);
        array.set(old);
        return array;
      };
      this.#positions = grown(this.#positions);
      this.#colors = grown(this.#colors);
      this.#allocate();
    }
    const at = this.#count * 9;
    color.setHex(hex);
    [a, b, c].forEach((point, corner) => {
      point.toArray(this.#positions, at + corner * 3);
      color.toArray(this.#colors, at + corner * 3);
    });
    this.#count += 1;
  }

  end() {
    const { geometry } = this.object;
    geometry.setDrawRange(0, this.#count * 3);
    this.object.visible = this.#count > 0;
    geometry.attributes.position.needsUpdate = true;
    geometry.attributes.color.needsUpdate = true;
  }

  dispose() {
    this.object.geometry.dispose();
    this.material.dispose();
  }

  #allocate() {
    this.object.geometry.dispose();
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.#positions, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute('color', new BufferAttribute(this.#colors, 3).setUsage(DynamicDrawUsage));
    this.object.geometry = geometry;
  }
}
