// Mistakes in the first word of a specification or of a statement.

import { nearestSpelling } from '../../../scene/fault/index.ts';
import type { Token } from '../tokens.ts';
import { reservedWords } from '../words.ts';
import { at0, type Finding, statementNames, statementSet, type Stop, wrong } from './stop.ts';

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

export function atStart({ before, bad, tokens, inActions, at, acceptsAt }: Stop): Finding | undefined {
  if (inActions && at === 1 && before?.kind === 'name' && bad?.kind === 'name') {
    const known = statementSet.has(before.text) ? undefined : nearestSpelling(before.text, ['goto']);
    if (known !== undefined) return wrong(before, 'this begins no action', `did you mean "${known}"?`);
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
    return wrong(bad, 'only new values and goto stand inside when', 'write variable := value; or goto Mode;');
  const next = tokens[1]?.text;
  if (bad.kind === 'name' && !reservedWords.has(bad.text)) {
    // The near word must fit what follows, too: `fram A;` and `fore A = 1;` are told apart by it.
    const fitting = statementNames.filter(
      (name) => name !== 'system' && tokens.length > 1 && fits(name, tokens, acceptsAt),
    );
    const known = nearestSpelling(bad.text, fitting) ?? nearestSpelling(bad.text, statementNames);
    // `a = 1;` is a constant without its word; only `potental = 1;` is long enough to be a word.
    if (next === '=' && (known === undefined || bad.text.length < 5))
      return wrong(bad, 'this begins no statement', `write const ${bad.text} = …;`);
    if (known !== undefined) return wrong(bad, 'this begins no statement', `did you mean "${known}"?`);
    if (tokens.some(({ text }) => text === ':='))
      return {
        ...at0(bad),
        what: 'a new value is given only inside the braces of when',
        remedy: 'write when … rises { … := …; }',
      };
  }
  return wrong(bad, 'this begins no statement', `begin with one of ${statementNames.slice(1).join(', ')}`);
}

function fits(name: string, tokens: readonly Token[], acceptsAt: Stop['acceptsAt']): boolean {
  return acceptsAt(0, `${name} ${tokens[1].text}`);
}
