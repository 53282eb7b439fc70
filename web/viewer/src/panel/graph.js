/** The behaviour graph while it runs: events to send, variables, nodes with their values; what has just run is lit up. */
import { connectPointer } from 'sinew-gltf/three';

import { element } from '../dom.js';
import { fixed } from '../words.js';

const KEPT = 40;

export class GraphPanel {
  #panel;
  #tab;
  #act;
  #canvas;
  #stage;
  #session = null;
  #pointer = null;
  #hovers = false;
  #isTraced = false;
  #stops = [];
  #rows = [];
  #variables = [];
  #lit = new Set();
  #time = 0;
  #sent = element('ol', { class: 'list card' });
  #sentHint = element('p', { class: 'empty' }, 'Events that the graph sends are listed here.');
  #halt = element('p', { class: 'graph-halt', hidden: true });

  /** `act` performs an input, which the timeline repeats. */
  constructor(panel, tab, { act, canvas, stage }) {
    this.#panel = panel;
    this.#tab = tab;
    this.#act = act;
    this.#canvas = canvas;
    this.#stage = stage;
    // The tab shows its panel first.
    tab.addEventListener('click', () => setTimeout(() => this.update()));
  }

  /** Sets the shown file; the tab is there only for files with a graph. */
  setSession(session) {
    this.#stops.forEach((stop) => stop());
    this.#stops = [];
    this.#pointer?.dispose();
    this.#pointer = null;
    this.#session = session;
    this.#isTraced = false;
    this.#lit.clear();
    this.#rows = [];
    this.#variables = [];
    const { graphs = [] } = session.model.info;
    this.#tab.hidden = graphs.length === 0;
    const graph = graphs.find(({ selected }) => selected);
    if (!graph || graph.rejected) {
      this.#panel.replaceChildren(element('p', { class: 'empty' }, rejection(graphs)));
      return;
    }
    const { instance } = session.controller;
    this.#hovers = graph.nodes.some((words) => words.startsWith('event/onHover'));
    this.#pointer = connectPointer(session.controller, () => this.#stage.camera, this.#canvas, {
      onSelect: (node, selection) => this.#act({ do: 'select', node, selection }),
      onHover: (node, controller) => this.#hovers && this.#act({ do: 'hover', ...(node === null ? {} : { node }), controller }),
    });
    this.#stops.push(session.controller.onAfterStep(() => this.#stepped()));
    this.#panel.replaceChildren(
      element('div', { class: 'head' }, element('h2', {}, graph.name ?? 'Behaviour graph'), element('span', { class: 'badge' }, `${graph.nodes.length} nodes`)),
      this.#halt,
      this.#sendCard(shapesOf(session.json, graph)),
      element('section', {}, element('h3', {}, 'Sent'), this.#sentHint, this.#sent),
      this.#variableCard(instance.graph.variables),
      this.#nodeCard(graph.nodes),
    );
    this.forgetBehind(-1);
    this.update();
  }

  /** Removes later events after a seek; what has just run is what the step before ran. */
  forgetBehind(time) {
    while (Number(this.#sent.firstElementChild?.dataset.time) > time + 1e-6) {
      this.#sent.firstElementChild.remove();
    }
    if (time !== this.#time) {
      this.#lit.clear();
      this.#light();
    }
    this.#showSent();
  }

  /** Shows the current values. */
  update() {
    if (!this.#pointer) {
      return;
    }
    if (this.#hovers) {
      this.#pointer.update();
    }
    const { instance } = this.#session.controller;
    if (this.#isTraced === this.#panel.hidden) {
      this.#isTraced = !this.#panel.hidden;
      instance.traceGraph(this.#isTraced);
    }
    if (this.#panel.hidden) {
      return;
    }
    const { variables, halt = '' } = instance.graph;
    this.#halt.hidden = halt === '';
    this.#halt.textContent = halt;
    variables.forEach(({ value }, at) => setText(this.#variables[at], wordsOf(value)));
    const nodes = instance.graphNodes;
    this.#rows.forEach(({ row, value }, at) => {
      const values = Object.values(nodes[at].values);
      setText(value, values.map(wordsOf).join(' · '));
      row.classList.toggle('lit', this.#lit.has(at));
    });
    this.#lit.clear();
  }

  #stepped() {
    const { instance } = this.#session.controller;
    this.#light();
    for (const { event, time, values } of instance.graphEvents) {
      const text = Object.entries(values).map(([id, value]) => `${id} ${wordsOf(value)}`).join(', ');
      const row = element('div', { class: 'event' }, element('span', { class: 'time' }, `${fixed(time, 2)} s`), element('span', {}, text ? `${event}: ${text}` : event));
      this.#sent.prepend(element('li', { 'data-time': time }, row));
    }
    while (this.#sent.childElementCount > KEPT) {
      this.#sent.lastElementChild.remove();
    }
    this.#showSent();
  }

  #light() {
    const { instance, world } = this.#session.controller;
    this.#time = world.time;
    if (this.#isTraced) {
      instance.graphActivations.forEach(({ node }) => this.#lit.add(node));
    }
  }

  #showSent() {
    this.#sent.hidden = this.#sent.childElementCount === 0;
    this.#sentHint.hidden = !this.#sent.hidden;
  }

  #sendCard(shapes) {
    const send = ({ id, values }) => {
      const fields = values.map(({ id: name, text }) => element('input', { class: 'number', 'data-value': name, 'aria-label': `${name} of ${id}`, title: name, value: text }));
      const row = element('div', { class: 'send' }, element('button', { title: `Send ${id} to the graph` }, id), ...fields);
      row.firstElementChild.addEventListener('click', () => {
        const given = fields.map((field, at) => [field, numbersOf(field.value, values[at].length)]);
        given.forEach(([field, numbers]) => field.setAttribute('aria-invalid', String(numbers === null)));
        if (given.every(([, numbers]) => numbers !== null)) {
          this.#act({ do: 'sendEvent', event: id, values: Object.fromEntries(given.map(([field, numbers]) => [field.dataset.value, numbers])) });
        }
      });
      return row;
    };
    const none = element('p', { class: 'empty' }, 'It has no events of its own.');
    return element('section', {}, element('h3', {}, 'Send'), ...(shapes.length > 0 ? shapes.map(send) : [none]));
  }

  #variableCard(variables) {
    const list = element('dl', { class: 'facts' });
    this.#variables = variables.map(({ name, type }, at) => {
      const value = element('dd');
      list.append(element('dt', { title: type }, name ?? `variable ${at}`), value);
      return value;
    });
    const card = element('section', { class: 'card' }, element('h3', {}, 'Variables'), list);
    card.hidden = variables.length === 0;
    return card;
  }

  #nodeCard(nodes) {
    const list = element('ol', { class: 'graph-nodes' });
    this.#rows = nodes.map((words, at) => {
      const value = element('span', { class: 'value' });
      const row = element('li', { title: words }, element('span', { class: 'index' }, String(at)), element('span', { class: 'name' }, words), value);
      list.append(row);
      return { row, value };
    });
    return element('section', { class: 'card' }, element('h3', {}, 'Nodes'), list);
  }
}

