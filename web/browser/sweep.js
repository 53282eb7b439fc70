/**
 * Pictures of all files in the viewer, on a desktop and on a phone, light and dark: `npm run sweep [PATTERN]`. Every published file
 * of `SINEW_ASSETS` is shown, every avatar also with every clip, and files made here: compressed, huge, tiny, of kilometres, of metal,
 * broken. Each picture's facts are checked; pictures and `index.html` with all of them go to `web/artifacts/sweep/`. It fails if
 * something is wrong with one.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';

import { launch, openViewer, project, serve, showFiles } from './browser.js';
import { dracoFile, ktx2File } from './compressed.js';
import { factsOf, faultsOf, jsonOf, primitives, withResources } from './facts.js';
import { heap } from './frames.js';
import { BALL, cubes } from './scenes.js';

const VIEWS = {
  'desktop-light': { width: 1366, height: 768, colorScheme: 'light' },
  'desktop-dark': { width: 1366, height: 768, colorScheme: 'dark' },
  'phone-light': { width: 390, height: 780, colorScheme: 'light', isMobile: true },
  'phone-dark': { width: 390, height: 780, colorScheme: 'dark', isMobile: true },
};

/** Published files with what is known of them: some have more in them than their first frame shows. */
const assets = process.env.SINEW_ASSETS ?? join(project, '../shared/assets');
const out = join(project, 'web/artifacts/sweep');

/** `{ name, files, wanted, fails }`: what is opened, the meshes that it shows, and whether it cannot be shown at all. */
async function cases() {
  const made = (name, content, more = {}) => {
    const bytes = Buffer.from(content);
    return { name, files: [[name, bytes]], wanted: more.fails ? 0 : primitives(jsonOf(bytes)), ...more };
  };
  const metal = { pbrMetallicRoughness: { metallicFactor: 1, roughnessFactor: 0.25, baseColorFactor: [0.9, 0.9, 0.9, 1] } };
  const grey = { pbrMetallicRoughness: { metallicFactor: 0, baseColorFactor: [0.6, 0.6, 0.6, 1] } };
  const sized = (size) => cubes([{ mesh: 0, scale: [size, size, size] }, { mesh: 0, scale: [size, size, size], translation: [2 * size, 0, 0] }], [grey]);
  const meshes = readFileSync(join(project, 'fixtures/meshopt/meshes.glb'));
  const own = [
    made('draco.gltf', await dracoFile()),
    made('ktx2.gltf', ktx2File()),
    made('meshopt.glb', meshes),
    made('metal.gltf', cubes([{ mesh: 0 }], [metal])),
    made('tiny.gltf', sized(0.001)),
    made('kilometres.gltf', sized(3000)),
    made('huge.gltf', heap(2000)),
    made('bare ball.gltf', BALL),
    made('cut.glb', meshes.subarray(0, meshes.length - 200), { says: /has \d+ of \d+ bytes/ }),
    made('no JSON.gltf', '{"asset": {"version": "2.0"}, "nodes": [}', { fails: true }),
    made('no glTF.glb', 'hello', { fails: true }),
  ];
  return [...own, ...published()];
}

function published() {
  if (!existsSync(assets)) {
    console.log('No folder of real files (set SINEW_ASSETS): only files made here are shown.');
    return [];
  }
  const paths = readdirSync(assets, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ['.glb', '.gltf', '.vrm'].includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/schemas|validator/.test(path))
    .sort();
  const clips = readdirSync(join(assets, 'vrma')).map((name) => join(assets, 'vrma', name));
  return paths.flatMap((path) => {
    const json = jsonOf(readFileSync(path));
    const name = relative(assets, path).replaceAll('/', ' ');
    const entry = { name, files: withResources(path, json), wanted: primitives(json) };
    const isAvatar = json.extensions?.VRMC_vrm || json.extensions?.VRM;
    return [entry, ...(isAvatar ? clips.map((clip) => ({ ...entry, name: `${name} + ${basename(clip)}`, files: [...entry.files, clip] })) : [])];
  });
}

/** Shows a file, takes its picture, and says what is wrong with it. */
async function look(page, view, { name, files, wanted, fails = false, says = null }) {
  await page.evaluate(() => document.querySelectorAll('.message button').forEach((button) => button.click()));
  const first = typeof files[0] === 'string' ? basename(files[0]) : files[0][0];
  const isShown = await showFiles(page, first, files);
  const picture = `${view}-${name.replace(/[^\w.+-]+/g, '_')}.png`;
  await page.screenshot({ path: join(out, picture) });
  const message = await page.textContent('#messages');
  if (fails) {
    return { name, view, picture, faults: [isShown && 'it is shown', !/cannot be shown/.test(message) && `it says "${message}"`].filter(Boolean) };
  }
  if (!isShown) {
    return { name, view, picture, faults: [`it is not shown: ${message}`] };
  }
  const facts = await factsOf(page);
  // Without a mesh the viewer says so, and shows bones and colliders.
  const isBare = /nothing to draw/.test(message);
  const faults = isBare ? [] : faultsOf(facts, says ? facts.meshes - facts.standIns : wanted);
  return { name, view, picture, facts, faults: [...faults, ...(says && !says.test(message) ? [`it says "${message}"`] : [])] };
}

async function main() {
  mkdirSync(out, { recursive: true });
  const pattern = new RegExp(process.argv[2] ?? '', 'i');
  const chosen = (await cases()).filter(({ name }) => pattern.test(name));
  const [server, browser] = await Promise.all([serve(), launch()]);
  const found = [];
  for (const [view, options] of Object.entries(VIEWS).filter(([name]) => !process.env.VIEW || name === process.env.VIEW)) {
    const { page, complaints } = await openViewer({ after: () => {} }, browser, server.address, '?model=demos/crane.gltf&t=0', options);
    page.setDefaultTimeout(300_000);
    for (const entry of chosen) {
      complaints.length = 0;
      const result = await look(page, view, entry).catch((error) => ({ name: entry.name, view, faults: [String(error).split('\n')[0]] }));
      result.faults.push(...complaints.filter((text) => !/Failed to load resource/.test(text)).slice(0, 3));
      found.push(result);
      const { height = 0, meshes = 0, brightness = 0 } = result.facts ?? {};
      console.log(`${result.faults.length ? 'WRONG' : 'ok   '} ${view} ${entry.name}: ${meshes} meshes, ${height.toFixed(0)} px, brightness ${brightness?.toFixed(0)} ${result.faults.join('; ')}`);
    }
    await page.context().close();
  }
  const card = ({ name, view, picture, faults }) => `<figure><img loading="lazy" src="${picture}" width="320"><figcaption>${view}: ${name} <b>${faults.join('; ')}</b></figcaption></figure>`;
  writeFileSync(join(out, 'index.html'), `<!doctype html><meta charset="utf-8"><style>body{display:flex;flex-wrap:wrap;font:12px sans-serif}figure{margin:6px;width:320px}b{color:#c00}</style>${found.map(card).join('\n')}`);
  writeFileSync(join(out, 'facts.json'), JSON.stringify(found, null, 1));
  const wrong = found.filter(({ faults }) => faults.length);
  console.log(`${found.length} pictures of ${chosen.length} files, ${wrong.length} wrong: ${join(out, 'index.html')}`);
  await browser.close();
  await server.close();
  process.exitCode = wrong.length ? 1 : 0;
}

await main();
