/** The page: connects the parts and renders. */
import { setUpBake } from './bake.js';
import { demos } from './demos.js';
import { byId } from './dom.js';
import { Drag } from './drag.js';
import { setUpEmbed } from './embed.js';
import { embeddedModel, isExported } from './embedded.js';
import { Eyes } from './eyes.js';
import { fetchClip, fetchModel, readFiles, saveFile } from './files.js';
import { setGround } from './ground.js';
import { setUpKeyboard } from './keyboard.js';
import { readInputs, readLink, writeInputs, writeLink } from './link.js';
import { loadClip, loadModel } from './load.js';
import { Marks } from './marks.js';
import { leftOut, momentOf, prepare, restorePanels, whyNoLink } from './moment.js';
import { setUpOpening } from './opening.js';
import { Controls } from './panel/controls.js';
import { Details } from './panel/details.js';
import { Events } from './panel/events.js';
import { Findings } from './panel/findings.js';
import { GraphPanel } from './panel/graph.js';
import { Messages } from './panel/messages.js';
import { Meter } from './panel/meter.js';
import { Overlays } from './panel/overlays.js';
import { Plot } from './panel/plot.js';
import { Strip } from './panel/strip.js';
import { setUpTabs } from './panel/tabs.js';
import { Tree } from './panel/tree.js';
import { Stage } from './stage.js';
import { animatedReach, drawnMeshes, movingNodes } from './stage/framing.js';
import { setUpTheme } from './theme.js';
import { Timeline } from './timeline.js';
import { updateToon } from './toon.js';
import { Transport } from './transport.js';
import { Work } from './work.js';

/** The interval between updates of the panels, milliseconds. */
const PANEL_PAUSE = 100;

const canvas = byId('canvas');
const stage = new Stage(canvas);
const messages = new Messages(byId('messages'));
const tabs = setUpTabs(byId('tabs'), byId('main'), () => session && refresh());
const tree = new Tree(byId('tree'), byId('filter'), select);
const details = new Details(byId('details'), { onSelect: select, onPush: push, act });
const findings = new Findings(byId('findings'), byId('finding-count'), select);
const events = new Events(byId('events'), byId('event-count'), { onSelect: select, onSeek: (step) => transport.goTo(step) });
const graph = new GraphPanel(byId('graph'), byId('tab-graph'), { act, canvas, stage });
const plot = new Plot(byId('plot'));
const work = new Work();
const meter = new Meter(byId('meter'), work);
const overlays = new Overlays(byId('overlays'), () => stage.invalidate());
const transport = new Transport(jumped);
const strip = new Strip(byId('strip'), byId('strip-toggle'), (step) => transport.goTo(step));
const drag = new Drag(canvas, stage, (event) => selectAt(event));
const eyes = new Eyes(canvas, stage);
const controls = new Controls(byId('controls'), {
  act,
  stage,
  eyes,
  playClip: (clip) => startClip(clip),
  stopClip,
  setGround: async (isOn) => {
    await setGround(session, isOn);
    jumped();
  },
  selected: () => session.controller.objects[nodeOf(selection) ?? -1] ?? null,
  download: saveFile,
});

let session = null;
/** Whether a file was opened since a test asked to forget the one before. */
let isShown = false;
let selection = null;
let opening = 0;

setUpTheme(byId('theme'), (isDark) => stage.setTheme(isDark));
setUpBake({ session: () => session, messages });
setUpKeyboard({
  ' ': () => transport.toggle(),
  '.': () => transport.step(),
  ',': () => transport.back(),
  r: () => transport.reset(),
  '[': () => strip.toMark(-1),
  ']': () => strip.toMark(1),
  f: () => {
    const object = session.controller.objects[nodeOf(selection) ?? -1];
    return object ? stage.frame(object) : stage.fit();
  },
  p: () => (stage.isOrthographic = !stage.isOrthographic),
  g: () => (stage.hasGrid = !stage.hasGrid),
  o: () => byId('file').click(),
  overlay: (at) => overlays.toggleAt(at),
});
setUpOpening({ openFiles, openDemo });
byId('share').addEventListener('click', share);
byId('help').addEventListener('click', () => byId('help-dialog').showModal());

/** Shows a file. On failure the previous one stays. */
async function show(read, { address = null, clip = null, clipAddress = null, look = {} } = {}) {
  opening += 1;
  const mine = opening;
  messages.clear();
  byId('busy').hidden = false;
  try {
    const loaded = await loadModel(await read(), stage.renderer);
    const played = clip && (await readClip(clip, loaded));
    if (mine !== opening) {
      loaded.controller.dispose();
      loaded.model.dispose();
      return false;
    }
    const clips = played ? [played] : [];
    await adopt({ ...loaded, address, clips, ground: null, clip: played?.clip ?? null, clipAddress: played ? clipAddress : null }, look);
    return true;
  } catch (error) {
    messages.error('This file cannot be shown', error);
    return false;
  } finally {
    if (mine === opening) {
      byId('busy').hidden = true;
    }
  }
}

