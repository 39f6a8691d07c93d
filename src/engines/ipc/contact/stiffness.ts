// How stiff the barrier of a pair is, so that a body rests near half of d̂.
//
//   κ = h² m a / (1.193 d̂),   a = the largest acceleration that acts on either body
//
// At d̂/2 the slope of b is 1.193 d̂, so one contact carries m·a there. m is the heaviest free body of the scene, which a
// light part may have to carry, but at most mostCarried times the pair's own: too stiff costs little (near d̂ the barrier
// is soft), too soft lets gaps shrink. The factor of a pair changes only between steps: doubled while its gap is below
// d̂/100, halved again when it no longer is needed.

import { isStatic, type Model } from '../model.ts';
import type { Pair } from './pairs.ts';
import type { IpcState } from '../state.ts';

/** b'(d̂/2) = -1.193… d̂ */
const slopeAtHalf = 1.193147180559945;

export function pairStiffness(
  model: Model,
  state: IpcState,
  a: number,
  b: number,
  dHat: number,
  h: number,
): number {
  let own = 0;
  for (const i of [a, b]) if (model.motion[i] !== isStatic) own = Math.max(own, movable(model, i));
  // A light link may carry the heaviest body of the scene.
  const mass = Math.max(own, Math.min(model.heaviest, mostCarried * own));
  const force = h * h * mass * pairAcceleration(model, a, b);
  return (force / (slopeAtHalf * dHat)) * factorOf(state, a * model.count + b);
}

/** A body is not expected to carry more than this many times its own mass. */
const mostCarried = 1000;

function movable(model: Model, i: number): number {
  return model.freeFrom[i] < Infinity ? model.mass[i] : 0;
}

/** The largest acceleration that acts on either body of a pair [m/s²]. */
export function pairAcceleration(model: Model, a: number, b: number): number {
  let most = 0;
  for (const i of [a, b]) if (model.motion[i] !== isStatic) most = Math.max(most, model.acceleration[i]);
  return most;
}

/**
 * Sets the stiffness of a pair for the step that begins. Where a time step had to be cut very small, bodies that are not in
 * contact yet may hit each other so fast that the barrier stops them at gaps too small to solve for: stopping what the
 * pair expects to move takes the acceleration linear/h², and a barrier made for that stops them near d̂/2 instead.
 */
export function stiffenForImpact(pair: Pair, h: number, cut: boolean): void {
  const needed = cut && !pair.touching ? Math.max(pair.linear, pair.approach) / (h * h) : 0;
  pair.stiffness = pair.restStiffness * Math.max(1, needed / pair.acceleration);
}

function factorOf(state: IpcState, key: number): number {
  // ascending
  const { stiffPairs } = state;
  let low = 0;
  let high = stiffPairs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stiffPairs[middle] < key) low = middle + 1;
    else high = middle;
  }
  return stiffPairs[low] === key ? state.stiffFactors[low] : 1;
}

/** After a step: doubles the stiffness of pairs that came too near, lets the others decay. */
export function adaptStiffness(model: Model, state: IpcState, pairs: readonly Pair[]): void {
  if (state.stiffPairs.length === 0 && !pairs.some(isTooNear)) return;
  const factors = new Map<number, number>();
  for (let i = 0; i < state.stiffPairs.length; i++) factors.set(state.stiffPairs[i], state.stiffFactors[i]);
  let changed = false;
  for (const pair of pairs) {
    const { gap } = pair;
    if (factors.size === 0 && !isTooNear(pair)) continue;
    const key = pair.a * model.count + pair.b;
    const factor = factors.get(key) ?? 1;
    let next = factor;
    if (isTooNear(pair)) next = Math.min(factor * 2, 1e12);
    else if (factor > 1 && gap > 0.25 * pair.dHat) next = Math.max(1, 0.5 * factor);
    if (next === factor) continue;
    changed = true;
    pair.restStiffness *= next / factor;
    if (next === 1) factors.delete(key);
    else factors.set(key, next);
  }
  if (!changed) return;
  const keys = [...factors.keys()].sort((x, y) => x - y);
  state.stiffPairs = Float64Array.from(keys);
  state.stiffFactors = Float64Array.from(keys, (key) => factors.get(key) as number);
}

function isTooNear({ gap, dHat }: Pair): boolean {
  return gap < 0.01 * dHat;
}
