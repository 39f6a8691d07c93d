// Connections to Redis: refused at first they are a fault, lost later they are waited for.

import type { Redis } from 'ioredis';
import { FaultError } from '../../scene/fault/index.ts';
import { type QueueAddress, showAddress } from './address.ts';
import type { QueuePackages } from './packages.node.ts';

/** Whoever cannot reach it in this time is told so. */
const FIRST_MS = 10_000;
/** A command that hears nothing for so long is sent again over a new connection: longer than any waits on purpose. */
const SILENT_MS = 30_000;
const MOST_PAUSE_MS = 2000;

export interface ConnectOptions {
  /** Told when the connection is lost, and when it is back. */
  readonly tell?: (line: string) => void;
  readonly silentMs?: number;
}

/** @throws FaultError where there is none, or it does not let us in */
export async function connect(
  { Redis }: QueuePackages,
  address: QueueAddress,
  { tell = () => undefined, silentMs = SILENT_MS }: ConnectOptions = {},
): Promise<Redis> {
  let isFirst = true;
  const redis = new Redis({
    host: address.host,
    port: address.port,
    db: address.db,
    ...(address.username === undefined ? {} : { username: address.username }),
    ...(address.password === undefined ? {} : { password: address.password }),
    ...(address.tls ? { tls: { servername: address.host } } : {}),
    lazyConnect: true,
    connectTimeout: FIRST_MS,
    socketTimeout: silentMs,
    keepAlive: silentMs,
    // what was asked is asked again when the connection is back, for as long as that takes
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isFirst ? null : Math.min(50 * times, MOST_PAUSE_MS)),
  });
  let why: Error | undefined;
  redis.on('error', (error) => {
    why = error;
  });
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    throw refused(address, why ?? (error as Error));
  }
  isFirst = false;
  tellOfCuts(redis, showAddress(address), tell);
  return redis;
}

function tellOfCuts(redis: Redis, where: string, tell: (line: string) => void): void {
  let isCut = false;
  redis.on('reconnecting', () => {
    if (!isCut) tell(`the connection to ${where} is lost; trying again until it is back`);
    isCut = true;
  });
  redis.on('ready', () => {
    if (isCut) tell(`the connection to ${where} is back`);
    isCut = false;
  });
}

function refused(address: QueueAddress, { message }: Error): FaultError {
  const isPassword = /WRONGPASS|NOAUTH|NOPERM|invalid password/i.test(message);
  return new FaultError('the queue cannot be used', [
    {
      what: isPassword ? 'Redis does not let us in' : `there is no answer: ${message}`,
      where: showAddress(address),
      remedy: isPassword
        ? 'correct the name and the password in the URL'
        : 'start Redis or Valkey there, or correct the URL',
    },
  ]);
}
