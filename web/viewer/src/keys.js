/** The times of the keys of animations and clips, for the timeline. */
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/**
 * The key times of each animation of a loaded file, ascending, each once. three's parser reads the accessors, so that sparse and
 * compressed ones, and channels of pointers, are included. What cannot be read has no keys.
 */
export async function animationKeys(parser) {
  const animations = Array.isArray(parser?.json.animations) ? parser.json.animations : [];
  return Promise.all(animations.map((animation) => keysOf(parser, animation)));
}

/** The key times of a clip's file: a .bvh has one a frame. */
export async function clipKeys({ name, bytes }) {
  if (/\.bvh$/i.test(name)) {
    return frameTimes(new TextDecoder().decode(bytes));
  }
  try {
    const { parser } = await new GLTFLoader().parseAsync(bytes.slice().buffer, '');
    return (await animationKeys(parser))[0] ?? [];
  } catch {
    return [];
  }
}

async function keysOf(parser, { samplers = [], channels = [] }) {
  const inputs = new Set(channels.map(({ sampler }) => samplers[sampler]?.input).filter(Number.isInteger));
  const lists = await Promise.all([...inputs].map((input) => parser.getDependency('accessor', input).catch(() => null)));
  const times = new Set(lists.flatMap((list) => [...(list?.array ?? [])]));
  return [...times].filter((time) => Number.isFinite(time)).sort((a, b) => a - b);
}

function frameTimes(text) {
  const count = Number(/Frames:\s*(\d+)/i.exec(text)?.[1] ?? 0);
  const interval = Number(/Frame Time:\s*([\d.eE+-]+)/i.exec(text)?.[1] ?? 0);
  return interval > 0 ? Array.from({ length: Math.min(count, 1e6) }, (_, frame) => frame * interval) : [];
}
