// The model of a file by its address.

import { Model, init } from '../src/index.js';

/** Fetches a .glb, .vrm or .gltf with its buffers, and reads it. Rejects where one of them cannot be fetched. */
export async function loadModel(url, options = {}) {
  const base = new URL(url, globalThis.document?.baseURI);
  const [bytes] = await Promise.all([get(base), init()]);
  const isBinary = new DataView(bytes).byteLength >= 4 && new DataView(bytes).getUint32(0, true) === 0x46546c67;
  const resources = {};
  if (!isBinary) {
    const { buffers = [] } = parse(bytes);
    const addresses = buffers
      .map(({ uri }) => uri)
      .filter((uri) => typeof uri === 'string' && !uri.startsWith('data:'));
    await Promise.all(addresses.map(async (uri) => (resources[uri] = await get(new URL(uri, base)))));
  }
  return Model.parse(bytes, { resources, ...options });
}

async function get(url) {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`sinew: ${url}: ${response.status} ${response.statusText}`);
  }
  return response.arrayBuffer();
}

/** What is no JSON has no buffers; reading it says what is wrong. */
function parse(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) ?? {};
  } catch {
    return {};
  }
}
