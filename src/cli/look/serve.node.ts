// Serves the player of one recording: on loopback only, its own four files and the recording, nothing else.
//
// Every answer carries a strict content security policy and the headers that make the page cross-origin isolated.
// Requests by another name than loopback's are refused, so that no web page can reach in through a name that it
// makes point here (DNS rebinding).

import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { GUARDED, isOurName, listen, type PageServer, refuse, sendRange } from './serve-http.node.ts';

export type ViewServer = PageServer;

interface Page {
  readonly type: string;
  readonly body: Uint8Array | string;
}

const HEADERS: Readonly<Record<string, string>> = {
  ...GUARDED,
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** @param port  0: any that is free */
export async function serveRecording(recording: string, port = 0): Promise<ViewServer> {
  const pages = await loadPages();
  return listen((request, response) => answer(pages, recording, request, response), HEADERS, { port });
}

function answer(
  pages: ReadonlyMap<string, Page>,
  recording: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = (request.url ?? '/').split('?')[0];
  const page = pages.get(path);
  if (!isOurName(request.headers.host)) refuse(response, HEADERS, 403, 'only loopback is served');
  else if (request.method !== 'GET' && request.method !== 'HEAD')
    refuse(response, HEADERS, 405, 'only GET and HEAD');
  else if (path === '/recording.carom')
    sendRange(recording, 'application/octet-stream', HEADERS, request, response);
  else if (page === undefined) refuse(response, HEADERS, 404, 'there is nothing here');
  else {
    response.writeHead(200, { ...HEADERS, 'Content-Type': page.type });
    response.end(request.method === 'HEAD' ? undefined : page.body);
  }
}

/** Built, the page lies in dist/view; from source its script is bundled now. */
async function loadPages(): Promise<Map<string, Page>> {
  const fromSource = import.meta.url.endsWith('.ts');
  const folder = fileURLToPath(new URL('../../view/', import.meta.url));
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
