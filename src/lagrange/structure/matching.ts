// A largest matching of equations to unknowns: Hopcroft and Karp's, which takes O(edges · √vertices).

/** unknowns of each equation. */
export type Incidence = readonly (readonly number[])[];

export interface Matching {
  /** The unknown each equation is solved for, −1 where it is left over. */
  readonly unknownOf: Int32Array;
  /** The equation that determines each unknown, −1 where none does. */
  readonly equationOf: Int32Array;
  readonly size: number;
}

export function match(incidence: Incidence, unknowns: number): Matching {
  const equations = incidence.length;
  const unknownOf = new Int32Array(equations).fill(-1);
  const equationOf = new Int32Array(unknowns).fill(-1);
  const level = new Int32Array(equations);
  let size = 0;
  for (;;) {
    if (!layer(incidence, unknownOf, equationOf, level)) break;
    for (let e = 0; e < equations; e++)
      if (unknownOf[e] < 0 && augment(e, incidence, unknownOf, equationOf, level)) size++;
  }
  return { unknownOf, equationOf, size };
}

/** Distances from free equations along alternating paths; false where no free unknown can be reached. */
function layer(
  incidence: Incidence,
  unknownOf: Int32Array,
  equationOf: Int32Array,
  level: Int32Array,
): boolean {
  const queue: number[] = [];
  for (let e = 0; e < level.length; e++) {
    level[e] = unknownOf[e] < 0 ? 0 : -1;
    if (level[e] === 0) queue.push(e);
  }
  let found = false;
  for (let head = 0; head < queue.length; head++) {
    const e = queue[head];
    for (const u of incidence[e]) {
      const next = equationOf[u];
      if (next < 0) found = true;
      else if (level[next] < 0) {
        level[next] = level[e] + 1;
        queue.push(next);
      }
    }
  }
  return found;
}

/** Depth first along the layers, without recursion. */
function augment(
  start: number,
  incidence: Incidence,
  unknownOf: Int32Array,
  equationOf: Int32Array,
  level: Int32Array,
): boolean {
  const path: number[] = [start];
  const at: number[] = [0];
  const taken: number[] = [];
  while (path.length > 0) {
    const e = path[path.length - 1];
    const list = incidence[e];
    const k = at[at.length - 1]++;
    if (k >= list.length) {
      level[e] = -1;
      path.pop();
      at.pop();
      taken.pop();
      continue;
    }
    const u = list[k];
    const next = equationOf[u];
    if (next < 0) {
      taken.push(u);
      for (let i = path.length - 1; i >= 0; i--) {
        unknownOf[path[i]] = taken[i];
        equationOf[taken[i]] = path[i];
      }
      return true;
    }
    if (level[next] === level[e] + 1) {
      taken.push(u);
      path.push(next);
      at.push(0);
    }
  }
  return false;
}
