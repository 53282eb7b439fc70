/** The page: connects the parts and renders. */
import { setUpBake } from './bake.js';
import { demos } from './demos.js';
import { byId } from './dom.js';
import { Drag } from './drag.js';
import { fetchClip, fetchModel, readFiles } from './files.js';
import { setUpKeyboard } from './keyboard.js';
import { readLink, writeLink } from './link.js';
import { loadClip, loadModel } from './load.js';
import { setUpOpening } from './opening.js';
import { Details } from './panel/details.js';
import { Events } from './panel/events.js';
import { Findings } from './panel/findings.js';
import { Messages } from './panel/messages.js';
import { Meter } from './panel/meter.js';
import { Overlays } from './panel/overlays.js';
import { Plot } from './panel/plot.js';
import { setUpTabs } from './panel/tabs.js';
import { Tree } from './panel/tree.js';
import { Stage } from './stage.js';
import { setUpTheme } from './theme.js';
import { Timeline } from './timeline.js';
import { Transport } from './transport.js';

/** The interval between updates of the panels, milliseconds. */
const PANEL_PAUSE = 100;

const canvas = byId('canvas');
const stage = new Stage(canvas);
const messages = new Messages(byId('messages'));
const tabs = setUpTabs(byId('tabs'), byId('main'));
const tree = new Tree(byId('tree'), byId('filter'), select);
const details = new Details(byId('details'), { onSelect: select, onPush: push, onPlay: play });
const findings = new Findings(byId('findings'), byId('finding-count'), select);
const events = new Events(byId('events'), byId('event-count'), select);
const plot = new Plot(byId('plot'));
const meter = new Meter(byId('meter'));
const overlays = new Overlays(byId('overlays'), () => stage.invalidate());
const transport = new Transport(jumped);
const drag = new Drag(canvas, stage, (event) => selectAt(event));

let session = null;
let selection = null;
let opening = 0;

setUpTheme(byId('theme'), (isDark) => stage.setTheme(isDark));
setUpBake({ session: () => session, messages });
setUpKeyboard({
  ' ': () => transport.toggle(),
  '.': () => transport.step(),
  ',': () => transport.back(),
  r: () => transport.reset(),
  f: () => stage.frame(selection?.kind === 'node' ? session.controller.objects[selection.index] : null),
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
    const loaded = await loadModel(await read());
    const played = clip && (await readClip(clip, loaded));
    if (mine !== opening) {
      loaded.controller.dispose();
      loaded.model.dispose();
      return false;
    }
    adopt({ ...loaded, address, clip: played?.clip ?? null, clipAddress: played ? clipAddress : null }, look);
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

function adopt(loaded, { camera, show: shown = [], seconds = null, speed, node = null, isDemo = false }) {
  const before = session;
  if (loaded.clip) {
    loaded.controller.playClip(loaded.clip);
  }
  session = { ...loaded, timeline: new Timeline(loaded.controller) };
  selection = null;
  stage.setContent(session.scene, [overlays.setSession(session, shown)]);
  if (camera) {
    stage.setView(camera, { forWide: isDemo });
  } else {
    stage.frame(null, { isTurned: session.model.info.humanoid?.facing === '-Z' });
  }
  [tree, details, findings, events, plot, meter, drag, transport].forEach((part) => part.setSession(session));
  if (speed) {
    transport.speed = speed;
  }
  if (seconds !== null) {
    session.timeline.runTo(Math.min(Math.round(seconds / session.controller.world.dt), 36_000));
  }
  transport.setPlaying(seconds === null);
  byId('demo').value = demos.find(({ model }) => model === session.address)?.model ?? '';
  byId('title').textContent = session.name;
  document.title = `${session.name} · Sinew viewer`;
  byId('share').disabled = session.address === null;
  if (session.notice) {
    messages.note(session.notice, 12);
  }
  if (node !== null) {
    select({ kind: 'node', index: node });
  }
  before?.timeline.dispose();
  before?.controller.dispose();
  before?.model.dispose();
}

/** A clip for the avatar of a loaded file; `null` if it cannot be read, with a message. */
async function readClip(read, { model, name }) {
  try {
    const file = await read();
    const clip = await loadClip(file);
    if (!model.info.humanoid) {
      throw new Error(`${file.name} is a clip for a humanoid, and ${name} has none — open a .vrm first.`);
    }
    return { clip, name: file.name };
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
    session.controller.playClip(clip);
    Object.assign(session, { clip, clipAddress: null });
    session.timeline.restart();
    jumped();
    messages.note(`${name} plays on the avatar: ${clip.duration.toFixed(1)} s, ${clip.bones.length} bones.`);
  }
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

function openLink(link) {
  const { model, clip, ...look } = link;
  const given = Object.fromEntries(Object.entries(look).filter(([, value]) => value !== null));
  if (given.camera) {
    given.isDemo = false;
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

/** An impulse for 2 m/s. */
function push(node, mass, direction) {
  session.timeline.act((instance) =>
    instance.applyImpulse(
      node,
      direction.map((part) => part * mass * 2),
    ),
  );
}

/** Starts or stops an animation. */
function play(animation, isPlaying) {
  session.timeline.act((instance) => {
    if (isPlaying) {
      instance.play({ animation, repeat: 'loop' });
    } else {
      instance.stop(animation);
    }
  });
}

function jumped() {
  showNow();
  events.forgetBehind(session.controller.world.time);
  events.update();
  transport.update();
  refresh();
}

/** Updates the view from the world. */
function showNow() {
  session.controller.sync();
  overlays.update();
  stage.invalidate();
}

async function share() {
  const { controller, address, clipAddress } = session;
  const query = writeLink({
    model: address,
    clip: clipAddress,
    seconds: controller.world.time,
    speed: transport.speed,
    node: selection?.kind === 'node' ? selection.index : null,
    show: overlays.shown,
    camera: stage.view,
  });
  history.replaceState(null, '', query);
  try {
    await navigator.clipboard.writeText(location.href);
    messages.note('The link is copied. It opens this moment, from where you look.');
  } catch {
    messages.note('The address of this page is now the link: copy it from the address bar.');
  }
}

function refresh() {
  tree.update();
  details.update();
  plot.update();
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
    session.controller.advance(passed * transport.speed);
    showNow();
    transport.update();
  }
  stage.draw();
  meter.update();
  if (now - lastPanels > PANEL_PAUSE) {
    lastPanels = now;
    events.update();
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
  stage,
  transport,
  tabs,
  select,
  openFiles,
  ready: openLink(readLink(location.search)),
};
