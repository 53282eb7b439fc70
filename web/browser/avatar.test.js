/** An avatar in three.js: handed over by three-vrm, copied, and with things attached. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { avatar } from './avatar.js';
import { browser, open, server, useBrowser } from './browser.js';

useBrowser();

async function openApi(t) {
  const opened = await open(t, browser, `${server.address}web/browser/pages/three.html`);
  await opened.page.waitForFunction(() => globalThis.api);
  await opened.page.evaluate((text) => {
    globalThis.load = (...plugins) => {
      const { GLTFLoader, VRMLoaderPlugin, plugin } = globalThis.api;
      const loader = new GLTFLoader();
      if (plugins.includes('vrm')) loader.register((parser) => new VRMLoaderPlugin(parser));
      if (plugins.includes('sinew')) loader.register((parser) => new plugin.SinewLoaderPlugin(parser));
      return loader.parseAsync(text, '');
    };
  }, avatar());
  return opened;
}

test('a face that Sinew moves survives three-vrm, and what is said to three-vrm reaches Sinew', async (t) => {
  const { page, complaints } = await openApi(t);
  const found = await page.evaluate(async () => {
    const { THREE, plugin } = globalThis.api;
    const { userData, scene } = await globalThis.load('vrm', 'sinew');
    const { vrm, sinew } = userData;
    const face = sinew.objects.find((object) => object.name === 'face');
    const { material } = face;
    const frame = () => {
      sinew.step();
      sinew.sync();
      vrm.update(1 / 60);
      return [...face.morphTargetInfluences];
    };
    sinew.interpolate = false;
    sinew.instance.setExpression('happy', 0.5);
    sinew.instance.setExpression('blink', 1);
    const alone = frame();
    const giveBack = plugin.handOver(sinew, vrm);
    const handed = frame();
    const color = material.color.toArray();
    const shown = vrm.expressionManager.getValue('happy');
    // Through three-vrm.
    vrm.expressionManager.setValue('happy', 1);
    const set = frame();
    // A target to the left of the avatar, which looks along +Z.
    const target = new THREE.Object3D();
    target.position.set(5, 1.65, 0.05);
    scene.parent?.add(target);
    vrm.lookAt.target = target;
    for (let step = 0; step < 3; step += 1) frame();
    const eye = sinew.objects.find((object) => object.name === 'leftEye').quaternion.toArray();
    const angles = sinew.instance.lookAtAngles;
    vrm.expressionManager.resetValues();
    const reset = frame();
    giveBack();
    vrm.expressionManager.setValue('blink', 0.25);
    const given = frame();
    return { alone, handed, color, shown, set, eye, angles, reset, given, weights: sinew.instance.expressions };
  });
  assert.deepEqual(found.alone, [0, 0], 'three-vrm clears what it does not know of');
  // `blend` of 0.5 leaves half of a blink.
  assert.deepEqual(found.handed, [0.5, 0.5]);
  assert.equal(found.shown, 0.5);
  // Halfway from white to red.
  found.color
    .slice(0, 3)
    .forEach((value, at) => assert.ok(Math.abs(value - [1, 0.5, 0.5][at]) < 1e-6, `${found.color}`));
  assert.deepEqual(found.set, [1, 0], 'a smile of 1 leaves nothing of a blink');
  // 90 degrees by the target, of which the range map makes 30 degrees about +Y.
  assert.ok(Math.abs(found.angles.yaw - 90) < 1, `${found.angles.yaw}`);
  assert.ok(Math.abs(2 * Math.asin(found.eye[1]) - Math.PI / 6) < 0.02, `${found.eye}`);
  assert.deepEqual(found.reset, [0, 0]);
  assert.deepEqual(found.given, [0, 0.25], 'three-vrm has it back');
  assert.deepEqual(complaints, []);
});

test('copies run on their own, with and without the plugin', async (t) => {
  const { page, complaints } = await openApi(t);
  const found = await page.evaluate(async () => {
    const { plugin } = globalThis.api;
    const { SinewController } = plugin;
    const gltf = await globalThis.load('sinew');
    const { sinew } = gltf.userData;
    const copy = await SinewController.instantiate(gltf, { spawn: { translation: [3, 0, 0] } });
    copy.instance.setExpression('happy', 1);
    sinew.update(1 / 30);
    copy.update(1 / 30);
    const morph = ({ objects }) => [...objects.find((object) => object.name === 'face').morphTargetInfluences];
    const plain = await globalThis.load();
    const alone = await SinewController.instantiate(plain);
    alone.update(1 / 30);
    const result = {
      isShared: copy.world === sinew.world,
      place: copy.root.position.toArray(),
      morphs: [morph(sinew), morph(copy)],
      isSeparate: copy.objects.every((object, node) => object !== sinew.objects[node]),
      steps: alone.world.steps,
      nodes: alone.objects.filter(Boolean).length === alone.model.nodeCount,
      isOther: alone.world !== sinew.world && alone.root !== plain.scene,
    };
    copy.dispose();
    sinew.update(1 / 30);
    alone.dispose();
    return result;
  });
  assert.equal(found.isShared, true);
  assert.deepEqual(found.place, [3, 0, 0]);
  assert.deepEqual(found.morphs, [
    [0, 0],
    [1, 0],
  ]);
  assert.equal(found.isSeparate, true);
  assert.ok(found.steps >= 1);
  assert.equal(found.nodes, true);
  assert.equal(found.isOther, true);
  assert.deepEqual(complaints, []);
});

test('an attached object follows its virtual transform until it is detached', async (t) => {
  const { page, complaints } = await openApi(t);
  const found = await page.evaluate(async () => {
    const { THREE } = globalThis.api;
    const { userData, scene } = await globalThis.load('sinew');
    const { sinew } = userData;
    const hat = new THREE.Object3D();
    const detach = sinew.attach(hat, 'hat');
    const where = () => {
      scene.updateMatrixWorld(true);
      return hat.getWorldPosition(new THREE.Vector3()).toArray();
    };
    const before = where();
    // A quarter turn of the head about +Z: what was above is at its right.
    sinew.instance.setOverride(sinew.model.findNode('head'), { rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] });
    sinew.interpolate = false;
    sinew.step();
    sinew.sync();
    const after = where();
    detach();
    const byTag = sinew.attach(hat, 'attachment');
    byTag();
    let message = null;
    try {
      sinew.attach(hat, 'tail');
    } catch (error) {
      message = error.message;
    }
    return { before, after, isDetached: hat.parent === null, message };
  });
  const near = (found, expected) =>
    found.forEach((value, at) => assert.ok(Math.abs(value - expected[at]) < 1e-5, `${found}`));
  near(found.before, [0, 1.8, 0]);
  near(found.after, [-0.2, 1.6, 0]);
  assert.equal(found.isDetached, true);
  assert.match(found.message, /no virtual transform "tail"/);
  assert.deepEqual(complaints, []);
});
