// A text cut at `;`, `{` and `}` into segments, each of which can be judged on its own: a fault in one says nothing
// about the next, so messages do not cascade. What goes wrong between segments (brackets without a partner) and below
// them (characters and numbers the language does not have) is found here; what goes wrong within one, in diagnose.ts.

import { specFault, type SpecFault } from './position.ts';
import { MAX_FAULTS, MAX_HEIGHT, MAX_NAME, MAX_NESTING } from './limits.ts';
import { strayRemedy } from './stray.ts';
import type { Token } from './tokens.ts';

export interface Segment {
  /** With its `;` or `{`; a `}` is not part of what stands before it. */
  readonly tokens: readonly Token[];
  /** Inside the braces of `when`, where only actions stand. */
  readonly inActions: boolean;
  /** Something in it is already reported, or it lies behind an open comment. */
  readonly damaged: boolean;
}

export interface Segmentation {
  readonly segments: readonly Segment[];
  readonly faults: readonly SpecFault[];
  /** A brace that is never closed: what follows may stand inside it by mistake. */
  readonly unclosed?: Token;
  /** Brackets or operations nest too deeply to go on. */
  readonly tooDeep: boolean;
}

const closers: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
/** Each makes the expression around it one level higher. */
const operations = new Set([
  '+',
  '-',
  '*',
  '/',
  '^',
  "'",
  '.',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'and',
  'or',
  'not',
  'if',
]);

interface Open {
  readonly token: Token;
  readonly inActions: boolean;
  /** Column of the first character of its line. */
  readonly indent: number;
  /** Of the present part between commas: operations, the height of what is in brackets; and the highest part. */
  operations: number;
  inner: number;
  highest: number;
}

export function segment(text: string, tokens: readonly Token[]): Segmentation {
  const faults: SpecFault[] = [];
  const segments: Segment[] = [];
  const root: Open = { ...level({ kind: 'symbol', text: '', from: 0, to: 0 }, false, 0) };
  const open: Open[] = [root];
  let current: Token[] = [];
  let damaged = false;
  let hidden = false;
  let suspect: Token | undefined;
  let unclosed: Token | undefined;

  const report = (token: Token, what: string, remedy: string, value?: string) => {
    if (faults.length < MAX_FAULTS) faults.push(specFault(text, [token.from, token.to], what, remedy, value));
    damaged = true;
  };
  const lines = new LineWalker(text);
  const finish = () => {
    const block = open.findLast(({ token }) => token.text === '{') ?? root;
    if (current.length > 0) segments.push({ tokens: current, inActions: block.inActions, damaged });
    current = [];
    damaged = hidden;
  };
  /** Round and square brackets end with their statement. */
  const closeRound = () => {
    for (let top = open[open.length - 1]; isRound(top); top = open[open.length - 1]) {
      report(
        top.token,
        `this ${top.token.text} is not closed`,
        `write ${closers.get(top.token.text)} where it ends`,
      );
      open.pop();
    }
    const top = open[open.length - 1];
    top.operations = top.inner = top.highest = 0;
  };

  for (const token of tokens) {
    const top = open[open.length - 1];
    if (token.kind === 'open comment') {
      report({ ...token, to: token.from + 2 }, 'this comment is not closed', 'write */ where it ends');
      hidden = true;
      break;
    }
    reportBadToken(token, report);
    if (operations.has(token.text)) top.operations++;
    if (token.text === ',') {
      top.highest = Math.max(top.highest, top.operations + top.inner);
      top.operations = top.inner = 0;
    } else if (token.text === '(' || token.text === '[') {
      open.push(level(token, false, 0));
    } else if (token.text === ')' || token.text === ']') {
      current.push(token);
      if (isRound(top) && closers.get(top.token.text) === token.text) {
        open.pop();
        const outer = open[open.length - 1];
        outer.inner = Math.max(outer.inner, Math.max(top.highest, top.operations + top.inner) + 1);
      } else if (isRound(top)) {
        const right = closers.get(top.token.text);
        report(
          token,
          `${token.text} stands where ${right} should close a ${top.token.text}`,
          `write ${right}`,
          token.text,
        );
        open.pop();
      } else report(token, `this ${token.text} closes nothing`, 'remove it, or open a bracket before it');
    } else if (token.text === ';') {
      closeRound();
      current.push(token);
      finish();
    } else if (token.text === '{') {
      closeRound();
      current.push(token);
      // Also where `when` is misspelt, or the ; before it is missing.
      const inActions = current.some((one) => /^(when|rises|falls)$/.test(one.text));
      finish();
      open.push(level(token, inActions, lines.indentAt(token.from)));
    } else if (token.text === '}') {
      closeRound();
      finish();
      if (open.length === 1) {
        report(token, 'this } closes nothing', 'remove it, or open a { before it');
        damaged = false;
      } else {
        const closed = open.pop()!;
        // A } further left than the line of its { belongs to an outer one: the inner one was forgotten.
        if (lines.isFirstOfLine(token.from) && lines.indentAt(token.from) < closed.indent)
          suspect ??= closed.token;
      }
    }
    if (!/^[)\];{}]$/.test(token.text)) current.push(token);
    if (open.length - 1 > MAX_NESTING) {
      report(token, `brackets nest deeper than ${MAX_NESTING}`, 'give the inner parts names with def');
      return { segments: [], faults, tooDeep: true };
    }
    const now = open[open.length - 1];
    if (now.operations + now.inner > MAX_HEIGHT) {
      report(
        token,
        `more than ${MAX_HEIGHT} operations hang on each other`,
        'give parts of the expression names with def',
      );
      return { segments: [], faults, tooDeep: true };
    }
  }
  if (!hidden) {
    closeRound();
    if (open.length > 1) {
      const token = suspect ?? open[open.length - 1].token;
      unclosed = token;
      const kept = damaged;
      report(token, 'this { is not closed', 'write } where it ends');
      damaged = kept;
    }
  }
  finish();
  return { segments, faults, tooDeep: false, ...(unclosed && { unclosed }) };
}

