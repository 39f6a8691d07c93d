// Words that were meant to be others.

import { nearestSpelling } from '../../../scene/fault/index.ts';
import type { Token } from '../tokens.ts';
import { unitByName } from '../units.ts';
import { reservedWords } from '../words.ts';
import { type Finding, semicolonBehind, statementNames, type Stop, wrong } from './stop.ts';

/** `1 rise {`, `90 degrees)`: a word behind a number, taken for its unit, that was meant otherwise. */
export function misspeltUnit({ text, tokens, at, inActions, acceptsAt }: Stop): Finding | undefined {
  const word = tokens[at - 1];
  const number = tokens[at - 2];
  if (word?.kind !== 'name' || number?.kind !== 'number' || unitByName.has(word.text)) return undefined;
  if (reservedWords.has(word.text)) return undefined;
  const newLine = text.slice(number.to, word.from).includes('\n');
  if (
    newLine &&
    (inActions || nearestSpelling(word.text, statementNames) !== undefined) &&
    acceptsAt(at - 1, ';')
  )
    return semicolonBehind(number, at - 1);
  const known = nearestWord(word.text, (candidate) => acceptsAt(at - 1, candidate));
  return known === undefined ? undefined : unknownWord(word, known);
}

/** Words that would fit, each with something that must be able to follow, since a unit could be any word. */
const wordsInPlace = new Map([
  ['in', 'in'],
  ['then', 'then'],
  ['else', 'else'],
  ['and', 'and'],
  ['or', 'or'],
  ['rises', 'rises'],
  ['falls', 'falls'],
  ['at', 'at ('],
  ['turn', 'turn x'],
  ['scale', 'scale ('],
  ['by', 'by 1'],
  ['color', 'color red'],
]);

function nearestWord(word: string, accepts: (candidate: string) => boolean): string | undefined {
  const known = nearestSpelling(word, [...wordsInPlace.keys()]);
  if (known !== undefined && known !== word && accepts(wordsInPlace.get(known)!)) return known;
  const fitting = [...wordsInPlace].filter(([, probe]) => accepts(probe)).map(([name]) => name);
  return nearestSpelling(word, fitting);
}

export function unknownWord(token: Token, known: string): Finding {
  return wrong(token, 'this word cannot stand here', `did you mean "${known}"?`);
}

export function misspeltWord({ bad, accepts }: Stop): Finding | undefined {
  if (bad?.kind !== 'name' || reservedWords.has(bad.text)) return undefined;
  const known = nearestWord(bad.text, accepts);
  return known === undefined || known === bad.text ? undefined : unknownWord(bad, known);
}
