import { expect, test } from 'vitest';
import type { Sample } from '../../../../src/engines/lcp/backward/measure-past.ts';
import { rankPasts } from '../../../../src/engines/lcp/backward/rank-pasts.ts';

const plain: Sample = {
  seed: 0,
  reached: 1,
  strict: true,
  arrived: 1,
  verdict: 'good',
  height: 1,
  natural: 6.6,
  topSpeed: 1,
  topSpinSpeed: 0,
  topTurn: 0,
  collisions: 0,
  goals: [],
  goalCost: 0,
  refined: [],
  replays: true,
  forced: 0,
  overrides: 0,
  ghosts: 0,
  worstDefect: 0,
  parted: 0,
  bounces: 0,
  retries: 0,
  energy: 1,
  fastest: 1,
  fastestTurn: 0,
  moving: 1,
  deepest: 0,
  wallSeconds: 0,
};

test('samples are ranked by what holds, then by what is forced, then by calm', () => {
  const samples: Sample[] = [
    { ...plain, seed: 1, replays: false },
    { ...plain, seed: 2, strict: false, verdict: 'helped', reached: 0.5, arrived: 0.5, forced: 0.1 },
    { ...plain, seed: 3, strict: false, verdict: 'helped', reached: 0.5, arrived: 0.5, forced: 0.01 },
    { ...plain, seed: 7, arrived: 0, verdict: 'nothing happened' },
    { ...plain, seed: 4, fastestTurn: 100 },
    { ...plain, seed: 5, energy: 2 },
    { ...plain, seed: 6 },
  ];
  expect(rankPasts(samples).map(({ seed }) => seed)).toEqual([6, 5, 4, 3, 2, 7, 1]);
});
