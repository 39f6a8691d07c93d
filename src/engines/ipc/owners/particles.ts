// Particles in frames and on the recorded way, out of the poses of all owners (seven numbers each).

import type { StepSink } from '../../../record/index.ts';
import type { Model } from '../model.ts';

type Owned = Pick<Model, 'bodies' | 'count' | 'firstOf'>;

/** Owners from the first particle on until here are seen. */
const endOf = ({ firstOf }: Pick<Model, 'firstOf'>): number => firstOf[firstOf.length - 1];

/** Where they are at the share s of the way from knot j − 1 to knot j. */
export function blendParticles(
  out: Float64Array,
  poses: Float64Array,
  j: number,
  s: number,
  owned: Owned,
): void {
  const { bodies, count } = owned;
  const end = endOf(owned);
  if (s >= 1) {
    copyParticles(out, poses, 7 * count * j, bodies, end);
    return;
  }
  for (let i = bodies, to = 0; i < end; i++) {
    const before = 7 * (count * (j - 1) + i);
    const after = 7 * (count * j + i);
    for (let k = 0; k < 3; k++) out[to++] = poses[before + k] + s * (poses[after + k] - poses[before + k]);
  }
}

/** Tells where all deformables are at a knot. */
export function tellParticles(
  sink: StepSink,
  time: number,
  poses: Float64Array,
  from: number,
  { firstOf }: Owned,
): void {
  for (let d = 0; d + 1 < firstOf.length; d++) {
    const positions = new Float64Array(3 * (firstOf[d + 1] - firstOf[d]));
    copyParticles(positions, poses, from, firstOf[d], firstOf[d + 1]);
    sink.vertexKnot?.(time, d, positions);
  }
}

/** Positions of the owners from `first` on out of the poses of all, which begin at poses[from]. */
export function copyParticles(
  out: Float64Array,
  poses: Float64Array,
  from: number,
  first: number,
  until: number,
): void {
  for (let i = first, to = 0; i < until; i++) for (let k = 0; k < 3; k++) out[to++] = poses[from + 7 * i + k];
}
