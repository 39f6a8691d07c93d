// The grammar without its tolerance: a whole tree, or where it stops. (The editor wants the tolerant one.)

import type { Tree } from '@lezer/common';
import { parser } from './parser.generated.ts';

const strict = parser.configure({ strict: true });

/** The tree, or the place of the first token that the grammar cannot take. */
export function parseStrictly(text: string): Tree | number {
  try {
    return strict.parse(text);
  } catch (error) {
    // "No parse at 12" is all that the parser tells.
    const place = error instanceof SyntaxError ? /\d+$/.exec(error.message) : null;
    if (place === null) throw error;
    return Number(place[0]);
  }
}

/** The place of the first token that the grammar cannot take, or −1 where it takes the whole text. */
export function firstError(text: string): number {
  const result = parseStrictly(text);
  return typeof result === 'number' ? result : -1;
}
