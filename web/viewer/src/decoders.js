/** Decoders of compressed meshes and textures: three's own, loaded when a file needs them. */
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { DRACOLoader, DRACO_GLTF_CONFIG } from 'three/addons/loaders/DRACOLoader.js';
import { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js';
import { LoadingManager } from 'three';

import { embeddedUrl, prepareUrls } from './embedded.js';

let draco = null;
let ktx2 = null;

/** Gives a loader what the extensions of a file need. */
export async function addDecoders(loader, json, renderer) {
  const used = new Set(Array.isArray(json?.extensionsUsed) ? json.extensionsUsed : []);
  loader.setMeshoptDecoder(MeshoptDecoder);
  const manager = new LoadingManager();
  manager.setURLModifier(embeddedUrl);
  if (used.has('KHR_draco_mesh_compression')) {
    await prepareUrls(DRACO_GLTF_CONFIG.js, DRACO_GLTF_CONFIG.wasm);
    draco ??= new DRACOLoader(manager).setDecoderPath(DRACO_GLTF_CONFIG);
    loader.setDRACOLoader(draco);
  }
  if (used.has('KHR_texture_basisu')) {
    await prepareUrls('basis_transcoder.js', 'basis_transcoder.wasm');
    ktx2 ??= new KTX2Loader(manager).detectSupport(renderer);
    loader.setKTX2Loader(ktx2);
  }
}
