import { BufferAttribute, BufferGeometry, Mesh, MeshStandardMaterial } from 'three';

const COLORS = { dynamic: 0x7aa2f7, kinematic: 0xb48ef0, static: 0xa9b1c0 };

/**
 * Adds meshes of the colliders to bodies without meshes, so that a bare physics file is visible. Returns the meshes, which are
 * children of their nodes' objects. Triggers stay invisible.
 */
export function addStandIns(controller, colors = COLORS) {
  const { model, objects } = controller;
  const { physics } = model.info;
  if (!physics) {
    return [];
  }
  const kinds = new Map(physics.bodies.map(({ node, kind }) => [node, kind]));
  const geometries = new Map();
  const materials = new Map();
  const added = [];
  const visible = new Map();
  for (const { node, shape, body } of physics.colliders) {
    const object = objects[node];
    const owner = objects[body ?? node];
    if (!object || !owner) {
      continue;
    }
    if (!visible.has(owner)) {
      visible.set(owner, hasMesh(owner));
    }
    if (visible.get(owner)) {
      continue;
    }
    const geometry = cached(geometries, shape, () => flat(model.shapeGeometry(shape)));
    const kind = kinds.get(body) ?? 'static';
    const material = cached(materials, kind, () => standard(colors[kind]));
    const mesh = new Mesh(geometry, material);
    mesh.name = 'stand-in';
    mesh.castShadow = kind !== 'static';
    mesh.receiveShadow = true;
    added.push([object, mesh]);
  }
  added.forEach(([object, mesh]) => object.add(mesh));
  return added.map(([, mesh]) => mesh);
}

function hasMesh(owner) {
  let found = false;
  owner.traverse((object) => {
    found ||= object.isMesh === true && object.geometry.attributes.position?.count > 0;
  });
  return found;
}

/** Round shapes are finely tessellated, so that one normal per face is enough. */
function flat({ positions, indices }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions.slice(), 3));
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  const apart = geometry.toNonIndexed();
  apart.computeVertexNormals();
  geometry.dispose();
  return apart;
}

function standard(color) {
  return new MeshStandardMaterial({ color, roughness: 0.75, metalness: 0 });
}

function cached(map, key, make) {
  if (!map.has(key)) {
    map.set(key, make());
  }
  return map.get(key);
}
