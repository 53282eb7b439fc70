/**
 * Sinew for glTF-Transform: classes for the extensions that Sinew runs, so that `prune`, `dedup`, `weld`, `quantize`, `meshopt` and the
 * other functions keep behaviour.
 *
 * ```ts
 * const io = new NodeIO().registerExtensions([...ALL_EXTENSIONS, ...SINEW_EXTENSIONS]);
 * ```
 */
import type { Document, Extension, ExtensionProperty, Property } from '@gltf-transform/core';

/** What a reference leads to. */
export type ReferenceKind =
  'node' | 'mesh' | 'material' | 'image' | 'camera' | 'skin' | 'scene' | 'animation' | 'accessor';

/** One extension object of a file, with an edge for each reference in it. */
export class BehaviourProperty extends ExtensionProperty {
  readonly extensionName: string;
  readonly propertyType: string;
  readonly parentTypes: string[];
  protected init(): void;
  /**
   * The extension object. References in it are those of the file that was read; {@link BehaviourProperty.references} has the current
   * ones.
   */
  getData(): Record<string, unknown> | null;
  setData(data: Record<string, unknown>): this;
  /** The properties that the extension object refers to, by JSON pointers into its data. */
  references(): Map<string, Property | null>;
  /** Refers to a property from a place in the data, by a JSON pointer into it. */
  setReference(at: string, kind: ReferenceKind, property: Property): this;
}

/** An extension whose properties are {@link BehaviourProperty}. */
export interface BehaviourExtension extends Extension {
  /** A property with an extension object, for a node, the root or another place. */
  createProperty(data?: Record<string, unknown>): BehaviourProperty;
}

/** A class for each extension, for `io.registerExtensions(SINEW_EXTENSIONS)`. */
export const SINEW_EXTENSIONS: (typeof Extension)[];

/** The class of an extension by its name, for `document.createExtension`; `undefined` for one that Sinew does not run. */
export function extensionOf(name: string): (new (document: Document) => BehaviourExtension) | undefined;
