// Values of a specification's parameters as the scene gives them.

import type { System } from '../../lagrange/index.ts';
import { type Fault, spellingHint } from '../../scene/fault/index.ts';
import type { Scene } from '../../scene/index.ts';

const POINTER = '/specification/';

export function parameterValues(
  { parameters }: Scene,
  system: System,
): { readonly values: Record<string, number>; readonly faults: readonly Fault[] } {
  const known = system.parameters.map(({ name }) => name);
  const faults: Fault[] = [];
  // Null as prototype: a parameter may have any name.
  const values: Record<string, number> = Object.create(null);
  parameters.forEach(({ target, value }, i) => {
    if (!target.startsWith(POINTER)) return;
    const name = target.slice(POINTER.length);
    if (known.includes(name)) values[name] = value;
    else
      faults.push({
        what: 'the specification has no such parameter',
        where: `parameters[${i}].target`,
        value: name,
        remedy: spellingHint(name, known),
      });
  });
  return { values, faults };
}
