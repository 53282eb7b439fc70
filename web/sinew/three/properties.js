import { bindWriter, materialWriter } from './materials.js';

const NODE = /^\/nodes\/(\d+)\/extensions\/KHR_node_visibility\/visible$/;
const MATERIAL = /^\/materials\/(\d+)\/(.+)$/;
const CAMERA = /^\/cameras\/(\d+)\/(perspective|orthographic)\/(\w+)$/;
const LIGHT = /^\/extensions\/KHR_lights_punctual\/lights\/(\d+)\/(.+)$/;

/**
 * Writes properties that Sinew sets and animates, and does not draw, to the objects of a loaded file: materials, visibility,
 * cameras, lights, and the material binds of expressions. One that is no longer changed gets back what the file has.
 */
export class PropertySync {
  #json;
  #objects;
  #materials;
  /** What is written now, by pointer: its writers. */
  #written = new Map();

  constructor({ json, associations }, root, objects) {
    this.#json = json;
    this.#objects = objects;
    this.#materials = materialsOf(json, associations, root);
    for (const [index, node] of (json.nodes ?? []).entries()) {
      const visible = node.extensions?.KHR_node_visibility?.visible;
      if (visible === false && objects[index]) {
        objects[index].visible = false;
      }
    }
  }

  /** `changed` is `Instance.changedProperties`, `binds` is `Instance.materialValues`. */
  write(changed, binds) {
    if (changed.length === 0 && binds.length === 0 && this.#written.size === 0) {
      return;
    }
    const now = new Set();
    for (const { pointer, value } of changed) {
      this.#writeOne(now, pointer, [value].flat(), () => this.#writers(pointer));
    }
    for (const { material, type, value } of binds) {
      const find = () => this.#of(material, (target) => bindWriter(target, type));
      this.#writeOne(now, `bind ${material} ${type}`, value, find);
    }
    for (const [key, writers] of this.#written) {
      if (!now.has(key)) {
        writers.forEach(({ restore }) => restore());
        this.#written.delete(key);
      }
    }
  }

  #writeOne(now, key, value, find) {
    now.add(key);
    if (!this.#written.has(key)) {
      this.#written.set(key, find());
    }
    this.#written.get(key).forEach(({ write }) => write(value));
  }

  #writers(pointer) {
    const [, node] = pointer.match(NODE) ?? [];
    if (node !== undefined) {
      return [this.#objects[node]].filter(Boolean).map((object) => slot(object, 'visible', ([value]) => Boolean(value)));
    }
    const [, material, path] = pointer.match(MATERIAL) ?? [];
    if (material !== undefined) {
      return this.#of(Number(material), (target) => materialWriter(target, path));
    }
    const [, camera, kind, part] = pointer.match(CAMERA) ?? [];
    if (camera !== undefined) {
      const cameras = this.#carriedBy(({ camera: index }) => index === Number(camera), 'isCamera');
      return cameras.map((target) => cameraWriter(target, `${kind}/${part}`)).filter(Boolean);
    }
    const [, light, name] = pointer.match(LIGHT) ?? [];
    if (light !== undefined) {
      const isMeant = ({ extensions }) => extensions?.KHR_lights_punctual?.light === Number(light);
      return this.#carriedBy(isMeant, 'isLight').map((target) => lightWriter(target, name)).filter(Boolean);
    }
    return [];
  }

  #of(material, make) {
    return (this.#materials.get(material) ?? []).map(make).filter(Boolean);
  }

  /** The cameras or lights of nodes: the node's object itself, or a child of it that is no node. */
  #carriedBy(isMeant, flag) {
    const nodes = (this.#json.nodes ?? []).flatMap((node, index) => (isMeant(node) ? [this.#objects[index]] : []));
    return nodes.filter(Boolean).flatMap((object) =>
      [object, ...object.children.filter((child) => !this.#objects.includes(child))].filter((found) => found[flag]),
    );
  }
}

/** The materials that three made of each material of the file: it makes others for meshes with colours or without normals. */
function materialsOf(json, associations, root) {
  const found = new Map();
  root.traverse((mesh) => {
    const { meshes, primitives } = associations?.get(mesh) ?? {};
    const index = json.meshes?.[meshes]?.primitives?.[primitives ?? 0]?.material;
    if (mesh.material && index !== undefined) {
      // An outline of MToon is a second material of the same mesh.
      const list = found.get(index) ?? [];
      found.set(index, [...new Set([...list, ...[mesh.material].flat()])]);
    }
  });
  return found;
}

function slot(target, name, convert, after = () => {}) {
  const before = target[name];
  return {
    write: (value) => {
      target[name] = convert(value);
      after();
    },
    restore: () => {
      target[name] = before;
      after();
    },
  };
}

function cameraWriter(camera, part) {
  const after = () => camera.updateProjectionMatrix();
  const degrees = ([value]) => (value * 180) / Math.PI;
  switch (part) {
    case 'perspective/yfov':
      return slot(camera, 'fov', degrees, after);
    case 'perspective/aspectRatio':
      return slot(camera, 'aspect', ([value]) => value, after);
    case 'perspective/znear':
    case 'orthographic/znear':
      return slot(camera, 'near', ([value]) => value, after);
    case 'perspective/zfar':
    case 'orthographic/zfar':
      return slot(camera, 'far', ([value]) => value, after);
    case 'orthographic/xmag':
      return pair(slot(camera, 'left', ([value]) => -value), slot(camera, 'right', ([value]) => value, after));
    case 'orthographic/ymag':
      return pair(slot(camera, 'bottom', ([value]) => -value), slot(camera, 'top', ([value]) => value, after));
    default:
      return null;
  }
}

function lightWriter(light, part) {
  switch (part) {
    case 'intensity':
      return slot(light, 'intensity', ([value]) => value);
    case 'range':
      return slot(light, 'distance', ([value]) => value);
    case 'color': {
      const before = light.color.clone();
      return { write: ([r, g, b]) => light.color.setRGB(r, g, b), restore: () => light.color.copy(before) };
    }
    case 'spot/outerConeAngle':
      return slot(light, 'angle', ([value]) => value);
    case 'spot/innerConeAngle':
      return slot(light, 'penumbra', ([value]) => 1 - value / light.angle);
    default:
      return null;
  }
}

function pair(first, second) {
  return {
    write: (value) => [first, second].forEach(({ write }) => write(value)),
    restore: () => [first, second].forEach(({ restore }) => restore()),
  };
}
