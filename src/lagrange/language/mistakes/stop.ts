// Where the grammar stops, and what is said about it.

import type { Span } from '../ast.ts';
import type { Token } from '../tokens.ts';
import { statementWords } from '../words.ts';

export const statementNames = statementWords.map(({ name }) => name);
export const statementSet = new Set(statementNames);

/** Where the grammar stops in a piece of a segment, and what it would have taken there. */
export interface Stop {
  readonly text: string;
  /** What stands before the token that was not taken, if anything does. */
  readonly before: Token | undefined;
  /** The token that was not taken; none where the piece ends too early. */
  readonly bad: Token | undefined;
  readonly tokens: readonly Token[];
  /** Index of `bad` in tokens. */
  readonly at: number;
  readonly inActions: boolean;
  accepts(candidate: string): boolean;
  acceptsAt(index: number, candidate: string): boolean;
}

export interface Finding {
  readonly span: Span;
  readonly what: string;
  readonly remedy: string;
  readonly value?: string;
  /** Index of the token where the rest of the segment begins that stands for itself and can be judged. */
  readonly resume?: number;
}

export function placeOf({ before, bad }: Stop): Span {
  if (bad !== undefined) return [bad.from, bad.to];
  return before === undefined ? [0, 0] : [before.to, before.to];
}

export function at0(token: Token): { span: Span } {
  return { span: [token.from, token.to] };
}

/** At a token, which is shown. */
export function wrong(token: Token, what: string, remedy: string): Finding {
  return { ...at0(token), what, remedy, value: token.text };
}

export function semicolonBehind(token: Token, resume: number): Finding {
  return {
    span: [token.to, token.to],
    what: 'a ; is missing',
    remedy: `write ; behind ${token.text}`,
    resume,
  };
}
