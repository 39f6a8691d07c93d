// From the text of a specification to its syntax tree, or to everything that is wrong with it.
//
// A text that the grammar takes is read off the grammar's tree. One that it does not take is cut into segments, each
// judged on its own. Never throws, and takes time in proportion to the length of the text.

import type { Specification } from './ast.ts';
import { diagnose } from './mistakes/diagnose.ts';
import { MAX_FAULTS, MAX_TEXT } from './limits.ts';
import { type SpecFault, specFault } from './position.ts';
import { Reader } from './read-expression.ts';
import { readSpecification } from './read-statement.ts';
import { segment } from './mistakes/segments.ts';
import { parseStrictly } from './strict.ts';
import { type Token, tokenize } from './tokens.ts';
import { statementWords } from './words.ts';

const statementSet = new Set(statementWords.map(({ name }) => name));

export interface Parsed {
  /** Absent where there are faults. */
  readonly specification?: Specification;
  /** In the order of the text; at most twenty. */
  readonly faults: readonly SpecFault[];
}

/** From text to a syntax tree. */
export function parse(given: string): Parsed {
  // A byte order mark is no fault of anyone's; a blank in its place keeps all offsets.
  const text = given.startsWith('\ufeff') ? ` ${given.slice(1)}` : given;
  if (text.length > MAX_TEXT) {
    const what = `a specification has at most ${MAX_TEXT} characters`;
    return {
      faults: [
        specFault(text, [0, 0], what, 'repeat with for, and name what recurs with def', `${text.length}`),
      ],
    };
  }
  const tokens = tokenize(text);
  if (tokens.length === 0)
    return { faults: [specFault(text, [0, 0], 'the specification is empty', 'begin with system Name;')] };

  const { segments, faults, tooDeep, unclosed } = segment(text, tokens);
  if (tooDeep) return { faults: inOrder(faults) };
  const tree = faults.length === 0 ? parseStrictly(text) : 0;
  if (typeof tree !== 'number') {
    const reader = new Reader(text);
    const specification = readSpecification(reader, tree.topNode);
    return reader.faults.length === 0 ? { specification, faults: [] } : { faults: inOrder(reader.faults) };
  }

  const found = [...faults];
  let skipTo = 0;
  for (const [i, one] of segments.entries()) {
    if (found.length >= MAX_FAULTS) break;
    if (one.damaged || one.tokens[0].from < skipTo) continue;
    const first = one.tokens[0];
    // Behind a `when` that is not closed, statements are at home again.
    const escaped = unclosed !== undefined && first.from > unclosed.from && statementSet.has(first.text);
    const here = diagnose(text, escaped ? { ...one, inActions: false } : one, i === 0);
    found.push(...here);
    // Braces where an expression should be: what stands inside them is no statement.
    const last = one.tokens[one.tokens.length - 1];
    if (here.some(({ span }) => last.text === '{' && span[0] === last.from))
      skipTo = endOfBlock(tokens, tokens.indexOf(last));
  }
  if (found.length === 0) {
    // The segments are right one by one, so only their order can be wrong; say where the grammar stopped.
    const at = typeof tree === 'number' ? tree : 0;
    found.push(specFault(text, [at, at], 'this cannot stand here', 'compare it with an example'));
  }
  // A { that should not be there at all is not also one that is not closed.
  const last = new Map(found.map((fault) => [fault.span[0], fault]));
  return { faults: withoutOrphans(inOrder([...last.values()])) };
}

/** Where a { is missing, the } that should have closed it closes nothing; that is the same mistake. */
function withoutOrphans(faults: readonly SpecFault[]): SpecFault[] {
  let missing = 0;
  return faults.filter(({ what, remedy }) => {
    if (/^write .*\{.* here$|or \{ before/.test(remedy)) missing++;
    const orphan = what.startsWith('this } closes nothing') && missing > 0;
    if (orphan) missing--;
    return !orphan;
  });
}

function inOrder(faults: readonly SpecFault[]): SpecFault[] {
  return [...faults].sort((a, b) => a.span[0] - b.span[0]).slice(0, MAX_FAULTS);
}

/** Behind the } that closes the { which is the token at an index, and behind the ; after it. */
function endOfBlock(tokens: readonly Token[], opening: number): number {
  let depth = 0;
  for (let i = opening; i < tokens.length; i++) {
    if (tokens[i].text === '{') depth++;
    else if (tokens[i].text === '}') depth--;
    if (depth === 0) return tokens[i + 1]?.text === ';' ? tokens[i + 1].to : tokens[i].to;
  }
  return Number.POSITIVE_INFINITY;
}
