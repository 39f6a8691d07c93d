// The mistakes people make, each with its own words. Where none is recognised, the message lists what could stand there.

import { nearestSpelling } from '../../scene/fault/index.ts';
import type { Span } from './ast.ts';
import type { Token } from './tokens.ts';
import { unitByName } from './units.ts';
import { placeWords, reservedWords, statementWords } from './words.ts';

const statementNames = statementWords.map(({ name }) => name);
const statementSet = new Set(statementNames);
const placeSet = new Set(placeWords.map(({ name }) => name));

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

export function missingSystem(tokens: readonly Token[]): Finding {
  const [first] = tokens;
  const span = [first.from, first.to] as const;
  const what = 'a specification begins with its name';
  if (
    first.kind === 'name' &&
    !statementSet.has(first.text) &&
    nearestSpelling(first.text, ['system']) !== undefined
  )
    return { span, what, remedy: 'did you mean "system"?', value: first.text };
  return { span: [first.from, first.from], what, remedy: 'write system Name; first' };
}

const rules: readonly ((stop: Stop) => Finding | undefined)[] = [
  atStart,
  misspeltUnit,
  missingSemicolon,
  wrongEquals,
  chainedComparison,
  reservedName,
  misspeltWord,
  range,
  missingOperator,
  decimalComma,
  missingExpression,
  missingElse,
  missingEdge,
];

export function explain(stop: Stop): Finding {
  for (const rule of rules) {
    const finding = rule(stop);
    if (finding !== undefined) return finding;
  }
  return {
    span: placeOf(stop),
    what: stop.bad === undefined ? 'the statement ends too early' : 'this cannot stand here',
    remedy: `write ${expected(stop)}`,
    ...(stop.bad && { value: stop.bad.text }),
  };
}

function atStart({ before, bad, tokens, inActions, at, acceptsAt }: Stop): Finding | undefined {
  if (inActions && at === 1 && before?.kind === 'name' && bad?.kind === 'name') {
    const known = statementSet.has(before.text) ? undefined : nearestSpelling(before.text, ['goto']);
    if (known !== undefined)
      return {
        ...at0(before),
        what: 'this begins no action',
        remedy: `did you mean "${known}"?`,
        value: before.text,
      };
  }
  if (before !== undefined || bad === undefined) return undefined;
  if (bad.text === ';') return { ...at0(bad), what: 'a ; too many', remedy: 'remove it' };
  if (bad.text === '{')
    return {
      ...at0(bad),
      what: 'nothing says what this { begins',
      remedy: 'write frame, for, when or mode before it',
    };
  if (bad.text === 'system')
    return { ...at0(bad), what: 'a specification has one name', remedy: 'write system once, first' };
  if (bad.text === 'goto')
    return {
      ...at0(bad),
      what: 'goto stands only inside the braces of when',
      remedy: 'write when … rises { goto …; }',
    };
  if (inActions)
    return {
      ...at0(bad),
      what: 'only new values and goto stand inside when',
      remedy: 'write variable := value; or goto Mode;',
      value: bad.text,
    };
  const next = tokens[1]?.text;
  if (bad.kind === 'name' && !reservedWords.has(bad.text)) {
    // The near word must fit what follows, too: `fram A;` and `fore A = 1;` are told apart by it.
    const fitting = statementNames.filter(
      (name) => name !== 'system' && tokens.length > 1 && fits(name, tokens, acceptsAt),
    );
    const known = nearestSpelling(bad.text, fitting) ?? nearestSpelling(bad.text, statementNames);
    // `a = 1;` is a constant without its word; only `potental = 1;` is long enough to be a word.
    if (next === '=' && (known === undefined || bad.text.length < 5))
      return {
        ...at0(bad),
        what: 'this begins no statement',
        remedy: `write const ${bad.text} = …;`,
        value: bad.text,
      };
    if (known !== undefined)
      return {
        ...at0(bad),
        what: 'this begins no statement',
        remedy: `did you mean "${known}"?`,
        value: bad.text,
      };
    if (tokens.some(({ text }) => text === ':='))
      return {
        ...at0(bad),
        what: 'a new value is given only inside the braces of when',
        remedy: 'write when … rises { … := …; }',
      };
  }
  return {
    ...at0(bad),
    what: 'this begins no statement',
    remedy: `begin with one of ${statementNames.slice(1).join(', ')}`,
    value: bad.text,
  };
}

