/** A plot of the selection over time: readings of a joint, or the motion of a body. */
import { element } from '../dom.js';
import { fixed, nodeName } from '../words.js';

/** The width of the plot, seconds. */
const SPAN = 8;

export class Plot {
  #panel;
  #session = null;
  #series = [];
  #chosen = null;
  #points = [];
  #canvas = element('canvas', { class: 'chart', role: 'img' });
  #select = element('select', { id: 'plot-series' });
  #readout = element('p', { class: 'readout', 'aria-live': 'off' });
  #title = element('h2', {}, '');
  #stop = () => {};

  constructor(panel) {
    this.#panel = panel;
    this.#select.addEventListener('change', () => this.#choose(this.#series[this.#select.selectedIndex]));
  }

  setSession(session) {
    this.#stop();
    this.#session = session;
    this.#stop = session.controller.onAfterStep(() => this.#record());
    this.select(null);
  }

  /** Plots a joint or a body; of a node, its joint or its body. */
  select(selection) {
    this.#series = selection ? seriesOf(this.#session.model.info, selection) : [];
    if (this.#series.length === 0) {
      this.#chosen = null;
      this.#panel.replaceChildren(
        element('p', { class: 'empty' }, 'Select a joint to plot what it measures, or a body to plot how it moves.'),
      );
      return;
    }
    this.#title.textContent = nodeName(this.#session.model, this.#series[0].node);
    this.#select.replaceChildren(...this.#series.map(({ title }) => element('option', {}, title)));
    this.#panel.replaceChildren(
      element('div', { class: 'head' }, this.#title),
      element(
        'div',
        { class: 'plot-pick' },
        element('label', { class: 'visually-hidden', for: 'plot-series' }, 'What is plotted'),
        this.#select,
      ),
      this.#canvas,
      this.#readout,
    );
    this.#choose(this.#series[0]);
  }

  update() {
    if (!this.#chosen || this.#panel.offsetParent === null) {
      return;
    }
    const now = this.#session.controller.world.time;
    // After a seek, later values are drawn until they are replaced.
    const value = this.#chosen.read(this.#session.controller.instance);
    const { unit, min = null, max = null, title } = this.#chosen;
    this.#canvas.setAttribute('aria-label', `${title} over time, now ${fixed(value, 3)} ${unit}`);
    this.#readout.replaceChildren(
      element('span', {}, `${fixed(now, 2)} s`),
      element('strong', { style: 'color: var(--text)' }, `${fixed(value, unit === '°' ? 1 : 3)} ${unit}`),
    );
    draw(this.#canvas, this.#points, { now, min, max, unit });
  }

  #choose(series) {
    this.#chosen = series;
    this.#points = [];
    this.#record();
    this.update();
  }

  #record() {
    if (!this.#chosen) {
      return;
    }
    const { world, instance } = this.#session.controller;
    const time = world.time;
    const points = this.#points;
    while (points.length && points.at(-1)[0] >= time) {
      points.pop();
    }
    points.push([time, this.#chosen.read(instance)]);
    if (points.length > 4000) {
      points.splice(0, 1000);
    }
  }
}

function seriesOf(info, { kind, index }) {
  const physics = info.physics;
  if (!physics || (kind !== 'joint' && kind !== 'node')) {
    return [];
  }
  const joints = kind === 'joint' ? [index] : physics.joints.flatMap(({ node }, at) => (node === index ? [at] : []));
  const bodies = kind === 'node' ? physics.bodies.flatMap(({ node }, at) => (node === index ? [at] : [])) : [];
  return [
    ...joints.flatMap((at) => ofJoint(physics.joints[at], at)),
    ...bodies.flatMap((at) => ofBody(physics.bodies[at], at)),
  ];
}

