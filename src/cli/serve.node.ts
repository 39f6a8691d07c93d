// Serves the player of one recording: on loopback only, its own four files and the recording, nothing else.
//
// Every answer carries a strict content security policy and the headers that make the page cross-origin isolated.
// Requests by another name than loopback's are refused, so that no web page can reach in through a name that it
// makes point here (DNS rebinding).

import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface ViewServer {
  /** Such as "http://127.0.0.1:41234/". */
  readonly address: string;
  close(): Promise<void>;
}

interface Page {
  readonly type: string;
  readonly body: Uint8Array | string;
}

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/** @param port  0: any that is free */
export async function serveRecording(recording: string, port = 0): Promise<ViewServer> {
  const pages = await loadPages();
  const server = createServer((request, response) => {
    try {
      answer(pages, recording, request, response);
    } catch {
      if (!response.headersSent) refuse(response, 500, 'the recording cannot be read any more');
      else response.destroy();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(
  pages: ReadonlyMap<string, Page>,
  recording: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = (request.url ?? '/').split('?')[0];
  const page = pages.get(path);
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? ''))
    refuse(response, 403, 'only loopback is served');
  else if (request.method !== 'GET' && request.method !== 'HEAD') refuse(response, 405, 'only GET and HEAD');
  else if (path === '/recording.carom') sendRange(recording, request, response);
  else if (page === undefined) refuse(response, 404, 'there is nothing here');
  else {
    response.writeHead(200, { ...HEADERS, 'Content-Type': page.type });
    response.end(request.method === 'HEAD' ? undefined : page.body);
  }
}

function sendRange(file: string, request: IncomingMessage, response: ServerResponse): void {
  const { size } = statSync(file);
  const headers: Record<string, string> = {
    ...HEADERS,
    'Content-Type': 'application/octet-stream',
    'Accept-Ranges': 'bytes',
  };
  const range = parseRange(request.headers.range, size);
  if (range === 'none') {
    response.writeHead(416, { ...headers, 'Content-Range': `bytes */${size}` }).end();
    return;
  }
  const [from, until] = range ?? [0, size - 1];
  headers['Content-Length'] = String(until - from + 1);
  if (range) headers['Content-Range'] = `bytes ${from}-${until}/${size}`;
  response.writeHead(range ? 206 : 200, headers);
  if (request.method === 'HEAD' || size === 0) response.end();
  else
    createReadStream(file, { start: from, end: until })
      .on('error', () => response.destroy())
      .pipe(response);
}

/** First and last byte; undefined where the whole is asked for, 'none' where nothing of it is there. */
function parseRange(header: string | undefined, size: number): [number, number] | 'none' | undefined {
  if (header === undefined) return undefined;
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const from = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const until = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  return from > until || from >= size ? 'none' : [from, until];
}

function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' }).end(`${why}\n`);
}

/** Built, the page lies in dist/view; from source its script is bundled now. */
async function loadPages(): Promise<Map<string, Page>> {
  const fromSource = import.meta.url.endsWith('.ts');
  const folder = fileURLToPath(new URL('../view/', import.meta.url));
  const html = readFileSync(`${folder}page.html`);
  const pages = new Map<string, Page>();
  for (const path of ['/', '/index.html']) pages.set(path, { type: 'text/html; charset=utf-8', body: html });
  pages.set('/page.css', { type: 'text/css; charset=utf-8', body: readFileSync(`${folder}page.css`) });
  const script =
    fromSource || !existsSync(`${folder}page.js`) ? await bundle(folder) : readFileSync(`${folder}page.js`);
  pages.set('/page.js', { type: 'text/javascript; charset=utf-8', body: script });
  return pages;
}

async function bundle(folder: string): Promise<Uint8Array> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [`${folder}page.ts`],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0].contents;
}
