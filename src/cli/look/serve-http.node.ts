// What the pages we serve have in common: headers, ranges, refusals, and who may ask.

import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { FaultError } from '../../scene/fault/index.ts';

export interface PageServer {
  /** Such as "http://127.0.0.1:41234/". */
  readonly address: string;
  /** How many are connected now. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

/** With these a page is cross-origin isolated, so it may share memory with its workers. */
const ISOLATION: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export const GUARDED: Readonly<Record<string, string>> = {
  ...ISOLATION,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

export type Headers = Readonly<Record<string, string>>;

export interface ListenChoices {
  /** 0: any that is free. */
  readonly port?: number;
  /** The address to listen at; loopback unless said. */
  readonly host?: string;
  /** A client that neither says nor takes anything for so long is let go [ms]. */
  readonly patience?: number;
}

/** A film that is paused in a page takes nothing either, but asks again where it goes on. */
const PATIENCE = 120_000;

export async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  headers: Headers,
  { port = 0, host = '127.0.0.1', patience = PATIENCE }: ListenChoices = {},
): Promise<PageServer> {
  const server = createServer((request, response) => {
    try {
      answer(request, response);
    } catch {
      if (!response.headersSent) refuse(response, headers, 500, 'the file cannot be read any more');
      else response.destroy();
    }
  });
  // Without a listener for it, a socket that is idle for so long is destroyed, whatever it had begun to ask or to read.
  server.setTimeout(patience);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, port, host)));
    server.listen(port, host, resolve);
  });
  const { address, family, port: at } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${at}/`,
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function cannotListen({ code = '', message }: NodeJS.ErrnoException, port: number, host: string): FaultError {
  const isTaken = code === 'EADDRINUSE';
  const isPort = isTaken || code === 'EACCES';
  return new FaultError('nothing can be served there:', [
    {
      what: isTaken
        ? 'another program listens at this port'
        : code === 'EACCES'
          ? 'this port is not allowed'
          : message,
      where: isPort ? '--port' : '--host',
      value: isPort ? String(port) : host,
      remedy: isPort ? 'give another one, or none for any that is free' : 'give an address of this machine',
    },
  ]);
}

/**
 * Whether the name that a request was sent to is one that we answer to: loopback's names, any address written in
 * numbers where we listen to others, and `host` itself. A page elsewhere that makes a name of its own point here
 * (DNS rebinding) is refused by this.
 */
export function isOurName(name: string | undefined, host = '127.0.0.1'): boolean {
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]/@\s]+)(:\d{1,5})?$/i.exec(name ?? '');
  if (!match) return false;
  const bare = match[1].replace(/^\[|\]$/g, '').toLowerCase();
  if (bare === '127.0.0.1' || bare === 'localhost' || bare === '::1') return true;
  if (isLoopback(host)) return false;
  return isIP(bare) !== 0 || bare === host.toLowerCase();
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Whether a request comes from a page of ours, or from no page at all. */
export function isOwnOrigin({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  return origin === undefined || origin === `http://${host}`;
}

/** Sends a file, or the range of it that is asked for. */
export function sendRange(
  file: string,
  type: string,
  headers: Headers,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { size } = statSync(file);
  const all: Record<string, string> = { ...headers, 'Content-Type': type, 'Accept-Ranges': 'bytes' };
  const range = parseRange(request.headers.range, size);
  if (range === 'none') {
    response.writeHead(416, { ...all, 'Content-Range': `bytes */${size}` }).end();
    return;
  }
  const [from, until] = range ?? [0, size - 1];
  all['Content-Length'] = String(until - from + 1);
  if (range) all['Content-Range'] = `bytes ${from}-${until}/${size}`;
  response.writeHead(range ? 206 : 200, all);
  if (request.method === 'HEAD' || size === 0) response.end();
  // Unlike pipe() it also closes the file where the client goes away.
  else pipeline(createReadStream(file, { start: from, end: until }), response, () => undefined);
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

export function refuse(response: ServerResponse, headers: Headers, status: number, why: string): void {
  response.writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }).end(`${why}\n`);
}
