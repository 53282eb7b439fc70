/** The world around the file: gravity, a ground, the camera, and what was done as a script. */
import { element } from '../../dom.js';
import { checkbox, slider } from '../slider.js';

export function sceneCards({ session, act, stage, setGround, selected, download }) {
  const { world } = session.controller;
  const axes = ['X', 'Y', 'Z'].map((axis, part) =>
    slider(`Gravity ${axis}`, {
      min: -20,
      max: 20,
      step: 0.1,
      unit: 'm/s²',
      read: () => world.gravity[part],
      write: (value) => act({ do: 'gravity', gravity: [...world.gravity].with(part, value) }, 'gravity'),
    }),
  );
  const ground = checkbox('Ground at height 0', { read: () => Boolean(session.ground), write: setGround });
  const physics = element(
    'div',
    { class: 'card controls', id: 'world' },
    element('h3', {}, 'World'),
    ...axes.map(({ row }) => row),
    ground.row,
  );
  const grid = checkbox('Grid', { read: () => stage.hasGrid, write: (isOn) => (stage.hasGrid = isOn) });
  const flat = checkbox('Orthographic', { read: () => stage.isOrthographic, write: (isOn) => (stage.isOrthographic = isOn) });
  const follow = checkbox('Follow the selection', {
    read: () => stage.isFollowing,
    write: (isOn) => stage.follow(isOn ? selected() : null),
  });
  const look = (title, action) => element('button', { onclick: action }, title);
  const view = element(
    'div',
    { class: 'card controls', id: 'view-controls' },
    element('h3', {}, 'View'),
    element(
      'div',
      { class: 'actions' },
      look('Fit', () => stage.fit()),
      look('Front', () => stage.lookFrom('front')),
      look('Right', () => stage.lookFrom('right')),
      look('Top', () => stage.lookFrom('top')),
      look('Full screen', () => document.documentElement.requestFullscreen?.()),
    ),
    grid.row,
    flat.row,
    follow.row,
  );
  const name = session.name.replace(/\.\w+$/, '');
  const save = () => download(`${name}.inputs.json`, session.timeline.script);
  const script = element(
    'div',
    { class: 'card controls' },
    element('h3', {}, 'What you did'),
    element('p', { class: 'muted' }, 'As a script for `sinew simulate --input`, which repeats it to the last bit.'),
    element('div', { class: 'actions' }, element('button', { id: 'save-script', onclick: save }, 'Download the script')),
  );
  const hasBodies = session.model.info.physics !== null;
  const updates = [...(hasBodies ? axes : []), ground, grid, flat, follow].map(({ update }) => update);
  return { cards: [...(hasBodies ? [physics] : []), view, script], updates };
}
