// Knots of deformables that move together: all vertices of one turn there, and the judge looks at these instants as at others.

import type { Frame, Turns, VertexKnots } from '../record/index.ts';
import { allFinite, type Complain, PATH_TOLERANCE } from './timeline.ts';
import type { World } from './world.ts';

/** Those that can be followed; says what is wrong with the others. */
export function soundKnots(
  world: World,
  before: Frame,
  frame: Frame,
  knots: readonly VertexKnots[],
  broken: Complain,
): VertexKnots[] {
  return knots.filter((one) => {
    const item = world.bodies + one.deformable;
    const wrong = item < world.items ? faultOf(one, world, before, frame) : 'is of no deformable';
    if (wrong) broken(frame.time, `a knot of deformable ${one.deformable} ${wrong}`);
    return wrong === undefined;
  });
}

function faultOf(one: VertexKnots, world: World, before: Frame, frame: Frame): string | undefined {
  const { times, positions } = one;
  const item = world.bodies + one.deformable;
  const count = world.firstVertex[item + 1] - world.firstVertex[item];
  if (positions.length !== 3 * count * times.length) return 'has not all of its vertices';
  if (!allFinite(times) || !allFinite(positions)) return 'is not finite';
  for (let k = 0; k < times.length; k++) {
    // it cannot be put elsewhere: the same time again would be a motion that takes none
    if (k > 0 && !(times[k] > times[k - 1])) return 'is not later than the one before';
    if (times[k] < before.time || times[k] > frame.time) return 'is not between its frames';
    const at = times[k] === frame.time ? frame : before;
    if (
      times[k] === at.time &&
      !isAt(positions, 3 * k * count, at.vertices, 3 * firstOf(world, item), 3 * count)
    )
      return 'is not where the frame has it';
  }
  return undefined;
}

/** Whether `count` numbers of both, from these places on, are the same but for rounding. */
function isAt(a: Float64Array, i: number, b: Float64Array, j: number, count: number): boolean {
  for (let k = 0; k < count; k++)
    if (Math.abs(a[i + k] - b[j + k]) > PATH_TOLERANCE * (1 + Math.abs(b[j + k]))) return false;
  return true;
}

/** The first vertex of a deformable among those of all deformables. */
function firstOf(world: World, item: number): number {
  return world.firstVertex[item] - world.firstVertex[world.bodies];
}

/** The turns, and those that the knots are. */
export function turnsWithKnots(world: World, turns: Turns, knots: readonly VertexKnots[]): Turns {
  if (knots.length === 0) return turns;
  let count = turns.times.length;
  for (const { positions } of knots) count += positions.length / 3;
  const vertices = new Uint32Array(count);
  const times = new Float64Array(count);
  const places = new Float64Array(3 * count);
  vertices.set(turns.vertices);
  times.set(turns.times);
  places.set(turns.positions);
  let at = turns.times.length;
  for (const knot of knots) {
    const first = firstOf(world, world.bodies + knot.deformable);
    const size = knot.positions.length / 3 / Math.max(1, knot.times.length);
    places.set(knot.positions, 3 * at);
    for (const time of knot.times) {
      for (let v = 0; v < size; v++, at++) {
        vertices[at] = first + v;
        times[at] = time;
      }
    }
  }
  return { vertices, times, positions: places };
}

/** In increasing order, each once. */
export function timesOf(knots: readonly VertexKnots[]): number[] {
  return [...new Set(knots.flatMap(({ times }) => [...times]))].sort((a, b) => a - b);
}
