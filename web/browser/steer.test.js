/** The viewer's controls: sliders, faces, gravity, animations; and what was done, as a script that the command repeats. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { run, skipped } from '../sinew/test/native.js';
import { browser, openViewer, project, server, showFiles, useBrowser } from './browser.js';
import { BALL, twoAnimations } from './scenes.js';

useBrowser();

let page;
const complaints = [];

/** One page for all tests: each costs seconds in software. */
async function show(name, content) {
  if (!page) {
    ({ page } = await openViewer({ after: () => {} }, browser, server.address, '?model=demos/crane.gltf&t=0', { width: 1000, height: 640 }));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
  }
  assert.ok(await showFiles(page, name, [[name, content]]), name);
}

const world = (read) =>
  page.evaluate(`(() => { const { controller } = viewer.session; const { world, instance } = controller; return ${read}; })()`);
const steps = (count) =>
  page.evaluate((wanted) => {
    for (let step = 0; step < wanted; step += 1) globalThis.viewer.transport.step();
  }, count);

/** Sets the number beside a slider. */
async function set(label, value) {
  const field = page.getByLabel(`${label}, as a number`).first();
  await field.fill(String(value));
  await field.press('Enter');
}

test('a drive follows its slider, and the downloaded script does the same natively', { skip: skipped }, async (t) => {
  const file = join(project, 'fixtures/examples/arm.gltf');
  await show('arm.gltf', readFileSync(file));
  await page.evaluate(() => {
    const joints = globalThis.viewer.session.model.info.physics.joints;
    globalThis.viewer.select({ kind: 'joint', index: joints.findIndex(({ drives }) => drives.length > 0) });
  });
  await steps(10);
  await set('Position target', 0.5);
  await steps(20);
  await set('Position target', 0.25);
  await steps(90);
  const [joint, digest, count] = await world('[JSON.stringify(instance.joints.find(({ drives }) => drives.length).drives[0]), String(world.digest), world.steps]');
  assert.equal(count, 120);
  assert.ok(Math.abs(JSON.parse(joint).position - 0.25) < 0.02, joint);
  await page.click('#tab-controls');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-script')]);
  assert.equal(download.suggestedFilename(), 'arm.inputs.json');
  const folder = mkdtempSync(join(tmpdir(), 'sinew-script-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'script.json');
  writeFileSync(script, readFileSync(await download.path()));
  const answer = JSON.parse(run('simulate', file, '--input', script, '--seconds', '2', '--json'));
  assert.equal(String(answer.digest), BigInt(digest).toString(16).padStart(16, '0'));
});

test('gravity and a ground are set in the panel', async () => {
  await show('ball.gltf', BALL);
  await page.click('#tab-controls');
  await set('Gravity Y', 2);
  await steps(60);
  // g·h²·(1 + … + 60) = 2 · 1830/3600 m at most, half a step's worth less at least.
  const risen = (await world('instance.body(0).translation[1]')) - 1;
  assert.ok(risen > 1 - 1e-4 && risen < 1.0167 + 1e-4, `${risen}`);
  await show('ball.gltf', BALL);
  await page.getByLabel('Ground at height 0').check();
  await steps(90);
  // The ball of 0.2 m lies on it.
  assert.ok(Math.abs((await world('instance.body(0).translation[1]')) - 0.2) < 5e-3);
  await page.evaluate(() => globalThis.viewer.transport.seek(30));
  await page.evaluate(() => globalThis.viewer.transport.seek(90));
  assert.ok(Math.abs((await world('instance.body(0).translation[1]')) - 0.2) < 5e-3);
  await page.getByLabel('Ground at height 0').uncheck();
  await steps(90);
  assert.ok((await world('instance.body(0).translation[1]')) < -5);
});

test('expressions are sliders, and eyes follow the pointer', async () => {
  await show('expressions.gltf', readFileSync(join(project, 'fixtures/humanoid/expressions.gltf')));
  const name = await world('instance.expressions[0].name');
  await page.click('#tab-controls');
  await set(name, 1);
  await steps(1);
  assert.equal(await world('instance.expressions[0].value'), 1);
  await page.click('text=Release all');
  await steps(1);
  assert.equal(await world('instance.expressions[0].value'), 0);
  const eyes = JSON.stringify({
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ translation: [0, 1, 0], children: [1] }, { translation: [0, 0.5, 0], children: [2] }, {}],
    extensions: {
      VRMC_vrm: {
        specVersion: '1.0',
        humanoid: { humanBones: { hips: { node: 0 }, head: { node: 1 }, leftEye: { node: 2 } } },
        lookAt: {
          type: 'bone',
          offsetFromHeadBone: [0, 0, 0],
          ...Object.fromEntries(
            ['HorizontalInner', 'HorizontalOuter', 'VerticalDown', 'VerticalUp'].map((part) => [
              `rangeMap${part}`,
              { inputMaxValue: 90, outputScale: 10 },
            ]),
          ),
        },
      },
    },
  });
  await show('eyes.gltf', eyes);
  // A viewer that was slow to be stopped has played a few steps: what it saw is repeated as it was, so eyes look after it.
  await page.evaluate(() => globalThis.viewer.transport.seek(globalThis.viewer.session.timeline.last));
  const { x, y, width, height } = await page.locator('#canvas').boundingBox();
  /** Where the eye looks with the pointer at a part of the view, and what the text of VRMC_vrm makes of that point. */
  const look = async (across, down) => {
    await page.mouse.move(x + across * width, y + down * height);
    await steps(2);
    return page.evaluate(
      ([right, up]) => {
        const { stage, session } = globalThis.viewer;
        const { camera, controls } = stage;
        const along = camera.position.clone().set(right, up, 0.5).unproject(camera).sub(camera.position).normalize();
        const point = along.multiplyScalar(camera.position.distanceTo(controls.target) / 2).add(camera.position);
        // The eye is 1.5 m high and faces +Z: yaw is positive to its left, pitch downwards.
        const [dx, dy, dz] = [point.x, point.y - 1.5, point.z];
        const { instance } = session.controller;
        const { yaw, pitch } = instance.lookAtAngles;
        return {
          wanted: [Math.atan2(dx, dz), Math.atan2(-dy, Math.hypot(dx, dz))],
          angles: [yaw, pitch].map((degrees) => (degrees * Math.PI) / 180),
          eye: [...instance.pose.locals.slice(2 * 10 + 3, 2 * 10 + 7)],
        };
      },
      [2 * across - 1, 1 - 2 * down],
    );
  };
  const turned = {};
  for (const [name, across, down] of [['left', 0.25, 0.5], ['right', 0.75, 0.5], ['up', 0.5, 0.1], ['down', 0.5, 0.75]]) {
    const { wanted, angles, eye } = await look(across, down);
    angles.forEach((angle, at) => assert.ok(Math.abs(angle - wanted[at]) < 2e-3, `${name}: ${angles} for ${wanted}`));
    // The range maps make a ninth of each angle: first about +Y, then about +X of what that has turned.
    const [yaw, pitch] = wanted.map((angle) => angle / 9 / 2);
    const [siny, cosy, sinp, cosp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
    const rotation = [cosy * sinp, siny * cosp, -siny * sinp, cosy * cosp];
    rotation.forEach((value, at) => assert.ok(Math.abs(value - eye[at]) < 5e-4, `${name}: ${eye} for ${rotation}`));
    turned[name] = wanted;
  }
  // The avatar faces the camera: what is to the right of the view is to its left.
  assert.ok(turned.right[0] > turned.left[0] + 0.17 && turned.down[1] > turned.up[1] + 0.17, JSON.stringify(turned));
});

test('one animation plays, another is faded to, and its speed and time are sliders', async () => {
  await show('two.gltf', twoAnimations());
  await page.click('#tab-controls');
  const place = () => world('[...instance.pose.locals.slice(0, 2)]');
  const isNear = ([x, y], wanted) => assert.ok(Math.hypot(x - wanted[0], y - wanted[1]) < 1e-4, `${x}, ${y} for ${wanted}`);
  await steps(30);
  isNear(await place(), [0.5, 0]);
  await set('Cross-fade', 0.5);
  await page.getByLabel('Play along Y').click();
  await steps(15);
  // Half of each after a quarter of a second of half a second: 0.75 along X, 0.25 along Y.
  isNear(await place(), [0.375, 0.125]);
  await steps(30);
  assert.deepEqual(await world('instance.playing.map(({ animation }) => animation)'), [1]);
  isNear(await place(), [0, 0.75]);
  await page.waitForFunction(() => document.querySelectorAll('#controls .slide').length === 4);
  await set('Speed', -1);
  await steps(15);
  isNear(await place(), [0, 0.5]);
  await set('Time', 0.9);
  await set('Speed', 0);
  await steps(5);
  isNear(await place(), [0, 0.9]);
  await page.getByLabel('Stop along Y').click();
  await steps(1);
  assert.deepEqual(await world('instance.playing'), []);
});

test('no error was logged', () => {
  assert.deepEqual(complaints, []);
});