function rejection(graphs) {
  return graphs.some(({ rejected }) => rejected) ? 'The graph is not valid and does not run: Findings says why.' : 'No graph of this file runs.';
}

function setText(target, text) {
  if (target && target.textContent !== text) {
    target.textContent = text;
  }
}

function wordsOf(value) {
  if (Array.isArray(value)) {
    return value.map(wordsOf).join('  ');
  }
  return typeof value === 'number' && !Number.isInteger(value) ? fixed(value, 3) : String(value);
}

/** The numbers of a field, or `null` if they are not as many as a value has. */
function numbersOf(text, length) {
  const words = { true: 1, false: 0 };
  const numbers = text.trim().split(/[\s,]+/).map((part) => words[part] ?? Number(part));
  return numbers.length === length && numbers.every((number) => !Number.isNaN(number)) ? numbers : null;
}

/** The events of a graph that have an id, with the values that they start with. */
function shapesOf(json, { index, events }) {
  const graph = json?.extensions?.KHR_interactivity?.graphs?.[index];
  const values = (id) => {
    const found = graph?.events?.find((event) => event.id === id)?.values ?? {};
    return Object.entries(found).map(([name, { type, value }]) => {
      const signature = graph.types?.[type]?.signature ?? 'float';
      const [, size = '1', square] = /^float(\d)(x\d)?$/.exec(signature) ?? [];
      const length = square ? Number(size) ** 2 : Number(size);
      return { id: name, length, text: (value ?? Array(length).fill(signature === 'bool' ? false : 0)).join(' ') };
    });
  };
  return events.filter((id) => id !== null).map((id) => ({ id, values: values(id) }));
}
