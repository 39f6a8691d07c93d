// Moments worth finding again: where things begin to touch, and where motion is lost at once.

import type { Touch } from './touches.ts';

export interface Mark {
  readonly frame: number;
  readonly kind: 'touch' | 'impact';
  /** From 0 to 1. */
  readonly strength: number;
}

/** An impact takes at least this part of the kinetic energy there is, and of the most there ever was. */
const LOST = 0.08;
const OF_MOST = 0.02;

/** One mark for each frame in which anything begins to touch, as strong as what pushed there. */
export function touchMarks(touches: readonly Touch[]): Mark[] {
  const impulses = new Map<number, number>();
  for (const { frame, impulse } of touches) impulses.set(frame, (impulses.get(frame) ?? 0) + impulse);
  const most = Math.max(0, ...impulses.values());
  return [...impulses].map(([frame, impulse]) => ({
    frame,
    kind: 'touch',
    strength: most > 0 ? Math.sqrt(impulse / most) : 0,
  }));
}

/** An impact is a frame in which the kinetic energy falls by a part that nothing but a blow takes away. */
export function impactMarks(kinetic: ArrayLike<number> = []): Mark[] {
  const marks: Mark[] = [];
  let most = 0;
  for (let i = 0; i < kinetic.length; i++) most = Math.max(most, kinetic[i]);
  for (let i = 1; i < kinetic.length; i++) {
    const lost = kinetic[i - 1] - kinetic[i];
    if (lost > LOST * kinetic[i - 1] && lost > OF_MOST * most)
      marks.push({ frame: i, kind: 'impact', strength: Math.min(1, Math.sqrt(lost / most)) });
  }
  return marks;
}
