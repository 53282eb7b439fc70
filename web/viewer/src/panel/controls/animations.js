/** Animations of the file and clips: one plays, others are faded to or mixed in. */
import { element } from '../../dom.js';
import { fixed } from '../../words.js';
import { slider } from '../slider.js';

const WRAP_MODES = { loop: 'loop', hold: 'once, then hold', release: 'once, then release', pingPong: 'back and forth' };

/** Chosen once for all files. */
const mixing = { seconds: 0.3, isMixed: false };

export function animationCards({ session, act, playClip, stopClip, rebuild }) {
  const cards = [];
  const updates = [];
  const { animations } = session.model.info;
  const { instance } = session.controller;
  const playing = (index) => instance.playing.find(({ animation, fade }) => animation === index && !fade?.stops);
  if (animations.length) {
    const card = element('div', { class: 'card controls' }, element('h3', {}, 'Animations'));
    if (animations.length > 1) {
      card.append(...fadeRow());
    }
    for (const { index, name, duration } of animations) {
      const { row, update } = animationRow({ index, title: name ?? `animation ${index}`, duration, playing, act, rebuild });
      card.append(row);
      updates.push(update);
      if (playing(index)) {
        const state = settingRows({ index, duration, playing, act });
        card.append(...state.rows);
        updates.push(...state.updates);
      }
    }
    // What ended by itself has no settings any more.
    let shown = instance.playing.length;
    updates.push(() => {
      const now = instance.playing.length;
      if (now !== shown) {
        shown = now;
        rebuild();
      }
    });
    cards.push(card);
  }
  if (session.clips.length) {
    const rows = session.clips.map((entry) => clipRow(entry, session.clip === entry.clip, { playClip, stopClip }));
    cards.push(element('div', { class: 'card controls' }, element('h3', {}, 'Clips'), ...rows));
  }
  return { cards, updates };
}

function fadeRow() {
  const fade = slider('Cross-fade', {
    min: 0,
    max: 2,
    step: 0.05,
    unit: 's',
    read: () => mixing.seconds,
    write: (seconds) => (mixing.seconds = Math.max(seconds, 0)),
  });
  const box = element('input', { type: 'checkbox', onchange: () => (mixing.isMixed = box.checked) });
  box.checked = mixing.isMixed;
  return [fade.row, element('label', { class: 'check' }, box, 'Play beside what plays already')];
}

function animationRow({ index, title, duration, playing, act, rebuild }) {
  const toggle = () => {
    if (playing(index)) {
      act({ do: 'stop', animation: index });
    } else if (mixing.isMixed) {
      act({ do: 'play', playing: { animation: index, time: 0, speed: 1, repeat: 'loop' } });
    } else {
      const state = { animation: index, time: 0, speed: 1, repeat: 'loop' };
      act({ do: 'crossFade', playing: state, seconds: mixing.seconds });
    }
    rebuild();
  };
  const button = element('button', { class: 'icon-only', onclick: toggle }, '');
  const time = element('span', { class: 'muted time' });
  const update = () => {
    const state = playing(index);
    button.textContent = state ? '■' : '▶';
    button.setAttribute('aria-label', `${state ? 'Stop' : 'Play'} ${title}`);
    time.textContent = state ? `${fixed(wrapped(state.time, duration), 1)} / ${fixed(duration, 1)} s` : `${fixed(duration, 1)} s`;
  };
  update();
  return { row: element('div', { class: 'play-row' }, button, element('span', { class: 'name' }, title), time), update };
}

function wrapped(time, duration) {
  return duration > 0 ? ((time % duration) + duration) % duration : 0;
}

function settingRows({ index, duration, playing, act }) {
  const state = () => playing(index) ?? { time: 0, speed: 1, weight: 1, repeat: 'loop' };
  const set = (part, change) => act({ do: 'play', playing: { ...state(), ...change } }, `play ${index} ${part}`);
  const rows = [
    slider('Time', {
      min: 0,
      max: Math.max(duration, 0.001),
      unit: 's',
      read: () => wrapped(state().time, duration),
      write: (time) => set('time', { time }),
    }),
    slider('Speed', { min: -2, max: 2, step: 0.05, read: () => state().speed, write: (speed) => set('speed', { speed }) }),
    slider('Weight', { min: 0, max: 1, read: () => state().weight ?? 1, write: (weight) => set('weight', { weight }) }),
  ];
  const options = Object.entries(WRAP_MODES).map(([value, title]) => element('option', { value }, title));
  const select = element('select', { id: `wrap-${index}`, onchange: () => set('repeat', { repeat: select.value }) }, ...options);
  select.value = state().repeat;
  const wrap = element('div', { class: 'control' }, element('label', { for: select.id }, 'At its end'), select);
  return { rows: [...rows.map(({ row }) => row), wrap], updates: rows.map(({ update }) => update) };
}

function clipRow({ name, clip }, isPlaying, { playClip, stopClip }) {
  const button = element(
    'button',
    { class: 'icon-only', 'aria-label': `${isPlaying ? 'Stop' : 'Play'} ${name}`, onclick: () => (isPlaying ? stopClip() : playClip(clip)) },
    isPlaying ? '■' : '▶',
  );
  const time = element('span', { class: 'muted time' }, `${fixed(clip.duration, 1)} s`);
  return element('div', { class: 'play-row' }, button, element('span', { class: 'name' }, name), time);
}
