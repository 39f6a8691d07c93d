// Clock groups: elements of one kind with the same step are one event, at the ticks k h, k ≥ 1.

import { ladderStep, TICKS_PER_SECOND } from '../clock.ts';
import type { ElementTable } from './element-table.ts';
import { ACCELERATION, HINGE, PLATE, SPRING, TRIANGLE, WIND } from './elements.ts';
import { type Folds, foldsOf } from './folds.ts';
import type { Model } from './model.ts';

export interface Groups {
  readonly count: number;
  readonly kind: Int32Array;
  /** [ticks] */
  readonly step: Float64Array;
  /** Group g: elements[start[g]] … elements[start[g + 1] − 1], in rising order; of accelerations, vertices. */
  readonly start: Int32Array;
  readonly elements: Int32Array;
  /** What its elements act on: vertices[vertexStart[g]] … in the order in which elements name them; of accelerations, none. */
  readonly vertexStart: Int32Array;
  readonly vertices: Int32Array;
  readonly folds: Folds;
}

export function buildGroups(model: Model): Groups {
  const { springs, triangles, hinges, plates, wind } = model.elements;
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
  add(WIND, wind);
  const start = new Int32Array(groups.length + 1);
  groups.forEach(({ elements }, g) => {
    start[g + 1] = start[g] + elements.length;
  });
  const corners = [undefined, springs, triangles, hinges, plates, wind];
  const vertexStart = new Int32Array(groups.length + 1);
  const named = groups.map(({ kind, elements }) => verticesOf(corners[kind], elements));
  named.forEach((list, g) => {
    vertexStart[g + 1] = vertexStart[g] + list.length;
  });
  const plateGroups = groups.map(({ kind, elements }) => (kind === PLATE ? elements : []));
  return {
    count: groups.length,
    kind: Int32Array.from(groups, ({ kind }) => kind),
    step: Float64Array.from(groups, ({ step }) => step),
    start,
    elements: Int32Array.from(groups.flatMap(({ elements }) => elements)),
    vertexStart,
    vertices: Int32Array.from(named.flat()),
    folds: foldsOf(plates, model.elements.tilts.ofPlates, plateGroups),
  };
}

/** The vertices that elements name, each once. */
function verticesOf(table: ElementTable | undefined, elements: readonly number[]): number[] {
  if (!table || table.count === 0) return [];
  const size = table.vertices.length / table.count;
  const all = new Set<number>();
  for (const element of elements) for (let k = 0; k < size; k++) all.add(table.vertices[size * element + k]);
  // none
  all.delete(-1);
  return [...all];
}
