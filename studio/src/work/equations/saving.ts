// The simulator of the text to take away: one file, made by the compiler in the worker.

import { complain, Complaint } from '../../model/complaints.ts';
import { askTarget } from '../../export/save.ts';
import { ask, look } from './compiling.ts';
import type { FileKind } from './messages.ts';

export const fileKinds: readonly {
  readonly what: FileKind;
  readonly label: string;
  readonly says: string;
}[] = [
  { what: 'ts', label: 'TypeScript', says: 'One module without dependencies' },
  { what: 'js', label: 'JavaScript', says: 'The same; node prints a table of the motion' },
  {
    what: 'wasm',
    label: 'WebAssembly',
    says: 'memory, start, step, show, advance, derivative; the first mode',
  },
  { what: 'cpp', label: 'C++', says: 'One C++17 file with a main that prints a table' },
  { what: 'latex', label: 'LaTeX', says: 'The derived equations' },
];

const endings: Readonly<Record<FileKind, readonly [ending: string, type: string]>> = {
  ts: ['ts', 'text/plain'],
  js: ['mjs', 'text/javascript'],
  wasm: ['wasm', 'application/wasm'],
  cpp: ['cpp', 'text/plain'],
  latex: ['tex', 'text/plain'],
};

/** Must follow a click. */
export function saveFile(what: FileKind): void {
  save(what).catch(complain);
}

async function save(what: FileKind): Promise<void> {
  const shown = look.value;
  if (shown === undefined) return;
  const [ending, type] = endings[what];
  const target = await askTarget(`${shown.name}.${ending}`, type);
  if (target === undefined) return;
  const answer = await ask({ kind: 'file', text: shown.text, what });
  if (answer.kind !== 'file') {
    await target.abort();
    const why = answer.kind === 'failed' ? answer.what : 'the compiler had no answer';
    throw new Complaint(`This file cannot be made: ${why}`, 'Put the faults of the text right first.');
  }
  await target.write(answer.content);
  await target.close();
}
