import { Vector2 } from 'three';

/** The colour of a material that three keeps in linear sRGB, as glTF does. */
const color = (name) => ({ slot: name, write: (material, [r, g, b]) => material[name].setRGB(r, g, b) });
const number = (name) => ({ slot: name, write: (material, [value]) => (material[name] = value) });

/** The properties of `/materials/N/…`, by what three calls them. */
const PROPERTIES = {
  'pbrMetallicRoughness/baseColorFactor': {
    slot: 'color',
    write: (material, [r, g, b, a]) => {
      material.color.setRGB(r, g, b);
      material.opacity = a;
    },
  },
  'pbrMetallicRoughness/metallicFactor': number('metalness'),
  'pbrMetallicRoughness/roughnessFactor': number('roughness'),
  emissiveFactor: color('emissive'),
  alphaCutoff: { slot: 'alphaTest', write: (material, [value]) => material.alphaTest > 0 && (material.alphaTest = value) },
  'normalTexture/scale': {
    slot: 'normalScale',
    // The loader mirrors Y where a mesh has no tangents.
    write: ({ normalScale }, [value]) => normalScale.set(value, Math.sign(normalScale.y || 1) * value),
  },
  'occlusionTexture/strength': number('aoMapIntensity'),
  'extensions/KHR_materials_emissive_strength/emissiveStrength': number('emissiveIntensity'),
  'extensions/KHR_materials_ior/ior': number('ior'),
  'extensions/KHR_materials_dispersion/dispersion': number('dispersion'),
  'extensions/KHR_materials_transmission/transmissionFactor': number('transmission'),
  'extensions/KHR_materials_volume/thicknessFactor': number('thickness'),
  'extensions/KHR_materials_volume/attenuationDistance': number('attenuationDistance'),
  'extensions/KHR_materials_volume/attenuationColor': color('attenuationColor'),
  'extensions/KHR_materials_clearcoat/clearcoatFactor': number('clearcoat'),
  'extensions/KHR_materials_clearcoat/clearcoatRoughnessFactor': number('clearcoatRoughness'),
  'extensions/KHR_materials_clearcoat/clearcoatNormalTexture/scale': {
    slot: 'clearcoatNormalScale',
    write: ({ clearcoatNormalScale: scale }, [value]) => scale.set(value, Math.sign(scale.y || 1) * value),
  },
  'extensions/KHR_materials_sheen/sheenColorFactor': color('sheenColor'),
  'extensions/KHR_materials_sheen/sheenRoughnessFactor': number('sheenRoughness'),
  'extensions/KHR_materials_specular/specularFactor': number('specularIntensity'),
  'extensions/KHR_materials_specular/specularColorFactor': color('specularColor'),
  'extensions/KHR_materials_iridescence/iridescenceFactor': number('iridescence'),
  'extensions/KHR_materials_iridescence/iridescenceIor': number('iridescenceIOR'),
  'extensions/KHR_materials_iridescence/iridescenceThicknessMinimum': {
    slot: 'iridescenceThicknessRange',
    write: ({ iridescenceThicknessRange: range }, [value]) => (range[0] = value),
  },
  'extensions/KHR_materials_iridescence/iridescenceThicknessMaximum': {
    slot: 'iridescenceThicknessRange',
    write: ({ iridescenceThicknessRange: range }, [value]) => (range[1] = value),
  },
  'extensions/KHR_materials_anisotropy/anisotropyStrength': number('anisotropy'),
  'extensions/KHR_materials_anisotropy/anisotropyRotation': number('anisotropyRotation'),
};

/** The slots of textures, by what three calls them. A texture of metal and roughness is in two. */
const TEXTURES = {
  'pbrMetallicRoughness/baseColorTexture': ['map'],
  'pbrMetallicRoughness/metallicRoughnessTexture': ['metalnessMap', 'roughnessMap'],
  normalTexture: ['normalMap'],
  occlusionTexture: ['aoMap'],
  emissiveTexture: ['emissiveMap'],
  'extensions/KHR_materials_transmission/transmissionTexture': ['transmissionMap'],
  'extensions/KHR_materials_volume/thicknessTexture': ['thicknessMap'],
  'extensions/KHR_materials_clearcoat/clearcoatTexture': ['clearcoatMap'],
  'extensions/KHR_materials_clearcoat/clearcoatRoughnessTexture': ['clearcoatRoughnessMap'],
  'extensions/KHR_materials_clearcoat/clearcoatNormalTexture': ['clearcoatNormalMap'],
  'extensions/KHR_materials_sheen/sheenColorTexture': ['sheenColorMap'],
  'extensions/KHR_materials_sheen/sheenRoughnessTexture': ['sheenRoughnessMap'],
  'extensions/KHR_materials_specular/specularTexture': ['specularIntensityMap'],
  'extensions/KHR_materials_specular/specularColorTexture': ['specularColorMap'],
  'extensions/KHR_materials_iridescence/iridescenceTexture': ['iridescenceMap'],
  'extensions/KHR_materials_iridescence/iridescenceThicknessTexture': ['iridescenceThicknessMap'],
  'extensions/KHR_materials_anisotropy/anisotropyTexture': ['anisotropyMap'],
};

