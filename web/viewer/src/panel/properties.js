/** Sliders for the properties of a node that can be set: its body, joint, colliders, constraint, morph weights, materials. */
import { element } from '../dom.js';
import { checkbox, slider, swatch } from './slider.js';

const TAU = Math.PI * 2;

/** `[title, pointer, { min, max, unit }]` of all that a node may have; those that the file does not define are left out. */
function candidates(json, index) {
  const node = json?.nodes?.[index] ?? {};
  const { extensions = {} } = node;
  const at = `/nodes/${index}/extensions`;
  const { KHR_physics_rigid_bodies: khr, OMI_physics_body: omi, OMI_physics_joint: omiJoint } = extensions;
  return [
    ['Node', [['Visible', `${at}/KHR_node_visibility/visible`]]],
    ...(khr?.motion ? [['Motion', motion(`${at}/KHR_physics_rigid_bodies/motion`)]] : []),
    ...(omi?.motion ? [['Motion', motion(`${at}/OMI_physics_body/motion`)]] : []),
    ...joint(json, 'KHR_physics_rigid_bodies', khr?.joint?.joint),
    ...joint(json, 'OMI_physics_joint', omiJoint?.joint),
    ...surface(json, 'KHR_physics_rigid_bodies', khr?.collider?.physicsMaterial),
    ...surface(json, 'OMI_physics_body', omi?.collider?.physicsMaterial),
    ...shape(khr?.collider?.geometry?.shape),
    ['Constraint', constraint(at)],
    ...weights(json, index),
    ...materials(json, node.mesh),
  ];
}

function motion(at) {
  return [
    ['Mass', `${at}/mass`, { min: 0, max: 20, unit: 'kg' }],
    ['Gravity factor', `${at}/gravityFactor`, { min: -2, max: 2 }],
    ['Kinematic', `${at}/isKinematic`],
  ];
}

function joint(json, extension, index) {
  const described = json?.extensions?.[extension]?.physicsJoints?.[index];
  const at = `/extensions/${extension}/physicsJoints/${index}`;
  const limits = [described?.limits ?? []].flat().map((limit, which) => {
    const reach = limit?.angularAxes?.length ? Math.PI : 2;
    const unit = limit?.angularAxes?.length ? 'rad' : 'm';
    return [
      `Limit ${which}`,
      [
        ['Min', `${at}/limits/${which}/min`, { min: -reach, max: reach, unit }],
        ['Max', `${at}/limits/${which}/max`, { min: -reach, max: reach, unit }],
        ['Stiffness', `${at}/limits/${which}/stiffness`, { min: 0, max: 1000 }],
        ['Damping', `${at}/limits/${which}/damping`, { min: 0, max: 100 }],
      ],
    ];
  });
  const drives = [described?.drives ?? []].flat().map((drive, which) => {
    const [reach, unit] = drive?.type === 'angular' ? [Math.PI, 'rad'] : [2, 'm'];
    return [
      `Drive ${which}`,
      [
        ['Position target', `${at}/drives/${which}/positionTarget`, { min: -reach, max: reach, unit }],
        ['Velocity target', `${at}/drives/${which}/velocityTarget`, { min: -2 * TAU, max: 2 * TAU, unit: `${unit}/s` }],
        ['Stiffness', `${at}/drives/${which}/stiffness`, { min: 0, max: 1000 }],
        ['Damping', `${at}/drives/${which}/damping`, { min: 0, max: 100 }],
        ['Maximum force', `${at}/drives/${which}/maxForce`, { min: 0, max: 1000 }],
      ],
    ];
  });
  return [...drives, ...limits];
}

function surface(json, extension, index) {
  if (!json?.extensions?.[extension]?.physicsMaterials?.[index]) {
    return [];
  }
  const at = `/extensions/${extension}/physicsMaterials/${index}`;
  const list = [
    ['Static friction', `${at}/staticFriction`, { min: 0, max: 2 }],
    ['Dynamic friction', `${at}/dynamicFriction`, { min: 0, max: 2 }],
    ['Restitution', `${at}/restitution`, { min: 0, max: 1 }],
  ];
  return [['Physics material', list]];
}

