// solveContacts: every contact problem, one method after another until the judge says solved.
//
//   free                no impulse is needed
//   kept                the impulses of the last step still solve it: where nothing changed
//   path                from the last step's impulses, state by state (state-path.ts): it ends at impulses near those, while
//                       all others pick any of the many that hold a body; where much changes, from (5a) with their friction
//   frictionless        (5a) alone, where friction is absent or culled
//   active set          (5a); (5b) on its independent active set with normal impulses eliminated, so that only the bounds
//                       on friction lag; the linear equations of the states that gives; seldom more than two rounds
//   lemke               the path from what the active set left, then from nothing with other weights
//   staggered           (5a) and (5b) in turn (Kaufman et al. 2008), the states tried as equations now and then
//   damped staggering   the same, friction going only part of the way
//   semismooth newton   damped Newton on all contacts from a Gauss–Seidel start
//
// Where contacts exclude each other ('impossible': a body between two that do not yield) there is no solution. Then the
// answer is what the dual method has when it finds that out: some contacts hold, others go on approaching.
//
// With the scheme 'printed' staggering comes first, with multipliers of (5a) from the interior-point method and so
// friction on nearly all contacts, and ends by itself where it converges.

import { judge, type Judgement } from './judge.ts';
import type { SolverMemory } from './memory.ts';
import type { ContactProblem, ContactSolution, SolveMethod, SolveOptions } from './problem.ts';
import type { Attempt } from './attempt.ts';

/** Methods go on to this share of the tolerance: the judge rounds differently. */
const SHARE = 0.2;
/** Where there is no solution: an answer that changes velocities by more than this, beside what is to be stopped, is none. */
const THROWN = 1e3;
/** States that a path may go through, and products that it may take: all in all, and where (5a) by itself would do. */
const MOST_STATES = 1000;
const MOST_WORK = 1e8;
const LITTLE_WORK = 2e6;
/** Impulses with a smaller residual are near by. */
const NEAR = 0.2;
/** With a smaller one, nothing much happens, and impulses stay with the contacts that have them. */
const QUIET = 1e-3;
/** More contacts than this that push are too many to leave to paths, which seldom let go of one. */
const MANY = 24;
/** The proximal weight of paths: large enough to tell contacts apart, and soon corrected. */
const PATH_WEIGHT = 1e-6;
/** Proximal weights of paths from nothing, until one leads to the end. */
const PATH_WEIGHTS = [1e-7, 1e-8, 1e-5, 1e-9];

export function solveContacts(
  problem: ContactProblem,
  options: SolveOptions,
  memory: SolverMemory,
): ContactSolution {
  const { contacts } = problem;
  const { attempt } = memory;
  memory.reserve(problem);
  attempt.load(problem, options.directions, options.friction);
  const goal = SHARE * options.tolerance;
  const verdict: Judgement = { residual: Infinity, normal: Infinity, friction: Infinity };
  let method: SolveMethod = 'failed';
  for (const [name, run] of methods) {
    // what a method leaves just above its goal is good enough where the judge says so
    if (!run(attempt, goal, options, memory, problem) && !takeBest(attempt, 0.9 * options.tolerance)) {
      if (!attempt.impossible) continue;
      method = 'impossible';
      break;
    }
    toImpulses(attempt, contacts, memory.impulsesOut);
    judge(problem, memory.impulsesOut, options.directions, memory.velocityOut, verdict, options.friction);
    if (verdict.residual <= options.tolerance) {
      method = name;
      break;
    }
  }
  if (method === 'failed' || method === 'impossible') {
    if (method === 'failed') takeBest(attempt, Infinity);
    else if (options.friction && attempt.largestChange() > THROWN) attempt.r.fill(0, 0, 3 * contacts);
    toImpulses(attempt, contacts, memory.impulsesOut);
    judge(problem, memory.impulsesOut, options.directions, memory.velocityOut, verdict, options.friction);
  }
  let active = 0;
  for (let i = 0; i < contacts; i++) if (memory.impulsesOut[3 * i] > 0) active++;
  finalStates(attempt);
  memory.remember(contacts, problem.ids, memory.impulsesOut, attempt.states);
  return {
    impulses: memory.impulsesOut,
    velocity: memory.velocityOut,
    residual: verdict.residual,
    normalResidual: verdict.normal,
    frictionResidual: verdict.friction,
    method,
    iterations: attempt.iterations,
    active,
  };
}