/** Every texture of a material, which an expression moves at once: those of MToon too. */
const MOVED = [
  'map',
  'normalMap',
  'emissiveMap',
  'shadeMultiplyTexture',
  'shadingShiftTexture',
  'rimMultiplyTexture',
  'outlineWidthMultiplyTexture',
  'uvAnimationMaskTexture',
];

/** The colours of expressions. Alpha counts for the base colour alone. */
const COLORS = {
  color: ['color'],
  emissionColor: ['emissive'],
  shadeColor: ['shadeColorFactor'],
  matcapColor: ['matcapFactor'],
  rimColor: ['parametricRimColorFactor'],
  outlineColor: ['outlineColorFactor'],
};

/** What writes a property of a material, and what restores it; `null` if three does not draw it on this material. */
export function materialWriter(material, path) {
  const known = PROPERTIES[path];
  if (known) {
    return material[known.slot] === undefined ? null : writer(material, slotsOf(known.slot), known.write);
  }
  const transform = path.match(/^(.*)\/extensions\/KHR_texture_transform\/(offset|rotation|scale)$/);
  const slots = transform && TEXTURES[transform[1]]?.filter((slot) => material[slot]);
  return slots?.length ? textureWriter(material, slots, transform[2]) : null;
}

/** What writes a value of an expression's material bind. */
export function bindWriter(material, type) {
  if (type === 'textureTransform') {
    const slots = MOVED.filter((slot) => material[slot]);
    return slots.length ? textureWriter(material, slots, 'scaleAndOffset') : null;
  }
  const [slot] = COLORS[type];
  return material[slot] === undefined
    ? null
    : writer(material, slotsOf(slot), (to, [r, g, b, a]) => {
        to[slot].setRGB(r, g, b);
        if (slot === 'color') {
          to.opacity = a;
        }
      });
}

/** The base colour has the alpha. */
const slotsOf = (slot) => (slot === 'color' ? ['color', 'opacity'] : [slot]);

function writer(material, slots, write) {
  const before = slots.map((slot) => [slot, copied(material[slot])]);
  return {
    write: (value) => write(material, value),
    restore: () => before.forEach(([slot, value]) => assign(material, slot, value)),
  };
}

function textureWriter(material, slots, part) {
  // Materials share textures, and their transforms are of the texture: this one gets its own.
  const shared = new Map();
  for (const slot of slots) {
    const own = shared.get(material[slot]) ?? material[slot].clone();
    shared.set(material[slot], own);
    material[slot] = own;
  }
  const textures = [...shared.values()];
  const before = textures.map(({ offset, repeat, rotation }) => [offset.clone(), repeat.clone(), rotation]);
  const parts = {
    offset: (texture, value) => texture.offset.fromArray(value),
    scale: (texture, value) => texture.repeat.fromArray(value),
    rotation: (texture, [value]) => (texture.rotation = value),
    scaleAndOffset: (texture, value) => {
      texture.repeat.fromArray(value);
      texture.offset.fromArray(value, 2);
    },
  };
  return {
    write: (value) => textures.forEach((texture) => parts[part](texture, value)),
    restore: () =>
      textures.forEach((texture, at) => {
        texture.offset.copy(before[at][0]);
        texture.repeat.copy(before[at][1]);
        texture.rotation = before[at][2];
      }),
  };
}

function copied(value) {
  if (Array.isArray(value)) {
    return [...value];
  }
  return value?.isColor || value instanceof Vector2 ? value.clone() : value;
}

function assign(material, slot, value) {
  if (Array.isArray(value)) {
    value.forEach((part, at) => (material[slot][at] = part));
  } else if (value?.isColor || value instanceof Vector2) {
    material[slot].copy(value);
  } else if (value !== undefined) {
    material[slot] = value;
  }
}
