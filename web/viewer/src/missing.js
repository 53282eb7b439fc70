/** What a file lacks: buffers and images that were not given, and bytes that are cut off. */

/** The most bytes of a buffer that is filled with zeros. */
const MOST_FILLED = 256 << 20;

/** A picture of one white pixel. */
const WHITE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4////fwAJ+wP9KobjigAAAABJRU5ErkJggg==';

/**
 * Each as a sentence, and stand-ins by URI with which the rest can be shown: zeros for buffers, white for images. `bytes` are
 * the file's, made as long as its header says.
 */
export function completed(json, bytes, resources) {
  const lacks = [];
  const standIns = new Map();
  const whole = lengthened(bytes, lacks);
  for (const [index, { uri, byteLength }] of entries(json?.buffers)) {
    if (typeof uri !== 'string' || isInside(uri)) {
      continue;
    }
    const found = resources.get(uri);
    if (!found) {
      lacks.push(`Buffer ${index}, ${shown(uri)}: not found. What is made of it is not shown.`);
    } else if (found.length < byteLength) {
      lacks.push(`Buffer ${index}, ${shown(uri)}: ${found.length} of ${byteLength} bytes. What is made of the rest is not shown.`);
    }
    if (!found || found.length < byteLength) {
      const filled = new Uint8Array(Math.min(Number.isInteger(byteLength) ? Math.max(byteLength, 0) : 0, MOST_FILLED));
      filled.set((found ?? new Uint8Array()).subarray(0, filled.length));
      standIns.set(uri, URL.createObjectURL(new Blob([filled])));
    }
  }
  const uris = entries(json?.images).map(([, { uri }]) => uri);
  const images = [...new Set(uris)].filter((uri) => typeof uri === 'string' && !isInside(uri) && !resources.has(uri));
  images.forEach((uri) => standIns.set(uri, WHITE));
  if (images.length) {
    const named = images.slice(0, 6).map(shown).join(', ');
    lacks.push(`Not found, and drawn without: ${named}${images.length > 6 ? ` and ${images.length - 6} more images` : ''}.`);
  }
  return { lacks, standIns, bytes: whole };
}

/** A .glb whose end is cut off, with zeros in its place. */
function lengthened(bytes, lacks) {
  if (bytes.length < 20) {
    return bytes;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(8, true);
  if (view.getUint32(0, true) !== 0x46546c67 || length <= bytes.length || length > bytes.length + MOST_FILLED) {
    return bytes;
  }
  lacks.push(`The file is cut off: it has ${bytes.length} of ${length} bytes. What is made of the rest is not shown.`);
  const whole = new Uint8Array(length);
  whole.set(bytes);
  return whole;
}

function entries(list) {
  return (Array.isArray(list) ? [...list.entries()] : []).filter(([, entry]) => entry && typeof entry === 'object');
}

const isInside = (uri) => /^data:/i.test(uri);

function shown(uri) {
  return uri.length > 80 ? `${uri.slice(0, 77)}…` : uri;
}