type Method = (
  attempt: Attempt,
  goal: number,
  options: SolveOptions,
  memory: SolverMemory,
  problem: ContactProblem,
) => boolean;

const methods: readonly (readonly [SolveMethod, Method])[] = [
  ['free', (attempt, goal) => attempt.scaled.size === 0 || attempt.residual() <= goal],
  ['kept', kept],
  ['path', path],
  ['frictionless', frictionless],
  ['active set', activeSet],
  ['lemke', lemke],
  ['staggered', (attempt, goal, { scheme }) => staggered(attempt, goal, 1, 60, scheme === 'printed')],
  [
    'damped staggering',
    (attempt, goal) =>
      staggered(attempt, goal, 0.5, 100, false) || staggered(attempt, goal, 0.15, 200, false),
  ],
  ['semismooth newton', semismooth],
];

/** The last step's impulses by feature id. */
function kept(
  attempt: Attempt,
  goal: number,
  _: SolveOptions,
  memory: SolverMemory,
  problem: ContactProblem,
): boolean {
  const { scaled, r, states, allowed } = attempt;
  if (memory.count === 0) return false;
  for (let i = 0; i < scaled.contacts; i++) {
    const place = memory.placeOf(problem.ids[i]);
    if (place < 0 || !(scaled.unit[3 * i] > 0)) continue;
    for (let e = 0; e < 3; e++) r[3 * i + e] = memory.impulses[3 * place + e] / scaled.unit[3 * i + e];
    if (scaled.mu[i] === 0) {
      r[3 * i + 1] = 0;
      r[3 * i + 2] = 0;
    }
    states[i] = memory.states[place];
    allowed[i] = 1;
  }
  attempt.warm();
  return attempt.residual() <= goal;
}

function frictionless(attempt: Attempt, goal: number): boolean {
  if (attempt.rubs()) return false;
  attempt.normals();
  if (attempt.residual() <= goal) return true;
  if (attempt.impossible) return false;
  attempt.readStates();
  return attempt.settle(goal, 10) && attempt.residual() <= goal;
}

/**
 * From the last step's impulses, and where that leads nowhere from none; most often few states change. Where much happens, (5a) says
 * first which contacts push: an independent set, while paths seldom let go of one. Without friction (5a) by itself is fast, and a
 * path only worth its while to stay near.
 */
function path(attempt: Attempt, goal: number, { scheme }: SolveOptions): boolean {
  if (scheme === 'printed') return false;
  const rubs = attempt.rubs();
  const near = attempt.least <= NEAR;
  if (!near && !rubs) return false;
  takeBest(attempt, Infinity);
  if (rubs && attempt.least > QUIET && (!near || attempt.pushing() > MANY)) attempt.normals();
  // the active set says so, with friction left out
  if (attempt.impossible) {
    attempt.impossible = false;
    return false;
  }
  attempt.followed = attempt.residual();
  if (attempt.follow(goal, MOST_STATES, true, PATH_WEIGHT, rubs ? MOST_WORK : LITTLE_WORK)) return true;
  if (!rubs) return false;
  takeBest(attempt, Infinity);
  return attempt.follow(goal, MOST_STATES, false, PATH_WEIGHT, MOST_WORK);
}

/**
 * (5a) with the friction so far for the set, (5b) on it with normal impulses eliminated, the equations of the states that
 * gives; again where contacts outside of the set turn out to be violated. Later rounds let the set grow only.
 */
function activeSet(attempt: Attempt, goal: number, { scheme }: SolveOptions): boolean {
  if (scheme === 'printed') return false;
  for (let round = 0; round < 8; round++) {
    if (!attempt.normals(round > 3)) return false;
    if (attempt.impossible) {
      // what friction would do where there is no solution is anyone's guess, and may be without bounds
      attempt.r.fill(0, 0, 3 * attempt.scaled.contacts);
      attempt.normals();
      attempt.residual();
      return false;
    }
    const late = round > 2;
    if (!attempt.reduced(late ? 8 : 4, late ? 0.5 : 1, late ? 1e-15 : 1e-9)) return false;
    if (attempt.residual() <= goal) return true;
    attempt.readStates();
    if (attempt.trySettle(goal, round === 0 ? 1 : 3)) return true;
  }
  return false;
}

