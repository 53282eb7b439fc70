// A mesh that is a collision shape.
//
// Quantization rewrites the positions of a mesh and corrects the nodes that draw it; a shape that takes the mesh itself would
// change its size. So a shape holds the accessors that it was read with. As long as the mesh has the same triangles the file refers to
// the mesh; afterwards the shape is written with its own positions.

import { Accessor, ExtensionProperty, Primitive, RefMap } from '@gltf-transform/core';

const VERTICES = { usage: 'ARRAY_BUFFER' };
const INDICES = { usage: 'ELEMENT_ARRAY_BUFFER' };

/** The positions of one primitive. */
class CollisionPrimitive extends ExtensionProperty {
  init() {
    this.extensionName = 'sinew';
    this.propertyType = 'CollisionPrimitive';
    this.parentTypes = [];
  }

  getDefaults() {
    return Object.assign(super.getDefaults(), {
      mode: 4,
      source: null,
      attributes: new RefMap(),
      indices: null,
      targets: new RefMap(),
    });
  }

  static of(primitive) {
    const property = new CollisionPrimitive(primitive.getGraph());
    property.set('mode', primitive.getMode());
    property.setRef('source', primitive);
    const position = primitive.getAttribute('POSITION');
    if (position) {
      property.setRefMap('attributes', 'POSITION', position, { ...VERTICES });
    }
    if (primitive.getIndices()) {
      property.setRef('indices', primitive.getIndices(), { ...INDICES });
    }
    primitive.listTargets().forEach((target, at) => {
      const offsets = target.getAttribute('POSITION');
      if (offsets) {
        property.setRefMap('targets', String(at), offsets, { ...VERTICES });
      }
    });
    return property;
  }

  /** An accessor that is disposed of as a duplicate is replaced by the one that the mesh has now. */
  _destroyRef(ref) {
    super._destroyRef(ref);
    const lost = ref.getChild();
    const source = this.getRef('source');
    if (!source || !(lost instanceof Accessor)) {
      return;
    }
    const { key } = ref.getAttributes();
    const found = {
      attributes: () => source.getAttribute('POSITION'),
      indices: () => source.getIndices(),
      targets: () => source.listTargets()[key]?.getAttribute('POSITION'),
    }[ref.getName()]();
    if (!found || found === lost || !lost.equals(found, new Set(['name', 'buffer', 'extras']))) {
      return;
    }
    if (ref.getName() === 'indices') {
      this.setRef('indices', found, { ...INDICES });
    } else {
      this.setRefMap(ref.getName(), key, found, { ...VERTICES });
    }
  }

  parts() {
    const keys = this.listRefMapKeys('targets');
    return {
      mode: this.get('mode'),
      position: this.getRefMap('attributes', 'POSITION'),
      indices: this.getRef('indices'),
      targets: keys.map((key) => this.getRefMap('targets', key)),
    };
  }

  toDef({ accessorIndexMap }) {
    const { mode, position, indices, targets } = this.parts();
    const def = { mode, attributes: position ? { POSITION: accessorIndexMap.get(position) } : {} };
    if (indices) {
      def.indices = accessorIndexMap.get(indices);
    }
    if (targets.length > 0) {
      def.targets = targets.map((offsets) => ({ POSITION: accessorIndexMap.get(offsets) }));
    }
    return def;
  }
}

export class CollisionMesh extends ExtensionProperty {
  init() {
    this.extensionName = 'sinew';
    this.propertyType = 'CollisionMesh';
    this.parentTypes = [];
  }

  getDefaults() {
    return Object.assign(super.getDefaults(), { mesh: null, primitives: new RefMap(), weights: [] });
  }

  static of(mesh) {
    const shape = new CollisionMesh(mesh.getGraph());
    shape.setName(mesh.getName());
    shape.setRef('mesh', mesh);
    shape.set('weights', mesh.getWeights());
    mesh
      .listPrimitives()
      .forEach((primitive, at) => shape.setRefMap('primitives', String(at), CollisionPrimitive.of(primitive)));
    return shape;
  }

  /** The mesh that the shape was made of; `null` after its disposal. */
  getMesh() {
    return this.getRef('mesh');
  }

  primitives() {
    return this.listRefMapKeys('primitives').map((key) => this.getRefMap('primitives', key));
  }

  /** The index of a mesh with these positions, which is added where no mesh has them. */
  write(context) {
    const mesh = this.getMesh();
    const index = mesh ? context.meshIndexMap.get(mesh) : undefined;
    const shapes = this.primitives();
    if (
      index !== undefined &&
      sameSurface(
        mesh.listPrimitives().map(partsOf),
        shapes.map((shape) => shape.parts()),
      )
    ) {
      return index;
    }
    const { meshes } = context.jsonDoc.json;
    // Shapes of one mesh share what is added for it.
    const added = (context.extensionData.sinewCollisionMeshes ??= new Map());
    const primitives = shapes.map((shape) => shape.toDef(context));
    const key = JSON.stringify([primitives, this.get('weights')]);
    if (!added.has(key)) {
      const def = { primitives };
      if (this.getName()) {
        def.name = this.getName();
      }
      if (this.get('weights').length > 0) {
        def.weights = this.get('weights');
      }
      added.set(key, meshes.push(def) - 1);
    }
    return added.get(key);
  }
}

function partsOf(primitive) {
  return {
    mode: primitive.getMode(),
    position: primitive.getAttribute('POSITION'),
    indices: primitive.getIndices(),
    targets: primitive.listTargets().map((target) => target.getAttribute('POSITION')),
  };
}

/** Whether two lists of primitives have the same triangles, in whatever order: welding and reordering change no shape. */
function sameSurface(a, b) {
  if (a.length === b.length && a.every((part, at) => isSame(part, b[at]))) {
    return true;
  }
  const count = new Map();
  for (const face of a.flatMap((part) => [...faces(part)])) {
    count.set(face, (count.get(face) ?? 0) + 1);
  }
  for (const face of b.flatMap((part) => [...faces(part)])) {
    if (!count.get(face)) {
      return false;
    }
    count.set(face, count.get(face) - 1);
  }
  return [...count.values()].every((left) => left === 0);
}

function isSame(a, b) {
  const isTargetSame = (target, at) => target === b.targets[at];
  return (
    a.mode === b.mode &&
    a.position === b.position &&
    a.indices === b.indices &&
    a.targets.length === b.targets.length &&
    a.targets.every(isTargetSame)
  );
}

/** The faces of a primitive as text: the positions and offsets of their corners, from the smallest corner on. */
function* faces({ mode, position, indices, targets }) {
  if (!position) {
    return;
  }
  const corner = (vertex) => {
    const all = [position, ...targets].map((accessor) => (accessor ? accessor.getElement(vertex, []).join() : ''));
    return all.join(';');
  };
  const order = indices ? [...indices.getArray()] : Array.from({ length: position.getCount() }, (_, at) => at);
  const corners = order.map(corner);
  const { TRIANGLES } = Primitive.Mode;
  if (mode !== TRIANGLES) {
    yield `${mode}:${corners.join(' ')}`;
    return;
  }
  for (let at = 0; at + 2 < corners.length; at += 3) {
    const [a, b, c] = corners.slice(at, at + 3);
    const least = [a, b, c].sort()[0];
    yield least === a ? `${a} ${b} ${c}` : least === b ? `${b} ${c} ${a}` : `${c} ${a} ${b}`;
  }
}
