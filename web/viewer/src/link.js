/** The state of the page as the query of its address. */

/** The state in an address. */
export function readLink(search) {
  const query = new URLSearchParams(search);
  const number = (name) => {
    const value = Number.parseFloat(query.get(name) ?? '');
    return Number.isFinite(value) && value >= 0 ? value : null;
  };
  const camera = (query.get('camera') ?? '').split(',').map(Number);
  return {
    model: query.get('model'),
    clip: query.get('clip'),
    seconds: number('t'),
    speed: number('speed'),
    node: number('node'),
    show: query.has('show') ? query.get('show').split(',').filter(Boolean) : null,
    camera: camera.length === 6 && camera.every(Number.isFinite) ? camera : null,
  };
}

/** The query of a state. */
export function writeLink({ model, clip, seconds, speed, node, show, camera }) {
  const query = new URLSearchParams();
  const rounded = (value) => String(Math.round(value * 1000) / 1000);
  query.set('model', model);
  if (clip) query.set('clip', clip);
  if (seconds !== undefined) query.set('t', rounded(seconds));
  if (speed !== undefined && speed !== 1) query.set('speed', String(speed));
  if (node !== null && node !== undefined) query.set('node', String(node));
  if (show) query.set('show', show.join(','));
  if (camera) query.set('camera', camera.map(rounded).join(','));
  // These are safe without an escape.
  return `?${query.toString().replaceAll('%2F', '/').replaceAll('%2C', ',')}`;
}
