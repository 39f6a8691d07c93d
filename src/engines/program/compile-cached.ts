// Compiled specifications, the last few kept: a scene is asked about, refused or started, and started again.

import { type Compilation, compile } from '../../lagrange/index.ts';
import type { SpecFault } from '../../lagrange/language/index.ts';
import type { Fault } from '../../scene/fault/index.ts';

const MOST = 8;
const kept = new Map<string, Compilation>();

export function compileCached(text: string): Compilation {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const made = compile(text);
  kept.set(text, made);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST) break;
    kept.delete(oldest);
  }
  return made;
}

/** A fault of the text as one of the scene: its place is line and column. */
export function sceneFault({ what, line, column, value, remedy }: SpecFault): Fault {
  return {
    what,
    where: `specification ${line}:${column}`,
    ...(value === undefined ? {} : { value }),
    remedy,
  };
}
