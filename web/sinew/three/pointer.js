import { Raycaster, Vector2 } from 'three';

/** The maximum movement of a click, pixels. */
const STILL = 5;

const SELECTABLE = 'KHR_node_selectability/selectable';
const HOVERABLE = 'KHR_node_hoverability/hoverable';

/**
 * Has a pointer select and hover: a click selects the node below it, and a pointer without a button hovers. Nodes that the file or its
 * graph makes unselectable or unhoverable, and those that are not drawn, are looked through.
 *
 * A controller whose file runs no behaviour graph ignores both.
 */
export function connectPointer(controller, camera, element, { onSelect, onHover } = {}) {
  const { instance, model, root } = controller;
  const select = onSelect ?? ((node, selection) => instance.select(node, selection));
  const hover = onHover ?? ((node, id) => instance.hover(node, id));
  const raycaster = new Raycaster();
  const hovered = new Map();
  const places = new Map();
  const down = new Map();
  const isRunning = (model.info.graphs ?? []).some(({ selected, rejected }) => selected && !rejected);

  /** The first hit of the ray below a pointer whose node has a flag, which holds for all nodes below. */
  const pick = ({ clientX, clientY }, flag) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const place = new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
    const seen = typeof camera === 'function' ? camera() : camera;
    // It may have moved since the last frame.
    seen.updateMatrixWorld();
    raycaster.setFromCamera(place, seen);
    for (const { object, point } of raycaster.intersectObject(root, true)) {
      const node = isDrawn(object) ? controller.nodeOf(object) : null;
      if (node !== null && has(controller, node, flag)) {
        return { node, point: point.toArray(), origin: raycaster.ray.origin.toArray() };
      }
    }
    return null;
  };

  const hoverOver = (event) => {
    const id = controllerOf(event);
    const node = pick(event, HOVERABLE)?.node ?? null;
    if (node !== (hovered.get(id) ?? null)) {
      hovered.set(id, node);
      hover(node, id);
    }
  };

  const listeners = {
    pointerdown: (event) => event.button === 0 && down.set(event.pointerId, [event.clientX, event.clientY]),
    pointerup: (event) => {
      const [x, y] = down.get(event.pointerId) ?? [Infinity, Infinity];
      down.delete(event.pointerId);
      const hit = Math.hypot(event.clientX - x, event.clientY - y) < STILL && instance.isAlive ? pick(event, SELECTABLE) : null;
      if (hit) {
        select(hit.node, { point: hit.point, origin: hit.origin, controller: controllerOf(event) });
      }
    },
    pointermove: (event) => {
      if (event.buttons === 0 && instance.isAlive) {
        places.set(controllerOf(event), event);
        hoverOver(event);
      }
    },
    pointercancel: ({ pointerId }) => down.delete(pointerId),
    pointerleave: (event) => {
      const id = controllerOf(event);
      places.delete(id);
      if ((hovered.get(id) ?? null) !== null && instance.isAlive) {
        hover(null, id);
      }
      hovered.delete(id);
    },
  };
  if (isRunning) {
    Object.entries(listeners).forEach(([kind, listener]) => element.addEventListener(kind, listener));
  }
  return {
    update: () => instance.isAlive && places.forEach((event) => hoverOver(event)),
    dispose: () => Object.entries(listeners).forEach(([kind, listener]) => element.removeEventListener(kind, listener)),
  };
}

/** The mouse, the pen or the first finger is controller 0. */
const controllerOf = ({ isPrimary, pointerId }) => (isPrimary ? 0 : pointerId);

function isDrawn(object) {
  for (let at = object; at; at = at.parent) {
    if (!at.visible) {
      return false;
    }
  }
  return true;
}

/** Whether a flag is set for a node and for those above it; one that is not there counts as set. */
function has({ instance, model }, node, flag) {
  for (let at = node; at !== null && at !== undefined; at = model.info.nodes[at]?.parent) {
    let value = true;
    try {
      value = instance.property(`/nodes/${at}/extensions/${flag}`).value;
    } catch {
      // The file does not have it.
    }
    if (value === false) {
      return false;
    }
  }
  return true;
}
