/** Puts a glTF file together: nodes, meshes, physics, animations. */

const PHYSICS = 'KHR_physics_rigid_bodies';
const SHAPES = 'KHR_implicit_shapes';
const FLOAT = 5126;
const UNSIGNED_INT = 5125;

export class File {
  #chunks = [];
  #length = 0;
  #roots = [];

  constructor(name) {
    this.json = {
      asset: { version: '2.0', generator: 'Sinew demos' },
      extensionsUsed: [],
      scene: 0,
      scenes: [{ name, nodes: this.#roots }],
      nodes: [],
    };
  }

  /** Adds a node with everything on it; gives its number. `parent`: a node that exists already. */
  node({ parent, mesh, body, collider, trigger, joint, extensions = {}, ...rest }) {
    const node = { ...rest };
    if (mesh !== undefined) {
      node.mesh = mesh;
    }
    const physics = {
      ...(body && { motion: body }),
      ...(collider && { collider: this.#collider(collider) }),
      ...(trigger && { trigger: { geometry: { shape: this.#shape(trigger) } } }),
      ...(joint && { joint: this.#joint(joint) }),
    };
    if (Object.keys(physics).length) {
      this.uses(PHYSICS);
      extensions = { ...extensions, [PHYSICS]: physics };
    }
    Object.keys(extensions).forEach((name) => this.uses(name));
    if (Object.keys(extensions).length) {
      node.extensions = extensions;
    }
    const index = this.json.nodes.push(node) - 1;
    const list = parent === undefined ? this.#roots : (this.json.nodes[parent].children ??= []);
    list.push(index);
    return index;
  }

  /** A joint on a node of its own; frame b is a node, too. */
  joint({ name, a, b, at = [0, 0, 0], atB = at, rotation, rotationB = rotation, ...description }) {
    const frameB = this.node({
      name: `${name} end`,
      parent: b,
      translation: atB,
      ...(rotationB && { rotation: rotationB }),
    });
    return this.node({
      name,
      ...(a !== undefined && { parent: a }),
      translation: at,
      ...(rotation && { rotation }),
      joint: { connectedNode: frameB, ...description },
    });
  }

  material({ roughness = 0.6, metallic = 0 } = {}) {
    const pbrMetallicRoughness = { metallicFactor: metallic, roughnessFactor: roughness };
    return this.#entry('materials', { pbrMetallicRoughness });
  }

  mesh(geometry, material) {
    const attributes = {
      POSITION: this.accessor(geometry.positions, 'VEC3', { bounds: true, target: 34962 }),
      NORMAL: this.accessor(geometry.normals, 'VEC3', { target: 34962 }),
      COLOR_0: this.accessor(geometry.colors, 'VEC3', { target: 34962 }),
    };
    const indices = this.accessor(geometry.indices, 'SCALAR', { type: UNSIGNED_INT, target: 34963 });
    return (this.json.meshes ??= []).push({ primitives: [{ attributes, indices, material }] }) - 1;
  }

  /** `tracks`: { node, path, times, values } each. */
  animation(name, tracks) {
    const samplers = tracks.map(({ times, values, interpolation = 'LINEAR' }) => ({
      input: this.accessor(times, 'SCALAR', { bounds: true }),
      output: this.accessor(values.flat(), values[0].length === 4 ? 'VEC4' : 'VEC3'),
      interpolation,
    }));
    const channels = tracks.map(({ node, path }, sampler) => ({ sampler, target: { node, path } }));
    (this.json.animations ??= []).push({ name, channels, samplers });
  }

  accessor(numbers, type, { type: componentType = FLOAT, bounds = false, target } = {}) {
    const array = componentType === FLOAT ? Float32Array.from(numbers) : Uint32Array.from(numbers);
    const bufferView = { buffer: 0, byteOffset: this.#length, byteLength: array.byteLength, ...(target && { target }) };
    this.#chunks.push(Buffer.from(array.buffer));
    this.#length += array.byteLength;
    const size = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
    const accessor = {
      bufferView: (this.json.bufferViews ??= []).push(bufferView) - 1,
      componentType,
      count: array.length / size,
      type,
    };
    if (bounds) {
      const column = (axis) => array.filter((_, at) => at % size === axis);
      const axes = Array.from({ length: size }, (_, axis) => column(axis));
      accessor.min = axes.map((values) => values.reduce((a, b) => Math.min(a, b)));
      accessor.max = axes.map((values) => values.reduce((a, b) => Math.max(a, b)));
    }
    return (this.json.accessors ??= []).push(accessor) - 1;
  }

  uses(name) {
    if (!this.json.extensionsUsed.includes(name)) {
      this.json.extensionsUsed.push(name);
    }
  }

  extension(name, content) {
    this.uses(name);
    (this.json.extensions ??= {})[name] = content;
  }

  /** The file as a GLB. */
  glb() {
    if (this.#length) {
      this.json.buffers = [{ byteLength: this.#length }];
    }
    const pad = (bytes, filler) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3, filler)]);
    const word = (...values) => Buffer.from(Uint32Array.from(values).buffer);
    const json = pad(Buffer.from(JSON.stringify(this.json)), ' ');
    const parts = [word(json.length, 0x4e4f534a), json];
    if (this.#length) {
      const body = pad(Buffer.concat(this.#chunks), 0);
      parts.push(word(body.length, 0x004e4942), body);
    }
    const body = Buffer.concat(parts);
    return Buffer.concat([word(0x46546c67, 2, body.length + 12), body]);
  }

  #collider({ material, filter, ...shape }) {
    const entry = { geometry: { shape: this.#shape(shape) } };
    if (material) {
      entry.physicsMaterial = this.#physics('physicsMaterials', material);
    }
    if (filter) {
      entry.collisionFilter = this.#physics('collisionFilters', filter);
    }
    return entry;
  }

  #joint({ connectedNode, limits, drives, enableCollision = false }) {
    const joint = this.#physics('physicsJoints', { limits, ...(drives && { drives }) });
    return { connectedNode, joint, enableCollision };
  }

  /** `{ box: [x, y, z] }`, `{ sphere: r }`, `{ capsule: [height, r] }` or `{ cylinder: [height, r] }`. */
  #shape({ box, sphere, capsule, cylinder }) {
    const round = ([height, radius]) => ({ height, radiusTop: radius, radiusBottom: radius });
    const shape =
      (box && { type: 'box', box: { size: box } }) ||
      (sphere && { type: 'sphere', sphere: { radius: sphere } }) ||
      (capsule && { type: 'capsule', capsule: round(capsule) }) ||
      (cylinder && { type: 'cylinder', cylinder: round(cylinder) });
    return this.#listed(SHAPES, 'shapes', shape);
  }

  #physics(list, entry) {
    return this.#listed(PHYSICS, list, entry);
  }

  #listed(extension, list, entry) {
    this.uses(extension);
    const lists = ((this.json.extensions ??= {})[extension] ??= {});
    return unique((lists[list] ??= []), entry);
  }

  #entry(list, entry) {
    return unique((this.json[list] ??= []), entry);
  }
}

/** What is the same is there once. */
function unique(list, entry) {
  const text = JSON.stringify(entry);
  const found = list.findIndex((other) => JSON.stringify(other) === text);
  return found >= 0 ? found : list.push(entry) - 1;
}
