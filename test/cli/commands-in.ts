// Command lines as a page of the manual has them, and how they are run.

import { readFileSync } from 'node:fs';

export interface Block {
  /** Where it begins in the page. */
  readonly line: number;
  readonly commands: readonly (readonly string[])[];
}

/** The blocks of shell commands in a page; comments are left out, and what is joined by && is taken apart. */
export function commandsIn(page: string): Block[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(({ 1: body, index }) => ({
    line: text.slice(0, index).split('\n').length,
    commands: body.split('\n').flatMap((line) => commandsOf(wordsOf(line))),
  }));
}

/** As a shell takes a line apart: quotes hold together, # begins a comment. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) {
    if (word.startsWith('#')) break;
    words.push(word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
  }
  return words;
}

function commandsOf(words: readonly string[]): string[][] {
  const commands: string[][] = [[]];
  for (const word of words) {
    if (word === '&&') commands.push([]);
    else commands.at(-1)?.push(word);
  }
  return commands.filter((command) => command.length > 0);
}
