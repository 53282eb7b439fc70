/** The lanes of the timeline, and what is in them between two times. */
import { after } from '../../marks.js';
import { keyTimes } from '../../playback.js';
import { EVENT_WORDS, fixed, nodeName } from '../../words.js';

const LANES = {
  keys: ['Keys', '#f0a020'],
  contacts: ['Contacts', '#ff4f7b'],
  triggers: ['Triggers', '#1fb57a'],
  joints: ['Joints', '#a16bff'],
  graph: ['Graph', '#3d8bff'],
  inputs: ['Inputs', '#8b95a7'],
};

/** The lanes that a file can fill: `{ name, title, color }`. */
export function lanesOf({ model, json, clips }) {
  const { animations, physics } = model.info;
  const has = {
    keys: animations.length > 0 || clips.length > 0,
    contacts: Boolean(physics?.colliders.length),
    triggers: Boolean(physics?.triggers.length),
    joints: Boolean(physics?.joints.length),
    graph: Boolean(json?.extensions?.KHR_interactivity),
    inputs: true,
  };
  const names = Object.keys(LANES).filter((name) => has[name]);
  return names.map((name) => ({ name, title: LANES[name][0], color: LANES[name][1] }));
}

/** The times of a lane's marks between two, in seconds, ascending. Keys of what plays now are also those to come. */
export function timesOf(session, marks, lane, from, to) {
  const { dt } = session.controller.world;
  const steps = (list) => list.map((step) => step * dt).filter((time) => time >= from && time <= to);
  switch (lane) {
    case 'keys':
      return keysBetween(session, marks, from, to);
    case 'inputs':
      return steps(session.timeline.inputSteps);
    default: {
      const row = marks.rows[lane];
      return steps(row.slice(after(row, Math.floor(from / dt) - 1), after(row, Math.ceil(to / dt))).map(({ step }) => step));
    }
  }
}

function keysBetween(session, marks, from, to) {
  const { controller, timeline, clips, clip, keys = [] } = session;
  const { dt } = controller.world;
  const times = marks.playbacks.flatMap((playback) => {
    // What played at the last step is expected to go on.
    const end = playback.to >= timeline.last ? Infinity : playback.to * dt;
    const [first, last] = [Math.max(from, playback.from * dt), Math.min(to, end)];
    return first <= last ? keyTimes({ ...playback, keys: keys[playback.animation] ?? [] }, first, last) : [];
  });
  const played = clips.find((entry) => entry.clip === clip);
  if (played) {
    // A clip starts where the timeline does, and loops.
    const start = timeline.first * dt;
    const playback = { keys: played.keys ?? [], duration: clip.duration, start: -start, speed: 1, wrap: 'loop' };
    times.push(...keyTimes(playback, Math.max(from, start), to));
  }
  return times.sort((a, b) => a - b);
}

/** What is at a step, in words; `null` if it is nothing. */
export function wordsAt(session, marks, lanes, step) {
  const { model, controller, timeline } = session;
  const { dt } = controller.world;
  const last = marks.lastAt(step);
  const events = marks.events.slice(marks.lastAt(step - 1) + 1, last + 1).map((event) => eventWords(model, event));
  const isShown = (name) => lanes.some((lane) => lane.name === name);
  const keys = isShown('keys') ? timesOf(session, marks, 'keys', (step - 0.5) * dt, (step + 0.5) * dt).length : 0;
  const inputs = timeline.inputsUntil(step).filter(([at]) => at === step);
  const words = [
    keys > 0 && (keys === 1 ? 'a key' : `${keys} keys`),
    ...events.slice(0, 3),
    events.length > 3 && `and ${events.length - 3} more`,
    inputs.length > 0 && `you: ${[...new Set(inputs.map(([, input]) => input.do))].join(', ')}`,
  ].filter(Boolean);
  return words.length ? `${fixed(step * dt, 2)} s: ${words.join('; ')}` : null;
}

/** An event as a sentence. The subject of a trigger event is the collider. */
export function eventWords(model, { kind, a, b, name }) {
  if (kind === 'graph') {
    return `the graph sends ${name}`;
  }
  const [who, whom] = kind.startsWith('trigger') ? [b, a] : [a, b];
  return `${nodeName(model, who)} ${EVENT_WORDS[kind]} ${nodeName(model, whom)}`;
}
