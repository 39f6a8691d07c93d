// A text of the grammar (parse.ts), read once and worth a number whenever its names are.

import { type Fault, FaultError } from '../../scene/fault/index.ts';
import { LIMITS } from './limits.ts';
import { Parser, Unreadable } from './parse.ts';
import { tokensOf } from './tokens.ts';

/** An expression with what it asks for. */
export interface Expression {
  /** As it is written. */
  readonly text: string;
  /** The names in it, each once, in the order they come. */
  readonly names: readonly string[];
  /** Its value; NaN where something in it has none. True and false are 1 and 0. */
  value(of: (name: string) => number): number;
}

/** @throws FaultError */
export function compile(text: string, where: string): Expression {
  const read = readExpression(text);
  if ('what' in read) throw new FaultError('this expression cannot be read:', [{ ...read, where }]);
  return read;
}

/** The expression, or what is wrong with it. */
export function readExpression(text: string): Expression | Omit<Fault, 'where'> {
  if (text.length > LIMITS.characters)
    return {
      what: 'is too long',
      value: `${text.length} characters`,
      remedy: `write at most ${LIMITS.characters}`,
    };
  const tokens = tokensOf(text);
  if (typeof tokens === 'number')
    return { what: 'has a sign that means nothing', value: near(text, tokens), remedy: 'leave it out' };
  const parser = new Parser(tokens);
  try {
    const value = parser.whole();
    return { text, names: [...parser.names], value };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { what: error.message, value: near(text, error.at), remedy: error.remedy };
  }
}

/** The text from a place on, short. */
function near(text: string, at: number): string {
  const from = Math.min(at, Math.max(0, text.length - 20));
  return `${from > 0 ? '…' : ''}${text.slice(from, from + 40)}, at ${at + 1}`;
}
