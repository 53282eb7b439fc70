// A file with a behaviour graph.

/** A file whose graph counts how often its node is selected, and answers a question with twice its number. */
export function machine() {
  const configuration = (values) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value: [value] }]));
  const graph = {
    types: [{ signature: 'int' }, { signature: 'float' }],
    variables: [{ name: 'count', type: 0, value: [0] }],
    events: [
      { id: 'ask', values: { number: { type: 1, value: [3] } } },
      { id: 'answer', values: { number: { type: 1 } } },
    ],
    declarations: [
      { op: 'event/onSelect', extension: 'KHR_node_selectability', outputValueSockets: { controllerIndex: { type: 0 } } },
      { op: 'variable/get' },
      { op: 'math/add' },
      { op: 'variable/set' },
      { op: 'event/receive' },
      { op: 'event/send' },
      { op: 'debug/log' },
    ],
    nodes: [
      { declaration: 0, configuration: configuration({ nodeIndex: 0, stopPropagation: false }), flows: { out: { node: 3 } } },
      { declaration: 1, configuration: configuration({ variable: 0 }) },
      { declaration: 2, values: { a: { node: 1 }, b: { type: 0, value: [1] } } },
      { declaration: 3, configuration: { variables: { value: [0] } }, values: { 0: { node: 2 } }, flows: { out: { node: 7 } } },
      { declaration: 4, configuration: configuration({ event: 0 }), flows: { out: { node: 6 } } },
      { declaration: 2, values: { a: { node: 4, socket: 'number' }, b: { node: 4, socket: 'number' } } },
      { declaration: 5, configuration: configuration({ event: 1 }), values: { number: { node: 5 } } },
      { declaration: 6, configuration: configuration({ severity: 2, message: 'selected {n}' }), values: { n: { node: 1 } } },
    ],
  };
  return JSON.stringify({
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_interactivity', 'KHR_node_selectability'],
    nodes: [{ name: 'button' }],
    extensions: { KHR_interactivity: { graphs: [graph] } },
  });
}
