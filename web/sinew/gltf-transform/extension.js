// An extension class from its row of a table.

import { Extension } from '@gltf-transform/core';

import { anchor, removeAnchors } from './anchors.js';
import { writeChannel, readChannel } from './channel.js';
import { readGraphs } from './graph.js';
import { PLACES } from './places.js';
import { BehaviourProperty } from './property.js';

/** A class for the `EXTENSION_NAME` of a row: what it refers to stays, and its numbers follow. */
export function defineExtension(name, row) {
  class Property extends BehaviourProperty {
    static EXTENSION_NAME = name;
  }

  return class BehaviourExtension extends Extension {
    static EXTENSION_NAME = name;
    extensionName = name;

    /** A property with an extension object for a node, the root or another place. */
    createProperty(data = {}) {
      return new Property(this.document.getGraph()).setData(data);
    }

    read(context) {
      const { document } = this;
      const root = document.getRoot();
      const { json } = context.jsonDoc;
      const anchored = new Set();
      const readInto = (data, patterns, owner) => {
        const property = new Property(document.getGraph()).readFrom(data, patterns ?? {}, context, document);
        owner.setExtension(name, property);
        property.nodes().forEach((node) => anchored.add(node));
        return property;
      };
      const data = json.extensions?.[name];
      // The root's property also holds the anchors, so that it is there without data.
      const top = readInto(data ?? null, row.root, root);
      if (row.graph && data) {
        readGraphs(top, data, context, document).forEach((node) => anchored.add(node));
      }
      for (const [place, { read }] of Object.entries(PLACES)) {
        for (const { def, property: owner } of read(context)) {
          const found = def?.extensions?.[name];
          if (found !== undefined) {
            const property = readInto(found, row[place], owner);
            if (place === 'node') {
              anchored.add(owner);
            } else if (place === 'channelTarget') {
              readChannel(owner, property, context, document);
            }
          }
        }
      }
      anchor(anchored, top, document);
      if (row.keepsGenerator && json.asset.generator) {
        root.getAsset().generator = json.asset.generator;
      }
      return this;
    }

    write(context) {
      const { document } = this;
      const { json } = context.jsonDoc;
      removeAnchors(context, document);
      const writeFrom = (owner, def) => {
        const property = owner.getExtension(name);
        if (property instanceof BehaviourProperty && property.getData() !== null) {
          (def.extensions ??= {})[name] = property.toJSON(context);
          return property;
        }
        return null;
      };
      writeFrom(document.getRoot(), json);
      for (const [place, { write }] of Object.entries(PLACES)) {
        for (const { def, property: owner } of write(context)) {
          const property = writeFrom(owner, def);
          if (property && place === 'channelTarget') {
            writeChannel(owner, def, context);
          }
        }
      }
      return this;
    }
  };
}
