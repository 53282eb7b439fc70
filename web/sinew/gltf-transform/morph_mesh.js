// A mesh whose weights change while the file runs, for every node that draws it.
//
// Functions that merge equal meshes would have the nodes of the others change with it. Where that has happened, the nodes of this one get a
// mesh of their own again when the file is written; it shares all accessors.

import { ExtensionProperty, RefSet } from '@gltf-transform/core';

export class MorphMesh extends ExtensionProperty {
  init() {
    this.extensionName = 'sinew';
    this.propertyType = 'MorphMesh';
    this.parentTypes = [];
  }

  getDefaults() {
    return Object.assign(super.getDefaults(), { mesh: null, drawn: new RefSet() });
  }

  static of(mesh) {
    const property = new MorphMesh(mesh.getGraph());
    property.setRef('mesh', mesh);
    drawing(mesh).forEach((node) => property.addRef('drawn', node));
    return property;
  }

  getMesh() {
    return this.getRef('mesh');
  }

  write(context) {
    const mesh = this.getMesh();
    const index = mesh ? context.meshIndexMap.get(mesh) : undefined;
    if (index === undefined) {
      return undefined;
    }
    const own = new Set(this.listRefs('drawn'));
    // Quantization moves meshes to children.
    const isOwn = (node) => own.has(node) || own.has(node.getParentNode());
    const nodes = drawing(mesh);
    if (own.size === 0 || nodes.every(isOwn)) {
      return index;
    }
    const { json } = context.jsonDoc;
    const split = (context.extensionData.sinewMorphMeshes ??= new Map());
    const mine = nodes.filter(isOwn).map((node) => context.nodeIndexMap.get(node));
    const key = `${index}:${mine}`;
    if (!split.has(key)) {
      split.set(key, json.meshes.push(structuredClone(json.meshes[index])) - 1);
      mine.forEach((node) => (json.nodes[node].mesh = split.get(key)));
    }
    return split.get(key);
  }
}

function drawing(mesh) {
  return mesh.listParents().filter((parent) => parent.propertyType === 'Node' && parent.getMesh() === mesh);
}
