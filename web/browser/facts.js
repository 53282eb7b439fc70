/** What a picture of the viewer shows, as numbers; and what a file says that it should show. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The JSON of a file. */
export function jsonOf(bytes) {
  const isGlb = bytes.length > 20 && bytes.readUInt32LE(0) === 0x46546c67;
  return JSON.parse(isGlb ? bytes.subarray(20, 20 + bytes.readUInt32LE(12)) : bytes);
}

/** A file with those that it names and that are there. */
export function withResources(path, json = jsonOf(readFileSync(path))) {
  const uris = [...(json.buffers ?? []), ...(json.images ?? [])].map(({ uri }) => uri).filter((uri) => uri && !uri.startsWith('data:'));
  return [path, ...new Set(uris.map((uri) => join(dirname(path), decodeURIComponent(uri))))].filter(existsSync);
}

/** The primitives with positions that the scene of a file shows. Points and lines are no meshes. */
export function primitives(json) {
  let count = 0;
  const visit = (index) => {
    const node = json.nodes[index];
    if (node.extensions?.KHR_node_visibility?.visible === false) {
      return;
    }
    const { primitives: list = [] } = json.meshes?.[node.mesh] ?? {};
    count += list.filter(({ attributes, mode = 4 }) => attributes.POSITION !== undefined && mode >= 4).length;
    (node.children ?? []).forEach(visit);
  };
  (json.scenes?.[json.scene ?? 0]?.nodes ?? []).forEach(visit);
  return count;
}

/**
 * Of the picture that a page shows: drawn meshes and stand-ins, the pixels that the subject takes up (`height`, and `fills` of the
 * view), the number of colours, the mean brightness of the subject (0…255), and whether the page is wider than the screen.
 */
export function factsOf(page) {
  return page.evaluate(() => {
    const { stage, session } = globalThis.viewer;
    stage.render();
    const canvas = document.getElementById('canvas');
    const { clientWidth: width, clientHeight: height } = canvas;
    const { meshes, left, right, top, bottom } = stage.measure();
    const copy = Object.assign(document.createElement('canvas'), { width: 64, height: 64 }).getContext('2d', { willReadFrequently: true });
    const read = (...area) => {
      copy.clearRect(0, 0, 64, 64);
      copy.drawImage(canvas, ...area, 0, 0, 64, 64);
      return copy.getImageData(0, 0, 64, 64).data;
    };
    const all = read(0, 0, canvas.width, canvas.height);
    const colors = new Set();
    for (let at = 0; at < all.length; at += 4) {
      colors.add((all[at] >> 3) | ((all[at + 1] >> 3) << 5) | ((all[at + 2] >> 3) << 10) | ((all[at + 3] >> 3) << 15));
    }
    // The middle of the subject, where it is opaque.
    const scale = canvas.width / width;
    const [x, y] = [Math.max(left + (right - left) / 4, 0), Math.max(top + (bottom - top) / 4, 0)];
    const inner = read(x * scale, y * scale, Math.max(((right - left) / 2) * scale, 1), Math.max(((bottom - top) / 2) * scale, 1));
    let [sum, count] = [0, 0];
    for (let at = 0; at < inner.length; at += 4) {
      if (inner[at + 3] > 200) {
        sum += (inner[at] + inner[at + 1] + inner[at + 2]) / 3;
        count += 1;
      }
    }
    return {
      meshes,
      standIns: session.standIns.length,
      height: bottom - top,
      width: right - left,
      fills: Math.max((bottom - top) / height, (right - left) / width),
      colors: colors.size,
      brightness: count ? sum / count : null,
      overflow: document.documentElement.scrollWidth - innerWidth,
      message: document.getElementById('messages').textContent,
    };
  });
}

/** What is wrong with a picture, in words. `wanted`: the number of meshes that the file shows. */
export function faultsOf({ meshes, standIns, fills, colors, brightness, overflow }, wanted) {
  return [
    meshes - standIns !== wanted && `${meshes - standIns} meshes are drawn of ${wanted}`,
    !(fills > 0.55 && fills <= 1.01) && `the subject takes up ${fills.toFixed(2)} of the view`,
    colors <= 12 && `${colors} colours`,
    // Nothing in these files is black or glows: metal that reflects nothing would be.
    brightness !== null && !(brightness > 18 && brightness < 252) && `its mean brightness is ${brightness.toFixed(0)}`,
    overflow > 0 && `the page is ${overflow} px too wide`,
  ].filter(Boolean);
}
