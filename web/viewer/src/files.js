/** Files of the user: bytes with a name, and the resources of a .gltf. */
import { element } from './dom.js';

const CLIP = /\.(vrma|bvh)$/i;
const MODEL = /\.(glb|gltf|vrm)$/i;

/** Finds the model with its resources, and the clip, among dropped or chosen files. */
export async function readFiles(files) {
  const model = files.find(({ name }) => MODEL.test(name));
  const clip = files.find(({ name }) => CLIP.test(name));
  if (!model && !clip) {
    const names = files.map(({ name }) => name).join(', ');
    throw new Error(
      `${names || 'Nothing'}: give a .glb, .gltf (with its .bin) or .vrm, or a .vrma or .bvh for an avatar.`,
    );
  }
  const bytesOf = async (file) => file && { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  const resources = new Map();
  for (const file of files) {
    if (file !== model && file !== clip) {
      const { bytes } = await bytesOf(file);
      resources.set(file.path ?? file.name, bytes);
    }
  }
  const read = await bytesOf(model);
  return { model: read && { ...read, resources: named(read.bytes, resources) }, clip: await bytesOf(clip) };
}

/** A model at an address, with its buffers and images. */
export async function fetchModel(address) {
  const url = new URL(address, document.baseURI);
  const bytes = await fetchBytes(url);
  const resources = new Map();
  for (const uri of urisOf(bytes)) {
    // A missing file is reported by its reader, with the JSON pointer.
    const found = await fetchBytes(new URL(uri, url)).catch(() => null);
    if (found) {
      resources.set(uri, found);
    }
  }
  return { name: nameOf(url), bytes, resources };
}

export async function fetchClip(address) {
  const url = new URL(address, document.baseURI);
  return { name: nameOf(url), bytes: await fetchBytes(url) };
}

/** The files of a drop, those in dropped folders included. */
export async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some((entry) => entry.isDirectory)) {
    return [...transfer.files];
  }
  const files = [];
  const pending = entries.map((entry) => [entry, '']);
  while (pending.length) {
    const [entry, folder] = pending.pop();
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
      files.push(Object.assign(file, { path: folder + entry.name }));
    } else {
      const reader = entry.createReader();
      for (;;) {
        const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        if (!some.length) break;
        // The dropped folder itself is not part of the URIs.
        pending.push(...some.map((inner) => [inner, entries.includes(entry) ? '' : `${folder}${entry.name}/`]));
      }
    }
  }
  return files;
}

/** The JSON of a .gltf or .glb; `null` if it is neither, which the reader reports. */
export function jsonOf(bytes) {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isGlb = bytes.byteLength >= 20 && view.getUint32(0, true) === 0x46546c67;
    const text = isGlb ? bytes.subarray(20, 20 + view.getUint32(12, true)) : bytes;
    return JSON.parse(new TextDecoder().decode(text));
  } catch {
    return null;
  }
}

function urisOf(bytes) {
  const json = jsonOf(bytes);
  const lists = [json?.buffers, json?.images].filter(Array.isArray);
  const uris = lists.flat().map((entry) => entry?.uri);
  return [...new Set(uris.filter((uri) => typeof uri === 'string' && !/^[a-z][a-z0-9+.-]*:/i.test(uri)))];
}

/** Resources by URI: the same path, or else the same file name. */
function named(bytes, resources) {
  const last = (path) => path.split('/').at(-1);
  const found = new Map();
  for (const uri of urisOf(bytes)) {
    const path = decoded(uri).replace(/^\.\//, '');
    const match = resources.get(path) ?? [...resources].find(([name]) => last(name) === last(path))?.[1];
    if (match) {
      found.set(uri, match);
    }
  }
  return found;
}

function decoded(uri) {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** Offers a text or bytes as a download. */
export function saveFile(name, content) {
  const url = URL.createObjectURL(new Blob([content]));
  element('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function fetchBytes(url) {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${nameOf(url)}: ${response.status} ${response.statusText || 'could not be fetched'}`);
  }
  return new Uint8Array(await response.arrayBuffer());
}

function nameOf(url) {
  return decoded(url.pathname.split('/').at(-1)) || url.href;
}
