// An angle that follows another turn after turn: EulerZ(Crank) == 5 * t, or EulerZ(A) == 2 * EulerZ(B).
//
// k atan2(y, x) jumps where what it follows goes on. The angle between them does not:
//
//   k atan2(y cos(e/k) − x sin(e/k), x cos(e/k) + y sin(e/k))
//
// is zero where they agree up to whole turns, and changes as fast as their difference.

import type { Node } from '../dag/dag.ts';
import { neededNodes } from '../dag/evaluate.ts';
import { op } from '../dag/op.ts';
import type { World } from './world.ts';

/** @returns undefined where `angle` is none, or `other` is nothing that goes round */
export function angleBetween({ dag, time }: World, angle: Node, other: Node): Node | undefined {
  const scaled = dag.op(angle) === op.sum && dag.argumentCount(angle) === 1 && dag.value(angle) === 0;
  const node = scaled ? dag.argument(angle, 0) : angle;
  if (dag.op(node) !== op.atan2) return undefined;
  const goesRound = neededNodes(dag, [other]).some((one) => one === time || dag.op(one) === op.atan2);
  if (!goesRound) return undefined;
  const k = scaled ? dag.weight(angle, 0) : 1;
  const [y, x] = [dag.argument(node, 0), dag.argument(node, 1)];
  const e = dag.scale(1 / k, other);
  const [s, c] = [dag.sin(e), dag.cos(e)];
  return dag.scale(
    k,
    dag.apply(
      op.atan2,
      dag.subtract(dag.multiply(y, c), dag.multiply(x, s)),
      dag.add(dag.multiply(x, c), dag.multiply(y, s)),
    ),
  );
}
