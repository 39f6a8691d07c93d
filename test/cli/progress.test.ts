// How far something is, in a terminal and where output goes elsewhere, under a clock that the test moves.

import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { Progress } from '../../src/cli/progress.ts';

function watch(isTTY: boolean, quiet = false) {
  const written: string[] = [];
  const clock = { now: 0 };
  const terminal = { isTTY, columns: 80, write: (text: string) => written.push(text) };
  return { written, clock, progress: new Progress(quiet, terminal, () => clock.now) };
}

test('redirected output gets a line every few seconds, with how long it still takes', () => {
  const { written, clock, progress } = watch(false);
  for (; clock.now <= 60_000; clock.now += 100) progress.update(clock.now / 120_000, 'past 0 of 1');
  expect(written).toHaveLength(12);
  expect(written[5]).toBe('  25% past 0 of 1 · 90 s left\n'.slice(1));
  for (const line of written) expect(stripVTControlCharacters(line).replace('\r', '')).toBe(line);
});

test('what is done within a few seconds leaves no line', () => {
  const { written, clock, progress } = watch(false);
  for (; clock.now < 4900; clock.now += 100) progress.update(clock.now / 4900, 'boxes.glb');
  progress.update(1, 'boxes.glb');
  progress.clear();
  expect(written).toEqual([]);
});

test('a terminal has one line, drawn at most ten times a second and taken away', () => {
  const { written, clock, progress } = watch(true);
  for (; clock.now < 1000; clock.now += 10) progress.update(clock.now / 2000, 'frame 1 of 9');
  expect(written).toHaveLength(10);
  for (const text of written) expect(text.startsWith('\r')).toBe(true);
  progress.clear();
  expect(written.at(-1)).toBe('\r\x1b[K');
});

test('who is quiet says nothing', () => {
  const { written, clock, progress } = watch(false, true);
  for (; clock.now <= 60_000; clock.now += 100) progress.update(clock.now / 60_000, 'past 0 of 1');
  expect(written).toEqual([]);
});

test('the pace of what came before says nothing about what has begun anew', () => {
  const { written, clock, progress } = watch(false);
  for (; clock.now < 100_000; clock.now += 1000) progress.update(clock.now / 100_000, 'modes');
  // Something else from its beginning: a hundredth a second again, whatever came before.
  for (let part = 0; part <= 50; part++, clock.now += 100) progress.update(part / 100, 'radiation');
  expect(written.at(-1)).toBe('  50% radiation · 5 s left\n'.slice(1));
});
