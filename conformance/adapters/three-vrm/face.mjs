// Faces and eyes of Sinew and of three-vrm beside the text: `node face.mjs SINEW > ../../../docs/faces.md`, where SINEW is the command.
// 20 mixes of expressions, and 50 directions by bones and by expressions. Fails where Sinew is off the text.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { VRMLoaderPlugin } from '@pixiv/three-vrm';
import { avatar } from './face_avatar.mjs';
import { apart, eyes, lookExpressions, rotation, weights } from './face_text.mjs';
import { compare, compareLookAt } from './face_real.mjs';
import { load } from './load.mjs';

// Standard output is for the page alone.
console.log = console.error;
console.info = console.error;
console.warn = console.error;

const PRESETS = ['happy', 'angry', 'sad', 'relaxed', 'surprised', 'aa', 'ih', 'ou', 'ee', 'oh', 'blink', 'blinkLeft', 'blinkRight',
  'lookUp', 'lookDown', 'lookLeft', 'lookRight', 'neutral'];
const TARGETS = 8;

const bind = (index, weight = 1) => ({ morphTargetBinds: [{ index, weight }] });
const LOOK = { lookLeft: bind(4), lookRight: bind(5), lookDown: bind(6), lookUp: bind(7) };
const range = (inputMaxValue, outputScale) => ({ inputMaxValue, outputScale });

/** Expressions of the mixes: a name for the face, its expressions, and the values that are set. */
const plain = { happy: bind(0, 0.8), aa: bind(1), blink: bind(2), grin: { morphTargetBinds: [{ index: 0, weight: 0.5 }, { index: 3, weight: 1 }] } };
const with_ = (changes) => Object.fromEntries(
  [...Object.entries(plain), ...Object.entries(changes)].map(([name]) => [name, { ...plain[name], ...changes[name] }]),
);
const MIXES = [
  ['one expression', plain, { happy: 0.6 }],
  ['two on one target add up', plain, { happy: 1, grin: 0.5 }],
  ['all at once', plain, { happy: 0.25, aa: 0.5, blink: 0.75, grin: 0.125 }],
  ['above 1 and below 0', plain, { happy: 1.5, aa: -0.5 }],
  ['binary at 0.6', with_({ happy: { isBinary: true } }), { happy: 0.6 }],
  ['binary at exactly 0.5', with_({ happy: { isBinary: true } }), { happy: 0.5 }],
  ['mouth blocked', with_({ happy: { overrideMouth: 'block' } }), { happy: 0.1, aa: 0.8 }],
  ['mouth blended', with_({ happy: { overrideMouth: 'blend' } }), { happy: 0.3, aa: 0.8 }],
  ['blink blocked', with_({ happy: { overrideBlink: 'block' } }), { happy: 0.1, blink: 0.8 }],
  ['blink blended', with_({ happy: { overrideBlink: 'blend' } }), { happy: 0.3, blink: 0.8 }],
  ['two blends of the mouth', with_({ happy: { overrideMouth: 'blend' }, grin: { overrideMouth: 'blend' } }), { happy: 0.3, grin: 0.4, aa: 1 }],
  ['blends beyond 1', with_({ happy: { overrideMouth: 'blend' }, grin: { overrideMouth: 'blend' } }), { happy: 0.7, grin: 0.6, aa: 1 }],
  ['block and blend', with_({ happy: { overrideMouth: 'block' }, grin: { overrideMouth: 'blend' } }), { happy: 0.2, grin: 0.5, aa: 1 }],
  ['a blend by something at 0', with_({ happy: { overrideMouth: 'blend' } }), { aa: 0.8 }],
  ['binary that blends', with_({ happy: { isBinary: true, overrideMouth: 'blend' } }), { happy: 0.4, aa: 0.8 }],
  ['binary that is blended', with_({ happy: { overrideBlink: 'blend' }, blink: { isBinary: true } }), { happy: 0.2, blink: 1 }],
  ['the mouth overriding the mouth', with_({ aa: { overrideMouth: 'block' }, oh: bind(3) }), { aa: 0.5, oh: 0.5 }],
  ['a blink blending blinks', with_({ blink: { overrideBlink: 'blend' }, blinkLeft: bind(3) }), { blink: 0.5, blinkLeft: 0.5 }],
  ['a mouth that blocks blinks', with_({ aa: { overrideBlink: 'block' } }), { aa: 0.5, blink: 0.9 }],
  ['look-at blended by a face', { ...with_({ happy: { overrideLookAt: 'blend' } }), ...LOOK }, { happy: 0.5, lookLeft: 0.8 }],
];

