import { Group, Vector3 } from 'three';

import { Faces, Lines } from './batch.js';
import { matrixOf } from './joints.js';
import { palette } from './palette.js';

/** The violation that is shown, metres or radians. */
const SLACK = 2e-3;

/**
 * Limits of joints in frame a: an arc for a rotation about one axis with a needle at its angle, a cone for two, arcs about all
 * three for three; a bar with a bead for a translation along one axis, rings for two and three. Red for a violated limit.
 */
export class LimitLayer {
  #lines = new Lines({ width: 1.75 });
  #faces = new Faces();
  #controller;
  #radius;

  constructor(controller, size) {
    this.#controller = controller;
    this.#radius = size * 1.4;
    this.object = new Group();
    this.object.add(this.#faces.object, this.#lines.object);
  }

  update({ modelFromWorld }) {
    const infos = this.#controller.model.info.physics?.joints ?? [];
    this.#lines.begin();
    this.#faces.begin();
    this.#controller.instance.joints.forEach((joint, at) => {
      if (!joint.isActive) {
        return;
      }
      const matrix = matrixOf(joint.frameA, modelFromWorld);
      infos[at].limits.forEach((limit, which) => {
        // A locked axis has no range to show.
        if (limit.min === limit.max && limit.min !== null && !isAway(joint.limits[which])) {
          return;
        }
        this.#draw(limit, joint, joint.limits[which], matrix, modelFromWorld);
      });
    });
    this.#lines.end();
    this.#faces.end();
  }

  dispose() {
    this.#lines.dispose();
    this.#faces.dispose();
  }

  #draw(limit, joint, reading, matrix, modelFromWorld) {
    const hex = isAway(reading) ? palette.violated : limit.stiffness === null ? palette.limit : palette.softLimit;
    if (limit.kind === 'angular') {
      this.#angular(limit, joint, reading, matrix, modelFromWorld, hex);
    } else {
      this.#linear(limit, reading, matrix, hex);
    }
  }

  #angular({ axes, min, max }, joint, reading, matrix, modelFromWorld, hex) {
    if (axes.length === 1) {
      this.#arc(matrix, axes[0], min ?? -Math.PI, max ?? Math.PI, hex, true);
      const needle = direction(axes[0], reading.metric).multiplyScalar(this.#radius * 1.12);
      this.#lines.add(origin(matrix), needle.applyMatrix4(matrix), palette.needle);
    } else if (axes.length === 2) {
      const free = [0, 1, 2].find((axis) => !axes.includes(axis));
      for (const angle of [min, max]) {
        if (angle !== null && angle > 0) {
          this.#cone(matrix, free, Math.min(angle, Math.PI), hex);
        }
      }
      const b = matrixOf(joint.frameB, modelFromWorld);
      const end = unit(free)
        .multiplyScalar(this.#radius * 1.12)
        .transformDirection(b)
        .multiplyScalar(this.#radius * 1.12);
      this.#lines.add(origin(matrix), end.add(origin(matrix)), palette.needle);
    } else {
      const reach = Math.min(max ?? Math.PI, Math.PI);
      axes.forEach((axis) => this.#arc(matrix, axis, -reach, reach, hex, false));
    }
  }

  #linear({ axes, min, max }, { metric }, matrix, hex) {
    if (axes.length === 1) {
      const [axis] = axes;
      const reach = this.#radius * 6;
      const ends = [min ?? Math.min(metric, max ?? 0) - reach, max ?? Math.max(metric, min ?? 0) + reach];
      const [a, b] = ends.map((at) => unit(axis).multiplyScalar(at).applyMatrix4(matrix));
      this.#lines.add(a, b, hex);
      const tick = this.#radius * 0.3;
      [min, max].forEach((at) => at !== null && this.#tick(matrix, axis, at, tick, hex));
      this.#tick(matrix, axis, metric, tick * 0.6, palette.needle);
      return;
    }
    const normals = axes.length === 3 ? [0, 1, 2] : [[0, 1, 2].find((axis) => !axes.includes(axis))];
    for (const distance of [min, max]) {
      if (distance !== null && distance > 0) {
        normals.forEach((axis) => this.#ring(matrix, axis, distance, 0, hex));
      }
    }
  }

  #tick(matrix, axis, at, size, hex) {
    const center = unit(axis).multiplyScalar(at);
    for (const side of [(axis + 1) % 3, (axis + 2) % 3]) {
      const offset = unit(side).multiplyScalar(size);
      this.#lines.add(
        center.clone().add(offset).applyMatrix4(matrix),
        center.clone().sub(offset).applyMatrix4(matrix),
        hex,
      );
    }
  }

  #arc(matrix, axis, from, to, hex, isFilled) {
    const sweep = Math.min(to - from, 2 * Math.PI);
    const count = Math.max(2, Math.ceil(sweep / 0.12));
    const center = origin(matrix);
    const point = (step) =>
      direction(axis, from + (sweep * step) / count)
        .multiplyScalar(this.#radius)
        .applyMatrix4(matrix);
    let last = point(0);
    if (isFilled && sweep < 2 * Math.PI) {
      this.#lines.add(center, last, hex);
      this.#lines.add(center, point(count), hex);
    }
    for (let step = 1; step <= count; step += 1) {
      const next = point(step);
      this.#lines.add(last, next, hex);
      if (isFilled) {
        this.#faces.add(center, last, next, hex);
      }
      last = next;
    }
  }

  #cone(matrix, axis, angle, hex) {
    const count = 32;
    const along = Math.cos(angle) * this.#radius;
    const across = Math.sin(angle) * this.#radius;
    const center = origin(matrix);
    const point = (step) => {
      const around = direction(axis, (2 * Math.PI * step) / count).multiplyScalar(across);
      return around.addScaledVector(unit(axis), along).applyMatrix4(matrix);
    };
    for (let step = 0; step < count; step += 1) {
      const [a, b] = [point(step), point(step + 1)];
      this.#lines.add(a, b, hex);
      this.#faces.add(center, a, b, hex);
      if (step % 8 === 0) {
        this.#lines.add(center, a, hex);
      }
    }
  }

  #ring(matrix, axis, radius, along, hex) {
    const count = 32;
    const point = (step) => {
      const around = direction(axis, (2 * Math.PI * step) / count).multiplyScalar(radius);
      return around.addScaledVector(unit(axis), along).applyMatrix4(matrix);
    };
    for (let step = 0; step < count; step += 1) {
      this.#lines.add(point(step), point(step + 1), hex);
    }
  }
}

function isAway({ violation }) {
  return Math.abs(violation) > SLACK;
}

function unit(axis) {
  return new Vector3().setComponent(axis, 1);
}

/** Perpendicular to an axis, rotated about it: at 0 it is the next axis in the order X, Y, Z, X. */
function direction(axis, angle) {
  const at = new Vector3();
  at.setComponent((axis + 1) % 3, Math.cos(angle));
  return at.setComponent((axis + 2) % 3, Math.sin(angle));
}

function origin(matrix) {
  return new Vector3().setFromMatrixPosition(matrix);
}
