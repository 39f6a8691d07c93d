// Ways of bodies that all go at the same time, shortened until they are free.
//
// Islands go as wholes, by the fraction that the pair allows of them which allows least; so do loose bodies and those whose ways are
// predicted, each by itself. Whoever had to stop before its end may now be in the way of others that went on, so these are
// looked at again, until nothing stops any more.

import { boundPair } from '../contact/clearance.ts';
import type { Pair, PairMotion } from '../contact/pairs.ts';
import type { Keep } from '../contact/swept.ts';
import { advancePair, limitOf } from '../solve/free-step.ts';
import type { Island } from '../solve/islands.ts';
import { reachOf } from './reach.ts';
import { boundWay } from '../soft/soft-way.ts';
import type { Work } from './work.ts';

/** After so many rounds whoever is still in the way of others stays where it is. */
const mostRounds = 12;

/** From which round on bodies whose ways are predicted stop somewhat before they must, or they would push each other on for ever. */
const laterRound = 3;
const earlier = 0.95;

/** The island that body i goes with, if it does not go by itself. What is near something soft was bounded together with it. */
function islandOf({ islands, prediction }: Work, i: number): Island | undefined {
  const island = islands.of[i] < 0 ? undefined : islands.list[islands.of[i]];
  return island && (island.soft || !prediction.takesPart[i]) ? island : undefined;
}

/** Which group a body goes with: its island, or itself. */
function groupOf(work: Work, i: number): number {
  return islandOf(work, i) ? work.islands.of[i] : work.islands.list.length + i;
}

/** The fraction of its way that each group goes, and the round in which that last changed. */
let fraction = new Float64Array(0);
let changedIn = new Int32Array(0);

function beginGroups(count: number): void {
  if (fraction.length < count) {
    fraction = new Float64Array(2 * count);
    changedIn = new Int32Array(2 * count);
  }
  fraction.fill(1, 0, count);
  changedIn.fill(0, 0, count);
}

/** Shortens the way of the group that body i goes with. */
function cut(work: Work, i: number, by: number, round: number): void {
  const group = groupOf(work, i);
  fraction[group] *= by;
  changedIn[group] = round;
  const island = islandOf(work, i);
  if (island) for (let k = 0; k < island.bodies.length; k++) shortenWay(work, island.bodies[k], by);
  else shortenWay(work, i, by);
}

function shortenWay({ motions }: Work, body: number, by: number): void {
  const { way } = motions;
  for (let k = 6 * body; k < 6 * body + 6; k++) way[k] *= by;
}

/**
 * Shortens the ways until they are free, a part of every gap kept.
 * @returns whether any pair is joined by that, or any loose body left short of its end
 */
export function shorten(work: Work, keep: Keep): boolean {
  const { model, islands, nearby } = work;
  const { way } = work.motions;
  const { takesPart } = work.prediction;
  beginGroups(islands.list.length + model.count);
  for (let i = 0; i < model.count; i++) {
    const limit = limitOf(work, i, way, 6 * i);
    if (limit < 1) cut(work, i, limit, 0);
  }
  shortenSoft(work, keep);
  let joins = false;
  for (let round = 1, again = true; again; round++) {
    again = false;
    for (const pair of nearby.pairs) {
      const a = groupOf(work, pair.a);
      const b = groupOf(work, pair.b);
      // what moves together is as free on a part of its way as on the whole
      if (round > 1 && (a === b || Math.max(changedIn[a], changedIn[b]) < round - 1)) continue;
      const free = freeOf(work, pair, keep);
      if (free === 1) continue;
      again = true;
      const isPredicted = takesPart[pair.a] + takesPart[pair.b] > 0;
      const by = round < mostRounds ? (isPredicted && round >= laterRound ? earlier * free : free) : 0;
      if (reachOf(way, 6 * pair.a, 1) > 0) cut(work, pair.a, by, round);
      if (a !== b && reachOf(way, 6 * pair.b, 1) > 0) cut(work, pair.b, by, round);
      if (!pair.joined) pair.joined = joins = true;
    }
  }
  for (let i = 0; i < model.count; i++) {
    if (islands.of[i] >= 0 || fraction[islands.list.length + i] === 1) continue;
    islands.short[i] = 1;
    joins = true;
  }
  return joins;
}

/** What is soft goes with all of its island, as far as that is free. */
function shortenSoft(work: Work, keep: Keep): void {
  for (const island of work.islands.list) {
    if (!island.soft) continue;
    const free = boundWay(work, island, work.motions.way, 1, keep);
    if (free < 1) cut(work, island.bodies[0], free, 0);
  }
}

const motion: PairMotion = { ofA: new Float64Array(0), atA: 0, ofB: new Float64Array(0), atB: 0 };

/** The fraction of their ways by which a pair of bodies is free. */
export function freeOf(work: Work, pair: Pair, keep: Keep): number {
  const { way } = work.motions;
  motion.ofA = motion.ofB = way;
  motion.atA = 6 * pair.a;
  motion.atB = 6 * pair.b;
  pair.settleAt(0); // what was bounded before
  boundPair(work, pair, motion);
  return pair.isStill ? 1 : advancePair(work, pair, motion, 1, keep);
}
