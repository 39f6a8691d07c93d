// Finds the candidates and islands anew at the present poses, with a motion budget for each body.

import { BroadPhase } from '../../geometry/broad.ts';
import { IndexList } from '../../geometry/index-list.ts';
import { addPairCandidates } from './candidates.ts';
import { measureContacts } from './contacts.ts';
import { findIslands } from './islands.ts';
import { isStatic, type Model } from './model.ts';
import type { Pair } from './pairs.ts';
import type { Poses } from './poses.ts';
import { pairStiffness } from './stiffness.ts';
import type { IpcState } from './state.ts';
import type { Work } from './work.ts';

const broad = new BroadPhase();
const overlaps = new IndexList(256);

/** Candidates and islands for work.budget at the present poses, which become the base that a restored run starts from. */
export function refresh(work: Work, state: IpcState): void {
  state.basePosition.set(work.poses.q);
  state.baseOrientation.set(work.poses.o);
  state.budget.set(work.budget);
  work.moved.fill(0);
  work.spent = false;
  findCandidates(work, state);
  formIslands(work);
}

export function findCandidates(work: Work, state: IpcState): void {
  const { model, candidates, poses, budget } = work;
  candidates.clear();
  writeBodyBoxes(model, poses, work.boxes, (i) => budget[i] + 0.5 * model.widestReach);
  overlaps.clear();
  broad.findPairs(overlaps, work.boxes);
  const pairs: Pair[] = [];
  for (let k = 0; k < overlaps.length; k += 2) {
    const a = overlaps.data[k];
    const b = overlaps.data[k + 1];
    const rule = model.pairRule(a, b);
    if (!rule) continue;
    const pair: Pair = {
      a,
      b,
      start: 0,
      end: 0,
      dHat: rule.dHat,
      separation: rule.separation,
      stiffness: pairStiffness(model, state, a, b, rule.dHat),
      friction: model.options.frictionPasses > 0 ? rule.friction : 0,
      stickDistance: rule.stickSpeed * model.timeStep,
      motion: 0,
      bound: 0,
    };
    if (addPairCandidates(candidates, model, poses, pair, budget[a] + budget[b])) pairs.push(pair);
  }
  candidates.pairs = pairs;
}

/** World boxes of all bodies, each wider by `growth` [m]. */
export function writeBodyBoxes(
  model: Model,
  poses: Poses,
  boxes: Float64Array,
  growth: (i: number) => number,
): void {
  for (let i = 0; i < model.count; i++) {
    let x0 = Infinity,
      y0 = Infinity,
      z0 = Infinity;
    let x1 = -Infinity,
      y1 = -Infinity,
      z1 = -Infinity;
    const end = 3 * model.vertexStart[i + 1];
    for (let k = 3 * model.vertexStart[i]; k < end; k += 3) {
      const x = poses.x[k],
        y = poses.x[k + 1],
        z = poses.x[k + 2];
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
      if (z < z0) z0 = z;
      if (z > z1) z1 = z;
    }
    const grow = growth(i);
    boxes[6 * i] = x0 - grow;
    boxes[6 * i + 1] = y0 - grow;
    boxes[6 * i + 2] = z0 - grow;
    boxes[6 * i + 3] = x1 + grow;
    boxes[6 * i + 4] = y1 + grow;
    boxes[6 * i + 5] = z1 + grow;
  }
}

/** Islands of the bodies that are unknowns now; their matrices take the place of the former ones in the arena. */
export function formIslands(work: Work): void {
  const { model, arena } = work;
  arena.release(work.arenaMark);
  const unknown = new Uint8Array(model.count);
  for (let i = 0; i < model.count; i++) unknown[i] = work.role[i] !== isStatic && !work.frozen[i] ? 1 : 0;
  work.islands = findIslands(unknown, work.candidates.pairs, work.links, arena, work.place);
  for (const island of work.islands) {
    island.barrierEnergy = measureContacts(island.pairs, work.candidates, work.poses.x, 0, island.contacts);
    island.friction.clear(island.pairs.length);
    island.friction.start.fill(0);
  }
}
