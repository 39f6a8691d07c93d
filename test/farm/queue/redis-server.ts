// A real Redis for the tests: on a free port of this machine, everything in a folder of its own, nothing lost by a crash.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const places = [process.env['REDIS_SERVER_PATH'], '/usr/bin/redis-server', '/usr/bin/valkey-server'];
const binary = places.find((place) => place !== undefined && existsSync(place));

/** Why the tests of the queue are skipped, where they are. */
export const noRedis =
  binary === undefined ? 'no redis-server here: REDIS_SERVER_PATH says where one is' : undefined;
if (noRedis !== undefined) console.warn(`the tests of the queue are skipped: ${noRedis}`);

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  start(): Promise<void>;
  /** As a crash does: it saves nothing any more. */
  kill(): Promise<void>;
  /** As after a crash without persistence. */
  forget(): void;
  close(): Promise<void>;
}

export interface RedisSettings {
  readonly password?: string;
  /** Certificate and key: TLS only. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

export async function startRedis({ password, tls }: RedisSettings = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'carom-redis-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const ports = tls
    ? ['--port', '0', '--tls-port', `${port}`, '--tls-cert-file', tls.cert, '--tls-key-file', tls.key]
    : ['--port', `${port}`];
  const args = [
    ...ports,
    ...(tls ? ['--tls-auth-clients', 'no'] : []),
    ...['--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes'],
    ...['--appendfsync', 'always', '--maxmemory-policy', 'noeviction'],
    ...(password === undefined ? [] : ['--requirepass', password]),
  ];
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    port,
    async start() {
      child = spawn(binary as string, args, { stdio: 'ignore' });
      while (!(await answers(port))) await pause(10);
    },
    async kill() {
      if (child === undefined) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = undefined;
    },
    forget() {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
    },
    async close() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
