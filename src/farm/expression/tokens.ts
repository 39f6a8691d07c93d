// The words of an expression.

/** A word and where it begins. */
export interface Token {
  readonly kind: 'number' | 'name' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const SPACE = /[ \t\r\n]*/y;
const WORDS: readonly { readonly kind: Token['kind']; readonly is: RegExp }[] = [
  { kind: 'number', is: /(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y },
  { kind: 'name', is: /[A-Za-z]\w*/y },
  { kind: 'sign', is: /<=|>=|==|!=|[-+*/^(),<>]/y },
];

/** @returns the words and an end behind them; or the place of the first sign that is none */
export function tokensOf(text: string): readonly Token[] | number {
  const tokens: Token[] = [];
  for (let at = after(SPACE, text, 0); at < text.length; ) {
    const word = WORDS.find(({ is }) => after(is, text, at) > at);
    if (word === undefined) return at;
    const end = after(word.is, text, at);
    tokens.push({ kind: word.kind, text: text.slice(at, end), at });
    at = after(SPACE, text, end);
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return tokens;
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
