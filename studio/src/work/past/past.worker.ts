// Looks for pasts, and for throws of dice, beside the page; keeps what it has found, refines it, and plays it.

import {
  certify,
  GoalWatch,
  lenientDefaults,
  measurePast,
  type Past,
  refine,
  refuseRewind,
  rewindDefaults,
  takeSample,
  Watch,
} from '../../../../src/engines/lcp/backward/index.ts';
import { landDice } from '../../../../src/engines/lcp/dice/index.ts';
import { lcp, PastSimulation, presentOf } from '../../../../src/engines/lcp/index.ts';
import { entryOf, serveLive } from '../../../../src/live/serve.ts';
import { FaultError } from '../../../../src/scene/fault/index.ts';
import { defaultsOf, parseOptions } from '../../../../src/sim/index.ts';
import { dropForward } from './drops.ts';
import { lookAt } from './look-at.ts';
import type { Answer, DiceTask, PastOptions, PastTask, RefineTask, ServeMessage, Task } from './messages.ts';

interface Kept {
  readonly past: Past;
  readonly seed: number;
  readonly options: PastOptions;
  readonly wallSeconds: number;
}

/** What pasts may take; the oldest are let go where there are more [bytes]. */
const MOST_BYTES = 128e6;
/** Of the scene and the model, a body [bytes]; roughly. */
const BODY_BYTES = 3000;

const kept = new Map<number, Kept>();

function keep(number: number, one: Kept): void {
  kept.delete(number);
  kept.set(number, one);
  let bytes = 0;
  for (const [other, { past }] of [...kept].reverse()) {
    bytes += bytesOf(past.log) + BODY_BYTES * past.model.bodies;
    if (bytes > MOST_BYTES && other !== number) kept.delete(other);
  }
}

/** Of all typed arrays in it. */
function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + bytesOf(part), 0);
}

addEventListener('message', ({ data }: MessageEvent<Task | ServeMessage>) => {
  if (data.kind === 'serve') serve(data);
  else postMessage(answerTo(data));
});

function answerTo(task: Task): Answer {
  try {
    if (task.kind === 'past') return findPast(task);
    if (task.kind === 'refine') return refinePast(task);
    if (task.kind === 'dice') return throwDice(task);
    return { kind: 'drops', rows: dropForward(task, parseOptions(lcp, task.options).options) };
  } catch (error) {
    const what = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return { kind: 'failed', what, faults: error instanceof FaultError ? error.faults : [] };
  }
}

function findPast({ scene, options: given, seed, number }: PastTask): Answer {
  const { options, faults: wrong } = parseOptions(lcp, given);
  const faults = [...wrong, ...refuseRewind(scene, options)];
  if (faults.length > 0) throw new FaultError(`"${scene.name}" cannot be rewound:`, faults);
  const found = takeSample(scene, options, {
    seed,
    duration: presentOf(scene, options),
    options: options.past === 'lenient' ? lenientDefaults : rewindDefaults,
  });
  if (found === undefined) throw new Error('it was stopped');
  const { sample, certificate, past } = found;
  keep(number, { past, seed, options: given, wallSeconds: sample.wallSeconds });
  return { kind: 'past', found: { number, sample, certificate, options: given, ...lookAt(past) } };
}

/** The same as looking for it with refine: always. */
function refinePast({ number }: RefineTask): Answer {
  const before = kept.get(number);
  if (before === undefined) return { kind: 'gone' };
  const began = performance.now();
  const { past, islands } = refine(before.past);
  const watch = new Watch(past.model, past.start, past.end.poses);
  const goals = new GoalWatch(past.model, past.model.scene.goals ?? [], past.start);
  const certificate = certify(past, [watch, goals]);
  const wallSeconds = before.wallSeconds + (performance.now() - began) / 1000;
  const sample = measurePast(
    past,
    certificate,
    watch.result(),
    goals.results(),
    islands,
    before.seed,
    wallSeconds,
  );
  const options = { ...before.options, refine: 'always' };
  keep(number, { ...before, past, options, wallSeconds });
  return { kind: 'past', found: { number, sample, certificate, options, ...lookAt(past) } };
}

function serve({ number, port }: ServeMessage): void {
  const found = kept.get(number);
  serveLive(port, {
    lcp: entryOf({
      ...lcp,
      start: (scene, options, context) =>
        found === undefined
          ? lcp.start(scene, parseOptions(lcp, options as PastOptions).options, context)
          : new PastSimulation(scene, parseOptions(lcp, options as PastOptions).options, context, found.past),
    }),
  });
}

function throwDice({ wishes, seed }: DiceTask): Answer {
  const { scene, attempts, missBy } = landDice('dice', wishes, seed, defaultsOf(lcp));
  return { kind: 'dice', scene, attempts, missBy };
}
