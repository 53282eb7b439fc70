/** What the command prints with `--json` is what its schemas say, and what they say is printed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import Ajv from 'ajv/dist/2020.js';

import { path } from '../sinew/test/files.js';
import { command, run, skipped } from '../sinew/test/native.js';

const folder = mkdtempSync(join(tmpdir(), 'sinew-schemas-'));
test.after(() => rmSync(folder, { recursive: true }));
const out = (name) => join(folder, name);

/** What is printed whatever the verdict: exit code 1 is an answer too. */
const answer = (...words) => {
  const { stdout } = spawnSync(command, [...words, '--json', '--quiet'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return stdout ? [JSON.parse(stdout)] : [];
};

const files = (below) =>
  readdirSync(path(below), { recursive: true })
    .filter((name) => /\.(gltf|glb|vrm|vrma)$/.test(name))
    .sort()
    .map((name) => path(`${below}/${name}`));

const arm = path('fixtures/examples/arm.gltf');
const machine = path('crates/sinew-cli/demo/machine.gltf');
const spring = path('conformance/spring_bone/a_chain_of_eight_with_defaults/figure.gltf');
const eyes = 'conformance/human_pose/eyes_look_left_and_down';
const [avatar, clip] = ['humanoid/avatar_vrm1.gltf', 'bvh/cmu.bvh'].map((name) => path(`fixtures/${name}`));

/** A file of a few lines. */
function written(name, content) {
  writeFileSync(out(name), JSON.stringify({ asset: { version: '2.0' }, ...content }));
  return out(name);
}

/** A face that changes a material. */
const blush = () => {
  const bones = ['hips', 'spine', 'head', ...['left', 'right'].flatMap((side) => ['UpperLeg', 'LowerLeg', 'Foot', 'UpperArm', 'LowerArm', 'Hand'].map((bone) => side + bone))];
  return written('blush.gltf', {
    nodes: bones.map((name) => ({ name })),
    materials: [{}],
    extensionsUsed: ['VRMC_vrm'],
    extensions: {
      VRMC_vrm: {
        specVersion: '1.0',
        humanoid: { humanBones: Object.fromEntries(bones.map((bone, node) => [bone, { node }])) },
        expressions: { preset: { happy: { materialColorBinds: [{ material: 0, type: 'color', targetValue: [1, 0.5, 0.5, 1] }] } } },
      },
    },
  });
};

/** A character whose jaw an animation moves for an expression, which weakens another; both are parts of a third. */
const character = () => {
  const numbers = new Float32Array([0, 1, 0, 0, 0, 0, 1, 0]);
  const mask = { KHR_character_expression_mask: { masks: [{ target: 'sad', type: 'blend', amount: 0.5 }] } };
  const animation = { channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }], samplers: [{ input: 0, output: 1 }] };
  return written('character.gltf', {
    nodes: [{ name: 'Jaw' }],
    buffers: [{ byteLength: 32, uri: `data:application/octet-stream;base64,${Buffer.from(numbers.buffer).toString('base64')}` }],
    bufferViews: [{ buffer: 0, byteLength: 8 }, { buffer: 0, byteOffset: 8, byteLength: 24 }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] },
      { bufferView: 1, componentType: 5126, count: 2, type: 'VEC3' },
    ],
    animations: [animation, animation],
    extensionsUsed: ['KHR_character', 'KHR_character_expression'],
    extensions: {
      KHR_character: { rootNode: 0 },
      KHR_character_expression: { expressions: [{ expression: 'happy', animation: 0, extensions: mask }, { expression: 'sad', animation: 1 }] },
      KHR_character_expression_mapping: { expressionSetMappings: { mood: { glad: [{ source: 'happy', weight: 1 }, { source: 'sad', weight: 0.5 }] } } },
    },
  });
};

/** An avatar without its data, whose nodes have the names of bones. */
const rig = () => {
  const { extensions, extensionsUsed: _, ...plain } = JSON.parse(readFileSync(avatar, 'utf8'));
  for (const [bone, { node }] of Object.entries(extensions.VRMC_vrm.humanoid.humanBones)) plain.nodes[node].name = bone;
  return written('rig.gltf', plain);
};

