// Closes pasts that are not strict: where the forward engine without the log misses the wish (certificate A), the start is
// moved until it does not, island by island.
//
//   alone      a symmetry of ground and body leads there at once       by-symmetry.ts
//   together   the same one after another, from below; where that does not lead there,
//              multiple shooting with knots at impacts                 shoot.ts
//
// An island here is whoever touches or is joined at some time; joined ones are left as they are. What is closed needs no log any more but for the last
// step, which takes the last of a millimetre and a degree back; what is not keeps its past and its log as they were. In the
// end everything is run together: islands whose new ways get into each other's are put back, too.

import { certify, runAlone } from '../certificate.ts';
import { closeBySymmetry } from './close-by-symmetry.ts';
import { Groups } from './groups.ts';
import { GroupRun } from './group-run.ts';
import { isNear, type Miss, worstMiss } from './miss.ts';
import type { Model } from '../../model.ts';
import { copyStart, Replay, type ReplayStart } from '../replay.ts';
import type { Past } from '../rewind.ts';
import { shoot } from './shoot.ts';
import { withStarts } from './with-starts.ts';

export interface RefineOptions {
  /** Islands of more bodies are left as they are: a Jacobian costs 12 runs a body. */
  readonly maxBodies: number;
  /** Jacobians an island may cost. */
  readonly maxRounds: number;
}

const refineDefaults: RefineOptions = { maxBodies: 4, maxRounds: 12 };

export interface RefinedIsland {
  readonly bodies: readonly number[];
  /** What the engine by itself missed the wish by before and afterwards, the worst of its bodies. */
  readonly before: Miss;
  readonly after: Miss;
  readonly closed: boolean;
  /** What closed it or came nearest; `dropping`: it was near already, only its log was not needed. */
  readonly how: 'dropping' | 'symmetry' | 'shooting' | 'nothing';
  /** Jacobians that it cost. */
  readonly rounds: number;
}

export interface Refinement {
  readonly past: Past;
  /** The islands that were not strict. */
  readonly islands: readonly RefinedIsland[];
}

const MOST_KNOTS = 8;
/** Scenes with more bodies × steps are not refined unless asked: looking whether they need it costs as much as the pass. */
const MOST_BODY_STEPS = 2e6;

/** Refines always, never, or where laws were bent and looking is cheap (`auto`). */
export function refineAsAsked(past: Past, asked: string, stop?: () => boolean): Refinement {
  const { model, ticks, statistics } = past;
  const isBent = statistics.ghostCount + statistics.overrides + statistics.unclosed > 0;
  const isCheap = model.bodies * ticks <= MOST_BODY_STEPS;
  return asked === 'always' || (asked === 'auto' && isBent && isCheap)
    ? refine(past, {}, stop)
    : { past, islands: [] };
}

export function refine(
  past: Past,
  options: Partial<RefineOptions> = {},
  stop: () => boolean = () => false,
): Refinement {
  const { maxBodies, maxRounds } = { ...refineDefaults, ...options };
  const { model, end } = past;
  const alone = runAlone(past);
  const isLogged = bodiesInLog(past);
  const open = groupsOf(past).filter(
    (bodies) =>
      bodies.some((body) => isLogged[body] === 1) || !isNear(worstMiss(model, bodies, alone, end.poses)),
  );
  const states = open.length > 0 ? statesAtKnots(past, open) : [];
  const found = new Map<readonly number[], { start: ReplayStart; island: RefinedIsland }>();
  const islands = open.map((bodies, i) => {
    const before = worstMiss(model, bodies, alone, end.poses);
    const island = { bodies, before, after: before, closed: false, how: 'nothing' as const, rounds: 0 };
    if (isNear(before)) {
      const closed = { ...island, closed: true, how: 'dropping' as const };
      found.set(bodies, { start: past.start, island: closed });
      return closed;
    }
    if (bodies.length > maxBodies || isJoined(model, bodies) || stop()) return island;
    const { start, ...result } = close(past, bodies, states[i], maxRounds, stop);
    const refined = { ...island, ...result };
    if (refined.closed) found.set(bodies, { start, island: refined });
    return refined;
  });
  return putTogether(past, islands, found);
}

