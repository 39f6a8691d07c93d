// Where the locals of a function are declared in languages with blocks: as a constant where they are set, as a variable
// at their first setting, or at the top of the function where a block would hide them.

import type { Code, CodeFunction, Step } from '../ir.ts';

export type Declaration = 'constant' | 'variable' | 'top';

/** @returns how each local is declared; loops declare their own index unless it says 'top' */
export function declarationsOf(code: CodeFunction): {
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** Locals that somebody reads. */
  readonly used: ReadonlySet<string>;
} {
  const used = new Set<string>();
  const found = new Map<string, Declaration>();
  const parameters = new Set(code.parameters.map(({ name }) => name));
  const scopes: Set<string>[] = [];
  const visible = (name: string) => scopes.some((scope) => scope.has(name));
  const worsen = (name: string, to: Declaration) => {
    if (found.get(name) !== 'top') found.set(name, to);
  };
  const use = (value: Code): void => {
    visitLocals(value, (name) => {
      used.add(name);
      if (!parameters.has(name) && !visible(name)) worsen(name, 'top');
    });
  };
  const inside = (steps: readonly Step[], ...declared: string[]): void => {
    scopes.push(new Set(declared));
    for (const step of steps) visit(step);
    scopes.pop();
  };
  const visit = (step: Step): void => {
    switch (step.kind) {
      case 'set':
        use(step.value);
        if (parameters.has(step.name)) return;
        if (visible(step.name)) worsen(step.name, 'variable');
        else {
          if (!found.has(step.name)) found.set(step.name, 'constant');
          scopes[scopes.length - 1].add(step.name);
        }
        return;
      case 'store':
        use(step.index);
        use(step.value);
        return;
      case 'do':
        use(step.call);
        return;
      case 'return':
        if (step.value) use(step.value);
        return;
      case 'if':
        use(step.condition);
        inside(step.accepted);
        inside(step.otherwise);
        return;
      case 'while':
        use(step.condition);
        inside(step.body);
        return;
      case 'for':
        use(step.from);
        use(step.until);
        // After the loop its index would have the outer value in the source, but not in the small language.
        if (visible(step.name)) worsen(step.name, 'top');
        inside(step.body, step.name);
        return;
      case 'comment':
        return;
    }
  };
  inside(code.body);
  return { declarations: found, used };
}

function visitLocals(value: Code, visit: (name: string) => void): void {
  switch (value.kind) {
    case 'number':
      return;
    case 'local':
      visit(value.name);
      return;
    case 'load':
      visitLocals(value.index, visit);
      return;
    case 'unary':
      visitLocals(value.of, visit);
      return;
    case 'binary':
      visitLocals(value.left, visit);
      visitLocals(value.right, visit);
      return;
    case 'select':
      visitLocals(value.condition, visit);
      visitLocals(value.accepted, visit);
      visitLocals(value.otherwise, visit);
      return;
    case 'call':
      for (const argument of value.arguments) if (argument.kind !== 'array') visitLocals(argument, visit);
  }
}
