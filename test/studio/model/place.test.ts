import { beforeAll, expect, test, vi } from 'vitest';
import type { Place } from '../../../studio/src/model/place.ts';

let module: typeof import('../../../studio/src/model/place.ts');

beforeAll(async () => {
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('addEventListener', () => {});
  module = await import('../../../studio/src/model/place.ts');
});

test('every place comes back from its address', () => {
  const places: Place[] = [
    { kind: 'gallery' },
    { kind: 'file' },
    { kind: 'project' },
    { kind: 'project', id: '0f3a' },
    { kind: 'example', name: 'bolt' },
    { kind: 'recording', path: 'deep/run one.carom' },
    { kind: 'scene', path: 'a/b#c?d%20.json' },
    { kind: 'sweep', path: '' },
    { kind: 'sweep', path: 'out/two parts' },
    { kind: 'link', packed: 'abc-_' },
    { kind: 'example', name: 'pendulum', bench: 'equations' },
    { kind: 'lesson', name: 'strike-a-fork' },
    { kind: 'lesson', name: 'part two/über; bench=x.md' },
    { kind: 'example', name: 'bolt', bench: 'lesson', lesson: 'part two/über; bench=x.md' },
    { kind: 'scene', path: 'a;lesson=b.json', lesson: 'two-runs' },
  ];
  for (const one of places) expect(module.readPlace(module.addressOf(one))).toEqual(one);
});

test('a run belongs to what is open, whichever bench is', () => {
  const bolt: Place = { kind: 'example', name: 'bolt' };
  expect(module.homeOf({ ...bolt, bench: 'sound' })).toBe(module.addressOf(bolt));
});

test('what is no address leads to the gallery, and broken escapes to nothing worse', () => {
  for (const hash of ['', '#', '#nothing', '#example/', '#example', '#javascript:alert(1)', '#/etc/passwd'])
    expect(module.readPlace(hash)).toEqual({ kind: 'gallery' });
  expect(module.readPlace('#example/%E0%A4%A')).toEqual({ kind: 'example', name: '%E0%A4%A' });
});

test('a run is known by where sweeps keep recordings', () => {
  expect(module.sweepOf('runs/000012.carom')).toBe('');
  expect(module.sweepOf('out/ladder/runs/000012.carom')).toBe('out/ladder');
  for (const other of ['ladder.carom', 'runs/best.carom', 'out/runs/1.carom', 'x-runs/000012.carom'])
    expect(module.sweepOf(other)).toBeUndefined();
});
