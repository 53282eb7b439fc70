// The property that carries one extension object of a file: its JSON as data, and an edge for each reference in it.

import { ExtensionProperty, PropertyType, RefMap, RefSet } from '@gltf-transform/core';

import { CollisionMesh } from './collision_mesh.js';
import { KINDS, isReference } from './kinds.js';
import { locate, match } from './path.js';
import { pointerKind } from './pointer.js';

const PARENTS = [
  'ROOT',
  'SCENE',
  'NODE',
  'MESH',
  'PRIMITIVE',
  'MATERIAL',
  'CAMERA',
  'SKIN',
  'ANIMATION',
  'ANIMATION_CHANNEL',
  'TEXTURE',
  'ACCESSOR',
];

export class BehaviourProperty extends ExtensionProperty {
  init() {
    this.extensionName = this.constructor.EXTENSION_NAME;
    this.propertyType = 'Behaviour';
    this.parentTypes = PARENTS.map((name) => PropertyType[name]);
  }

  getDefaults() {
    return Object.assign(super.getDefaults(), {
      // The extension object; `null` in a property that only holds edges.
      data: null,
      // Where the references are: `at`, a pointer into the data, `kind`, and what the kind keeps of the file.
      slots: [],
      refs: new RefMap(),
      // Channels that quantization re-targets when it moves a mesh to a child, by slot.
      followers: new RefMap(),
      // What has to stay although no reference names it.
      kept: new RefSet(),
    });
  }

  /** The extension object as it was read. References in it are those of the file that was read; {@link references} has the current ones. */
  getData() {
    return this.get('data');
  }

  /** Replaces values of the extension object. References are taken over from the old one where both have them. */
  setData(data) {
    return this.set('data', data);
  }

  /** The properties that the extension object refers to, by JSON pointers into its data. */
  references() {
    return new Map(this.listRefMapKeys('refs').map((at) => [at, this.target(at)]));
  }

  /** The property that a reference leads to; `null` after its disposal. */
  target(at) {
    return this.getRefMap('followers', at)?.getTargetNode() ?? this.getRefMap('refs', at);
  }

  /** Refers to another property from a place in the data. */
  setReference(at, kind, property) {
    if (!this.get('slots').some((slot) => slot.at === at)) {
      this.set('slots', [...this.get('slots'), { at, kind }]);
    }
    return this.setRefMap('refs', at, property, { ...KINDS[kind]?.edge });
  }

  keep(property, edge) {
    return this.addRef('kept', property, edge);
  }

  /** Reads an object of a file, with the references that the patterns describe. */
  readFrom(data, patterns, context, document) {
    this.set('data', structuredClone(data));
    const slots = [];
    for (const [pattern, kind] of Object.entries(patterns)) {
      for (const found of match(data, pattern)) {
        slots.push(...this.readReference(found, kind, context, document));
      }
    }
    return this.set('slots', slots);
  }

  readReference(found, kind, context, document) {
    const { at, value } = found;
    if (!isReference(value, kind)) {
      return [];
    }
    if (kind === 'collisionMesh') {
      const mesh = context.meshes[value];
      if (mesh) {
        this.setRefMap('refs', at, CollisionMesh.of(mesh, this.extensionName));
      }
      return [{ at, kind }];
    }
    const rule = KINDS[kind];
    const property = rule.read(context, value, found);
    if (!property) {
      // A pointer into the extension's own lists, or a name that nothing has, is no reference.
      return typeof value === 'string' ? [] : [{ at, kind, isDangling: true }];
    }
    const { edge, followsMesh } = (kind === 'pointer' ? pointerKind(value) : rule) ?? rule;
    this.setRefMap('refs', at, property, { ...edge });
    if (followsMesh) {
      const follower = document.createAnimationChannel().setTargetPath('weights').setTargetNode(property);
      this.setRefMap('followers', at, follower);
    }
    return [{ at, kind, ...rule.keep?.(context, value) }];
  }

  /** The nodes that the property is about, for anchors. */
  nodes() {
    const nodes = new Set();
    const isSubtree = new Map(this.get('slots').map(({ at, kind }) => [at, KINDS[kind]?.isSubtree]));
    for (const [at, property] of this.references()) {
      if (property?.propertyType === PropertyType.NODE) {
        nodes.add(property);
        if (isSubtree.get(at)) {
          property.traverse((node) => nodes.add(node));
        }
      }
    }
    for (const property of this.listRefs('kept')) {
      if (property.propertyType === PropertyType.NODE) {
        nodes.add(property);
      }
    }
    return nodes;
  }

  /** The object for the file that is written. */
  toJSON(context) {
    const data = structuredClone(this.get('data'));
    const gone = [];
    for (const slot of this.get('slots')) {
      const place = locate(data, slot.at);
      if (place === null) {
        continue;
      }
      const { container, key } = place;
      const target = this.target(slot.at);
      if (slot.isDangling) {
        container[key] = Math.max(container[key], KINDS[slot.kind].count?.(context) ?? 0);
      } else if (!target) {
        gone.push(place);
      } else if (target instanceof CollisionMesh) {
        container[key] = target.write(context);
      } else {
        container[key] = KINDS[slot.kind].write(context, target, slot, container[key]) ?? container[key];
      }
    }
    // From the last one, so that the places before it in a list are still right.
    for (const { container, key } of gone.reverse()) {
      if (Array.isArray(container)) {
        container.splice(Number(key), 1);
      } else {
        delete container[key];
      }
    }
    return this.inOrderOfMaterials(data, context);
  }

  /** Puts a list that is parallel to the materials in the order in which they are written. */
  inOrderOfMaterials(data, context) {
    const entries = this.get('slots').filter(({ kind }) => kind === 'materialEntry');
    if (entries.length === 0) {
      return data;
    }
    const { container } = locate(data, entries[0].at);
    const written = entries.map(({ at }) => [
      context.materialIndexMap.get(this.target(at)),
      locate(data, at).container[locate(data, at).key],
    ]);
    const byIndex = new Map(written.filter(([index]) => index !== undefined));
    const { materials = [] } = context.jsonDoc.json;
    container.splice(
      0,
      container.length,
      ...materials.map(({ name = '' }, index) => byIndex.get(index) ?? plainEntry(name)),
    );
    return data;
  }
}

/** What VRM 0.x says of a material that is drawn as glTF says. */
function plainEntry(name) {
  return {
    name,
    shader: 'VRM_USE_GLTFSHADER',
    renderQueue: 2000,
    floatProperties: {},
    vectorProperties: {},
    textureProperties: {},
    keywordMap: {},
    tagMap: {},
  };
}