function fits(name: string, tokens: readonly Token[], acceptsAt: Stop['acceptsAt']): boolean {
  return acceptsAt(0, `${name} ${tokens[1].text}`);
}

/** `1 rise {`, `90 degrees)`: a word behind a number, taken for its unit, that was meant otherwise. */
function misspeltUnit({ text, tokens, at, inActions, acceptsAt }: Stop): Finding | undefined {
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

function unknownWord(token: Token, known: string): Finding {
  return {
    ...at0(token),
    what: 'this word cannot stand here',
    remedy: `did you mean "${known}"?`,
    value: token.text,
  };
}

/** Behind the head of a frame, a block could follow as well. */
function semicolonOrBrace(token: Token, resume: number): Finding {
  const remedy = `write ; behind ${token.text}, or { before what it holds`;
  return { span: [token.to, token.to], what: 'a ; or a { is missing', remedy, resume };
}

function semicolonBehind(token: Token, resume: number): Finding {
  return {
    span: [token.to, token.to],
    what: 'a ; is missing',
    remedy: `write ; behind ${token.text}`,
    resume,
  };
}

function missingSemicolon({ text, before, bad, accepts, tokens, at }: Stop): Finding | undefined {
  if (before === undefined || !accepts(';')) return undefined;
  const newLine = bad !== undefined && text.slice(before.to, bad.from).includes('\n');
  const begins =
    bad !== undefined &&
    bad.kind === 'name' &&
    (statementSet.has(bad.text) ||
      bad.text === 'goto' ||
      (newLine && nearestSpelling(bad.text, statementNames) !== undefined) ||
      // An action begins with any name.
      (newLine && tokens.slice(at).some((token) => token.text === ':=')));
  if (bad !== undefined && !begins) return undefined;
  return accepts('{') ? semicolonOrBrace(before, at) : semicolonBehind(before, at);
}

function wrongEquals({ bad, accepts }: Stop): Finding | undefined {
  if (bad === undefined) return undefined;
  const is = (...list: readonly string[]) => list.includes(bad.text);
  if (is('=', '==') && accepts(':='))
    return { ...at0(bad), what: 'a new value is given with :=', remedy: 'write :=', value: bad.text };
  if (is('==', ':=') && accepts('='))
    return { ...at0(bad), what: 'a name is given its value with =', remedy: 'write =', value: bad.text };
  if (is('=', ':=') && accepts('in'))
    return { ...at0(bad), what: 'the range of an index follows in', remedy: 'write in', value: bad.text };
  if (is('=', ':=') && accepts('=='))
    return { ...at0(bad), what: 'two values are compared with ==', remedy: 'write ==', value: bad.text };
  return undefined;
}

function chainedComparison({ bad, accepts }: Stop): Finding | undefined {
  if (bad === undefined || !/^([<>]=?|[=!]=)$/.test(bad.text) || !accepts('and') || accepts('=='))
    return undefined;
  return { ...at0(bad), what: 'comparisons do not chain', remedy: 'write a < b and b < c', value: bad.text };
}

function reservedName({ text, before, bad, tokens, at, accepts, acceptsAt }: Stop): Finding | undefined {
  if (bad === undefined || before === undefined || !reservedWords.has(bad.text) || !accepts('x'))
    return undefined;
  const newLine = text.slice(before.to, bad.from).includes('\n');
  const next = tokens[at + 1]?.text;
  const fitsAsName = next === undefined || acceptsAt(at, `x ${next}`);
  if (newLine || !fitsAsName) return undefined;
  return {
    ...at0(bad),
    what: 'a word of the language cannot be a name',
    remedy: `choose another, such as ${bad.text}1`,
    value: bad.text,
  };
}

function misspeltWord({ bad, accepts }: Stop): Finding | undefined {
  if (bad?.kind !== 'name' || reservedWords.has(bad.text)) return undefined;
  const known = nearestWord(bad.text, accepts);
  return known === undefined || known === bad.text ? undefined : unknownWord(bad, known);
}

function range({ bad, accepts }: Stop): Finding | undefined {
  if (bad === undefined || !/^([:,.;]|to)$/.test(bad.text) || !accepts('..')) return undefined;
  return {
    ...at0(bad),
    what: 'a range has two ends',
    remedy: 'write two dots between them, such as 1..N',
    value: bad.text,
  };
}

function missingOperator({ before, bad, tokens, at, accepts, acceptsAt }: Stop): Finding | undefined {
  if (before === undefined || bad === undefined || !accepts('*')) return undefined;
  if (bad.kind !== 'number' && bad.text !== '(' && (bad.kind !== 'name' || reservedWords.has(bad.text)))
    return undefined;
  const prefix = before.kind === 'name' ? nearestSpelling(before.text, ['not', 'if']) : undefined;
  if (prefix !== undefined && acceptsAt(at - 1, prefix)) return unknownWord(before, prefix);
  const inList = acceptsAt(at, `, ${bad.text} ${tokens[at + 1]?.text ?? ''}`.trimEnd());
  return {
    span: [before.from, bad.to],
    what: `an operator is missing between ${before.text} and ${bad.text}`,
    remedy: inList ? 'write a comma or an operator there' : 'write * there for a product',
  };
}

/** `const g = 9,81;`: after a comma another name would follow. */
function decimalComma({ before, bad, tokens, at }: Stop): Finding | undefined {
  const whole = tokens[at - 2];
  if (before?.text !== ',' || bad?.kind !== 'number' || whole?.kind !== 'number') return undefined;
  return {
    span: [whole.from, bad.to],
    what: 'decimals stand behind a point',
    remedy: `write ${whole.text}.${bad.text}`,
    value: `${whole.text},${bad.text}`,
  };
}

function missingExpression(stop: Stop): Finding | undefined {
  const { before, bad, accepts } = stop;
  if (before === undefined || !accepts('1')) return undefined;
  const span = placeOf(stop);
  if (bad?.text === '{')
    return { span, what: 'an expression has no braces', remedy: 'write a vector as (x, y, z)' };
  if (bad?.text === '+') return { span, what: 'a + stands before no value', remedy: 'remove it' };
  if (bad?.text === '*' && before.text === '*')
    return { span: [before.from, bad.to], what: 'a power is written with ^', remedy: 'write ^', value: '**' };
  if (bad?.text === ')' && before.text === '(')
    return { span, what: 'these brackets are empty', remedy: 'write a value between them' };
  if (before.text === ',')
    return {
      ...at0(before),
      what: 'nothing follows this comma',
      remedy: 'remove it, or write a value behind it',
    };
  if (bad?.text === 'if')
    return {
      span,
      what: 'an if inside another expression needs brackets',
      remedy: 'write (if … then … else …)',
    };
  return {
    span: [before.to, before.to],
    what: `a value is missing behind ${before.text}`,
    remedy: 'write an expression there',
  };
}

function missingElse(stop: Stop): Finding | undefined {
  if (!stop.accepts('else')) return undefined;
  // `then 1 esle -1`: taken for a unit.
  const word = stop.tokens.find(
    ({ kind, text }, i) =>
      i < stop.at &&
      kind === 'name' &&
      stop.tokens[i - 1]?.kind === 'number' &&
      nearestSpelling(text, ['else']) !== undefined,
  );
  if (word !== undefined && !unitByName.has(word.text)) return unknownWord(word, 'else');
  return { span: placeOf(stop), what: 'this if has no else', remedy: 'write else and what holds otherwise' };
}

function missingEdge(stop: Stop): Finding | undefined {
  if (stop.bad?.text !== '{' || !stop.accepts('rises')) return undefined;
  return {
    span: placeOf(stop),
    what: 'a when acts as its expression goes through zero, up or down',
    remedy: 'write rises or falls before the {',
  };
}

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

function expected({ accepts }: Stop): string {
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

function placeOf({ before, bad }: Stop): Span {
  if (bad !== undefined) return [bad.from, bad.to];
  return before === undefined ? [0, 0] : [before.to, before.to];
}

function at0(token: Token): { span: Span } {
  return { span: [token.from, token.to] };
}
