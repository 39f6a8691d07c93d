// What may meet a soft item before budgets are renewed: it is solved for together with it.
//
// Nothing leaves the budget for which pairs were found (contact/budget.ts), so what is not near by these boxes cannot meet it.

import { writeBodyBoxes } from '../contact/body-boxes.ts';
import type { Work } from '../step/work.ts';
import type { Soft } from './soft.ts';

export interface Near {
  /** Of each soft item the bodies and grains that it may meet: owners, ascending; and other soft items, by their places. */
  readonly owners: readonly (readonly number[])[];
  readonly others: readonly (readonly number[])[];
}

export const nothingNear: Near = { owners: [], others: [] };

/** At the present poses. */
export function findNear({ model, poses, nearby, absent }: Work, soft: Soft): Near {
  const { budget, moved } = nearby;
  const { itemOf } = model;
  const visible = model.firstOf[model.firstOf.length - 1];
  const half = 0.5 * Math.max(model.widestReach, soft.widest);
  const boxes = new Float64Array(6 * model.count);
  writeBodyBoxes(model, poses, boxes, (i) => Math.max(0, budget[i] - moved[i]) + half);
  const around = soft.items.map(({ first, until }) => boxAround(boxes, first, until));
  const owners = soft.items.map((): number[] => []);
  for (let i = 0; i < visible; i++) {
    if (absent[i] || soft.softOf[itemOf[i]] >= 0) continue;
    around.forEach((box, s) => {
      if (soft.carriers[s].includes(i)) owners[s].push(i);
      else if (overlap(box, 0, boxes, 6 * i) && soft.ruleOf(itemOf[i], soft.items[s].item) >= 0)
        owners[s].push(i);
    });
  }
  const others = around.map((box, s) =>
    soft.items.flatMap(({ item }, o) =>
      o !== s &&
      (soft.sewn[s].has(o) || (overlap(box, 0, around[o], 0) && soft.ruleOf(item, soft.items[s].item) >= 0))
        ? [o]
        : [],
    ),
  );
  return { owners, others };
}

function boxAround(boxes: Float64Array, first: number, until: number): Float64Array {
  const box = boxes.slice(6 * first, 6 * first + 6);
  for (let i = first + 1; i < until; i++) {
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], boxes[6 * i + k]);
      box[3 + k] = Math.max(box[3 + k], boxes[6 * i + 3 + k]);
    }
  }
  return box;
}

function overlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let k = 0; k < 3; k++) if (!(a[i + k] <= b[j + 3 + k]) || !(b[j + k] <= a[i + 3 + k])) return false;
  return true;
}

/** Whether the same things are near. */
export function isSameNear(a: Near, b: Near): boolean {
  const same = (x: readonly (readonly number[])[], y: readonly (readonly number[])[]): boolean =>
    x.length === y.length &&
    x.every((list, s) => list.length === y[s].length && list.every((v, k) => v === y[s][k]));
  return same(a.owners, b.owners) && same(a.others, b.others);
}
