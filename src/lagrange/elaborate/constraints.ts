// Equations that hold: what a specification constrains, and the unit length of quaternions.

import type { Node } from '../dag/dag.ts';
import { reachable } from '../dag/evaluate.ts';
import type { Expression, Statement } from '../language/ast.ts';
import { Problem } from '../problem.ts';
import type { SystemConstraint } from '../system.ts';
import { indexedName, interpret } from './interpret.ts';
import type { Scope } from './scope.ts';
import { shapeNames, type Value } from './value.ts';
import type { World } from './world.ts';

/** @param taken  names of constraints there are */
export function constraintsOf(
  world: World,
  statement: Extract<Statement, { kind: 'constrain' }>,
  scope: Scope,
  taken: Set<string>,
): SystemConstraint[] {
  const { dag } = world;
  const residuals = residualsOf(interpret(world, statement.condition, scope), statement.condition);
  const name =
    statement.name === undefined
      ? `constraint ${taken.size + 1}`
      : indexedName(world, statement.name.name, statement.name.indices, scope);
  if (taken.has(name)) throw new Problem('this name is taken', statement.span, 'choose another', name);
  taken.add(name);
  const rates = world.variables.map(({ rate }) => rate);
  const numbers = residuals.map((residual) => world.known(residual));
  const alive = numbers.includes(undefined);
  return residuals.flatMap((residual, k) => {
    // Of vectors that cannot leave a plane, the component across it holds by itself.
    if (alive && residual === dag.zero) return [];
    if (numbers[k] !== undefined)
      throw new Problem(
        numbers[k] === 0
          ? `${name} always holds: nothing in it moves`
          : `${name} cannot be met: nothing in it moves`,
        statement.span,
        'name the variables it is about, and vary them',
      );
    return [
      {
        name: residuals.length === 1 ? name : `${name}.${'xyzw'[k] ?? k}`,
        residual,
        holonomic: !usesAny(world, residual, rates),
        implicit: false,
        span: statement.span,
      },
    ];
  });
}

/** Whether an expression is made of some of these inputs. */
export function usesAny({ dag }: World, node: Node, inputs: readonly Node[]): boolean {
  const reached = reachable(dag, [node]);
  return inputs.some((input) => reached[input] !== 0);
}

/** w² + x² + y² + z² = 1 for every rotation that varies. */
export function unitQuaternions(world: World): SystemConstraint[] {
  const { dag } = world;
  return world.variables
    .filter(({ component }) => component === 'Rw')
    .map(({ frame: of, span }) => {
      const parts = (['Rw', 'Rx', 'Ry', 'Rz'] as const).map((one) => world.component(of, one, span));
      return {
        name: `unit ${world.standing[of].name}`,
        residual: dag.sum(
          parts.map((part) => dag.multiply(part, part)),
          undefined,
          -1,
        ),
        holonomic: true,
        implicit: true,
        span,
      };
    });
}

export function residualsOf(value: Value, condition: Expression): readonly Node[] {
  if (value.kind === 'equation') return value.residuals;
  throw new Problem(
    `an equation is needed here, not ${shapeNames[value.kind]}`,
    condition.span,
    'write a == b',
  );
}
