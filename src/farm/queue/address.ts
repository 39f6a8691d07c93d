// Where a queue is, by its Redis URL. What the URL keeps secret stays in here: nothing else of it is ever shown.

import { FaultError } from '../../scene/fault/index.ts';

export interface QueueAddress {
  readonly host: string;
  readonly port: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly db: number;
  readonly tls: boolean;
  /** Every key begins with it, so that several farms can share a Redis. */
  readonly prefix: string;
}

const REMEDY =
  'write it as redis://host:6379, or rediss://name:password@host:6380/0?prefix=carom for TLS, a log-in and names of its own';

/** @throws FaultError  which does not repeat what it was given, since that may hold a password */
export function readAddress(text: string): QueueAddress {
  if (!URL.canParse(text)) throw fault('this is no URL');
  const url = new URL(text);
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') throw fault('this is no URL of a Redis');
  if (url.hostname === '') throw fault('it names no host');
  const db = url.pathname.replace(/^\//, '');
  if (!/^\d{0,4}$/.test(db)) throw fault('its path is no number of a database');
  const prefix = url.searchParams.get('prefix') ?? 'carom';
  if (!/^[a-z0-9-]{1,40}$/i.test(prefix)) throw fault('its prefix is no word of letters, digits and hyphens');
  return {
    // IPv6 addresses stand in brackets
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 6379 : Number(url.port),
    username: decoded(url.username),
    password: decoded(url.password),
    db: Number(db),
    tls: url.protocol === 'rediss:',
    prefix,
  };
}

/** For people and logs. */
export function showAddress({ host, port, db, tls }: QueueAddress): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return `redis${tls ? 's' : ''}://${name}:${port}${db === 0 ? '' : `/${db}`}`;
}

function decoded(part: string): string | undefined {
  if (part === '') return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    throw fault('its log-in holds a % that stands for nothing');
  }
}

function fault(what: string): FaultError {
  return new FaultError('the queue cannot be used', [{ what, where: '--queue', remedy: REMEDY }]);
}