/** A graph that loops for ever: it is stopped, and says so. */
const loop = () =>
  written('loop.gltf', {
    nodes: [{}],
    extensionsUsed: ['KHR_interactivity'],
    extensions: {
      KHR_interactivity: {
        graph: 0,
        graphs: [
          {
            types: [{ signature: 'bool' }],
            declarations: [{ op: 'event/onStart' }, { op: 'flow/while' }],
            nodes: [
              { declaration: 0, flows: { out: { node: 1, socket: 'in' } } },
              { declaration: 1, values: { condition: { type: 0, value: [true] } } },
            ],
          },
        ],
      },
    },
  });

/** A graph that writes a hundred messages in every tick: more than an answer keeps. */
const talk = () =>
  written('talk.gltf', {
    nodes: [{}],
    extensionsUsed: ['KHR_interactivity'],
    extensions: {
      KHR_interactivity: {
        graph: 0,
        graphs: [
          {
            types: [{ signature: 'int' }],
            declarations: [{ op: 'event/onTick' }, { op: 'flow/for' }, { op: 'debug/log' }],
            nodes: [
              { declaration: 0, flows: { out: { node: 1, socket: 'in' } } },
              {
                declaration: 1,
                configuration: { initialIndex: { value: [0] } },
                values: { startIndex: { type: 0, value: [0] }, endIndex: { type: 0, value: [100] } },
                flows: { loopBody: { node: 2, socket: 'in' } },
              },
              { declaration: 2, configuration: { severity: { value: [1] }, message: { value: ['again'] } } },
            ],
          },
        ],
      },
    },
  });

/** A second arm beside the first, of which a value is set. */
const second = () => {
  const pointer = '/extensions/KHR_physics_rigid_bodies/physicsJoints/0/drives/0/positionTarget';
  const actions = [{ time: 0, spawn: arm }, { time: 0.05, instance: 1, set: { [pointer]: 0.25 } }];
  writeFileSync(out('second.json'), JSON.stringify({ actions }));
  return out('second.json');
};

/** Commands whose answers are looked at, by verb. */
const ANSWERS = {
  bake: () => [...answer('bake', arm, out('bake.glb')), ...answer('bake', path('fixtures/running'), path('fixtures/reading'), out('bakes'), '--seconds', '0.2')],
  convert: () => [
    ...answer('convert', path('fixtures/convert'), out('converted'), '--to', 'omi', '--allow-loss'),
    ...answer('convert', path('fixtures/convert/pendulum.gltf'), out('omi.gltf'), '--to', 'omi'),
    ...answer('convert', spring, out('spring.vrm'), '--to', 'vrm-spring-0', '--allow-loss'),
    ...answer('convert', path('conformance/virtual_transform/entries_are_found_by_name_and_by_tag/plural.gltf'), out('hint.gltf'), '--to', 'node-hint', '--allow-loss'),
    ...answer('convert', '--list'),
    ...answer('convert', arm, '--list'),
  ],
  copy: () => [
    ...answer('copy', path('fixtures/missing_buffer.gltf'), out('lacking.glb')),
    ...files('fixtures').filter((_, at) => at % 8 === 0).flatMap((file, at) => answer('copy', file, out(`copy${at}.glb`))),
  ],
  evaluate: () => files('fixtures').flatMap((file) => answer('evaluate', file, '--look-at', ...(/pointers|curves/.test(file) ? ['--animation', '0', '--time', '0.5'] : []))),
  fix: () => files('fixtures').filter((_, at) => at % 4 === 0).flatMap((file, at) => answer('fix', file, out(`fixed${at}.glb`))),
  import: () => answer('import', path('fixtures/import/arm.xml'), '-o', out('arm.glb')),
  inspect: () => [...answer('inspect', path('fixtures'), path('conformance/spring_bone'), path('conformance/human_pose')), ...[machine, blush(), character()].flatMap((file) => answer('inspect', file))],
  normalize: () => files('fixtures/normalize').flatMap((file, at) => answer('normalize', file, out(`normal${at}.glb`))),
  replay: () => {
    run('simulate', arm, '--seconds', '0.1', '--record', out('log.jsonl'));
    return [...answer('replay', arm, out('log.jsonl')), ...answer('replay', machine, out('log.jsonl'))];
  },
  retarget: () => [
    ...answer('retarget', clip, avatar, '--at', '0,0.1', '--feet', 'lock'),
    ...answer('retarget', clip, rig(), '--at', '0'),
    ...answer('retarget', path(`${eyes}/clip.vrma`), path(`${eyes}/vrm-1.0.gltf`), '--at', '0'),
    ...answer('retarget', clip, avatar, '-o', out('clip.vrma')),
    ...answer('retarget', clip, avatar, '-o', out('clip.bvh')),
    ...answer('retarget', clip, avatar, '-o', out('clip.glb')),
  ],
  simulate: () => [
    ...files('fixtures').flatMap((file) => answer('simulate', file, '--seconds', '0.1')),
    ...[machine, loop(), talk(), blush()].flatMap((file) => answer('simulate', file, '--seconds', '3')),
    ...answer('simulate', arm, '--input', second(), '--seconds', '0.1'),
  ],
  validate: () => [...answer('validate', path('fixtures')), ...answer('validate', arm)],
};