async function adopt(loaded, { camera, show: shown = [], seconds = null, speed, isDemo = false, inputs = [], ...moment }) {
  const before = session;
  const isEmpty = drawnMeshes(loaded.scene).length === 0;
  if (isEmpty) {
    const [{ nodes }, { bodies = [] } = {}] = [loaded.model.info, loaded.model.info.physics ?? {}];
    loaded.lacks.push(`It has nothing to draw: ${nodes.length} nodes and ${bodies.length} bodies without meshes and colliders.`);
  }
  if (loaded.clip) {
    loaded.controller.playClip(loaded.clip);
  }
  isShown = true;
  session = { ...loaded, timeline: new Timeline(loaded.controller) };
  selection = null;
  const { humanoid } = session.model.info;
  const isTurned = humanoid?.facing === '-Z';
  const moved = [...movingNodes(session.controller)].map((index) => session.controller.objects[index]);
  const moving = new Set(moved.filter(Boolean));
  const reach = animatedReach(session.controller, moving, Boolean(session.json?.extensions?.KHR_interactivity));
  stage.setContent(session.scene, [overlays.setSession(session, isEmpty ? [...new Set(['bones', 'colliders', ...shown])] : shown)], { moving, isTurned, reach });
  if (camera) {
    stage.setView(camera, { forWide: isDemo });
  } else {
    stage.frame(null, { isTurned, isAvatar: Boolean(humanoid) });
  }
  const marks = new Marks(session);
  [eyes, tree, details, controls, findings, events, graph, plot, meter, drag, transport, strip].forEach((part) => part.setSession(session, marks));
  if (speed) {
    transport.speed = speed;
  }
  if (seconds !== null) {
    await prepare(page(), moment);
    session.timeline.repeat(inputs, Math.min(Math.round(seconds / session.controller.world.dt), 36_000));
    if (session.timeline.refused > 0) {
      session.lacks.push(`${session.timeline.refused} of ${inputs.length} inputs of the link do not fit this file, and changed nothing.`);
    }
  }
  transport.setPlaying(seconds === null);
  byId('demo').value = demos.find(({ model }) => model === session.address)?.model ?? '';
  byId('title').textContent = session.name;
  document.title = `${session.name} · Sinew viewer`;
  const why = whyNoLink(session);
  byId('share').setAttribute('aria-disabled', String(why !== null));
  byId('share').title = why ?? 'Copy a link to what is shown now';
  if (session.notice || session.lacks.length) {
    messages.lacks(isEmpty ? 'Nothing is drawn' : 'This file is shown in part', [session.notice, ...session.lacks].filter(Boolean));
  }
  restorePanels(page(), moment);
  refresh();
  before?.timeline.dispose();
  before?.controller.dispose();
  before?.model.dispose();
}

/** A clip for the avatar of a loaded file; `null` if it cannot be read, with a message. */
async function readClip(read, { model, name }) {
  try {
    const file = await read();
    const { clip, keys } = await loadClip(file);
    if (!model.info.humanoid) {
      throw new Error(`${file.name} is a clip for a humanoid, and ${name} has none — open a .vrm first.`);
    }
    return { clip, keys, name: file.name };
  } catch (error) {
    messages.error('This clip cannot be played', error);
    return null;
  }
}

/** Plays a clip on the shown avatar. */
async function playClip(read) {
  const played = await readClip(read, session);
  if (played) {
    const { clip, name } = played;
    session.clips.push(played);
    startClip(clip);
    messages.note(`${name} plays on the avatar: ${clip.duration.toFixed(1)} s, ${clip.bones.length} bones.`);
  }
}

function startClip(clip) {
  session.controller.playClip(clip);
  Object.assign(session, { clip, clipAddress: null });
  session.timeline.restart();
  controls.rebuild();
  strip.rebuild();
  jumped();
}

function stopClip() {
  session.controller.stopClip();
  Object.assign(session, { clip: null, clipAddress: null });
  session.timeline.restart();
  controls.rebuild();
  strip.rebuild();
  jumped();
}

async function openFiles(files) {
  try {
    const { model, clip } = await readFiles(files);
    if (model) {
      await show(() => model, { clip: clip && (() => clip) });
    } else if (session) {
      await playClip(() => clip);
    }
  } catch (error) {
    messages.error('These files cannot be shown', error);
  }
}

