// What a module exports, and what that needs: functions nobody calls or that do nothing, and arrays nobody touches, are
// left out.

import type { Argument, CodeFunction, CodeModule, Step } from './ir.ts';

/** @param kept  arrays to keep although only the outside uses them */
export function prune(given: CodeModule, kept: readonly string[] = []): CodeModule {
  const module = { ...given, functions: withoutIdle(given.functions) };
  const functionOf = new Map(module.functions.map((one) => [one.name, one]));
  const used = new Set<string>();
  const arrays = new Set<string>(kept);
  const waiting = module.functions.filter(({ exported }) => exported);
  for (const { name } of waiting) used.add(name);
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { calls, touched } = mentions(one);
    for (const name of touched) arrays.add(name);
    for (const name of calls) {
      const called = functionOf.get(name);
      if (called === undefined || used.has(name)) continue;
      used.add(name);
      waiting.push(called);
    }
  }
  return {
    ...module,
    arrays: module.arrays.filter(({ name }) => arrays.has(name)),
    functions: module.functions.filter(({ name }) => used.has(name)),
  };
}

/** Calls of functions that do nothing are dropped; a function comes after those it calls. */
function withoutIdle(functions: readonly CodeFunction[]): CodeFunction[] {
  const idle = new Set<string>();
  const dropIn = (steps: readonly Step[]): Step[] =>
    steps.flatMap((step): Step[] => {
      switch (step.kind) {
        case 'do':
          return idle.has(step.call.name) ? [] : [step];
        case 'for':
        case 'while':
          return [{ ...step, body: dropIn(step.body) }];
        case 'if': {
          const [accepted, otherwise] = [dropIn(step.accepted), dropIn(step.otherwise)];
          return accepted.length + otherwise.length === 0 ? [] : [{ ...step, accepted, otherwise }];
        }
        default:
          return [step];
      }
    });
  return functions.map((one) => {
    const body = dropIn(one.body);
    if (body.length === 0 && one.result === undefined) idle.add(one.name);
    return { ...one, body };
  });
}

function mentions({ body, parameters }: CodeFunction): { calls: Set<string>; touched: Set<string> } {
  const calls = new Set<string>();
  const touched = new Set<string>();
  const given = new Set(parameters.map(({ name }) => name));
  const touch = (array: string) => {
    if (!given.has(array)) touched.add(array);
  };
  const value = (code: Argument): void => {
    switch (code.kind) {
      case 'array':
        touch(code.name);
        return;
      case 'load':
        touch(code.array);
        value(code.index);
        return;
      case 'unary':
        value(code.of);
        return;
      case 'binary':
        value(code.left);
        value(code.right);
        return;
      case 'select':
        value(code.condition);
        value(code.accepted);
        value(code.otherwise);
        return;
      case 'call':
        calls.add(code.name);
        for (const argument of code.arguments) value(argument);
        return;
      case 'number':
      case 'local':
        return;
    }
  };
  const visit = (step: Step): void => {
    switch (step.kind) {
      case 'set':
        value(step.value);
        return;
      case 'store':
        touch(step.array);
        value(step.index);
        value(step.value);
        return;
      case 'for':
        value(step.from);
        value(step.until);
        step.body.forEach(visit);
        return;
      case 'while':
        value(step.condition);
        step.body.forEach(visit);
        return;
      case 'if':
        value(step.condition);
        step.accepted.forEach(visit);
        step.otherwise.forEach(visit);
        return;
      case 'do':
        value(step.call);
        return;
      case 'return':
        if (step.value) value(step.value);
        return;
      case 'comment':
        return;
    }
  };
  body.forEach(visit);
  return { calls, touched };
}
