// VRMC_materials_mtoon: the look of an avatar's materials. Sinew does not draw, but expressions change these materials.
//
// Its textures are properties with texture infos, as functions expect of a material: which texture coordinates are in use, and which
// textures. They are read before, and written before, extensions of texture infos such as KHR_texture_transform.

import { Extension, ExtensionProperty, PropertyType, TextureInfo } from '@gltf-transform/core';

const NAME = 'VRMC_materials_mtoon';
const TEXTURES = [
  'shadeMultiplyTexture',
  'shadingShiftTexture',
  'matcapTexture',
  'rimMultiplyTexture',
  'outlineWidthMultiplyTexture',
  'uvAnimationMaskTexture',
];

class MToonMaterial extends ExtensionProperty {
  static EXTENSION_NAME = NAME;

  init() {
    this.extensionName = NAME;
    this.propertyType = 'MToonMaterial';
    this.parentTypes = [PropertyType.MATERIAL];
  }

  getDefaults() {
    const textures = TEXTURES.flatMap((slot) => [
      [slot, null],
      [`${slot}Info`, new TextureInfo(this.graph, `${slot}Info`)],
    ]);
    return Object.assign(super.getDefaults(), { data: {}, ...Object.fromEntries(textures) });
  }

  getData() {
    return this.get('data');
  }

  read(data, context) {
    this.set('data', structuredClone(data));
    for (const slot of TEXTURES) {
      const source = context.jsonDoc.json.textures?.[data[slot]?.index]?.source;
      if (context.textures[source]) {
        this.setRef(slot, context.textures[source]);
        context.setTextureInfo(this.getRef(`${slot}Info`), data[slot]);
      }
    }
    return this;
  }

  write(context) {
    const data = structuredClone(this.get('data'));
    for (const slot of TEXTURES) {
      const texture = this.getRef(slot);
      if (texture) {
        const { index, texCoord, extensions, extras, ...members } = data[slot] ?? {};
        data[slot] = Object.assign(context.createTextureInfoDef(texture, this.getRef(`${slot}Info`)), members);
      } else {
        delete data[slot];
      }
    }
    return data;
  }
}

export class MToon extends Extension {
  static EXTENSION_NAME = NAME;
  extensionName = NAME;
  prereadTypes = [PropertyType.MATERIAL];
  prewriteTypes = [PropertyType.MATERIAL];
  #read = new Map();
  #written = new Map();

  preread(context) {
    (context.jsonDoc.json.materials ?? []).forEach(({ extensions }, index) => {
      if (extensions?.[NAME]) {
        this.#read.set(index, new MToonMaterial(this.document.getGraph()).read(extensions[NAME], context));
      }
    });
    return this;
  }

  read(context) {
    this.#read.forEach((property, index) => context.materials[index].setExtension(NAME, property));
    this.#read.clear();
    return this;
  }

  prewrite(context) {
    for (const material of this.document.getRoot().listMaterials()) {
      const property = material.getExtension(NAME);
      if (property) {
        this.#written.set(material, property.write(context));
      }
    }
    return this;
  }

  write(context) {
    this.#written.forEach((data, material) => {
      const def = context.jsonDoc.json.materials[context.materialIndexMap.get(material)];
      (def.extensions ??= {})[NAME] = data;
    });
    this.#written.clear();
    return this;
  }
}
