/** A browser and a server for tests: Chromium through Playwright, and the files of the project on loopback. */
import { createReadStream, existsSync, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

/** What the tests of a file share once `useBrowser` has been called in it: the server of the pages, and the browser. */
export let server;
export let browser;

export function useBrowser() {
  before(async () => {
    [server, browser] = await Promise.all([serve(), launch()]);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
}

/** The folder of the project. */
export const project = fileURLToPath(new URL('../../', import.meta.url));

const artifacts = join(project, 'web/artifacts');

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Serves the project's folder; gives its address and a way to end it. */
export async function serve() {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://here').pathname));
    let file = join(project, path);
    if (file.endsWith('/') || (existsSync(file) && statSync(file).isDirectory())) {
      file = join(file, 'index.html');
    }
    if (!file.startsWith(project) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A browser whose pages draw in software. */
export function launch() {
  const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const executablePath = places.find((path) => path && existsSync(path));
  if (!executablePath) {
    throw new Error('there is no Chromium: install it, or name it in CHROMIUM');
  }
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
}

/** A page whose complaints are kept: errors of the console and exceptions. It is closed with the test at the latest. */
export async function open(t, browser, url, { width = 900, height = 600, colorScheme = 'light', ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    acceptDownloads: true,
    ...options,
  });
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  t.after(() => context.close());
  page.setDefaultTimeout(60_000);
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}

/** The viewer with a file in it, loaded and drawn. */
export async function openViewer(t, browser, address, query = '', options = {}) {
  const { url = `${address}web/viewer/dist/${query}`, ...rest } = options;
  const opened = await open(t, browser, url, rest);
  await opened.page.evaluate(() => globalThis.viewer.ready);
  return opened;
}

/** Has a viewer show a file, with what belongs to it: `[name, bytes]` each, or paths. It stands still at its start then. */
export async function showFiles(page, name, files) {
  const payload = files.map((file) => (typeof file === 'string' ? file : { name: file[0], mimeType: '', buffer: Buffer.from(file[1]) }));
  await page.evaluate(() => globalThis.viewer.forget());
  await page.setInputFiles('#file', payload);
  await page.waitForFunction(() => document.getElementById('busy').hidden && (globalThis.viewer.isShown || document.querySelector('.message.error')));
  await page.evaluate(() => {
    globalThis.viewer.transport.setPlaying(false);
    globalThis.viewer.transport.seek(0);
  });
  return page.evaluate((wanted) => globalThis.viewer.session?.name === wanted && globalThis.viewer.isShown, name);
}

/** Keeps a picture of a page for people to look at. */
export async function picture(page, name) {
  mkdirSync(artifacts, { recursive: true });
  await page.screenshot({ path: join(artifacts, `${name}.png`) });
}
