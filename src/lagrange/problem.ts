// Something wrong with a specification, thrown while it is read and gathered with its place in the text.

import type { Span } from './language/ast.ts';

export class Problem extends Error {
  readonly what: string;
  readonly span: Span;
  readonly remedy: string;
  readonly value: string | undefined;

  constructor(what: string, span: Span, remedy: string, value?: string) {
    super(`${what}${value === undefined ? '' : ` (${value})`}; ${remedy}`);
    this.name = 'Problem';
    this.what = what;
    this.span = span;
    this.remedy = remedy;
    this.value = value;
  }
}
