/** The plugin for three.js in a real browser: alone, beside three-vrm, and in the examples. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { browser, open, server, useBrowser } from './browser.js';

useBrowser();

async function openApi(t) {
  const opened = await open(t, browser, `${server.address}web/browser/pages/three.html`);
  await opened.page.waitForFunction(() => globalThis.api);
  return opened;
}

test('both plugins run one VRM file, in either order, and each leaves the other its nodes', async (t) => {
  const { page, complaints } = await openApi(t);
  for (const order of [
    ['vrm', 'sinew'],
    ['sinew', 'vrm'],
  ]) {
    const found = await page.evaluate(async (names) => {
      const { GLTFLoader, VRMLoaderPlugin, plugin, sinew } = globalThis.api;
      const loader = new GLTFLoader();
      const register = {
        vrm: () => loader.register((parser) => new VRMLoaderPlugin(parser)),
        sinew: () => loader.register((parser) => new plugin.SinewLoaderPlugin(parser)),
      };
      names.forEach((name) => register[name]());
      const gltf = await loader.loadAsync('../../viewer/public/demos/avatar.vrm');
      const { vrm, sinew: running } = gltf.userData;
      const clip = await sinew.Clip.load(await (await fetch('../../viewer/public/demos/wave.vrma')).arrayBuffer());
      running.playClip(clip);
      // three-vrm would write its own human pose over the clip's.
      vrm.humanoid.autoUpdateHumanBones = false;
      const arm = running.objects[running.model.info.humanoid.bones.find(({ bone }) => bone === 'rightLowerArm').node];
      const toes = running.objects[running.model.info.humanoid.bones.find(({ bone }) => bone === 'leftToes').node];
      const rest = arm.quaternion.toArray();
      // A node that no clip and no body moves stays with whoever moves it otherwise.
      toes.quaternion.set(0, 0.6, 0, 0.8);
      for (let frame = 0; frame < 60; frame += 1) {
        running.update(1 / 60);
        vrm.update(1 / 60);
      }
      return {
        hasVrm: vrm.humanoid !== undefined,
        isSame: vrm.humanoid.getRawBoneNode('rightLowerArm') === arm,
        cosine: Math.abs(arm.quaternion.toArray().reduce((sum, value, at) => sum + value * rest[at], 0)),
        toes: toes.quaternion.toArray(),
        steps: running.world.steps,
      };
    }, order);
    assert.equal(found.hasVrm, true);
    assert.equal(found.isSame, true);
    assert.ok(found.steps === 60 || found.steps === 59, `${found.steps}`);
    // The clip bends the arm by 1.35 ± 0.42 rad: |cos(angle/2)| is below cos(0.46) = 0.896.
    assert.ok(found.cosine < 0.9, `${found.cosine}`);
    assert.deepEqual(found.toes, [0, 0.6, 0, 0.8]);
  }
  assert.deepEqual(complaints, []);
});

test('the plugin writes the interpolated pose of the world', async (t) => {
  const { page, complaints } = await openApi(t);
  const found = await page.evaluate(async () => {
    const { GLTFLoader, plugin } = globalThis.api;
    const loader = new GLTFLoader();
    loader.register((parser) => new plugin.SinewLoaderPlugin(parser));
    const { userData, scene } = await loader.loadAsync('../../../fixtures/running/heap.gltf');
    const { sinew } = userData;
    const heap = sinew.objects.findIndex((object) => object?.name === 'drop_0' || object?.name === 'drop 0');
    const heights = [];
    // Half a step a frame: between steps a body is halfway.
    for (let frame = 0; frame < 40; frame += 1) {
      sinew.update(1 / 120);
      heights.push(sinew.objects[heap].position.y);
    }
    sinew.interpolate = false;
    sinew.sync();
    const debug = new plugin.SinewDebug(sinew, { show: plugin.SinewDebug.layers });
    const standIns = plugin.addStandIns(sinew).length;
    debug.update();
    debug.dispose();
    return {
      heights,
      exact: [sinew.objects[heap].position.y, sinew.instance.pose.locals[heap * 10 + 1]],
      standIns,
      isChild: sinew.objects[heap].parent === scene,
    };
  });
  assert.equal(found.exact[0], found.exact[1]);
  assert.ok(found.standIns > 5);
  assert.equal(found.isChild, true);
  // It falls without contact for the first third of a second: every picture is below the one before, without jumps.
  const falls = found.heights.slice(4).map((height, at) => found.heights[at + 3] - height);
  falls.forEach((fall, at) => assert.ok(fall > 0 && fall < 0.05, `frame ${at + 4}: ${fall}`));
  assert.deepEqual(complaints, []);
});

test('the plain example and the Vite example load and move', async (t) => {
  for (const path of ['web/examples/plain/', 'web/examples/vite/dist/']) {
    const { page, complaints, close } = await open(t, browser, server.address + path, { width: 480, height: 320 });
    await page.waitForFunction(() => globalThis.sinew?.world.steps > 5);
    assert.deepEqual(complaints, [], path);
    await close();
  }
});
