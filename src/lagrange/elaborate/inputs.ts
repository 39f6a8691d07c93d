// What is given from outside while a simulation runs: parameters, and controls on keys and pointers.

import { spellingHint } from '../../scene/fault/index.ts';
import type { Statement } from '../language/ast.ts';
import { Problem } from '../problem.ts';
import type { SystemControl, SystemInput } from '../system.ts';
import { constantOf } from './interpret.ts';
import type { Scope } from './scope.ts';
import type { World } from './world.ts';

export function addParameters(
  world: World,
  statement: Extract<Statement, { kind: 'param' }>,
  scope: Scope,
  top: Scope,
  out: SystemInput[],
): void {
  for (const { name, value, range, span } of statement.bindings) {
    if (top.has(name)) throw new Problem('this name is taken', span, 'choose another', name);
    const node = world.dag.input(name);
    top.set(name, { kind: 'scalar', node });
    const given = constantOf(world, value, scope);
    const bounds = range?.map((bound) => constantOf(world, bound, scope));
    if (bounds !== undefined && !(bounds[0] <= given && given <= bounds[1]))
      throw new Problem(
        `${name} is outside its range`,
        span,
        `give a value from ${bounds[0]} to ${bounds[1]}, or widen the range`,
        String(given),
      );
    out.push({
      name,
      node,
      value: given,
      ...(bounds === undefined ? {} : { range: [bounds[0], bounds[1]] as const }),
    });
  }
}

const devices = ['axis', 'slider', 'key', 'pointer'] as const;

export function controlOf(
  world: World,
  statement: Extract<Statement, { kind: 'control' }>,
  scope: Scope,
  top: Scope,
): SystemControl {
  const { name, device, span } = statement;
  const known = devices.find((one) => one === device);
  if (known === undefined)
    throw new Problem('this device is not known', span, spellingHint(device, devices), device);
  if (top.has(name)) throw new Problem('this name is taken', span, 'choose another', name);
  const node = world.dag.input(name);
  top.set(name, { kind: 'scalar', node });
  const keys: string[] = [];
  const numbers: number[] = [];
  for (const argument of statement.arguments) {
    if (argument.kind === 'key') keys.push(argument.key);
    // A bare name that is no constant is the name of a key.
    else if (argument.kind === 'name' && scope.find(argument.name) === undefined) keys.push(argument.name);
    else numbers.push(constantOf(world, argument, scope));
  }
  const range = numbers.length >= 2 ? ([numbers[0], numbers[1]] as const) : undefined;
  const value = known === 'slider' ? (numbers[2] ?? Math.max(0, range?.[0] ?? 0)) : 0;
  return { name, node, value, device: known, keys, ...(range === undefined ? {} : { range }) };
}
