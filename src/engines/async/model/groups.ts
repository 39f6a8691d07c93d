// Clock groups: elements of one kind with the same step are one event, at the ticks k h, k ≥ 1.

import { ladderStep, TICKS_PER_SECOND } from '../clock.ts';
import type { ElementTable } from './element-table.ts';
import { ACCELERATION, HINGE, PLATE, SPRING, TRIANGLE } from './elements.ts';
import type { Model } from './model.ts';

export interface Groups {
  readonly count: number;
  readonly kind: Int32Array;
  /** [ticks] */
  readonly step: Float64Array;
  /** Group g: elements[start[g]] … elements[start[g + 1] − 1], in rising order; of accelerations, vertices. */
  readonly start: Int32Array;
  readonly elements: Int32Array;
}

export function buildGroups(model: Model): Groups {
  const { springs, triangles, hinges, plates } = model.elements;
  const groups: { kind: number; step: number; elements: number[] }[] = [];
  const free: number[] = [];
  for (let v = 0; v < model.vertices; v++) if (model.inverseMasses[v] > 0) free.push(v);
  if (free.length > 0) {
    const step = ladderStep(model.options.accelerationStep * TICKS_PER_SECOND);
    groups.push({ kind: ACCELERATION, step, elements: free });
  }
  const add = (kind: number, { count, steps }: ElementTable): void => {
    const byStep = new Map<number, number[]>();
    for (let i = 0; i < count; i++) {
      const members = byStep.get(steps[i]);
      if (members) members.push(i);
      else byStep.set(steps[i], [i]);
    }
    for (const [step, elements] of [...byStep].sort(([a], [b]) => a - b))
      groups.push({ kind, step, elements });
  };
  add(SPRING, springs);
  add(TRIANGLE, triangles);
  add(HINGE, hinges);
  add(PLATE, plates);
  const start = new Int32Array(groups.length + 1);
  groups.forEach(({ elements }, g) => {
    start[g + 1] = start[g] + elements.length;
  });
  return {
    count: groups.length,
    kind: Int32Array.from(groups, ({ kind }) => kind),
    step: Float64Array.from(groups, ({ step }) => step),
    start,
    elements: Int32Array.from(groups.flatMap(({ elements }) => elements)),
  };
}