/** Bodies about which the log has more to say than where they are. */
function bodiesInLog({ model, log }: Past): Uint8Array {
  const isLogged = new Uint8Array(model.bodies);
  for (let i = 1; i < log.ghosts.keys.length; i += 2) isLogged[log.ghosts.keys[i]] = 1;
  for (let i = 0; i < log.overrides.keys.length; i += 6) {
    isLogged[log.overrides.keys[i + 1]] = 1;
    isLogged[log.overrides.keys[i + 2]] = 1;
  }
  return isLogged;
}

function groupsOf({ model, start, rest, log, ticks }: Past): number[][] {
  const groups = new Groups(model);
  const replay = new Replay(model, start, rest, log);
  while (replay.tick < ticks) {
    replay.step();
    groups.add(replay.contacts);
  }
  return groups.list();
}

interface Knots {
  readonly ticks: number[];
  readonly states: ReplayStart[];
}

/** For each group some moments after impacts, the start first, and the states that the replay has then. */
function statesAtKnots({ model, start, rest, log, ticks }: Past, groups: readonly number[][]): Knots[] {
  const least = Math.ceil(ticks / MOST_KNOTS);
  const knots: Knots[] = groups.map((bodies) => {
    const mine = new Set(bodies);
    const chosen = [0];
    for (let i = 0; i < log.knots.keys.length; i += 2) {
      const tick = log.knots.keys[i];
      if (!mine.has(log.knots.keys[i + 1])) continue;
      if (tick - chosen[chosen.length - 1] >= least && ticks - tick >= least / 2) chosen.push(tick);
    }
    return { ticks: chosen, states: [] };
  });
  const replay = new Replay(model, start, rest, log);
  for (;;) {
    for (const { ticks: wanted, states } of knots)
      if (wanted[states.length] === replay.tick) states.push(copyStart(replay));
    if (replay.tick === ticks) return knots;
    replay.step();
  }
}

/** Shooting moves bodies one by one, which would tear joints open. */
function isJoined({ joints }: Model, bodies: readonly number[]): boolean {
  return joints.some((joint) => bodies.includes(joint.a) || bodies.includes(joint.b));
}

/** Moves the start of one island until the engine by itself leads from there to the wish, or as near as it gets. */
function close(
  { model, start, end, ticks }: Past,
  bodies: readonly number[],
  knots: Knots,
  maxRounds: number,
  stop: () => boolean,
): Pick<RefinedIsland, 'after' | 'closed' | 'how' | 'rounds'> & { readonly start: ReplayStart } {
  const run = new GroupRun(model, bodies);
  const moved = closeBySymmetry(model, bodies, start, end.poses, ticks, stop);
  if (moved !== undefined) {
    const there = copyStart(moved);
    run.run(there.poses, there.motion, 0, ticks);
    const after = worstMiss(model, bodies, there.poses, end.poses);
    return { start: moved, after, closed: true, how: 'symmetry', rounds: 0 };
  }
  const half = Math.ceil(0.5 * maxRounds);
  const first = shoot(model, run, [...knots.ticks, ticks], knots.states, end, 1, half, stop);
  // What the knots have brought near is aimed at from the start alone, and for the pose rather than how it is passed.
  const last = shoot(model, run, [0, ticks], [first.start], end, 0.01, maxRounds - first.rounds, stop);
  return {
    start: last.start,
    after: last.miss,
    closed: isNear(last.miss),
    how: 'shooting',
    rounds: first.rounds + last.rounds,
  };
}

/** The past with all closed islands; those that miss when everything runs together are put back. */
function putTogether(
  past: Past,
  islands: readonly RefinedIsland[],
  found: ReadonlyMap<readonly number[], { start: ReplayStart; island: RefinedIsland }>,
): Refinement {
  const putBack = new Map<readonly number[], Miss>();
  for (;;) {
    const taken = [...found].filter(([bodies]) => !putBack.has(bodies));
    const refined = taken.length === 0 ? past : withStarts(past, taken);
    const { bodies: certificates } = certify(refined);
    const reaches = new Map(certificates.map((certificate) => [certificate.body, certificate]));
    const missed = taken.filter(([bodies]) => bodies.some((body) => !reaches.get(body)!.reaches));
    for (const [bodies] of missed)
      putBack.set(bodies, {
        distance: Math.max(...bodies.map((body) => reaches.get(body)!.missBy)),
        angle: Math.max(...bodies.map((body) => reaches.get(body)!.missAngle)),
      });
    if (missed.length > 0) continue;
    return {
      past: refined,
      islands: islands.map((island) => {
        const after = putBack.get(island.bodies);
        return after === undefined ? island : { ...island, after, closed: false };
      }),
    };
  }
}
