/** Files inside the page itself, in a page that was exported: its modules, and the file that it shows. */

/**
 * `files`: modules by their path, gzipped. `raw`: the shown file by its name, and its buffers and images by their URIs. All in
 * base64. `model`: the name of the file.
 */
const table = globalThis.sinewEmbedded ?? null;
const urls = new Map();

export const isExported = table !== null;

/** The file to show, as if it were dropped. */
export function embeddedModel() {
  const entries = Object.entries(table.raw).map(([name, text]) => [name, decoded(text)]);
  const { model: name } = table;
  return { name, bytes: decoded(table.raw[name]), resources: new Map(entries.filter(([uri]) => uri !== name)) };
}

/** The bytes of a module of the page by its name, with or without the hash that the bundler adds; `null` if it has none. */
export async function embeddedBytes(name) {
  const key = find(name);
  if (key === undefined) {
    return null;
  }
  const stream = new Blob([decoded(table.files[key])]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Makes addresses of modules that a loader asks for by address. */
export async function prepareUrls(...names) {
  for (const name of names) {
    const bytes = await embeddedBytes(name);
    if (bytes) {
      urls.set(lastOf(find(name)), URL.createObjectURL(new Blob([bytes])));
    }
  }
}

/** The address of a module in the page in place of the one beside it. */
export function embeddedUrl(address) {
  return urls.get(lastOf(address)) ?? address;
}

function find(name) {
  const wanted = lastOf(name);
  const keys = Object.keys(table?.files ?? {});
  return keys.find((key) => lastOf(key) === wanted) ?? keys.find((key) => lastOf(key).replace(/-[\w-]{8}(\.\w+)$/, '$1') === wanted);
}

function lastOf(address) {
  return String(address).split(/[?#]/)[0].split('/').at(-1);
}

function decoded(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
