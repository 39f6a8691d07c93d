// What could stand where the grammar stops, in words.

import { placeWords } from '../words.ts';
import type { Stop } from './stop.ts';

const placeSet = new Set(placeWords.map(({ name }) => name));

/** In the order in which a message lists them. */
const candidates: readonly (readonly [candidate: string, name: string])[] = [
  ['=', '='],
  [':=', ':='],
  [':', ':'],
  ['..', '..'],
  ['in', 'in'],
  ['then', 'then'],
  ['rises', 'rises or falls'],
  ['by', 'by'],
  ['at', 'at, turn or scale'],
  ['color', 'color'],
  ['{', '{'],
  [';', ';'],
  [',', ','],
  ['(', '('],
  [')', ')'],
  [']', ']'],
];

export function expected({ accepts }: Stop): string {
  if (accepts('1')) return 'an expression here';
  const aName = accepts('x');
  // Where any name can stand, so can the words that are names elsewhere.
  const possible = candidates.filter(
    ([candidate]) => !(aName && placeSet.has(candidate)) && accepts(candidate),
  );
  const list = possible.map(([, name]) => name);
  if (accepts('+')) list.unshift('an operator');
  else if (aName) list.unshift('a name');
  if (list.length === 0) return 'something else';
  return list.length === 1
    ? `${list[0]} here`
    : `${list.slice(0, -1).join(', ')} or ${list[list.length - 1]} here`;
}
