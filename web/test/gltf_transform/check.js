// One file through one function: what is lost or refers to something else afterwards.

import { Model, describe, difference, simulate, sorted } from './describe.js';
import { forSinew, io, open, read, withUniqueNames } from './files.js';
import { FUNCTIONS } from './functions.js';

/** 14 bits over the size of a mesh, and what follows for volumes and moments of it; 1e-5 of a quaternion is 1.2e-3 degrees. */
const ROUNDED = 2e-3;

/** The findings about a file, as lines; empty if every function keeps its behaviour. */
export async function check(path, { steps = 300, only = FUNCTIONS.map(({ name }) => name) } = {}) {
  const opened = open(path);
  if (opened === null) {
    return { findings: [], skipped: 'a buffer is missing' };
  }
  const file = withUniqueNames(opened);
  const copied = await through(file, FUNCTIONS[0]);
  if (copied.refused) {
    return { findings: [], skipped: copied.refused };
  }
  const original = await load(file);
  const findings = [];
  const report = (name, found) => found && findings.push(`${name}: ${found}`);
  const baseline = copied.model;
  const isRounded = roundsTransforms(file.json);
  report('copy', difference(sorted(describe(original)), sorted(describe(baseline)), isRounded ? ROUNDED : 0));
  report('copy', extensionsLost(file.json, copied.json));
  const before = steps > 0 ? await simulate(baseline, steps) : new Map();
  if (steps > 0 && !isRounded) {
    report('copy', statesDiffer(await simulate(original, steps), before));
  }
  for (const rule of FUNCTIONS.slice(1).filter(({ name }) => only.includes(name))) {
    const result = await through(file, rule);
    if (result.refused) {
      report(rule.name, `refused: ${result.refused}`);
      continue;
    }
    const tolerance = rule.geometry ? ROUNDED : rule.order ? 1e-4 : 0;
    report(rule.name, difference(sorted(describe(baseline)), sorted(describe(result.model)), tolerance));
    report(rule.name, extensionsLost(file.json, result.json));
    const isSame = !rule.geometry && !rule.order && !rule.keys;
    if (steps > 0 && (isSame || (rule.keys && !rule.geometry && baseline.info.animations.length === 0))) {
      report(rule.name, statesDiffer(before, await simulate(result.model, steps), rule.movesNodes));
    }
    result.model.dispose();
  }
  return { findings };
}

/**
 * Whether core changes transforms by reading and writing alone: matrices are decomposed, and what is within 1e-5 of nothing is left
 * out.
 */
function roundsTransforms({ nodes = [] }) {
  const isNear = (list, rest) =>
    list &&
    list.some((value, at) => value !== rest[at]) &&
    list.every((value, at) => Math.abs(value - rest[at]) <= 1e-5);
  return nodes.some(
    ({ matrix, translation, rotation, scale }) =>
      matrix || isNear(translation, [0, 0, 0]) || isNear(rotation, [0, 0, 0, 1]) || isNear(scale, [1, 1, 1]),
  );
}

async function through(file, { apply }) {
  try {
    const document = await read(file);
    await document.transform(...apply);
    const written = await io.writeJSON(document);
    return { model: await load(written), json: written.json };
  } catch (error) {
    return { refused: error.message };
  }
}

async function load(file) {
  return Model.load(...forSinew(file));
}

/** Where nodes without a behaviour may have another parent, their matrices count: the same but for rounding. */
function statesDiffer(before, after, movesNodes = false) {
  for (const [name, { local, matrix, body }] of after) {
    const old = before.get(name);
    const found =
      old &&
      (difference(old.body, body) ??
        (movesNodes ? difference(old.matrix, matrix, 1e-5, '/matrix') : difference(old.local, local, 0, '/local')));
    if (found) {
      return `${name} after the simulation${found}`;
    }
  }
  return null;
}

/** An extension that is used before and not afterwards, or objects of it that are fewer. */
function extensionsLost(before, after) {
  const [a, b] = [count(before), count(after)];
  for (const [name, number] of a) {
    if (
      /^(KHR_(physics|implicit|collision|virtual|node|character|animation_p|interact)|OMI_(physics|collider)|VRM)/.test(
        name,
      ) &&
      (b.get(name) ?? 0) < number
    ) {
      return `${number - (b.get(name) ?? 0)} of ${number} objects of ${name} are lost`;
    }
  }
  return null;
}

function count(json, counts = new Map()) {
  if (json && typeof json === 'object') {
    for (const [key, value] of Object.entries(json)) {
      if (key === 'extensions' && value && typeof value === 'object') {
        Object.keys(value).forEach((name) => counts.set(name, (counts.get(name) ?? 0) + 1));
      }
      count(value, counts);
    }
  }
  return counts;
}
