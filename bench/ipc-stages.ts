// Where the time of a run goes, by stage of the step: from the sampling profiler, so that the engine needs no clocks.
//
// A sample belongs to the innermost function on its stack that is the door to a stage.

import { type Profiler, Session } from 'node:inspector/promises';

const doors: Readonly<Record<string, string>> = {
  prepareBudgets: 'search',
  renewBudgets: 'search',
  findAgain: 'search',
  formIslands: 'islands',
  measureContacts: 'measure',
  rememberDistances: 'measure',
  assemble: 'assemble',
  projectBlock: 'project',
  findDirection: 'solve',
  largestFreeStep: 'collision',
  moveDownhill: 'line search',
  moveBySlope: 'line search',
  polish: 'line search',
  warmStart: 'line search',
  accept: 'line search',
  lagFriction: 'friction',
  settleScripted: 'scripts',
  settleJoints: 'joints',
  finishStep: 'finish',
  chordIsFree: 'chord',
  '(garbage collector)': 'garbage',
  '(idle)': 'idle',
};

/** Shares of the time of `run`, largest first. */
export async function stagesOf(run: () => void): Promise<string> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  run();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return describe(profile);
}

function describe(profile: Profiler.Profile): string {
  const parent = new Map<number, Profiler.ProfileNode>();
  for (const node of profile.nodes) for (const child of node.children ?? []) parent.set(child, node);
  const share = new Map<string, number>();
  let total = 0;
  for (const node of profile.nodes) {
    const hits = node.hitCount ?? 0;
    let at: Profiler.ProfileNode | undefined = node;
    while (at && !doors[at.callFrame.functionName]) at = parent.get(at.id);
    const stage = at ? doors[at.callFrame.functionName] : 'other';
    if (stage === 'idle') continue;
    share.set(stage, (share.get(stage) ?? 0) + hits);
    total += hits;
  }
  return [...share]
    .sort((a, b) => b[1] - a[1])
    .filter(([, hits]) => hits >= 0.02 * total)
    .map(([stage, hits]) => `${stage} ${Math.round((100 * hits) / total)}%`)
    .join(', ');
}
