// Drops of the bodies forward, for the plot of contacts: looked for once for the pasts that are shown.

import { signal } from '@preact/signals';
import { FaultError } from '../../../../src/scene/fault/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import { Complaint } from '../../model/complaints.ts';
import type { Answer, FoundPast } from './messages.ts';
import { workOn } from './pool.ts';
import { foundScene } from './state.ts';

const FEWEST = 24;
const MOST = 96;

export const drops = signal<
  { readonly of: Scene; readonly bin: number; readonly rows: readonly Uint8Array[] } | undefined
>(undefined);
export const isDropping = signal(false);

/** As many as pasts have rows, within bounds. */
export async function findDrops(pasts: readonly FoundPast[]): Promise<void> {
  const scene = foundScene.peek();
  const [first] = pasts;
  if (scene === undefined || first === undefined || isDropping.peek()) return;
  const rows = pasts.reduce((sum, { tracks }) => sum + tracks.rows.length, 0);
  const bodies = [...new Set(pasts.flatMap(({ tracks }) => tracks.bodies))];
  const { bin } = first.tracks;
  const { past: _, present: _1, ...options } = first.options;
  isDropping.value = true;
  let answer: Answer | undefined;
  const { done } = workOn(
    [{ kind: 'drops', scene, options, bodies, count: Math.min(MOST, Math.max(FEWEST, rows)), bin }],
    (given) => {
      answer = given;
    },
  );
  await done;
  isDropping.value = false;
  if (foundScene.peek() !== scene) return;
  if (answer?.kind === 'failed')
    throw answer.faults.length > 0
      ? new FaultError(answer.what, answer.faults)
      : new Complaint(answer.what, 'Try another scene');
  if (answer?.kind === 'drops') drops.value = { of: scene, bin, rows: answer.rows };
}
