// Whoever asks for a file and goes away, reads slowly or says nothing leaves no descriptor behind.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type PageServer, sendRange } from '../../../src/cli/look/serve-http.node.ts';

const DESCRIPTORS = '/proc/self/fd';
const ABORTS = 1000;
/** More than the buffers of two sockets, so that a file is still open while nobody reads. */
const FILE_BYTES = 32 * 1024 * 1024;
/** How long a client may do nothing [ms]: short, so that the test need not wait. */
const PATIENCE = 200;

let folder: string;
let server: PageServer;
const clients = new Set<Socket>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carom-descriptors-'));
  const file = join(folder, 'large.carom');
  writeFileSync(file, new Uint8Array(FILE_BYTES));
  const answer: Parameters<typeof listen>[0] = (request, response) =>
    sendRange(file, 'application/octet-stream', {}, request, response);
  server = await listen(answer, {}, { patience: PATIENCE });
});

afterAll(async () => {
  for (const client of clients) client.destroy();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Client {
  readonly socket: Socket;
  readonly met: Promise<void>;
  /** Done with its first answer, or with its end. */
  readonly heard: Promise<void>;
  readonly gone: Promise<void>;
}

/** A client that says `text`. */
function client(text: string): Client {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  clients.add(socket);
  socket.on('error', () => undefined);
  socket.write(text);
  const met = new Promise<void>((resolve) => {
    socket.once('connect', resolve);
  });
  const gone = new Promise<void>((resolve) => {
    socket.once('close', () => {
      clients.delete(socket);
      resolve();
    });
  });
  const heard = new Promise<void>((resolve) => {
    socket.once('readable', resolve);
    socket.once('close', () => resolve());
  });
  return { socket, met, heard, gone };
}

const request = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
const open = () => readdirSync(DESCRIPTORS).length;

let canCount = true;
try {
  open();
} catch {
  canCount = false;
}

describe.skipIf(!canCount)('descriptors (counted where there is /proc)', () => {
  test('a thousand downloads that are given up', async () => {
    const before = open();
    for (let k = 0; k < ABORTS; k += 20)
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { socket, heard, gone } = client(request);
          await heard;
          socket.destroy();
          await gone;
        }),
      );
    await expect.poll(open).toBeLessThanOrEqual(before);
  });

  test('readers that stop reading, and clients that never finish asking', async () => {
    const before = open();
    const texts = [request, '', 'GET / HTTP/1.1\r\nHost:', `${request}GET /`];
    const all = Array.from({ length: 40 }, (_, k) => client(texts[k % texts.length]));
    // Nobody reads: what has come stays where it is, and the server has to end it.
    for (const { socket } of all) socket.pause();
    await Promise.all(all.map(({ met }) => met));
    await expect.poll(() => server.connections()).toBe(0);
    for (const { socket } of all) socket.destroy();
    await Promise.all(all.map(({ gone }) => gone));
    await expect.poll(open).toBeLessThanOrEqual(before);
  });
});
