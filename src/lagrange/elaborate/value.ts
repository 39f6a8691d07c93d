// What an expression of the language stands for while it is elaborated.

import type { Node } from '../dag/dag.ts';
import type { Span } from '../language/ast.ts';
import { Problem } from '../problem.ts';
import type { QuaternionNodes, Vector } from '../system.ts';

export type Value =
  | { readonly kind: 'scalar'; readonly node: Node }
  | { readonly kind: 'vector'; readonly nodes: Vector }
  | { readonly kind: 'quaternion'; readonly nodes: QuaternionNodes }
  /** Row-major 3 × 3. */
  | { readonly kind: 'matrix'; readonly nodes: readonly Node[] }
  /** 1 where it holds, 0 where not. */
  | { readonly kind: 'condition'; readonly node: Node }
  | { readonly kind: 'frame'; readonly index: number }
  | { readonly kind: 'surface'; readonly surface: Surface }
  /** Each of these is to be zero: what a constraint or an initial condition says. */
  | { readonly kind: 'equation'; readonly residuals: readonly Node[] }
  | { readonly kind: 'mass'; readonly mass: Node; readonly inertia?: readonly Node[] };

/** f(p) = 0 in the coordinates of a frame. */
export interface Surface {
  readonly name: string;
  readonly frame: number;
  /** f with the inputs x, y, z in it, to be replaced. */
  readonly value: Node;
  readonly point: Vector;
}

/** As people call it. */
export const shapeNames: Readonly<Record<Value['kind'], string>> = {
  scalar: 'a number',
  vector: 'a vector',
  quaternion: 'a rotation',
  matrix: 'a matrix',
  condition: 'a condition',
  frame: 'a frame',
  surface: 'a surface',
  equation: 'an equation',
  mass: 'a mass',
};

export function scalar(value: Value, span: Span): Node {
  if (value.kind === 'scalar') return value.node;
  throw new Problem(
    `a number is needed here, not ${shapeNames[value.kind]}`,
    span,
    value.kind === 'vector' ? 'take one component, such as .x' : 'give a number',
  );
}

export function vector(value: Value, span: Span): Vector {
  if (value.kind === 'vector') return value.nodes;
  throw new Problem(
    `a vector is needed here, not ${shapeNames[value.kind]}`,
    span,
    'give three numbers, such as (0, 0, 1)',
  );
}

export function frame(value: Value, span: Span): number {
  if (value.kind === 'frame') return value.index;
  throw new Problem(`a frame is needed here, not ${shapeNames[value.kind]}`, span, 'name a frame');
}