test('schemas of the documentation are those that the command prints', { skip: skipped }, () => {
  const names = run('schema').trim().split('\n');
  assert.deepEqual(names, Object.keys(ANSWERS));
  for (const name of names) {
    const kept = JSON.parse(readFileSync(path(`docs/schemas/${name}.schema.json`), 'utf8'));
    assert.deepEqual(kept, JSON.parse(run('schema', name)), `${name}: \`sinew schema --to docs/schemas --force\` writes it anew`);
  }
});

for (const [name, answers] of Object.entries(ANSWERS)) {
  test(`answers of ${name} are what their schema says, and nothing more`, { skip: skipped }, () => {
    const schema = JSON.parse(run('schema', name));
    // Others may add properties; a schema that is true today knows all of them.
    const isValid = new Ajv({ strict: false, allErrors: true, logger: false }).compile(closed(schema));
    const all = answers();
    assert.ok(all.length > 0);
    const seen = new Set();
    for (const one of all) {
      assert.ok(isValid(one), JSON.stringify((isValid.errors ?? []).slice(-3)));
      mark(schema, schema, one, '', seen);
    }
    const unseen = properties(schema).filter((property) => !seen.has(property));
    assert.deepEqual(unseen, NOT_SEEN[name] ?? [], 'properties that no answer here has');
  });
}

/** Properties that no answer here has. */
const HELD = ['HeldAnswer.node', 'HeldAnswer.since', 'HeldAnswer.steps'];
const NOT_SEEN = {
  // Joints that take more work than there is take long to solve: the library's tests have some.
  bake: ['BakeReport.held', ...HELD],
  simulate: ['SimulationAnswer.held', ...HELD],
  // The command's own logs have one instance.
  replay: ['StepDifference.instance'],
};

/** A schema whose objects have no other properties than those it names. */
function closed(schema) {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return copy.type === 'object' && copy.properties && !('additionalProperties' in copy) ? { ...copy, unevaluatedProperties: false } : copy;
}

/** Every property of a schema as `Type.property`. */
function properties(schema) {
  return Object.entries(schema.$defs).flatMap(([type, { properties: own, oneOf, anyOf }]) =>
    [own, ...(oneOf ?? anyOf ?? []).map((part) => part.properties)].flatMap((list) => Object.keys(list ?? {}).map((key) => `${type}.${key}`)),
  );
}

/** Notes which properties an answer has. */
function mark(root, schema, value, type, seen) {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    mark(root, root.$defs[name], value, name, seen);
  }
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
    if (mayBe(root, part, value)) mark(root, part, value, type, seen);
  }
  if (Array.isArray(value)) {
    value.forEach((one) => schema.items && mark(root, schema.items, one, type, seen));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      const about = schema.properties?.[key];
      if (about) seen.add(`${type}.${key}`);
      const next = about ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
      if (next) mark(root, next, one, type, seen);
    }
  }
}

/** Whether a value has what a part of a schema requires. */
function mayBe(root, part, value) {
  const about = part.$ref ? root.$defs[part.$ref.split('/').at(-1)] : part;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (about.type === 'array') return Array.isArray(value);
  return !isObject || (about.required ?? []).every((key) => key in value);
}
