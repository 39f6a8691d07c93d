// Events: what is watched, and what it changes.

import { spellingHint } from '../../scene/fault/index.ts';
import type { Node } from '../dag/dag.ts';
import type { Expression, Statement } from '../language/ast.ts';
import { Problem } from '../problem.ts';
import type { SystemEvent } from '../system.ts';
import { interpret } from './interpret.ts';
import type { Mode } from './mode.ts';
import type { Scope } from './scope.ts';
import { scalar } from './value.ts';
import type { World } from './world.ts';

export function eventOf(
  world: World,
  statement: Extract<Statement, { kind: 'when' }>,
  scope: Scope,
  modes: ReadonlyMap<string, Mode>,
): SystemEvent {
  const { trigger, edge, actions, span } = statement;
  const assign: { target: Node; value: Node }[] = [];
  let goto: string | undefined;
  for (const action of actions) {
    if (action.kind === 'goto') {
      if (!modes.has(action.mode))
        throw new Problem(
          'there is no such mode',
          action.span,
          modes.size < 2
            ? `write mode ${action.mode} { … }`
            : spellingHint(
                action.mode,
                [...modes.keys()].filter((name) => name !== ''),
              ),
          action.mode,
        );
      goto = action.mode;
      continue;
    }
    const target = scalar(interpret(world, action.target, scope), action.target.span);
    const known = world.variables.some(({ position, rate }) => position === target || rate === target);
    if (!known)
      throw new Problem(
        'only variables and their rates can be given a new value',
        action.target.span,
        "write Rx(Arm)' := …",
      );
    assign.push({ target, value: scalar(interpret(world, action.value, scope), action.value.span) });
  }
  const watched = triggerOf(world, trigger, scope);
  if (world.known(watched) !== undefined)
    throw new Problem(
      'this never crosses zero: nothing in it moves',
      trigger.span,
      'watch something that moves, or t',
    );
  return {
    trigger: watched,
    edge,
    assign,
    ...(goto === undefined ? {} : { goto }),
    span,
  };
}

/** `a > b rises` is where a − b crosses zero. */
function triggerOf(world: World, trigger: Expression, scope: Scope): Node {
  if (trigger.kind === 'binary' && /^[<>]=?$/.test(trigger.operator)) {
    const left = scalar(interpret(world, trigger.left, scope), trigger.left.span);
    const right = scalar(interpret(world, trigger.right, scope), trigger.right.span);
    return trigger.operator.startsWith('>')
      ? world.dag.subtract(left, right)
      : world.dag.subtract(right, left);
  }
  return scalar(interpret(world, trigger, scope), trigger.span);
}
