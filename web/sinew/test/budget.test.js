// Steps beyond the budget throw, and leave the world as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Model, World } from 'sinew-gltf';

const sphere = (translation) => ({
  translation,
  extensions: { KHR_physics_rigid_bodies: { motion: { mass: 1 }, collider: { geometry: { shape: 0 } } } },
});

const file = (nodes) =>
  new TextEncoder().encode(
    JSON.stringify({
      asset: { version: '2.0' },
      nodes,
      extensions: {
        KHR_implicit_shapes: { shapes: [{ type: 'sphere', sphere: { radius: 0.5 } }] },
        KHR_physics_rigid_bodies: {},
      },
    }),
  );

test('a step beyond the budget throws with a code and a pointer, and changes nothing', async () => {
  // Four at one point are six pairs; the first node is far away.
  const model = await Model.load(file([sphere([9, 0, 0]), ...Array(4).fill(sphere([0, 0, 0]))]));
  const world = await World.create({ budgetPairs: 5 });
  world.spawn(model);
  const before = world.snapshot();
  const isRefusal = (error) => error.code === 'BUDGET_EXCEEDED' && /^\/nodes\/[1-4]$/.test(error.pointer);
  assert.throws(() => world.step(), isRefusal);
  assert.deepEqual(world.snapshot(), before);
  assert.throws(() => world.advance(0.1), isRefusal);
  assert.equal(world.steps, 0);

  const enough = await World.create({ budgetPairs: 6 });
  enough.spawn(model);
  enough.step();
  assert.equal(enough.steps, 1);
  await assert.rejects(World.create({ budgetPairs: -1 }), { code: 'INVALID_ARGUMENT' });
});
