import { expect, it } from 'vitest';
import { readAddress, showAddress } from '../../../src/farm/queue/address.ts';

it('reads host, port, log-in, database, TLS and prefix from the URL', () => {
  expect(readAddress('redis://queue.example')).toEqual({
    host: 'queue.example',
    port: 6379,
    username: undefined,
    password: undefined,
    db: 0,
    tls: false,
    prefix: 'carom',
  });
  expect(readAddress('rediss://me:p%40ss@[::1]:6380/3?prefix=team-a')).toEqual({
    host: '::1',
    port: 6380,
    username: 'me',
    password: 'p@ss',
    db: 3,
    tls: true,
    prefix: 'team-a',
  });
});

it('never shows the log-in, neither of a good URL nor of a bad one', () => {
  expect(showAddress(readAddress('rediss://me:secret@host:1/2'))).toBe('rediss://host:1/2');
  for (const bad of [
    'redis//me:secret@host',
    'http://me:secret@host',
    'redis://me:secret@host/a',
    'redis://me:secret@host:99999',
    'redis://me:secret%@host',
    'redis://me:secret@host/0?prefix=../x',
    'redis://:secret@',
  ]) {
    const said = (() => {
      try {
        readAddress(bad);
        return 'nothing';
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(said).toContain('the queue cannot be used');
    expect(said).not.toContain('secret');
  }
});
