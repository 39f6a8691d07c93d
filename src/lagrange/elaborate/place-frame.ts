// Where a frame stands in its parent: translations, turns and scales from left to right, each in the frame made so far.

import { cos, sin } from '../../num/elementary/index.ts';
import type { Expression, Placement, Span } from '../language/ast.ts';
import { Problem } from '../problem.ts';
import { constantOf, interpret } from './interpret.ts';
import type { Scope } from './scope.ts';
import { vector } from './value.ts';
import type { World } from './world.ts';

/** @returns the index of the new frame */
export function placeFrame(
  world: World,
  name: string,
  parent: number,
  placements: readonly Placement[],
  scope: Scope,
  span: Span,
): number {
  const translation: [number, number, number] = [0, 0, 0];
  let rotation: [number, number, number, number] = [1, 0, 0, 0];
  const scale: [number, number, number] = [1, 1, 1];
  // A pose that hangs on named constants may change with them; one of plain numbers is what it is.
  let named = false;
  const numbers = (expression: Expression): number[] => {
    const found = numbersOf(world, expression, scope);
    named ||= found.named;
    return found.values;
  };
  for (const placement of placements) {
    if (placement.kind === 'at') {
      const p = numbers(placement.place);
      const moved = turned(
        rotation,
        p.map((x, k) => x * scale[k]),
      );
      for (let k = 0; k < 3; k++) translation[k] += moved[k];
    } else if (placement.kind === 'turn') {
      const axis = axisOf(placement.axis, numbers, placement.span);
      const half = 0.5 * constantOf(world, placement.angle, scope);
      named ||= numbersOf(world, placement.angle, scope).named;
      const s = sin(half);
      rotation = multiply(rotation, [cos(half), s * axis[0], s * axis[1], s * axis[2]]);
    } else {
      const by = numbers(placement.by);
      for (let k = 0; k < 3; k++) {
        if (by[k] === 0) throw new Problem('a scale is not zero', placement.span, 'give another number');
        scale[k] *= by[k];
      }
    }
  }
  world.standing.push({ name, parent, translation, rotation, scale, named, span });
  return world.standing.length - 1;
}

function axisOf(
  axis: Expression | string,
  numbers: (expression: Expression) => number[],
  span: Span,
): readonly [number, number, number] {
  if (axis === 'x') return [1, 0, 0];
  if (axis === 'y') return [0, 1, 0];
  if (axis === 'z') return [0, 0, 1];
  const [x, y, z] = numbers(axis as Expression);
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) throw new Problem('an axis is not zero', span, 'give a direction');
  return [x / length, y / length, z / length];
}

function numbersOf(
  world: World,
  expression: Expression,
  scope: Scope,
): { readonly values: number[]; readonly named: boolean } {
  const value = interpret(world, expression, scope);
  const nodes =
    value.kind === 'scalar' ? [value.node, value.node, value.node] : vector(value, expression.span);
  const values = nodes.map((node) => {
    const known = world.known(node);
    if (known !== undefined) return known;
    throw new Problem(
      'a frame is placed by numbers known before the start',
      expression.span,
      'use numbers, constants and loop indices, and vary what moves',
    );
  });
  return { values, named: nodes.some((node) => !world.dag.isConstant(node)) };
}

function multiply(
  [aw, ax, ay, az]: readonly number[],
  [bw, bx, by, bz]: readonly number[],
): [number, number, number, number] {
  return [
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by + ay * bw + az * bx - ax * bz,
    aw * bz + az * bw + ax * by - ay * bx,
  ];
}

/** v + 2w(u × v) + 2u × (u × v) */
function turned([w, x, y, z]: readonly number[], [a, b, c]: readonly number[]): number[] {
  const p = 2 * (y * c - z * b);
  const q = 2 * (z * a - x * c);
  const r = 2 * (x * b - y * a);
  return [a + w * p + y * r - z * q, b + w * q + z * p - x * r, c + w * r + x * q - y * p];
}
