/**
 * The work of a page in a frame, by its own clock: 100 avatars that play a clip, or 500 bodies, at 60 steps a second. Run as a
 * command, `node browser/frames.js`, it prints the table of `docs/benchmarks/frames.md`.
 */
import { loadavg } from 'node:os';
import { pathToFileURL } from 'node:url';

import { launch, open, openViewer, serve, showFiles } from './browser.js';
import { cubes } from './scenes.js';

/** A frame at 60 Hz, milliseconds. */
export const FRAME = 1000 / 60;

/**
 * The same frames are gone over again and again. Other work on the machine takes time from a page, never gives it: of each frame the
 * quickest round is the page's own.
 */
const ROUNDS = 8;
const FRAMES = 8;

/** Bodies of 1 m that fall into a heap on a floor, in layers of 10 × 10, each layer shifted. */
export function heap(count) {
  // The floor's node is scaled, and its shape with it.
  const shapes = [{ type: 'box', box: { size: [1, 1, 1] } }];
  const collider = { geometry: { shape: 0 } };
  const place = (at) => [(at % 10) * 1.3 - 6 + 0.2 * (Math.floor(at / 100) % 2), 1.5 + Math.floor(at / 100) * 1.6, (Math.floor(at / 10) % 10) * 1.3 - 6];
  const bodies = Array.from({ length: count }, (_, at) => ({
    mesh: at % 2,
    translation: place(at),
    extensions: { KHR_physics_rigid_bodies: { motion: { mass: 1 }, collider } },
  }));
  const floor = { mesh: 2, translation: [0, -0.5, 0], scale: [60, 1, 60], extensions: { KHR_physics_rigid_bodies: { collider } } };
  const grey = (value) => ({ pbrMetallicRoughness: { metallicFactor: 0, baseColorFactor: [value, value, value, 1] } });
  return cubes([...bodies, floor], [grey(0.8), grey(0.5), grey(0.3)], {
    extensionsUsed: ['KHR_implicit_shapes', 'KHR_physics_rigid_bodies'],
    extensions: { KHR_implicit_shapes: { shapes }, KHR_physics_rigid_bodies: {} },
  });
}

/** Bodies in the viewer, with all its panels in every frame, from a step on: the mean of each part. */
export async function bodies(page, count, first = 60) {
  const name = `heap ${count}.gltf`;
  if (!(await showFiles(page, name, [[name, heap(count)]]))) {
    throw new Error(`${name}: ${await page.textContent('#messages')}`);
  }
  const rounds = await page.evaluate(
    async ([rounds, frames, first]) => {
      const { session, stage, panels, transport } = globalThis.viewer;
      const { controller } = session;
      session.timeline.runTo(first);
      const found = [];
      for (let round = 0; round < rounds; round += 1) {
        transport.seek(first);
        found.push([]);
        for (let frame = 0; frame < frames; frame += 1) {
          const times = [performance.now()];
          controller.step();
          times.push(performance.now());
          controller.sync();
          times.push(performance.now());
          Object.values(panels).forEach((panel) => panel.update());
          times.push(performance.now());
          stage.render();
          times.push(performance.now());
          found[round].push(Object.fromEntries(['step', 'sync', 'panels', 'draw'].map((part, at) => [part, times[at + 1] - times[at]])));
          // What is drawn in software is waited for, outside of the frame's work.
          await new Promise(requestAnimationFrame);
        }
      }
      return found;
    },
    [ROUNDS, FRAMES, first],
  );
  return quickest(rounds);
}

/** Avatars in a scene of three.js: steps, what is written to the scene, and what three does to draw it. */
export async function avatars(page, count) {
  const rounds = await page.evaluate(
    async ([count, rounds, frames]) => {
      const { THREE, GLTFLoader, plugin, sinew } = globalThis.api;
      const loader = new GLTFLoader();
      const gltf = await loader.loadAsync('../../viewer/public/demos/avatar.vrm');
      const clip = await sinew.Clip.load(await (await fetch('../../viewer/public/demos/wave.vrma')).arrayBuffer());
      const world = await sinew.World.create();
      const scene = new THREE.Scene();
      scene.add(new THREE.HemisphereLight());
      const controllers = [];
      for (let at = 0; at < count; at += 1) {
        const translation = [(at % 10) * 1.5 - 7, 0, Math.floor(at / 10) * -1.5];
        const controller = await plugin.SinewController.instantiate(gltf, { world, spawn: { translation } });
        controller.playClip(clip, { time: (at * 0.0137) % clip.duration });
        scene.add(controller.root);
        controllers.push(controller);
      }
      const renderer = new THREE.WebGLRenderer({ canvas: document.createElement('canvas') });
      // Small: what is measured is the submission, not the software that draws here.
      renderer.setSize(160, 90, false);
      const camera = new THREE.PerspectiveCamera(50, 16 / 9, 0.1, 100);
      camera.position.set(0, 3, 9);
      camera.lookAt(0, 1, -4);
      const found = [];
      const start = world.snapshot();
      for (let round = 0; round < rounds; round += 1) {
        world.restore(start);
        found.push([]);
        for (let frame = 0; frame < frames; frame += 1) {
          const times = [performance.now()];
          world.step();
          times.push(performance.now());
          controllers.forEach((controller) => controller.sync());
          times.push(performance.now());
          renderer.render(scene, camera);
          times.push(performance.now());
          const [step, sync, draw] = [1, 2, 3].map((at) => times[at] - times[at - 1]);
          found[round].push({ step, sync, panels: 0, draw });
          await new Promise(requestAnimationFrame);
        }
      }
      renderer.dispose();
      return found;
    },
    [count, ROUNDS, FRAMES],
  );
  return quickest(rounds);
}

/** What Sinew and the viewer do in a frame. three.js's submission is listed beside it: in software it waits for what is drawn. */
export const whole = ({ step, sync, panels }) => step + sync + panels;

/** The mean over all frames of the quickest time of each part. */
function quickest(rounds) {
  const part = (name) => rounds[0].reduce((sum, _, frame) => sum + Math.min(...rounds.map((round) => round[frame][name])), 0) / rounds[0].length;
  return { step: part('step'), sync: part('sync'), panels: part('panels'), draw: part('draw') };
}

async function main() {
  const [server, browser] = await Promise.all([serve(), launch()]);
  const t = { after: () => {} };
  const load = loadavg()[0].toFixed(1);
  const { page: viewer } = await openViewer(t, browser, server.address, '?model=demos/crane.gltf&t=0', { width: 520, height: 400 });
  const { page: plain } = await open(t, browser, `${server.address}web/browser/pages/three.html`);
  await plain.waitForFunction(() => globalThis.api);
  const rows = [];
  for (const count of [100, 500, 1000]) rows.push([`${count} bodies, in the viewer`, await bodies(viewer, count)]);
  for (const count of [10, 100, 200]) rows.push([`${count} avatars with a clip, in three.js`, await avatars(plain, count)]);
  const cell = (value) => value.toFixed(2);
  console.log('| | step | written to the scene | panels | together | left of 16.7 ms | three.js, drawing in software |\n|---|--:|--:|--:|--:|--:|--:|');
  for (const [title, row] of rows) {
    const { step, sync, panels, draw } = row;
    console.log(`| ${[title, ...[step, sync, panels, whole(row), FRAME - whole(row), draw].map(cell)].join(' | ')} |`);
  }
  console.log(`\nLoad of the machine before: ${load}.`);
  await browser.close();
  await server.close();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main();
}
