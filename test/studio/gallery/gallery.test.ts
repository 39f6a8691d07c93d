import { expect, test } from 'vitest';
import { matches, titleOf } from '../../../studio/src/gallery/filter.ts';
import { ago, bytes, metres, roughly } from '../../../studio/src/model/words.ts';
import { Pace } from '../../../studio/src/run/pace.ts';

const bolt = {
  name: 'bolt',
  file: 'ipc/bolt.ts',
  about: 'Bolt: without friction a bolt sinks\ninto its nut.',
  engine: 'ipc',
  budgetSeconds: 40,
};

test('every word has to be told somewhere', () => {
  expect(matches(bolt, '', '')).toBe(true);
  expect(matches(bolt, 'NUT bolt', '')).toBe(true);
  expect(matches(bolt, 'nut arch', '')).toBe(false);
  expect(matches(bolt, '', 'ipc')).toBe(true);
  expect(matches(bolt, '', 'flight')).toBe(false);
});

test('a title and what is told are taken apart', () => {
  expect(titleOf(bolt)).toEqual({ title: 'Bolt', tells: 'Without friction a bolt sinks into its nut.' });
  expect(titleOf({ name: 'x', about: 'No colon here' })).toEqual({ title: 'x', tells: 'No colon here' });
});

test('numbers are told as people say them', () => {
  expect([0.2, 3.4, 47, 200, 9000].map(roughly)).toEqual(['under 1 s', '3 s', '45 s', '3 min', '3 h']);
  expect([12, 3400, 2.5e6].map(bytes)).toEqual(['12 B', '3.4 kB', '2.5 MB']);
  expect([0, 3e-8, 4.2e-5, 0.012, 3].map(metres)).toEqual(['0 m', '30 nm', '42 µm', '12 mm', '3 m']);
  expect(ago(0, 30_000)).toBe('just now');
  expect(ago(0, 600_000)).toBe('10 min ago');
});

test('the time left goes by the last frames', () => {
  const pace = new Pace();
  expect(pace.left(10)).toBeUndefined();
  for (let i = 0; i < 100; i++) pace.add(1);
  for (let i = 0; i < 40; i++) pace.add(50);
  expect(pace.left(10)).toBeCloseTo(0.5);
  expect(pace.total).toBe(2100);
});
