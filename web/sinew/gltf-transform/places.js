// The places of a file that carry extension objects: the JSON of each with its property, in a file that is read or written.

const list = (name, map, json = name) => ({
  read: (context) => pair(context.jsonDoc.json[json], context[name]),
  write: (context) =>
    [...context[map]].map(([property, index]) => ({ def: context.jsonDoc.json[json][index], property })),
});

const pair = (defs = [], properties) => defs.map((def, index) => ({ def, property: properties[index] }));

const primitives = (found) =>
  found.flatMap(({ def, property }) => pair(def.primitives ?? [], property.listPrimitives()));

const channels = (found) =>
  found.flatMap(({ def, property }) =>
    (def.channels ?? []).map((channel, at) => ({ def: channel.target, property: property.listChannels()[at] })),
  );

const meshes = list('meshes', 'meshIndexMap');
const animations = list('animations', 'animationIndexMap');

export const PLACES = {
  scene: list('scenes', 'sceneIndexMap'),
  node: list('nodes', 'nodeIndexMap'),
  mesh: meshes,
  primitive: {
    read: (context) => primitives(meshes.read(context)),
    write: (context) => primitives(meshes.write(context)),
  },
  material: list('materials', 'materialIndexMap'),
  camera: list('cameras', 'cameraIndexMap'),
  skin: list('skins', 'skinIndexMap'),
  animation: animations,
  channelTarget: {
    read: (context) => channels(animations.read(context)),
    write: (context) => channels(animations.write(context)),
  },
  texture: list('textures', 'imageIndexMap', 'images'),
};
