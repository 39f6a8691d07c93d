// Loops unrolled: a flat list of statements, each with the scope it is to be read in, the frame it stands in, and the
// mode it belongs to.

import type { Specification, Statement } from '../language/ast.ts';
import { Problem } from '../problem.ts';
import { constantOf, indexedName } from './interpret.ts';
import { placeFrame } from './place-frame.ts';
import { Scope } from './scope.ts';
import type { World } from './world.ts';

export interface Unrolled {
  readonly statement: Statement;
  readonly scope: Scope;
  /** Index of the frame around it; 0 at the top. */
  readonly frame: number;
  /** Name of the mode around it; '' outside. */
  readonly mode: string;
}

/** Statements after unrolling; more is a mistake. */
const MOST = 200_000;

/** Names that are given somewhere, and what they are: to say so where they are asked for too early. */
function noteLater(world: World, statements: readonly Statement[]): void {
  for (const statement of statements) {
    if (statement.kind === 'const' || statement.kind === 'param')
      for (const { name } of statement.bindings) world.later.set(name, statement.kind);
    if (statement.kind === 'control') world.later.set(statement.name, 'control');
  }
}

/**
 * Constants, definitions and frames are made on the way, because bounds of loops and indices may need them; the rest is
 * returned in the order of the text.
 */
export function unroll(
  world: World,
  specification: Specification,
  top: Scope,
  report: (problem: Problem) => void,
): Unrolled[] {
  const out: Unrolled[] = [];
  const frameNames = new Set<string>();
  let met = 0;

  const walk = (statements: readonly Statement[], scope: Scope, frame: number, mode: string): void => {
    for (const statement of statements) {
      if (++met > MOST)
        throw new Problem(
          'the specification is too long',
          statement.span,
          `keep it below ${MOST} statements`,
        );
      try {
        one(statement, scope, frame, mode);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        report(error);
      }
    }
  };

  const one = (statement: Statement, scope: Scope, frame: number, mode: string): void => {
    switch (statement.kind) {
      case 'const':
        for (const { name, value, span } of statement.bindings) {
          if (scope.has(name)) throw new Problem('this name is taken', span, 'choose another', name);
          scope.set(name, { kind: 'scalar', node: world.number(name, constantOf(world, value, scope)) });
        }
        return;
      case 'def': {
        const { name, parameters, body, span } = statement;
        if (!scope.define({ name, parameters, body, scope, span }))
          throw new Problem('this function is defined already', span, 'choose another name', name);
        return;
      }
      case 'frame': {
        const name = indexedName(world, statement.name.name, statement.name.indices, scope);
        if (frameNames.has(name) || top.find(name) !== undefined)
          throw new Problem('this name is taken', statement.name.span, 'choose another', name);
        frameNames.add(name);
        const index = placeFrame(world, name, frame, statement.placements, scope, statement.span);
        top.set(name, { kind: 'frame', index });
        walk(statement.body, scope, index, mode);
        return;
      }
      case 'for': {
        const from = constantOf(world, statement.from, scope);
        const to = constantOf(world, statement.to, scope);
        if (!Number.isInteger(from) || !Number.isInteger(to))
          throw new Problem(
            'the bounds of a loop are whole numbers',
            statement.span,
            'round them',
            `${from}..${to}`,
          );
        // One less than the first is no round at all, as in 1..N-1 for N = 1.
        if (to < from - 1)
          throw new Problem(
            'this loop has no rounds: it counts upward',
            statement.span,
            `write ${to}..${from}`,
            `${from}..${to}`,
          );
        if (to - from > MOST)
          throw new Problem('this loop is too long', statement.span, `keep it below ${MOST} rounds`);
        for (let i = from; i <= to; i++) {
          const inner = new Scope(scope);
          inner.set(statement.index, { kind: 'scalar', node: world.dag.constant(i) });
          walk(statement.body, inner, frame, mode);
        }
        return;
      }
      case 'mode':
        if (mode !== '')
          throw new Problem('a mode cannot stand in another', statement.span, 'close the outer one first');
        walk(statement.body, new Scope(scope), frame, statement.name);
        out.push({ statement, scope, frame, mode });
        return;
      default:
        out.push({ statement, scope, frame, mode });
    }
  };

  noteLater(world, specification.statements);
  walk(specification.statements, top, 0, '');
  return out;
}
