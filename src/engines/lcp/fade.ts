// Damping of a body over a step: v̇ = a − c v has v(h) = v e^(−ch) + a (1 − e^(−ch))/c, exactly, however large c is.

import { exp } from '../../num/elementary/index.ts';
import type { Damping } from '../../scene/index.ts';

/** What is left after h of a velocity and of an angular momentum, and how long a force acts on each in effect [s]. */
export function fadesOf(damping: Damping | undefined, h: number): [number, number, number, number] {
  const [left, acts] = fade(damping?.linear ?? 0, h);
  const [leftOfTurning, actsOnTurning] = fade(damping?.angular ?? 0, h);
  return [left, leftOfTurning, acts, actsOnTurning];
}

function fade(rate: number, h: number): [left: number, acts: number] {
  const x = rate * h;
  const left = exp(-x);
  // the first terms where the difference would lose digits
  if (x < 1e-5) return [left, h * (1 - x / 2 + (x * x) / 6)];
  return [left, (1 - left) / rate];
}
