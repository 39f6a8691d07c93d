// Serves the studio: its own files, and below /files/ what may be opened of one folder. Nothing is written.
//
//   /            the studio          /embed.html   the view that other pages may show in a frame
//   /files/      what there is       /files/path   one file, also by ranges
//
// Only /embed.html may be framed by other pages, and files are never given to other origins.

import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFile, listFolder } from './serve-folder.node.ts';
import {
  GUARDED,
  isOurName,
  isOwnOrigin,
  listen,
  type PageServer,
  refuse,
  sendRange,
} from './serve-http.node.ts';
import { studioPolicy } from './studio-policy.ts';

export interface StudioOptions {
  /** What may be opened; nothing where there is none. */
  readonly folder?: string;
  /** 0: any that is free. */
  readonly port?: number;
  /** The address to listen at; loopback unless said. */
  readonly host?: string;
  /** The built studio; found or built where it is not given. */
  readonly pages?: string;
}

const HEADERS: Readonly<Record<string, string>> = {
  ...GUARDED,
  'Content-Security-Policy': `${studioPolicy}; frame-ancestors 'none'`,
};

/** For the one page that others may frame. */
const FRAMED: Readonly<Record<string, string>> = {
  ...GUARDED,
  'Content-Security-Policy': `${studioPolicy}; frame-ancestors *`,
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
};

export async function serveStudio(options: StudioOptions = {}): Promise<PageServer> {
  const { folder, port, host = '127.0.0.1' } = options;
  const built = options.pages ?? (await studioPages());
  const pages = listPages(built);
  const server = await listen(
    (request, response) => answer(pages, folder, host, request, response),
    HEADERS,
    { host, ...(port === undefined ? {} : { port }) },
  );
  const isTemporary = options.pages === undefined && built !== BUILT;
  return {
    address: server.address,
    connections: server.connections,
    async close() {
      await server.close();
      if (isTemporary) rmSync(built, { recursive: true, force: true });
    },
  };
}

function answer(
  pages: ReadonlyMap<string, string>,
  folder: string | undefined,
  host: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = (request.url ?? '/').split('?')[0];
  const no = (status: number, why: string) => refuse(response, HEADERS, status, why);
  if (!isOurName(request.headers.host, host)) no(403, 'this name is not served');
  else if (request.method !== 'GET' && request.method !== 'HEAD') no(405, 'only GET and HEAD');
  else if (!isOwnOrigin(request) || (path.startsWith('/files/') && isFromElsewhere(request)))
    no(403, 'other origins are not served');
  else if (path === '/files/') sendList(folder, request, response);
  else if (path.startsWith('/files/')) sendFile(folder, path.slice('/files/'.length), request, response);
  else {
    const file = pages.get(path);
    if (file === undefined) no(404, 'there is nothing here');
    else {
      const headers = path === '/embed.html' ? FRAMED : HEADERS;
      sendRange(file, TYPES[extname(file)] ?? 'application/octet-stream', headers, request, response);
    }
  }
}

function sendList(folder: string | undefined, request: IncomingMessage, response: ServerResponse): void {
  const list = folder === undefined ? { files: [], complete: true } : listFolder(folder);
  response.writeHead(200, { ...HEADERS, 'Content-Type': TYPES['.json'] });
  response.end(request.method === 'HEAD' ? undefined : JSON.stringify(list));
}

function sendFile(
  folder: string | undefined,
  encoded: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = decode(encoded);
  const file = folder === undefined || path === undefined ? undefined : findFile(folder, path);
  if (file === undefined)
    refuse(response, HEADERS, 404, 'there is no such file in the folder that is served');
  else sendRange(file, 'application/octet-stream', HEADERS, request, response);
}

/** Browsers say where a request comes from, also where they send no origin with it. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Every file of the built studio by its address, listed once: no address can lead anywhere else. */
function listPages(folder: string): Map<string, string> {
  const pages = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (statSync(file).isFile()) pages.set(`/${name.replaceAll('\\', '/')}`, file);
  }
  const index = pages.get('/index.html');
  if (index !== undefined) pages.set('/', index);
  return pages;
}

const BUILT = fileURLToPath(new URL('../../studio/', import.meta.url));

/** Built, the studio lies in dist/studio; from source it is built now. */
async function studioPages(): Promise<string> {
  if (!import.meta.url.endsWith('.ts') && existsSync(join(BUILT, 'index.html'))) return BUILT;
  return buildStudio(mkdtempSync(join(tmpdir(), 'carom-studio-')));
}

export async function buildStudio(outDir: string): Promise<string> {
  const { build } = await import('vite');
  const configFile = fileURLToPath(new URL('../../../studio/vite.config.ts', import.meta.url));
  await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  return outDir;
}
