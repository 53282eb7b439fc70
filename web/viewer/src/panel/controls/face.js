/** The face of an avatar: expressions as sliders, and eyes that follow the pointer. */
import { element } from '../../dom.js';
import { fixed } from '../../words.js';
import { checkbox, slider } from '../slider.js';

export function faceCards({ session, act, eyes }) {
  const cards = [];
  const updates = [];
  const { instance } = session.controller;
  const { humanoid } = session.model.info;
  if (humanoid?.expressions.length) {
    let states = new Map();
    const read = () => (states = new Map(instance.expressions.map((state) => [state.name, state])));
    read();
    const sliders = humanoid.expressions.map(({ name }) =>
      slider(name, {
        min: 0,
        max: 1,
        read: () => states.get(name)?.value ?? 0,
        write: (value) => act({ do: 'expression', expression: name, value: Math.min(Math.max(value, 0), 1) }, `face ${name}`),
      }),
    );
    const release = () => humanoid.expressions.forEach(({ name }) => act({ do: 'expression', expression: name }, `face ${name}`));
    const button = element('button', { onclick: release }, 'Release all');
    updates.push(read, ...sliders.map(({ update }) => update));
    cards.push(
      element(
        'div',
        { class: 'card controls', id: 'expressions' },
        element('h3', {}, 'Expressions'),
        ...sliders.map(({ row }) => row),
        element('div', { class: 'actions' }, button),
      ),
    );
  }
  if (eyes.canLook) {
    const follow = checkbox('Eyes follow the pointer', { read: () => eyes.isOn, write: (isOn) => (eyes.isOn = isOn) });
    const angles = element('span', { class: 'muted' });
    updates.push(() => {
      const { yaw = 0, pitch = 0 } = instance.lookAtAngles ?? {};
      angles.textContent = `yaw ${fixed(yaw, 0)}°, pitch ${fixed(pitch, 0)}°`;
    });
    cards.push(element('div', { class: 'card controls', id: 'eyes' }, element('h3', {}, 'Eyes'), follow.row, angles));
  }
  return { cards, updates };
}
