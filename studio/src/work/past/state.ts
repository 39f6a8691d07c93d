// The pasts of the open scene: how they are looked for, which were found, which one is looked at, and what is done with it.

import { computed, effect, signal, untracked } from '@preact/signals';
import { rankPasts } from '../../../../src/engines/lcp/backward/index.ts';
import { FaultError } from '../../../../src/scene/fault/index.ts';
import type { SceneFile } from '../../../../src/scene/schema/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import { complain, Complaint } from '../../model/complaints.ts';
import { Counter, Seen } from '../../model/count.ts';
import { changeScene, openings, project, scene } from '../../model/project.ts';
import { isGoing, startRun } from '../../run/session.ts';
import type { Answer, FoundPast, PastOptions, PastTask, RefineTask } from './messages.ts';
import { closePool, type Member, workOn } from './pool.ts';

export const count = signal(8);
export const laws = signal<'strict' | 'lenient'>('strict');
export const refining = signal<'auto' | 'always' | 'never'>('auto');

export const found = signal<readonly FoundPast[]>([]);
export const progress = signal<{ readonly done: number; readonly total: number; stop(): void } | undefined>(
  undefined,
);
/** The seed of the one that is looked at. */
export const chosenSeed = signal<number | undefined>(undefined);
/** Calmer ones only [J/kg]; and only those that need no help. */
export const mostEnergy = signal(Number.POSITIVE_INFINITY);
export const onlyStrict = signal(false);

/** The scene that they are of. */
export const foundScene = signal<Scene | undefined>(undefined);
const foundOf = signal('');
/** Who has found a past, and keeps it. */
const homes = new WeakMap<FoundPast, Member>();
const numbers = new Counter();
/** Which of the things that were opened they belong to. */
const home = new Seen();

/** Best first. */
const ranked = computed(() => {
  const bySeed = new Map(found.value.map((one) => [one.sample.seed, one]));
  return rankPasts(found.value.map(({ sample }) => sample)).map(({ seed }) => bySeed.get(seed) as FoundPast);
});
export const shown = computed(() =>
  ranked.value.filter(
    ({ sample }) => sample.energy <= mostEnergy.value && (sample.strict || !onlyStrict.value),
  ),
);
export const chosen = computed(() => found.value.find(({ sample }) => sample.seed === chosenSeed.value));
/** Whether the scene was changed since. */
export const isStale = computed(
  () => found.value.length > 0 && project.value !== undefined && keyOf(project.value.file) !== foundOf.value,
);
/** When the scene is as its file says [s]; its duration: at the end. */
export const present = computed(() => {
  const open = scene.value;
  const given = Number(project.value?.file.options?.present ?? 0);
  return open === undefined ? 0 : given > 0 ? Math.min(given, open.duration) : open.duration;
});

/** Everything of a scene that its pasts depend on, but for seed and the options of the search. */
function keyOf({ seed: _, options = {}, ...rest }: SceneFile): string {
  const { past: _1, refine: _2, transitions: _3, ...others } = options;
  return JSON.stringify([rest, others]);
}

function optionsFor(file: SceneFile): PastOptions {
  return { transitions: 'shipped', ...file.options, past: laws.value, refine: refining.value };
}

function taskFor(open: Scene, options: PastOptions, seed: number): PastTask {
  return { kind: 'past', scene: { ...open, engine: 'lcp' }, options, seed, number: numbers.next() };
}

/** Looks for as many as are asked for; with `more`, for further ones. */
export async function findPasts(more = false): Promise<void> {
  const open = scene.value;
  const file = project.value?.file;
  if (open === undefined || file === undefined || progress.value !== undefined) return;
  const isMore = more && !isStale.value;
  if (!isMore) forgetPasts();
  foundOf.value = keyOf(file);
  if (!isMore) foundScene.value = open;
  const first = isMore ? 1 + Math.max(-1, ...found.value.map(({ sample }) => sample.seed)) : open.seed;
  const options = optionsFor(file);
  const tasks = Array.from({ length: count.value }, (_, i) => taskFor(open, options, first + i));
  await work(tasks);
}

/** Moves the start of the one that is looked at until the engine reaches the end by itself, if it can. */
export async function refineChosen(): Promise<void> {
  const open = scene.value;
  const one = chosen.value;
  if (open === undefined || one === undefined || progress.value !== undefined) return;
  const home = homes.get(one);
  // Whoever has found it goes on from there; otherwise it is looked for again.
  const canRefine = home !== undefined && !home.isGone && !home.isBusy;
  if (canRefine && !(await work([{ kind: 'refine', number: one.number }], home))) return;
  await work([taskFor(open, { ...one.options, refine: 'always' }, one.sample.seed)]);
}

/** @returns whether a past that was to be refined is gone */
async function work(tasks: readonly (PastTask | RefineTask)[], by?: Member): Promise<boolean> {
  const failures = new Map<string, Answer & { kind: 'failed' }>();
  let done = 0;
  let isGone = false;
  const told = (answer: Answer, member: Member) => {
    progress.value = { done: ++done, total: tasks.length, stop };
    isGone ||= answer.kind === 'gone';
    if (answer.kind === 'failed') failures.set(answer.what, answer);
    if (answer.kind !== 'past') return;
    const { seed } = answer.found.sample;
    homes.set(answer.found, member);
    found.value = [...found.value.filter(({ sample }) => sample.seed !== seed), answer.found];
  };
  const { done: finished, stop } = workOn(tasks, told, by);
  progress.value = { done, total: tasks.length, stop };
  await finished;
  progress.value = undefined;
  if (chosen.value === undefined) chosenSeed.value = ranked.value[0]?.sample.seed;
  for (const { what, faults } of failures.values())
    complain(
      faults.length > 0 ? new FaultError(what, faults) : new Complaint(what, 'Try another seed, or lenient'),
    );
  return isGone;
}

export function stopFinding(): void {
  progress.peek()?.stop();
}

function forgetPasts(): void {
  closePool();
  found.value = [];
  chosenSeed.value = undefined;
  mostEnergy.value = Number.POSITIVE_INFINITY;
}

/**
 * Makes the one that is looked at the film. Who has found it plays it; where nobody has it any more the engine finds it again
 * from the same seed and options, to the bit.
 */
export async function playChosen(): Promise<void> {
  const one = chosen.value;
  if (one === undefined || isGoing()) return;
  await changeScene((file) => ({
    ...file,
    engine: 'lcp',
    seed: one.sample.seed,
    options: { ...file.options, ...one.options },
  }));
  const home = homes.get(one);
  // One that looks for others would let it wait.
  const canServe = home !== undefined && !home.isGone && !home.isBusy;
  await startRun(canServe ? { worker: () => home.serve(one.number) } : {});
}

/** Another scene has other pasts. Call what it returns to stop. */
export function watchPasts(): () => void {
  const stop = effect(() => {
    if (!home.isNew(openings.value)) return;
    untracked(() => {
      stopFinding();
      forgetPasts();
    });
  });
  return () => {
    stop();
    stopFinding();
  };
}
