// Pasts held against drops, all of them and by the face that the body rests on: Figure 9 of Twigg, James 2008, as numbers.

import { upDirection } from '../gravity.ts';
import { unrotateByQuaternion } from '../../../num/index.ts';
import type { Model } from '../model.ts';
import { backwardTrack, compareClasses, compareEnergies, forwardTrack, type Likeness } from './compare.ts';
import type { Drop } from './drop.ts';

export interface Comparison {
  /** Which way of the body is up or down at rest: x, y or z; all where no face is meant. */
  readonly face: string;
  readonly drops: number;
  readonly pasts: number;
  readonly likeness: Likeness;
  /** Of one half of the drops with the other: what chance alone does. */
  readonly halves: Likeness;
  /** Kolmogorov–Smirnov of the energies at the horizon. */
  readonly energy: number;
}

/** Fewer drops than this say nothing about a face. */
const FEWEST = 20;

export function compareByFace(
  model: Model,
  drops: readonly Drop[],
  pasts: readonly Drop[],
  steps: number,
): Comparison[] {
  const up = upDirection(model);
  const faces = ['all', 'x', 'y', 'z'];
  return faces.flatMap((face) => {
    const some = (all: readonly Drop[]) =>
      all.filter(({ end }) => face === 'all' || faceOf(end, up) === face);
    const forward = some(drops).map(forwardTrack);
    const backward = some(pasts).map(backwardTrack);
    if (face !== 'all' && (forward.length < FEWEST || backward.length === 0)) return [];
    const half = (odd: number) => forward.filter((_, i) => i % 2 === odd);
    return [
      {
        face,
        drops: forward.length,
        pasts: backward.length,
        likeness: compareClasses(forward, backward, steps),
        halves: compareClasses(half(0), half(1), steps),
        energy: compareEnergies(forward, backward, steps - 1),
      },
    ];
  });
}

/** The axis of the body that is nearest to the vertical. */
function faceOf(end: Float64Array, up: Float64Array): string {
  const own = new Float64Array(3);
  unrotateByQuaternion(own, 0, end, 3, up, 0);
  let most = 0;
  for (let k = 1; k < 3; k++) if (Math.abs(own[k]) > Math.abs(own[most])) most = k;
  return 'xyz'[most];
}
