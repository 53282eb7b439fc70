// What three-vrm does, told before it is loaded: most questions of the suite are about something else.
import { readFile } from 'node:fs/promises';

/** What this program does not do. */
export class Unsupported extends Error {}

/** Extensions of the suite that three-vrm does not know. */
const FOREIGN = /^(KHR_physics|KHR_collision|KHR_implicit|KHR_virtual|OMI_|VRMC_constraints)/;

/** Throws `Unsupported` with the reason. */
export async function refuse(verb, files, options) {
  if (!['evaluate', 'retarget', 'simulate'].includes(verb)) throw new Unsupported(`has no verb ${verb}`);
  if (verb === 'simulate' && !options.has('clip')) throw new Unsupported('has no physics');
  if (options.has('look-at') || options.has('uninherited')) throw new Unsupported('has no virtual transforms');
  if (options.has('hips') && options.get('hips') !== 'height') throw new Unsupported('scales the hips by their height alone');
  const clip = options.get('clip');
  for (const path of clip ? [...files, clip] : files) refuseContent(await readFile(path, 'utf8'));
}

function refuseContent(text) {
  if (!text.trimStart().startsWith('{')) throw new Unsupported('reads glTF alone');
  const json = JSON.parse(text);
  const foreign = (json.extensionsUsed ?? []).find((name) => FOREIGN.test(name));
  if (foreign) throw new Unsupported(`does not know ${foreign}`);
  for (const node of json.nodes ?? []) {
    const version = node.extensions?.VRMC_node_constraint?.specVersion ?? '1.0';
    if (!['1.0', '1.0-beta'].includes(version)) throw new Unsupported('reads VRMC_node_constraint 1.0 alone, not its drafts');
  }
  if ((json.buffers ?? []).some((buffer) => buffer.uri && !buffer.uri.startsWith('data:'))) {
    throw new Unsupported('the loader fetches files beside the asset from a server');
  }
}
