/**
 * Packs the built page for the command, and makes the template of exported pages: `node pack.js OUT`. The format is in
 * `crates/sinew-cli/src/verb/view/page.rs`.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('dist/', import.meta.url));
const out = process.argv[2];
const names = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(dist, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  .sort();

/** three names decoders that the viewer does not use: one without WebAssembly, and one for files that are not glTF. */
const libraries = fileURLToPath(new URL('../node_modules/three/examples/jsm/libs/draco/', import.meta.url));
const unused = ['draco_decoder.js', 'draco_decoder.wasm', 'draco_wasm_wrapper.js'].map((name) => readFileSync(join(libraries, name)));

const html = readFileSync(join(dist, 'index.html'), 'utf8');
const script = /<script type="module"[^>]*src="\.\/([^"]+)"><\/script>/;
const style = /<link rel="stylesheet"[^>]*href="\.\/([^"]+)">/;
const [, main] = html.match(script);
const [, sheet] = html.match(style);

/** Runs what is inside the page: its style, then its script, whose `import.meta.url` is the page's address. */
const boot = `<!--sinew-embedded--><script>
(async () => {
  const text = async (name) => {
    const bytes = Uint8Array.from(atob(globalThis.sinewEmbedded.files[name]), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  };
  const [style, script] = await Promise.all([text(${JSON.stringify(sheet)}), text(${JSON.stringify(main)})]);
  document.head.append(Object.assign(document.createElement('style'), { textContent: style }));
  document.body.append(Object.assign(document.createElement('script'), { type: 'module', textContent: script }));
})();
</script>`;
const exported = html
  .replace(script, '')
  .replace(style, '')
  .replace(/<link rel="icon"[^>]*>/, '<link rel="icon" href="data:," />')
  .replace('</body>', `${boot}</body>`);

const files = names
  .map((name) => ({ name, bytes: readFileSync(join(dist, name)) }))
  .filter(({ bytes }) => !unused.some((other) => other.equals(bytes)))
  .map(({ name, bytes }) => ({ name, isGzipped: 1, bytes: gzipSync(bytes, { level: 9 }) }));
files.push({ name: 'export.html', isGzipped: 0, bytes: Buffer.from(exported) });

const packed = files.flatMap(({ name, isGzipped, bytes }) => {
  const title = Buffer.from(name);
  const head = Buffer.alloc(2);
  head.writeUInt16LE(title.length);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return [head, title, Buffer.of(isGzipped), length, bytes];
});
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, Buffer.concat(packed));
console.log(`${files.length} files, ${(Buffer.concat(packed).length / 1e6).toFixed(2)} MB: ${out}`);