function shape(index) {
  const at = `/extensions/KHR_implicit_shapes/shapes/${index}`;
  const size = (title, path) => [title, `${at}/${path}`, { min: 0.01, max: 4, unit: 'm' }];
  const list = ['capsule', 'cylinder'].flatMap((kind) => [
    size('Height', `${kind}/height`),
    size('Bottom radius', `${kind}/radiusBottom`),
    size('Top radius', `${kind}/radiusTop`),
  ]);
  return index === undefined ? [] : [['Shape', [size('Radius', 'sphere/radius'), size('Size', 'box/size'), ...list]]];
}

function constraint(at) {
  const kinds = [
    ...['roll', 'aim', 'rotation'].map((kind) => `VRMC_node_constraint/constraint/${kind}`),
    ...['position', 'rotation', 'aim'].map((kind) => `VRMC_constraints-1.0/${kind}`),
  ];
  return kinds.map((path) => ['Weight', `${at}/${path}/weight`, { min: 0, max: 1 }]);
}

function weights(json, index) {
  const mesh = json?.meshes?.[json.nodes[index]?.mesh];
  const count = mesh?.primitives?.[0]?.targets?.length ?? 0;
  const names = mesh?.extras?.targetNames ?? [];
  const list = Array.from({ length: Math.min(count, 64) }, (_, at) => [
    String(names[at] ?? `Target ${at}`),
    `/nodes/${index}/weights/${at}`,
    { min: 0, max: 1 },
  ]);
  return count ? [['Morph weights', list]] : [];
}

function materials(json, mesh) {
  const used = new Set((json?.meshes?.[mesh]?.primitives ?? []).map(({ material }) => material));
  return [...used]
    .filter((index) => json.materials?.[index])
    .map((index) => {
      const at = `/materials/${index}`;
      return [
        `Material: ${json.materials[index].name ?? index}`,
        [
          ['Base colour', `${at}/pbrMetallicRoughness/baseColorFactor`],
          ['Metallic', `${at}/pbrMetallicRoughness/metallicFactor`, { min: 0, max: 1 }],
          ['Roughness', `${at}/pbrMetallicRoughness/roughnessFactor`, { min: 0, max: 1 }],
          ['Emissive', `${at}/emissiveFactor`],
        ],
      ];
    });
}

/** Cards with controls, and functions that show what has changed by itself. */
export function propertyCards({ json, controller }, index, act) {
  const { instance } = controller;
  const cards = [];
  const updates = [];
  for (const [title, list] of candidates(json, index)) {
    const controls = list.flatMap(([name, pointer, bounds]) => controlsOf(instance, name, pointer, bounds, act));
    if (controls.length) {
      updates.push(...controls.map(({ update }) => update));
      cards.push(element('div', { class: 'card controls' }, element('h3', {}, title), ...controls.map(({ row }) => row)));
    }
  }
  return { cards, updates };
}

function controlsOf(instance, name, pointer, bounds, act) {
  const property = resolved(instance, pointer);
  if (!property) {
    return [];
  }
  const write = (value) => act({ do: 'set', pointer, value }, pointer);
  if (property.type === 'bool') {
    return [checkbox(name, { read: () => property.value, write })];
  }
  if (property.type === 'float') {
    return [slider(name, { ...bounds, read: () => property.value, write })];
  }
  if (/colou?r|emissive/i.test(name)) {
    return [swatch(name, { read: () => property.value, write })];
  }
  return property.value.map((_, part) =>
    slider(`${name} ${'XYZW'[part]}`, {
      ...bounds,
      read: () => property.value[part],
      write: (value) => write(property.value.with(part, value)),
    }),
  );
}

/** A property that the file defines and that can be set. */
function resolved(instance, pointer) {
  try {
    const property = instance.property(pointer);
    return property.isReadOnly || [property.value].flat().some((value) => !Number.isFinite(Number(value))) ? null : property;
  } catch {
    return null;
  }
}