/** What the active set leaves may be nearer; from nothing, all contacts closing one by one, is slow and sure. */
function lemke(attempt: Attempt, goal: number, { scheme }: SolveOptions): boolean {
  if (scheme === 'printed') return false;
  takeBest(attempt, Infinity);
  if (attempt.residual() < attempt.followed && attempt.follow(goal, MOST_STATES, true, PATH_WEIGHT))
    return true;
  const most = MOST_STATES + 4 * attempt.scaled.contacts;
  return PATH_WEIGHTS.some((weight) => {
    takeBest(attempt, Infinity);
    return attempt.follow(goal, most, false, weight);
  });
}

/** (5a) and (5b) in turn. */
function staggered(attempt: Attempt, goal: number, share: number, rounds: number, printed: boolean): boolean {
  const { scaled, r } = attempt;
  const size = 3 * scaled.contacts;
  const before = attempt.before;
  let next = 1;
  for (let round = 0; round < rounds; round++) {
    for (let k = 0; k < size; k++) before[k] = r[k];
    if (printed ? !(attempt.spreadNormals() < 1e-6) : !attempt.normals()) return false;
    if (!attempt.tangents(printed || round >= 12)) return false;
    if (share < 1) {
      for (let i = 0; i < scaled.contacts; i++) {
        if (r[3 * i] === 0) continue;
        r[3 * i + 1] = before[3 * i + 1] + share * (r[3 * i + 1] - before[3 * i + 1]);
        r[3 * i + 2] = before[3 * i + 2] + share * (r[3 * i + 2] - before[3 * i + 2]);
      }
    }
    if (attempt.residual() <= goal) return true;
    // the states may be right long before the impulses are
    if (printed || round < next) continue;
    next = round + 2 + (round >> 2);
    attempt.readStates();
    if (attempt.trySettle(goal, 3)) return true;
  }
  return false;
}

function semismooth(attempt: Attempt, goal: number): boolean {
  const { scaled, r, allowed } = attempt;
  const { contacts } = scaled;
  const from = new Float64Array(3 * contacts);
  for (const start of [0, 1]) {
    if (start === 0) r.set(attempt.best.subarray(0, 3 * contacts));
    else r.fill(0, 0, 3 * contacts);
    attempt.residual();
    allowed.fill(1, 0, contacts);
    for (let i = 0; i < contacts; i++) attempt.w.include(i);
    attempt.relax(300);
    let size = attempt.residual();
    let worst = size;
    for (let iteration = 0; iteration < 60; iteration++) {
      if (takeBest(attempt, goal)) return true;
      for (let i = 0; i < contacts; i++) {
        if (r[3 * i] > 0 || attempt.u[3 * i] < -1e-13) {
          allowed[i] = 1;
          attempt.w.include(i);
        }
      }
      attempt.readStates();
      from.set(r.subarray(0, 3 * contacts));
      if (!attempt.step()) break;
      const full = r.slice(0, 3 * contacts);
      for (let length = 1; ; length /= 2) {
        for (let k = 0; k < 3 * contacts; k++) r[k] = from[k] + length * (full[k] - from[k]);
        size = attempt.residual();
        if (size <= worst || length < 0.01) break;
      }
      worst = Math.max(size, 0.7 * worst + 0.3 * size);
    }
  }
  return takeBest(attempt, goal);
}

/** Back to the best impulses there were, if they are below `enough`. */
function takeBest(attempt: Attempt, enough: number): boolean {
  if (!(attempt.least <= enough)) return false;
  const size = 3 * attempt.scaled.contacts;
  for (let k = 0; k < size; k++) attempt.r[k] = attempt.best[k];
  return true;
}

function toImpulses(attempt: Attempt, contacts: number, impulses: Float64Array): void {
  for (let k = 0; k < 3 * contacts; k++) impulses[k] = attempt.r[k] * attempt.scaled.unit[k];
}

function finalStates(attempt: Attempt): void {
  for (let i = 0; i < attempt.scaled.contacts; i++) attempt.allowed[i] = attempt.r[3 * i] > 0 ? 1 : 0;
  attempt.residual();
  attempt.readStates();
}
