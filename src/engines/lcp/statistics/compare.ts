// How alike two sets of drops are: by class of contact at each time before rest, and by energy there.

import { CLASSES } from './contact-class.ts';
import type { Drop } from './drop.ts';

/** A drop, counted from rest backward. */
export interface Track {
  readonly length: number;
  classAt(step: number): number;
  energyAt(step: number): number;
}

/** Of a drop seen forward: its last step ends at rest. */
export function forwardTrack({ classes, energies }: Drop): Track {
  const last = classes.length - 1;
  return { length: classes.length, classAt: (s) => classes[last - s], energyAt: (s) => energies[last - s] };
}

export function backwardTrack({ classes, energies }: Drop): Track {
  return { length: classes.length, classAt: (s) => classes[s], energyAt: (s) => energies[s] };
}

/** Share of each class among the tracks that reach that far back. */
function sharesAt(tracks: readonly Track[], step: number): number[] {
  const shares: number[] = Array(CLASSES).fill(0);
  let count = 0;
  for (const track of tracks) {
    if (track.length <= step) continue;
    shares[track.classAt(step)]++;
    count++;
  }
  return shares.map((share) => share / Math.max(1, count));
}

/** ½ Σ |p − q|: the largest difference of the chances of any event. */
export function totalVariation(p: readonly number[], q: readonly number[]): number {
  return p.reduce((sum, share, i) => sum + Math.abs(share - q[i]), 0) / 2;
}

export interface Likeness {
  /** Steps in which no class has more than 95% of the first set. */
  readonly slices: number;
  readonly mean: number;
  readonly worst: number;
}

/** Total variation of the classes, step by step. */
export function compareClasses(p: readonly Track[], q: readonly Track[], steps: number): Likeness {
  let slices = 0;
  let sum = 0;
  let worst = 0;
  for (let step = 0; step < steps; step++) {
    const shares = sharesAt(p, step);
    if (Math.max(...shares) > 0.95) continue;
    const distance = totalVariation(shares, sharesAt(q, step));
    slices++;
    sum += distance;
    worst = Math.max(worst, distance);
  }
  return { slices, mean: slices === 0 ? 0 : sum / slices, worst };
}

/** Largest distance of the distributions of energy at a step (Kolmogorov, Smirnov). */
export function compareEnergies(p: readonly Track[], q: readonly Track[], step: number): number {
  const sorted = (tracks: readonly Track[]) =>
    tracks
      .filter(({ length }) => length > step)
      .map((track) => track.energyAt(step))
      .sort((a, b) => a - b);
  return kolmogorovSmirnov(sorted(p), sorted(q));
}

/** Of two sorted lists. */
export function kolmogorovSmirnov(a: readonly number[], b: readonly number[]): number {
  let worst = 0;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = Math.min(a[i], b[j]);
    while (i < a.length && a[i] <= x) i++;
    while (j < b.length && b[j] <= x) j++;
    worst = Math.max(worst, Math.abs(i / a.length - j / b.length));
  }
  return worst;
}