function ofJoint({ node, limits, drives }, at) {
  const axes = (list) => list.map((axis) => 'XYZ'[axis]).join('');
  const scale = (kind) => (kind === 'angular' ? 180 / Math.PI : 1);
  const unit = (kind) => (kind === 'angular' ? '°' : 'm');
  const ofLimits = limits.map(({ kind, axes: list, min, max }, which) => ({
    node,
    title: `${kind === 'angular' ? 'Rotation' : 'Translation'} ${axes(list)}`,
    unit: unit(kind),
    isLocked: min === max && min !== null,
    min: min === null ? null : min * scale(kind),
    max: max === null ? null : max * scale(kind),
    read: (instance) => (instance.joints[at].limits[which]?.metric ?? 0) * scale(kind),
  }));
  // Free axes come first.
  ofLimits.sort((a, b) => a.isLocked - b.isLocked);
  const ofDrives = drives.flatMap(({ kind, axis }, which) => [
    {
      node,
      title: `Drive ${'XYZ'[axis]}: position`,
      unit: unit(kind),
      read: (instance) => (instance.joints[at].drives[which]?.position ?? 0) * scale(kind),
    },
    {
      node,
      title: `Drive ${'XYZ'[axis]}: force`,
      unit: kind === 'angular' ? 'N·m' : 'N',
      read: (instance) => instance.joints[at].drives[which]?.force ?? 0,
    },
  ]);
  return [...ofLimits, ...ofDrives];
}

function ofBody({ node }, at) {
  return [
    { node, title: 'Height', unit: 'm', read: ({ bodies }) => bodies[at].translation[1] },
    { node, title: 'Speed', unit: 'm/s', read: ({ bodies }) => Math.hypot(...bodies[at].linearVelocity) },
    { node, title: 'Angular velocity', unit: 'rad/s', read: ({ bodies }) => Math.hypot(...bodies[at].angularVelocity) },
  ];
}

function draw(canvas, points, { now, min, max, unit }) {
  const ratio = Math.min(devicePixelRatio, 2);
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const from = Math.max(0, now - SPAN * 0.92);
  const shown = points.filter(([time]) => time >= from - 0.1 && time <= from + SPAN);
  const values = shown.map(([, value]) => value);
  const ends = [...values, ...[min, max].filter((end) => end !== null)];
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  const room = (high - low || Math.abs(high) * 0.1 || 1) * 0.12;
  const [bottom, top] = [low - room, high + room];
  const box = { left: 46, right: width - 10, top: 10, bottom: height - 22 };
  const x = (time) => box.left + ((time - from) / SPAN) * (box.right - box.left);
  const y = (value) => box.bottom - ((value - bottom) / (top - bottom)) * (box.bottom - box.top);
  const muted = resolved(canvas, '--muted');
  context.font = `11px ${style.fontFamily}`;
  context.strokeStyle = resolved(canvas, '--line');
  context.fillStyle = muted;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const value of ticks(bottom, top)) {
    line(context, [
      [box.left, y(value)],
      [box.right, y(value)],
    ]);
    context.fillText(`${Number(value.toPrecision(4))}`, box.left - 7, y(value));
  }
  context.textAlign = 'center';
  for (let second = Math.ceil(from); second <= from + SPAN; second += 2) {
    context.fillText(`${second} s`, Math.min(x(second), box.right - 8), height - 10);
  }
  context.textAlign = 'left';
  context.fillText(unit, 8, height - 10);
  context.setLineDash([4, 4]);
  context.strokeStyle = '#19b8c4';
  [min, max].forEach(
    (end) =>
      end !== null &&
      line(context, [
        [box.left, y(end)],
        [box.right, y(end)],
      ]),
  );
  context.setLineDash([]);
  context.strokeStyle = resolved(canvas, '--accent');
  context.lineWidth = 1.75;
  line(
    context,
    shown.map(([time, value]) => [x(time), y(value)]),
  );
}

/** A colour of the page as one that a canvas takes. */
function resolved(canvas, name) {
  const probe = canvas.parentElement.appendChild(element('span', { style: `color: var(${name}); display: none` }));
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
}

function line(context, points) {
  context.beginPath();
  points.forEach(([x, y], at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.stroke();
}

/** Round numbers between two, about four of them. */
function ticks(low, high) {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const found = [];
  for (let at = Math.ceil(low / step); at * step <= high; at += 1) {
    found.push(at * step);
  }
  return found;
}
