// The text cut into tokens, as the grammar cuts it: for messages, and to bound nesting before anything recurses.
// The grammar's own tokens are not used for this, since it has none for what is wrong: `1.`, `&&`, an open comment.

type TokenKind = 'name' | 'number' | 'color' | 'symbol' | 'stray' | 'open comment' | 'bad number';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const pattern = new RegExp(
  [
    /(?<skip>[ \t\n\r\f\v\u00a0\u0085\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)/,
    /(?<comment>\/\*)/,
    /(?<name>[A-Za-z_αβγδεζηθικλμνξπρςστυφχψωΓΔΘΛΞΠΣΦΨΩ][A-Za-z0-9_αβγδεζηθικλμνξπρςστυφχψωΓΔΘΛΞΠΣΦΨΩ]*)/,
    // `1.`, unless a range or a component follows; `.5`; `1.5.2`.
    /(?<bad>\d+\.(?![.\w])|\d+\.(?=[eE][+-]?\d)[eE][+-]?\d+|(?<![.\w])\.\d+(?:[eE][+-]?\d+)?)/,
    /(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/,
    /(?<color>#[0-9a-fA-F]+)/,
    /(?<symbol>:=|\.\.|[=!<>]=|[-+*/^'<>=:;,.()[\]{}])/,
    /(?<stray>"[^"\n]*"?|&&?|\|\|?|[\s\S])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'uy',
);

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const from = pattern.lastIndex;
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) break; // cannot be: the last alternative takes anything
    const to = pattern.lastIndex;
    if (groups['skip'] !== undefined) continue;
    const kind = kindOf(groups);
    if (kind === 'open comment') {
      tokens.push({ kind, text: '/*', from, to: text.length });
      break;
    }
    tokens.push({ kind, text: text.slice(from, to), from, to });
  }
  return tokens;
}

function kindOf(groups: Record<string, string | undefined>): TokenKind {
  if (groups['name'] !== undefined) return 'name';
  if (groups['symbol'] !== undefined) return 'symbol';
  if (groups['number'] !== undefined) return 'number';
  if (groups['bad'] !== undefined) return 'bad number';
  if (groups['color'] !== undefined) return 'color';
  if (groups['comment'] !== undefined) return 'open comment';
  return 'stray';
}
