/** The state of the page as its address: the query has what is shown, the fragment what was done. */

/** The longest fragment that is written: browsers and chats take as much. */
const LONGEST = 12_000;

/** The state in an address. */
export function readLink(search) {
  const query = new URLSearchParams(search);
  const number = (name) => {
    const value = Number.parseFloat(query.get(name) ?? '');
    return Number.isFinite(value) && value >= 0 ? value : null;
  };
  const list = (name, count) => {
    const values = (query.get(name) ?? '').split(',').map(Number);
    return values.length === count && values.every(Number.isFinite) ? values : null;
  };
  const flag = (name) => (query.has(name) ? query.get(name) !== '0' : null);
  const [, kind, index] = /^(node|joint|constraint|virtual):(\d+)$/.exec(query.get('select') ?? '') ?? [];
  const node = number('node');
  return {
    model: query.get('model'),
    clip: query.get('clip'),
    seconds: number('t'),
    speed: number('speed'),
    select: kind ? { kind, index: Number(index) } : node === null ? null : { kind: 'node', index: node },
    show: query.has('show') ? query.get('show').split(',').filter(Boolean) : null,
    camera: list('camera', 6),
    tab: query.get('tab'),
    filter: query.get('filter'),
    plot: number('plot'),
    compare: query.get('compare'),
    timeline: flag('timeline'),
    zoom: list('zoom', 2),
    triggers: flag('triggers'),
    orthographic: flag('orthographic'),
    grid: flag('grid'),
    ground: flag('ground'),
    follow: flag('follow'),
  };
}

/** The query of a state; what is as usual is left out. */
export function writeLink({ model, clip, seconds, speed, select, show, camera, ...rest }) {
  const query = new URLSearchParams();
  // Seven digits, for files of millimetres and of kilometres.
  const rounded = (value) => String(Number(value.toPrecision(7)));
  if (model) query.set('model', model);
  if (clip) query.set('clip', clip);
  if (seconds !== undefined) query.set('t', String(Math.round(seconds * 1000) / 1000));
  if (speed !== undefined && speed !== 1) query.set('speed', String(speed));
  if (select) query.set('select', `${select.kind}:${select.index}`);
  if (show) query.set('show', show.join(','));
  if (camera) query.set('camera', camera.map(rounded).join(','));
  for (const [name, value] of Object.entries(rest)) {
    if (value === null || value === undefined || value === '') continue;
    query.set(name, typeof value === 'boolean' ? String(Number(value)) : Array.isArray(value) ? value.map(rounded).join(',') : String(value));
  }
  // These are safe without an escape.
  return `?${query.toString().replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('%3A', ':')}`;
}

/** What was done, `[step, input]` each, as a fragment; `null` if it is too long for an address. */
export async function writeInputs(inputs) {
  if (inputs.length === 0) {
    return '';
  }
  const packed = new Blob([JSON.stringify(inputs)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = `#do=${bytes.toBase64?.({ alphabet: 'base64url', omitPadding: true }) ?? base64(bytes)}`;
  return text.length <= LONGEST ? text : null;
}

/** The inputs of a fragment; none if they cannot be read. */
export async function readInputs(hash) {
  const text = /^#do=([\w-]+)$/.exec(hash)?.[1];
  if (!text) {
    return [];
  }
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const inputs = JSON.parse(await new Response(stream).text());
    const isInput = (entry) => Array.isArray(entry) && Number.isInteger(entry[0]) && entry[0] >= 0 && typeof entry[1]?.do === 'string';
    return Array.isArray(inputs) ? inputs.filter(isInput) : [];
  } catch {
    return [];
  }
}

function base64(bytes) {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
