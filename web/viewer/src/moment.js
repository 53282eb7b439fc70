/** A moment: everything that a link restores, and the reasons why there may be none. */
import { setGround } from './ground.js';
import { isExported } from './embedded.js';

/** Why no link leads to what is shown; `null` if one does. */
export function whyNoLink({ address }) {
  if (address !== null || isExported) {
    return null;
  }
  return 'This file was opened from your disk: no address leads to it. `sinew view FILE --export page.html` writes a page that has it inside.';
}

/** What a link cannot restore, in words. */
export function leftOut(session, inputs) {
  return [
    session.clip && !session.clipAddress && 'the clip, which was opened from your disk',
    inputs === null && 'what you did, which is too long for an address (the script in Controls has it)',
  ].filter(Boolean);
}

/** The state of the page for `writeLink`. `page` has its parts. */
export function momentOf({ session, selection, transport, overlays, stage, tabs, tree, plot, strip, events }) {
  const { controller, address, clipAddress, ground } = session;
  return {
    model: address,
    clip: clipAddress,
    seconds: controller.world.time,
    speed: transport.speed,
    select: selection,
    show: overlays.shown,
    camera: stage.view,
    tab: tabs.shown,
    filter: tree.filter,
    ...plot.link,
    timeline: strip.isOpen,
    zoom: strip.zoom,
    triggers: events.isOnlyTriggers || null,
    orthographic: stage.isOrthographic || null,
    grid: stage.hasGrid ? null : false,
    ground: ground ? true : null,
    follow: stage.isFollowing || null,
  };
}

/** Before the simulation runs to its moment: what it depends on. */
export async function prepare({ session, stage }, { ground, orthographic, grid }) {
  if (ground) {
    await setGround(session, true);
  }
  if (typeof grid === 'boolean') {
    stage.hasGrid = grid;
  }
  if (typeof orthographic === 'boolean') {
    stage.isOrthographic = orthographic;
  }
}

/** At the moment: the panels as they were. */
export function restorePanels({ session, selected, stage, select, tabs, tree, plot, strip, events }, moment) {
  const { select: chosen, tab, filter, plot: series, compare, timeline, zoom, triggers, follow } = moment;
  if (filter) {
    tree.filter = filter;
  }
  if (typeof timeline === 'boolean') {
    strip.isOpen = timeline;
  }
  strip.zoom = zoom ?? null;
  events.isOnlyTriggers = triggers ?? false;
  if (chosen && exists(session.model.info, chosen)) {
    select(chosen);
  }
  if (tab) {
    tabs.open(tab);
  }
  if (compare || typeof series === 'number') {
    plot.link = { plot: series ?? 0, compare };
  }
  if (follow) {
    stage.follow(selected());
  }
}

function exists(info, { kind, index }) {
  const { joints = [] } = info.physics ?? {};
  const lists = { node: info.nodes, joint: joints, constraint: info.constraints, virtual: info.virtualTransforms };
  return lists[kind]?.[index] !== undefined;
}
