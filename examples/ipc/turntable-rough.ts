// Turntable, friction 1: the block turns with the table to the end and keeps its place on it.
//
//   carom run turntable-rough

import { type Expectation, smallestGap } from '../../src/sim/index.ts';
import { slip, turntable } from './parts/turntable.ts';

export const scene = turntable('turntable-rough', 1);

export const expectations: Expectation[] = [
  { says: 'block and table never touch', holds: (r) => smallestGap(r) > 0 },
  { says: 'it keeps its place to a centimetre over 18 m', holds: (r) => slip(r, 8) < 0.01 },
];

export const budgetSeconds = 10;
