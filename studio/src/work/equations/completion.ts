// What the editor offers while a word is typed: the words of the language, and the names of the text.

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { colorNames, shapeKinds } from '../../../../src/engines/program/index.ts';
import { completions } from '../../../../src/lagrange/language/index.ts';

const kinds = { keyword: 'keyword', function: 'function', unit: 'constant', name: 'variable' } as const;

const fixed: readonly Completion[] = completions().map(({ name, kind, signatures, doc }) => ({
  label: name,
  type: kinds[kind],
  ...(signatures.length > 0 ? { detail: signatures[0].slice(name.length) } : {}),
  info: doc,
}));

const shapes: readonly Completion[] = [...shapeKinds].map(([name, { numbers, defaults }]) => ({
  label: name,
  type: 'class',
  detail: `(${numbers.join(', ')})`,
  apply: `${name}(${defaults.join(', ')})`,
}));

const colors: readonly Completion[] = colorNames.map((label) => ({ label, type: 'constant' }));

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_]*`;

export function complete(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
  if (word === null && !context.explicit) return null;
  const from = word?.from ?? context.pos;
  const line = context.state.doc.lineAt(from);
  const before = line.text.slice(0, from - line.from);
  if (/\/\//.test(before)) return null;
  const options = /\bshape\s+$/.test(before)
    ? shapes
    : /\bcolor\s+$/.test(before)
      ? colors
      : [...namesIn(context.state.doc.toString()), ...fixed];
  return { from, options: [...options], validFor: /^[\p{L}\p{N}_[\]]*$/u };
}

/** By their definitions as they are written, so that a text that is not whole has them too. */
function namesIn(text: string): Completion[] {
  const plain = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const found = new Map<string, Completion>();
  const add = (label: string, type: string, detail: string) => {
    if (!found.has(label)) found.set(label, { label, type, detail, boost: 1 });
  };
  for (const [, name, index = ''] of plain.matchAll(
    new RegExp(`\\bframe\\s+(${NAME})(\\[[^\\]]*\\])?`, 'gu'),
  ))
    add(name + index, 'class', 'frame');
  for (const [, what, name] of plain.matchAll(new RegExp(`\\b(def|control|surface|mode)\\s+(${NAME})`, 'gu')))
    add(name, what === 'def' ? 'function' : 'variable', what);
  for (const [, what, list] of plain.matchAll(/\b(const|param)\b([^;]*);/gu))
    for (const [, name] of list.matchAll(new RegExp(`(?:^|,)\\s*(${NAME})\\s*=`, 'gu')))
      add(name, 'variable', what);
  return [...found.values()];
}
