/** Sinew for glTF-Transform: classes for the extensions that Sinew runs, so that its functions keep behaviour. */
import { defineExtension } from './extension.js';
import { MToon } from './mtoon.js';
import { avatar } from './table/avatar.js';
import { physics } from './table/physics.js';
import { scene } from './table/scene.js';

export { BehaviourProperty } from './property.js';

const rows = Object.entries({ ...physics, ...avatar, ...scene });

/** A class for each extension, for `io.registerExtensions(SINEW_EXTENSIONS)`. */
export const SINEW_EXTENSIONS = [...rows.map(([name, row]) => defineExtension(name, row)), MToon];

/** The class of an extension by its name; `undefined` for one that Sinew does not know. */
export function extensionOf(name) {
  return SINEW_EXTENSIONS.find(({ EXTENSION_NAME }) => EXTENSION_NAME === name);
}