function level(token: Token, inActions: boolean, indent: number): Open {
  return { token, inActions, indent, operations: 0, inner: 0, highest: 0 };
}

function isRound(entry: Open): boolean {
  return entry.token.text === '(' || entry.token.text === '[';
}

function reportBadToken(
  token: Token,
  report: (token: Token, what: string, remedy: string, value?: string) => void,
): void {
  if (token.kind === 'bad number') {
    const whole = token.text.startsWith('.') ? `0${token.text}` : token.text.replace('.', '.0');
    report(token, 'a number needs digits on both sides of its dot', `write ${whole}`, token.text);
  } else if (token.kind === 'stray') {
    report(token, 'the language does not have this', strayRemedy(token.text), visible(token.text));
  } else if (token.kind === 'name' && token.text.length > MAX_NAME) {
    report(token, `a name of ${token.text.length} characters`, `use at most ${MAX_NAME}`, token.text);
  }
}

/** Characters that cannot be seen are named by their number. */
function visible(stray: string): string {
  if (/^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(stray)) return stray;
  return `U+${stray.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Indentation of lines, asked for in the order of the text: in time proportional to its length, however odd it is. */
class LineWalker {
  private readonly text: string;
  private start = 0;
  private next: number;
  private indent: number;

  constructor(text: string) {
    this.text = text;
    this.next = text.indexOf('\n');
    this.indent = this.measure();
  }

  /** Blanks at the beginning of the line of a place. */
  indentAt(offset: number): number {
    if (this.next === -1 || this.next >= offset) return this.indent;
    while (this.next !== -1 && this.next < offset) {
      this.start = this.next + 1;
      this.next = this.text.indexOf('\n', this.start);
    }
    this.indent = this.measure();
    return this.indent;
  }

  isFirstOfLine(offset: number): boolean {
    return this.indentAt(offset) === offset - this.start;
  }

  private measure(): number {
    let at = this.start;
    while (this.text[at] === ' ' || this.text[at] === '\t') at++;
    return at - this.start;
  }
}
