/** Draws lines over time, each in its own unit; lines of one unit share an axis. */
import { color } from '../../colors.js';

/** The width of the chart, seconds. */
export const SPAN = 8;

/** The first time that is shown. */
export function firstTime(now) {
  return Math.max(0, now - SPAN * 0.92);
}

/** `lines`: `{ points: [[time, value]], unit, min, max, paint, isDashed }` each. The second unit has its axis on the right. */
export function draw(canvas, lines, now) {
  const ratio = Math.min(devicePixelRatio, 2);
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  const from = firstTime(now);
  const units = [...new Set(lines.map(({ unit }) => unit))];
  const box = { left: 46, right: width - (units.length > 1 ? 46 : 10), top: 10, bottom: height - 22 };
  const x = (time) => box.left + ((time - from) / SPAN) * (box.right - box.left);
  context.font = `11px ${getComputedStyle(canvas).fontFamily}`;
  const shown = lines.map((line) => ({ ...line, points: within(line.points, from - 0.1, from + SPAN) }));
  units.forEach((unit, at) => {
    const own = shown.filter((line) => line.unit === unit);
    const y = axis(context, own, box, { unit, isRight: at > 0, height, width });
    own.forEach((line) => plot(context, line, { x, y, box }));
  });
  context.fillStyle = color('--muted');
  context.textAlign = 'center';
  for (let second = Math.ceil(from); second <= from + SPAN; second += 2) {
    context.fillText(`${second} s`, Math.min(x(second), box.right - 8), height - 10);
  }
}

/** Draws the numbers of an axis. Returns pixels from values. */
function axis(context, lines, box, { unit, isRight, height, width }) {
  let [low, high] = [Infinity, -Infinity];
  const include = (value) => ([low, high] = [Math.min(low, value), Math.max(high, value)]);
  for (const { points, min = null, max = null } of lines) {
    points.forEach(([, value]) => Number.isFinite(value) && include(value));
    [min, max].forEach((end) => end !== null && include(end));
  }
  if (low > high) {
    [low, high] = [0, 0];
  }
  const room = (high - low || Math.abs(high) * 0.1 || 1) * 0.12;
  const [bottom, top] = [low - room, high + room];
  const y = (value) => box.bottom - ((value - bottom) / (top - bottom)) * (box.bottom - box.top);
  context.strokeStyle = color('--line');
  context.fillStyle = color('--muted');
  context.textAlign = isRight ? 'left' : 'right';
  context.textBaseline = 'middle';
  for (const value of ticks(bottom, top)) {
    if (!isRight) {
      trace(context, [[box.left, y(value)], [box.right, y(value)]]);
    }
    context.fillText(`${Number(value.toPrecision(4))}`, isRight ? box.right + 7 : box.left - 7, y(value));
  }
  context.textAlign = isRight ? 'right' : 'left';
  context.fillText(unit, isRight ? width - 8 : 8, height - 10);
  return y;
}

function plot(context, { points, min = null, max = null, paint, isDashed }, { x, y, box }) {
  context.setLineDash([4, 4]);
  context.lineWidth = 1;
  context.strokeStyle = '#19b8c4';
  [min, max].forEach((end) => end !== null && trace(context, [[box.left, y(end)], [box.right, y(end)]]));
  context.setLineDash(isDashed ? [6, 3] : []);
  context.strokeStyle = paint;
  context.lineWidth = 1.75;
  trace(context, points.map(([time, value]) => [x(time), y(value)]));
  context.setLineDash([]);
}

/** The points between two times; `points` ascend. */
function within(points, from, to) {
  let first = 0;
  for (let high = points.length; first < high; ) {
    const middle = (first + high) >> 1;
    if (points[middle][0] < from) first = middle + 1;
    else high = middle;
  }
  const last = points.findLastIndex(([time]) => time <= to);
  return points.slice(first, last + 1);
}

function trace(context, points) {
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
