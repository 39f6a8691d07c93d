// What moves when bodies are moved apart: bodies that joints hold together move as one, so that the joints stay as they
// are; what is static, scripted, pinned, or held by a joint to such a thing stays, and so do fixed axes.

import { meetingRule } from '../meeting.ts';
import type { Scene } from '../types.ts';

export interface Movers {
  /** The mover of each body, and of each deformable counted on from them; -1 for what stays. */
  readonly of: Int32Array;
  /** Three numbers a mover: 0 for axes along which it stays, and 1/√n for others where n bodies move as one. */
  readonly free: Float64Array;
}

/** Bodies that joints hold together. */
interface Group {
  /** 1 for axes along which all of them may move. */
  readonly free: [number, number, number];
  count: number;
  number: number;
}

/** @param isStill  nothing may be moved */
export function moversOf(scene: Scene, isStill: boolean): Movers {
  const bodies = scene.bodies.length;
  const parent = Int32Array.from({ length: bodies }, (_, i) => i);
  const rootOf = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root];
    parent[i] = root;
    return root;
  };
  const held = new Set<number>();
  for (const { a, b, couples } of scene.joints) {
    // A gear or a rack couples other joints, and turns and travels stay what they are.
    if (couples !== undefined) continue;
    if (a >= 0 && b >= 0) parent[rootOf(a)] = rootOf(b);
    else held.add(Math.max(a, b));
  }
  const stays = (i: number) => held.has(i) || scene.bodies[i].motion !== 'dynamic';
  const groups = new Map<number, Group>();
  scene.bodies.forEach(({ fixed }, i) => {
    const group = groups.get(rootOf(i)) ?? { free: [1, 1, 1], count: 0, number: -1 };
    for (let k = 0; k < 3; k++) if (isStill || stays(i) || fixed[k]) group.free[k] = 0;
    group.count++;
    groups.set(rootOf(i), group);
  });
  const list: number[] = [];
  const of = new Int32Array(bodies + scene.deformables.length).fill(-1);
  const add = (free: readonly number[]): number => list.push(...free) / 3 - 1;
  for (let i = 0; i < bodies; i++) {
    const group = groups.get(rootOf(i)) as Group;
    if (!group.free.includes(1)) continue;
    if (group.number < 0) group.number = add(group.free.map((one) => one / Math.sqrt(group.count)));
    of[i] = group.number;
  }
  scene.deformables.forEach(({ pins, track }, d) => {
    const isPinned = track !== undefined || pins.some(({ force }) => force === undefined);
    if (!isStill && !isPinned) of[bodies + d] = add([1, 1, 1]);
  });
  return { of, free: Float64Array.from(list) };
}

/** Whether two things may not touch, as every engine has it. */
export function collisionRule(scene: Scene): (a: number, b: number) => boolean {
  const mayTouch = meetingRule(scene);
  const moves = (i: number) =>
    i < scene.bodies.length
      ? scene.bodies[i].motion === 'dynamic'
      : scene.deformables[i - scene.bodies.length].track === undefined;
  const isThere = (i: number) => scene.bodies[i]?.enabled !== false;
  return (a, b) => (moves(a) || moves(b)) && isThere(a) && isThere(b) && mayTouch(a, b);
}
