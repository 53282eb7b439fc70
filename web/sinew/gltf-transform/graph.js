// References of behaviour graphs: indices and pointers that are written in a graph, and those that it computes.
//
// A graph that computes an index (from a variable, an event, arithmetic) may mean any entry of the list. Then every entry stays, and
// with it every index.

import { KINDS } from './kinds.js';
import { parsePointer, templateList } from './pointer.js';

const LISTS = {
  node: 'nodes',
  mesh: 'meshes',
  material: 'materials',
  camera: 'cameras',
  skin: 'skins',
  scene: 'scenes',
  animation: 'animations',
  image: 'textures',
  accessor: 'accessors',
};

/** Operations with an output that is an index of the file. */
const GIVES_INDEX = /^event\/(onSelect|onHoverIn|onHoverOut|rigid_body_)|^rigid_body\/rayCast$/;
const INDEX_PROPERTY =
  /(\.length|\/(mesh|camera|skin|parent|skeleton|material|scene|children\/\w+|nodes\/\w+|joints\/\w+))$|^\/scene$/;

/** Adds the references of graphs to a property. Returns the nodes that they are about. */
export function readGraphs(property, data, context, document) {
  const slots = [...property.get('slots')];
  const computed = new Set();
  const add = (at, value, kind, trail = []) => {
    slots.push(...property.readReference({ at, value, trail }, kind, context, document));
  };
  (Array.isArray(data.graphs) ? data.graphs : []).forEach((graph, index) => {
    readGraph(graph, `/graphs/${index}`, add, (kind) => computed.add(kind));
  });
  property.set('slots', slots);
  for (const kind of computed) {
    context[LISTS[kind]].forEach((entry) => property.keep(entry, { ...KINDS[kind].edge }));
  }
  return property.nodes();
}

function readGraph(graph, place, add, compute) {
  const { types = [], variables = [], declarations = [], nodes = [] } = graph;
  const isRef = (type) => types[type]?.signature === 'ref';
  // Literal pointers, wherever they are.
  const readRefs = (holder, at) => {
    if (isRef(holder?.type) && Array.isArray(holder.value) && parsePointer(holder.value[0])) {
      add(`${at}/value/0`, holder.value[0], 'pointer');
    }
  };
  variables.forEach((variable, index) => readRefs(variable, `${place}/variables/${index}`));
  nodes.forEach(({ declaration, values = {}, configuration = {} }, index) => {
    const at = `${place}/nodes/${index}`;
    const { op = '' } = declarations[declaration] ?? {};
    const pointer = configuration.pointer?.value?.[0];
    for (const [id, value] of Object.entries(values)) {
      readRefs(value, `${at}/values/${id}`);
      const kind = kindOfInput(op, id, pointer);
      if (kind === undefined) {
        continue;
      }
      if (Array.isArray(value?.value)) {
        if (typeof value.value[0] === 'number') {
          add(`${at}/values/${id}/value/0`, value.value[0], kind);
        }
      } else {
        compute(kind);
      }
    }
    if (parsePointer(pointer)) {
      add(`${at}/configuration/pointer/value/0`, pointer, 'pointer');
    }
    const configured = configuration.nodeIndex?.value?.[0];
    if (typeof configured === 'number') {
      add(`${at}/configuration/nodeIndex/value/0`, configured, 'node');
    }
    if ((GIVES_INDEX.test(op) || INDEX_PROPERTY.test(pointer ?? '')) && isRead(nodes, index)) {
      Object.keys(LISTS).slice(0, 7).forEach(compute);
    }
  });
}

/** What the number at an input counts. */
function kindOfInput(op, id, pointer) {
  if (op.startsWith('animation/') && id === 'animation') {
    return 'animation';
  }
  if (op.startsWith('rigid_body/') && id === 'nodeIndex') {
    return 'node';
  }
  return templateList(pointer, id);
}

/** Whether another node reads an output of a node. */
function isRead(nodes, index) {
  return nodes.some(({ values = {} }) => Object.values(values).some((value) => value?.node === index));
}
