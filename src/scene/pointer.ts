// The one way to point at a value of a scene file: a JSON pointer (RFC 6901) whose segments may be names.
//
//   /bodies/ramp/friction      the friction of the body "ramp"
//   /bodies/0/friction         the same, where it is the first
//   /joints/joint-1/limits/0   an entry without a name has the one that the scene gives it
//
// In a list a whole number is a place, and everything else is the name of an entry. In names as in keys "/" is written ~1
// and "~" is written ~0.

import type { Fault } from './fault/fault.ts';
import { spellingHint } from './fault/spelling-hint.ts';

/** What a pointer leads to. */
export interface Pointed {
  /** The object or list that has it. */
  readonly holder: Record<string, unknown>;
  /** Its key there. */
  readonly key: string;
  /** What it is. */
  readonly value: unknown;
  /** The same place by numbers alone, as engines read it. */
  readonly canonical: string;
}

/** What a pointer points at, among own properties only; or which of its segments leads nowhere, and what could. */
export function findPointed(file: unknown, pointer: string): Pointed | Omit<Fault, 'where'> {
  const nowhere = (what: string, remedy: string) => ({ what, value: pointer, remedy });
  if (!pointer.startsWith('/'))
    return nowhere('is no pointer', 'write it with slashes, such as "/bodies/ramp/friction"');
  let canonical = '';
  let holder: unknown = file;
  let list = '';
  const steps = pointer.slice(1).split('/').map(decode);
  for (const [i, step] of steps.entries()) {
    if (typeof holder !== 'object' || holder === null)
      return nowhere(`points into ${canonical}, which has no parts`, `end it at "${canonical}"`);
    const key = Array.isArray(holder) ? placeIn(holder, step, list) : step;
    if (key === undefined || !Object.hasOwn(holder, key)) {
      const known = Array.isArray(holder) ? namesIn(holder, list) : Object.keys(holder);
      return nowhere(
        `there is no "${step}" in ${canonical || 'the scene'}`,
        known.length > 0 ? spellingHint(step, known) : 'point at something that is written there',
      );
    }
    canonical += `/${encodeSegment(key)}`;
    const value = (holder as Record<string, unknown>)[key];
    if (i === steps.length - 1) return { holder: holder as Record<string, unknown>, key, value, canonical };
    holder = value;
    list = step;
  }
  return nowhere('points at the scene as a whole', 'name a value of it');
}

/** Whether something was found. */
export function isPointed(found: Pointed | Omit<Fault, 'where'>): found is Pointed {
  return 'canonical' in found;
}

function placeIn(list: readonly unknown[], step: string, of: string): string | undefined {
  if (/^(0|[1-9]\d*)$/.test(step)) return step;
  const at = namesIn(list, of).indexOf(step);
  return at < 0 ? undefined : String(at);
}

/** The names of the entries; an entry without one is called by its place, as in a resolved scene. */
function namesIn(list: readonly unknown[], of: string): string[] {
  const singular = Object.hasOwn(SINGULAR, of) ? SINGULAR[of] : undefined;
  return list.map((entry, i) => {
    const name = (entry as { name?: unknown } | null)?.name;
    if (typeof name === 'string') return name;
    return singular === undefined ? String(i) : `${singular}-${i}`;
  });
}

const SINGULAR: Readonly<Record<string, string>> = {
  bodies: 'body',
  deformables: 'deformable',
  joints: 'joint',
};

/** A name or key as a segment of a pointer. */
export function encodeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function decode(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
