// What of a part hangs together. A cut through a ring leaves several solids on one side, each with a hull of its own.

import { rootOf, singles, unite } from '../../num/index.ts';
import { boxOf } from './box-of.ts';
import { cornersOf, type Part, PartBuilder, type Points, volumeOf } from './part.ts';

/** A part in one piece. */
export interface Solid {
  readonly part: Part;
  /** [m³] */
  readonly volume: number;
}

/** In the order of their first faces; the wall of a cavity stays with the smallest solid around it. */
export function solidsOf(part: Part, points: Points): Solid[] {
  const { starts, from } = part;
  if (from.length === 0) return [];
  const parents = singles(cornersOf(part, points).length);
  for (let f = 0; f + 1 < starts.length; f++) {
    const first = points.numbers.get(from[starts[f]]);
    for (let i = starts[f] + 1; i < starts[f + 1]; i++) unite(parents, first, points.numbers.get(from[i]));
  }
  const whole = rootOf(parents, 0);
  if (parents.every((_, i) => rootOf(parents, i) === whole))
    return [{ part, volume: volumeOf(part, points) }];
  const shells = new Map<number, PartBuilder>();
  for (let f = 0; f + 1 < starts.length; f++) {
    const root = rootOf(parents, points.numbers.get(from[starts[f]]));
    const shell = shells.get(root) ?? new PartBuilder();
    shells.set(root, shell);
    shell.copy(part, f);
  }
  const solids = [...shells.values()].map((shell) => ({ part: shell, volume: volumeOf(shell, points) }));
  if (solids.every(({ volume }) => volume >= 0)) return solids;
  return withCavities(solids, points);
}

function withCavities(solids: readonly Solid[], points: Points): Solid[] {
  const outer = solids.filter(({ volume }) => volume >= 0);
  const boxes = outer.map(({ part }) => boxOf(part, points));
  const homes: PartBuilder[] = outer.map(() => new PartBuilder());
  outer.forEach(({ part }, i) => {
    addAll(homes[i], part);
  });
  for (const { part, volume } of solids) {
    if (volume >= 0) continue;
    const box = boxOf(part, points);
    let home = 0;
    outer.forEach((_, i) => {
      if (holds(boxes[i], box) && !(outer[home].volume < outer[i].volume && holds(boxes[home], box)))
        home = i;
    });
    if (homes[home] !== undefined) addAll(homes[home], part);
  }
  return homes.map((part) => ({ part, volume: volumeOf(part, points) }));
}

function holds(outer: readonly number[], inner: readonly number[]): boolean {
  return outer.every((x, k) => (k < 3 ? x <= inner[k] : x >= inner[k]));
}

function addAll(to: PartBuilder, part: Part): void {
  for (let f = 0; f + 1 < part.starts.length; f++) to.copy(part, f);
}
