/** Toon materials of VRM, by three-vrm's loaders of materials alone: bones, springs, faces and eyes are Sinew's. */
import { VRMMaterialsHDREmissiveMultiplierLoaderPlugin } from '@pixiv/three-vrm-materials-hdr-emissive-multiplier';
import { MToonMaterialLoaderPlugin } from '@pixiv/three-vrm-materials-mtoon';
import { VRMMaterialsV0CompatPlugin } from '@pixiv/three-vrm-materials-v0compat';

export const toonPlugins = [
  (parser) => new VRMMaterialsV0CompatPlugin(parser),
  (parser) => new VRMMaterialsHDREmissiveMultiplierLoaderPlugin(parser),
  (parser) => new MToonMaterialLoaderPlugin(parser),
];

export function isVrm(json) {
  const { extensions = {} } = json ?? {};
  const used = [json?.extensionsUsed].flat();
  return 'VRM' in extensions || 'VRMC_vrm' in extensions || used.includes('VRMC_materials_mtoon');
}

/** Runs the animations of texture coordinates. */
export function updateToon(materials, seconds) {
  materials.forEach((material) => material.update?.(seconds));
}