function openDemo(demo, link = {}) {
  return show(() => fetchModel(demo.model), {
    address: demo.model,
    clip: demo.clip && (() => fetchClip(demo.clip)),
    clipAddress: demo.clip,
    look: { camera: demo.camera, show: demo.show ?? [], isDemo: true, ...link },
  });
}

async function openLink(link) {
  const { model, clip, ...look } = link;
  const given = Object.fromEntries(Object.entries(look).filter(([, value]) => value !== null));
  given.inputs = await readInputs(location.hash);
  if (given.camera) {
    given.isDemo = false;
  }
  if (isExported) {
    byId('demo').hidden = true;
    return show(embeddedModel, { look: given });
  }
  const demo = demos.find((entry) => entry.model === (model ?? demos[0].model));
  if (demo) {
    return openDemo(clip ? { ...demo, clip } : demo, given);
  }
  return show(() => fetchModel(model), {
    address: model,
    clip: clip && (() => fetchClip(clip)),
    clipAddress: clip,
    look: given,
  });
}

function select(chosen) {
  selection = chosen;
  tree.select(chosen);
  details.select(chosen);
  plot.select(chosen);
  const node = nodeOf(chosen);
  stage.mark(node === null ? null : session.controller.objects[node]);
}

function nodeOf(chosen) {
  const { info } = session.model;
  switch (chosen?.kind) {
    case 'node':
      return chosen.index;
    case 'joint':
      return info.physics.joints[chosen.index].node;
    case 'constraint':
      return info.constraints[chosen.index].node;
    case 'virtual':
      return info.virtualTransforms[chosen.index].parent;
    default:
      return null;
  }
}

function selectAt({ clientX, clientY }) {
  const object = session && stage.pick(clientX, clientY);
  const node = object ? session.controller.nodeOf(object) : null;
  select(node === null ? null : { kind: 'node', index: node });
}

/** Performs an input, and shows what it changes at once. */
function act(input, key = null) {
  session.timeline.act(input, key);
  showNow();
}

/** An impulse for 2 m/s. */
function push(node, mass, direction) {
  act({ do: 'impulse', node, impulse: direction.map((part) => part * mass * 2) });
}

function jumped() {
  showNow();
  graph.forgetBehind(session.controller.world.time);
  transport.update();
  refresh();
}

/** Updates the view from the world. */
function showNow() {
  session.controller.sync();
  overlays.update();
  stage.invalidate();
}

/** The parts of the page that a link restores. */
function page() {
  const selected = () => session.controller.objects[nodeOf(selection) ?? -1] ?? null;
  return { session, selection, selected, select, transport, overlays, stage, tabs, tree, plot, strip, events };
}

async function share() {
  const why = whyNoLink(session);
  if (why) {
    messages.note(why);
    return;
  }
  const inputs = await writeInputs(session.timeline.inputsUntil(session.controller.world.steps));
  history.replaceState(null, '', `${writeLink(momentOf(page()))}${inputs ?? ''}`);
  const lacks = leftOut(session, inputs);
  const without = lacks.length ? ` Not in it: ${lacks.join('; ')}.` : '';
  try {
    await navigator.clipboard.writeText(location.href);
    messages.note(`The link is copied. It opens this moment, from where you look.${without}`);
  } catch {
    messages.note(`The address of this page is now the link: copy it from the address bar.${without}`);
  }
}

function refresh() {
  tree.update();
  details.update();
  controls.update();
  graph.update();
  plot.update();
  events.update();
  strip.update();
}

let last = performance.now();
let lastPanels = 0;

function frame(now) {
  requestAnimationFrame(frame);
  const passed = Math.min(Math.max((now - last) / 1000, 0), 0.1);
  last = now;
  if (!session) {
    return;
  }
  if (transport.isPlaying) {
    work.time('step', () => session.controller.advance(passed * transport.speed));
    updateToon(session.toon, passed * transport.speed);
    work.time('sync', showNow);
  }
  work.time('panels', () => updatePanels(now));
  work.time('draw', () => stage.draw());
  work.end();
}

function updatePanels(now) {
  meter.update();
  plot.fill(transport.isPlaying);
  if (transport.isPlaying) {
    transport.update();
  }
  if (now - lastPanels > PANEL_PAUSE) {
    lastPanels = now;
    if (transport.isPlaying) {
      refresh();
    }
  }
}

requestAnimationFrame(frame);

// For the console, and for the tests.
globalThis.viewer = {
  get session() {
    return session;
  },
  get isShown() {
    return isShown;
  },
  forget: () => (isShown = false),
  stage,
  transport,
  tabs,
  plot,
  panels: { tree, details, controls, plot, events, strip, transport, meter },
  work,
  select,
  openFiles,
  ready: openLink(readLink(location.search)),
};

globalThis.viewer.ready.then(() => setUpEmbed(transport));
