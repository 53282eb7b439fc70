/** Draws the timeline: a ruler, a lane each, and the playhead. */
import { color } from '../../colors.js';

export const RULER = 24;
export const LANE = 15;
/** Room for the names of lanes and the buttons above them. */
export const LEFT = 104;
const RIGHT = 10;

/** Pixels from seconds, and back. */
export function scale(canvas, { from, span }) {
  const width = Math.max(canvas.clientWidth - LEFT - RIGHT, 1);
  return { x: (time) => LEFT + ((time - from) / span) * width, time: (x) => from + ((x - LEFT) / width) * span };
}

/** `lanes`: `{ title, color, times }` each; `now` and `last` in seconds. */
export function draw(canvas, window, { lanes, now, last }) {
  const ratio = Math.min(devicePixelRatio, 2);
  const { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const { x } = scale(canvas, window);
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.fillStyle = color('--sunken');
  // What has been reached.
  const [start, end] = [Math.max(x(window.from), LEFT), Math.min(x(last), width - RIGHT)];
  context.fillRect(start, RULER, Math.max(end - start, 0), lanes.length * LANE);
  ruler(context, window, x, height);
  lanes.forEach((lane, at) => drawLane(context, lane, { top: RULER + at * LANE, x, width }));
  context.fillStyle = color('--accent');
  const head = x(now);
  if (head >= LEFT - 1 && head <= width - RIGHT + 1) {
    context.fillRect(head - 0.75, 2, 1.5, height - 2);
    context.beginPath();
    context.moveTo(head - 5, 2);
    context.lineTo(head + 5, 2);
    context.lineTo(head, 9);
    context.fill();
  }
}

function ruler(context, { from, span }, x, height) {
  const rough = span / 8;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  context.textAlign = 'center';
  for (let at = Math.ceil(from / step - 1e-9); at * step <= from + span + 1e-9; at += 1) {
    context.fillStyle = color('--line');
    context.fillRect(x(at * step), RULER - 4, 1, height - RULER + 4);
    context.fillStyle = color('--muted');
    context.fillText(`${(at * step).toFixed(digits)} s`, x(at * step), 12);
  }
}

/** Marks of one pixel are drawn once, the more of them the stronger. */
function drawLane(context, { title, color: paint, times }, { top, x, width }) {
  context.fillStyle = color('--muted');
  context.textAlign = 'left';
  context.fillText(title, 8, top + LANE / 2);
  const counts = new Map();
  for (const time of times) {
    const pixel = Math.round(x(time));
    counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  }
  context.fillStyle = paint;
  for (const [pixel, count] of counts) {
    if (pixel >= LEFT - 1 && pixel <= width - RIGHT + 1) {
      context.globalAlpha = Math.min(0.55 + 0.15 * count, 1);
      context.fillRect(pixel - 1, top + 3, 2, LANE - 6);
    }
  }
  context.globalAlpha = 1;
}
