/** Sinew with react-three-fiber, Babylon.js and PlayCanvas in a real browser: the engine's objects have Sinew's numbers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { avatar } from './avatar.js';
import { browser, open, picture, server, useBrowser } from './browser.js';

useBrowser();

const openPage = (t, name) =>
  open(t, browser, `${server.address}web/examples/engines/dist/${name}.html`, { width: 480, height: 320 });

/** How many colours a page shows: a page that draws nothing has one or two. */
async function colours(page) {
  const picture = (await page.screenshot()).toString('base64');
  return page.evaluate(async (bytes) => {
    const blob = await (await fetch(`data:image/png;base64,${bytes}`)).blob();
    const image = await createImageBitmap(blob);
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return new Set(new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)).size;
  }, picture);
}

/** How far the objects of an engine are from the pose that they follow, and how far they have moved from rest. */
function distances(numbersOf) {
  return `(() => {
    const numbersOf = ${numbersOf};
    const { sinew } = globalThis;
    const read = () => sinew.objects.map((object) => object && numbersOf(object));
    const rest = globalThis.rest;
    sinew.update(1 / 30);
    const { locals } = sinew.instance.interpolated;
    let error = 0;
    let moved = 0;
    read().forEach((numbers, node) => {
      numbers?.forEach((value, at) => {
        error = Math.max(error, Math.abs(value - locals[node * 10 + at]));
        moved = Math.max(moved, Math.abs(value - rest[node * 10 + at]));
      });
    });
    return { error, moved, objects: read().filter(Boolean).length, nodes: sinew.model.nodeCount, steps: sinew.world.steps };
  })()`;
}

async function follows(t, name, numbersOf) {
  const { page, complaints } = await openPage(t, name);
  await page.waitForFunction(() => globalThis.sinew?.world.steps > 20);
  // The file at rest, from a second instance.
  await page.evaluate(() => {
    const { world, model } = globalThis.sinew;
    const instance = world.spawn(model, { animations: 'none', translation: [100, 0, 0] });
    globalThis.rest = instance.pose.locals.slice();
    instance.despawn();
  });
  const found = await page.evaluate(distances(numbersOf));
  assert.equal(found.objects, found.nodes, 'every node has an object');
  // Objects hold single or double precision; the demo is some metres large.
  assert.ok(found.error < 1e-6, `${found.error}`);
  assert.ok(found.moved > 0.1, `${found.moved}`);
  assert.deepEqual(complaints, []);
  // Shaders are compiled while frames go by, on a slow machine for some seconds.
  let seen = 0;
  for (let tries = 0; tries < 60 && seen <= 20; tries += 1) {
    if (tries > 0) await page.waitForTimeout(250);
    seen = await colours(page);
  }
  assert.ok(seen > 20, 'something is drawn');
  await picture(page, `engine-${name}`);
}

test('Babylon.js nodes follow', async (t) => {
  await follows(
    t,
    'babylon',
    `({ position: p, rotationQuaternion: q, rotation, scaling: s }) => {
      const r = q ?? rotation.toQuaternion();
      return [p.x, p.y, p.z, r.x, r.y, r.z, r.w, s.x, s.y, s.z];
    }`,
  );
});

test('PlayCanvas entities follow', async (t) => {
  await follows(
    t,
    'playcanvas',
    `(entity) => {
      const [p, r, s] = [entity.getLocalPosition(), entity.getLocalRotation(), entity.getLocalScale()];
      return [p.x, p.y, p.z, r.x, r.y, r.z, r.w, s.x, s.y, s.z];
    }`,
  );
});

/** The morph weights of a face at which an expression is 0.75. */
async function face(t, name, weightsOf) {
  const { page, complaints } = await open(t, browser, 'about:blank');
  await page.route('**/demo.gltf', (route) => route.fulfill({ contentType: 'model/gltf+json', body: avatar() }));
  await page.goto(`${server.address}web/examples/engines/dist/${name}.html`);
  await page.waitForFunction(() => globalThis.sinew?.world.steps > 2);
  const found = await page.evaluate(`(() => {
    const { sinew } = globalThis;
    sinew.interpolate = false;
    sinew.instance.setExpression('happy', 0.75);
    sinew.world.step();
    sinew.sync();
    return (${weightsOf})(sinew.objects[sinew.model.findNode('face')]);
  })()`);
  assert.deepEqual(complaints, []);
  return found;
}

test('morph weights of Babylon.js and of PlayCanvas follow', async (t) => {
  const babylon = '({ morphTargetManager: m }) => [m.getTarget(0).influence, m.getTarget(1).influence]';
  assert.deepEqual(await face(t, 'babylon', babylon), [0.75, 0]);
  const playcanvas = '({ render }) => [0, 1].map((at) => render.meshInstances[0].morphInstance.getWeight(at))';
  assert.deepEqual(await face(t, 'playcanvas', playcanvas), [0.75, 0]);
});

test('two copies of a file share a world in react-three-fiber, and leave it with their components', async (t) => {
  const { page, complaints } = await openPage(t, 'react');
  await page.waitForFunction(
    () => globalThis.sinew?.running.length === 2 && globalThis.sinew.running[0].world.steps > 20,
  );
  const found = await page.evaluate(() => {
    const [a, b] = globalThis.sinew.running;
    const moved = [a, b].map(({ instance, objects }) => {
      const { locals } = instance.interpolated;
      const errors = objects.map((object, node) => (object ? Math.abs(object.position.y - locals[node * 10 + 1]) : 0));
      return Math.max(...errors);
    });
    return {
      isShared: a.world === b.world,
      roots: [a.root.position.x, b.root.position.x].sort((x, y) => x - y),
      isSeparate: a.objects.every((object, node) => object === null || object !== b.objects[node]),
      isInScene: [a, b].every(({ root }) => root.parent !== null),
      sharesGeometry: JSON.stringify(geometries(a)) === JSON.stringify(geometries(b)) && geometries(a).length > 0,
      moved,
    };
    function geometries({ root }) {
      const ids = [];
      root.traverse((object) => object.geometry && ids.push(object.geometry.uuid));
      return ids;
    }
  });
  assert.equal(found.isShared, true);
  assert.deepEqual(found.roots, [-4, 4]);
  assert.equal(found.isSeparate, true);
  assert.equal(found.isInScene, true);
  assert.equal(found.sharesGeometry, true);
  // Shaders are compiled while frames go by, on a slow machine for some seconds.
  let seen = 0;
  for (let tries = 0; tries < 60 && seen <= 20; tries += 1) {
    if (tries > 0) await page.waitForTimeout(250);
    seen = await colours(page);
  }
  assert.ok(seen > 20, 'something is drawn');
  await picture(page, 'engine-react');
  const left = await page.evaluate(async () => {
    const [{ instance, world }] = globalThis.sinew.running;
    globalThis.sinew.root.unmount();
    // React cleans up when it has time; a test that never ends is a failure too.
    while (instance.isAlive || globalThis.sinew.running.length) await new Promise((resolve) => setTimeout(resolve, 20));
    return { isAlive: instance.isAlive, running: globalThis.sinew.running.length, steps: typeof world.dt };
  });
  assert.equal(left.isAlive, false);
  assert.equal(left.running, 0);
  assert.deepEqual(complaints, []);
});
