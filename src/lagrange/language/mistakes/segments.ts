// A text cut at `;`, `{` and `}` into segments, each of which can be judged on its own: a fault in one says nothing
// about the next, so messages do not cascade. What goes wrong between segments (brackets without a partner) and below
// them (characters and numbers the language does not have) is found here; what goes wrong within one, in diagnose.ts.

import { specFault, type SpecFault } from '../position.ts';
import { MAX_FAULTS, MAX_HEIGHT, MAX_NAME, MAX_NESTING } from '../limits.ts';
import { strayRemedy } from './stray.ts';
import type { Token } from '../tokens.ts';

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
  return new Segmenter(text).segment(tokens);
}

class Segmenter {
  private readonly text: string;
  private readonly lines: LineWalker;
  private readonly faults: SpecFault[] = [];
  private readonly segments: Segment[] = [];
  /** Brackets that are open, outermost first; the first stands for the text itself. */
  private readonly open: Open[] = [level({ kind: 'symbol', text: '', from: 0, to: 0 }, false, 0)];
  private current: Token[] = [];
  private damaged = false;
  /** Behind an open comment. */
  private hidden = false;
  /** A brace that was probably forgotten to be closed. */
  private suspect: Token | undefined;

  constructor(text: string) {
    this.text = text;
    this.lines = new LineWalker(text);
  }

  segment(tokens: readonly Token[]): Segmentation {
    for (const token of tokens) {
      if (token.kind === 'open comment') {
        this.report({ ...token, to: token.from + 2 }, 'this comment is not closed', 'write */ where it ends');
        this.hidden = true;
        break;
      }
      reportBadToken(token, this.report);
      this.take(token);
      if (this.isTooDeep(token)) return { segments: [], faults: this.faults, tooDeep: true };
    }
    const unclosed = this.hidden ? undefined : this.findUnclosed();
    this.finish();
    return { segments: this.segments, faults: this.faults, tooDeep: false, ...(unclosed && { unclosed }) };
  }

  private readonly report = (token: Token, what: string, remedy: string, value?: string): void => {
    if (this.faults.length < MAX_FAULTS)
      this.faults.push(specFault(this.text, [token.from, token.to], what, remedy, value));
    this.damaged = true;
  };

  private get top(): Open {
    return this.open[this.open.length - 1];
  }

  private take(token: Token): void {
    const { top, open, current } = this;
    if (operations.has(token.text)) top.operations++;
    if (token.text === ',') {
      top.highest = Math.max(top.highest, top.operations + top.inner);
      top.operations = top.inner = 0;
    } else if (token.text === '(' || token.text === '[') {
      open.push(level(token, false, 0));
    } else if (token.text === ')' || token.text === ']') {
      current.push(token);
      this.close(token);
    } else if (token.text === ';') {
      this.closeRound();
      current.push(token);
      this.finish();
    } else if (token.text === '{') {
      this.closeRound();
      current.push(token);
      // Also where `when` is misspelt, or the ; before it is missing.
      const inActions = current.some((one) => /^(when|rises|falls)$/.test(one.text));
      this.finish();
      open.push(level(token, inActions, this.lines.indentAt(token.from)));
    } else if (token.text === '}') this.closeBlock(token);
    if (!/^[)\];{}]$/.test(token.text)) this.current.push(token);
  }

  /** A round or square bracket. */
  private close(token: Token): void {
    const { top, open } = this;
    if (!isRound(top)) {
      this.report(token, `this ${token.text} closes nothing`, 'remove it, or open a bracket before it');
      return;
    }
    open.pop();
    const right = closers.get(top.token.text);
    if (right === token.text) {
      const outer = this.top;
      outer.inner = Math.max(outer.inner, Math.max(top.highest, top.operations + top.inner) + 1);
      return;
    }
    const what = `${token.text} stands where ${right} should close a ${top.token.text}`;
    this.report(token, what, `write ${right}`, token.text);
  }

  private closeBlock(token: Token): void {
    const { open, lines } = this;
    this.closeRound();
    this.finish();
    if (open.length === 1) {
      this.report(token, 'this } closes nothing', 'remove it, or open a { before it');
      this.damaged = false;
      return;
    }
    const closed = open.pop()!;
    // A } further left than the line of its { belongs to an outer one: the inner one was forgotten.
    if (lines.isFirstOfLine(token.from) && lines.indentAt(token.from) < closed.indent)
      this.suspect ??= closed.token;
  }

  /** Round and square brackets end with their statement. */
  private closeRound(): void {
    for (; isRound(this.top); this.open.pop()) {
      const { token } = this.top;
      this.report(
        token,
        `this ${token.text} is not closed`,
        `write ${closers.get(token.text)} where it ends`,
      );
    }
    const { top } = this;
    top.operations = top.inner = top.highest = 0;
  }

  private finish(): void {
    const block = this.open.findLast(({ token }) => token.text === '{') ?? this.open[0];
    const { current: tokens, damaged } = this;
    if (tokens.length > 0) this.segments.push({ tokens, inActions: block.inActions, damaged });
    this.current = [];
    this.damaged = this.hidden;
  }

  private isTooDeep(token: Token): boolean {
    const { top } = this;
    if (this.open.length - 1 > MAX_NESTING) {
      this.report(token, `brackets nest deeper than ${MAX_NESTING}`, 'give the inner parts names with def');
      return true;
    }
    if (top.operations + top.inner <= MAX_HEIGHT) return false;
    const what = `more than ${MAX_HEIGHT} operations hang on each other`;
    this.report(token, what, 'give parts of the expression names with def');
    return true;
  }

  private findUnclosed(): Token | undefined {
    this.closeRound();
    if (this.open.length === 1) return undefined;
    const token = this.suspect ?? this.top.token;
    const { damaged } = this;
    this.report(token, 'this { is not closed', 'write } where it ends');
    this.damaged = damaged;
    return token;
  }
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
