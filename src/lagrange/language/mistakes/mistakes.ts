// The mistakes people make, each with its own words. Where none is recognised, the message lists what could stand there.

import { nearestSpelling } from '../../../scene/fault/index.ts';
import type { Token } from '../tokens.ts';
import { unitByName } from '../units.ts';
import { reservedWords } from '../words.ts';
import { atStart } from './at-start.ts';
import { expected } from './expected.ts';
import { misspeltUnit, misspeltWord, unknownWord } from './misspelt.ts';
import {
  at0,
  type Finding,
  placeOf,
  semicolonBehind,
  statementNames,
  statementSet,
  type Stop,
  wrong,
} from './stop.ts';

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

/** Behind the head of a frame, a block could follow as well. */
function semicolonOrBrace(token: Token, resume: number): Finding {
  const remedy = `write ; behind ${token.text}, or { before what it holds`;
  return { span: [token.to, token.to], what: 'a ; or a { is missing', remedy, resume };
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
  if (is('=', '==') && accepts(':=')) return wrong(bad, 'a new value is given with :=', 'write :=');
  if (is('==', ':=') && accepts('=')) return wrong(bad, 'a name is given its value with =', 'write =');
  if (is('=', ':=') && accepts('in')) return wrong(bad, 'the range of an index follows in', 'write in');
  if (is('=', ':=') && accepts('==')) return wrong(bad, 'two values are compared with ==', 'write ==');
  return undefined;
}

function chainedComparison({ bad, accepts }: Stop): Finding | undefined {
  if (bad === undefined || !/^([<>]=?|[=!]=)$/.test(bad.text) || !accepts('and') || accepts('=='))
    return undefined;
  return wrong(bad, 'comparisons do not chain', 'write a < b and b < c');
}

function reservedName({ text, before, bad, tokens, at, accepts, acceptsAt }: Stop): Finding | undefined {
  if (bad === undefined || before === undefined || !reservedWords.has(bad.text) || !accepts('x'))
    return undefined;
  const newLine = text.slice(before.to, bad.from).includes('\n');
  const next = tokens[at + 1]?.text;
  const fitsAsName = next === undefined || acceptsAt(at, `x ${next}`);
  if (newLine || !fitsAsName) return undefined;
  return wrong(bad, 'a word of the language cannot be a name', `choose another, such as ${bad.text}1`);
}

function range({ bad, accepts }: Stop): Finding | undefined {
  if (bad === undefined || !/^([:,.;]|to)$/.test(bad.text) || !accepts('..')) return undefined;
  return wrong(bad, 'a range has two ends', 'write two dots between them, such as 1..N');
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