const MAPS = {
  rangeMapHorizontalInner: range(60, 9),
  rangeMapHorizontalOuter: range(80, 18),
  rangeMapVerticalDown: range(70, 12),
  rangeMapVerticalUp: range(50, 6),
};
const BONES = { type: 'bone', ...MAPS };
const EXPRESSIONS = { type: 'expression', ...Object.fromEntries(Object.entries(MAPS).map(([key, { inputMaxValue }], at) => [key, range(inputMaxValue, 0.4 + 0.2 * at)])) };
/** 50 directions, some beyond every range, and the four axes. */
const DIRECTIONS = [[0, 0], [20, 0], [-20, 0], [0, 15], [0, -15],
  ...Array.from({ length: 45 }, (_, at) => [((at * 37) % 181) - 90, ((at * 53) % 121) - 60])];

const folder = mkdtempSync(join(tmpdir(), 'sinew-face-'));

/** What Sinew makes of an action on a file. */
function sinew(text, action) {
  const [file, script] = [join(folder, 'avatar.gltf'), join(folder, 'script.json')];
  writeFileSync(file, text);
  writeFileSync(script, JSON.stringify({ actions: [{ time: 0, ...action }] }));
  const answer = execFileSync(process.argv[2], ['simulate', file, '--seconds', '1/60', '--input', script, '--json'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const nodes = JSON.parse(answer).nodes;
  const find = (name) => nodes.find((node) => node.name === name);
  return { weights: find('face').weights, eyes: ['leftEye', 'rightEye'].map((name) => find(name).local.rotation) };
}

async function three(text, change) {
  const file = join(folder, 'avatar.gltf');
  writeFileSync(file, text);
  const { gltf, json, nodes } = await load(file, [(parser) => new VRMLoaderPlugin(parser)]);
  const { vrm } = gltf.userData;
  change(vrm);
  vrm.update(0);
  const find = (name) => nodes[json.nodes.findIndex((node) => node.name === name)];
  const face = find('face');
  const mesh = face.morphTargetInfluences ? face : face.children.find((child) => child.morphTargetInfluences);
  return { weights: [...mesh.morphTargetInfluences], eyes: ['leftEye', 'rightEye'].map((name) => find(name).quaternion.toArray()) };
}

const far = (a, b) => Math.max(...a.map((value, at) => Math.abs(value - b[at])));
const shown = (list) => list.map((value) => Number(value.toFixed(3))).join(' ');
const problems = [];
const NEAR = 1e-5;

/** Why three-vrm differs, by what the mix is about. */
function reason(name) {
  if (/overriding|blending blinks/.test(name)) return 'three-vrm obeys an override of the same kind; the text has it invalid';
  return '';
}

const lines = [];
lines.push('# Faces and eyes beside three-vrm', '',
  'Expressions and look-at of `VRMC_vrm` 1.0: what the text says, in double precision (`conformance/adapters/three-vrm/face_text.mjs`), and what Sinew and',
  'three-vrm 3.5.5 with three.js r187 do. `node face.mjs SINEW` in that folder writes this page, and fails where Sinew is not within 1e-5 of the text,',
  'or 0.001° for eyes.', '', '## Mixes of expressions', '',
  'Weights of eight morph targets, without the last that are 0. A difference is named where there is one.', '',
  '| mix | text | Sinew | three-vrm | difference |', '|---|---|---|---|---|');
for (const [name, expressions, values] of MIXES) {
  const text = avatar(expressions, BONES, PRESETS, TARGETS);
  const expected = weights(expressions, values, TARGETS);
  const ours = sinew(text, { expressions: values }).weights;
  const theirs = (await three(text, (vrm) => Object.entries(values).forEach(([key, value]) => vrm.expressionManager.setValue(key, value)))).weights;
  if (far(ours, expected) > NEAR) problems.push(`${name}: ${shown(ours)} and not ${shown(expected)}`);
  const isOff = far(theirs, expected) > NEAR;
  const why = isOff ? reason(name) : '';
  if (isOff && !why) problems.push(`${name}: three-vrm has ${shown(theirs)}, and nothing says why`);
  const count = 1 + Math.max(0, ...[expected, ours, theirs].map((list) => list.findLastIndex((value) => value !== 0)));
  lines.push(`| ${name} | ${[expected, ours, theirs].map((list) => shown(list.slice(0, count))).join(' | ')} | ${why} |`);
}

lines.push('', '## Directions', '', 'Fifty directions of yaw (to the left) and pitch (down), degrees. Largest differences from the text:', '',
  '| look-at | directions | Sinew | three-vrm | difference |', '|---|---|---|---|---|');
const bones = avatar(plain, BONES, PRESETS, TARGETS);
const faces = avatar({ ...plain, ...LOOK }, EXPRESSIONS, PRESETS, TARGETS);
const looking = (yaw, pitch) => (vrm) => {
  vrm.lookAt.autoUpdate = false;
  [vrm.lookAt.yaw, vrm.lookAt.pitch] = [yaw, pitch];
};
const SWAPPED = { ...BONES, rangeMapVerticalDown: BONES.rangeMapVerticalUp, rangeMapVerticalUp: BONES.rangeMapVerticalDown };
const groups = [['to the sides alone', ([, pitch]) => pitch === 0], ['down', ([, pitch]) => pitch > 0], ['up', ([, pitch]) => pitch < 0]];
for (const [group, has] of groups) {
  let [count, ours, theirs, swapped] = [0, 0, 0, 0];
  for (const [yaw, pitch] of DIRECTIONS.filter(has)) {
    count += 1;
    const wanted = eyes(BONES, yaw, pitch).map(rotation);
    const otherwise = eyes(SWAPPED, yaw, pitch).map(rotation);
    const own = sinew(bones, { lookAt: { direction: [yaw, pitch] } }).eyes;
    const other = (await three(bones, looking(yaw, pitch))).eyes;
    const off = (found, of) => Math.max(...found.map((eye, at) => apart(eye, of[at])));
    ours = Math.max(ours, off(own, wanted));
    theirs = Math.max(theirs, off(other, wanted));
    swapped = Math.max(swapped, off(other, otherwise));
  }
  if (ours > 1e-3) problems.push(`eyes ${group}: ${ours}°`);
  let why = '';
  if (theirs > 1e-3) {
    if (swapped < 1e-3) why = `three-vrm has the ranges for up and down swapped; with them swapped back it is within ${swapped.toExponential(0)}°`;
    else problems.push(`eyes ${group}: three-vrm is ${theirs}° off, and nothing says why`);
  }
  lines.push(`| bones, ${group} | ${count} | ${ours.toExponential(0)}° | ${theirs < 1e-3 ? theirs.toExponential(0) : theirs.toFixed(2)}° | ${why} |`);
}
let [ours, theirs] = [0, 0];
for (const [yaw, pitch] of DIRECTIONS) {
  const expected = weights({ ...plain, ...LOOK }, lookExpressions(EXPRESSIONS, yaw, pitch), TARGETS);
  ours = Math.max(ours, far(sinew(faces, { lookAt: { direction: [yaw, pitch] } }).weights, expected));
  theirs = Math.max(theirs, far((await three(faces, looking(yaw, pitch))).weights, expected));
}
if (ours > NEAR) problems.push(`expressions of look-at: ${ours}`);
if (theirs > NEAR) problems.push(`expressions of look-at: three-vrm is ${theirs} off, and nothing says why`);
lines.push(`| expressions | ${DIRECTIONS.length} | ${ours.toExponential(0)} | ${theirs.toExponential(0)} |  |`);
if (process.env.SINEW_ASSETS) {
  lines.push('', '## Real avatars', '', 'The morph targets of all meshes in 20 mixes of all expressions of each avatar among the assets that has any; materials are left out.', '',
    '| avatar | expressions | largest weight | Sinew and three-vrm differ by |', '|---|---|---|---|');
  for (const { name, expressions, largest, moved } of await compare(process.argv[2], join(process.env.SINEW_ASSETS, 'vrm'), 20)) {
    lines.push(`| ${name} | ${expressions} | ${moved === 0 ? 'none is moved' : moved} | ${largest.toExponential(0)} |`);
    if (largest > NEAR) problems.push(`${name}: ${largest}`);
  }
  lines.push('', '## Where real avatars look', '', 'The weights of their look-at expressions in the fifty directions, beside what their files say. Those by bones have no eyes, and one has',
    'no expressions that look: nothing of them moves.', '', '| avatar | look-at | largest weight | Sinew | three-vrm | difference |', '|---|---|---|---|---|---|');
  for (const { name, type, curved, largest, ours: own, theirs: other } of await compareLookAt(process.argv[2], join(process.env.SINEW_ASSETS, 'vrm'), DIRECTIONS, lookExpressions)) {
    if (own > NEAR) problems.push(`where ${name} looks: ${own}`);
    const why = other > NEAR && curved ? 'three-vrm has no curves of VRM 0.x' : '';
    if (other > NEAR && !why) problems.push(`where ${name} looks: three-vrm is ${other} off, and nothing says why`);
    const shownOf = (value) => (value === null ? 'none' : value > NEAR ? value.toFixed(2) : value.toExponential(0));
    lines.push(`| ${name} | ${type}${curved ? ', curves' : ''} | ${Number(largest.toFixed(3))} | ${shownOf(own)} | ${shownOf(other)} | ${why} |`);
  }
}
rmSync(folder, { recursive: true });
process.stdout.write(`${lines.join('\n')}\n`);
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}
