// Help as wide as the terminal: texts are written in lines as sources are, and laid out anew where they are read.

import type { Command } from 'commander';

/** Where there is no terminal. */
const USUAL_WIDTH = 80;

/** Joins the lines of what commands and options say about themselves, but for lists, whose lines begin with spaces. */
export function unwrapTexts(command: Command): void {
  command.description(joined(command.description()));
  for (const option of command.options) {
    option.description = joined(option.description);
    if (typeof option.defaultValue === 'object' && Object.keys(option.defaultValue as object).length === 0)
      option.defaultValueDescription = 'none';
  }
  for (const one of command.commands) unwrapTexts(one);
}

function joined(text: string): string {
  return text.replaceAll(/(?<!^ .*)\n(?! )/gm, ' ');
}

/**
 * Lines that are too long go on below where their text begins: that of a list behind its first column.
 * @param isCommand  what is to be pasted stays in one line
 */
export function wrapped(
  text: string,
  columns: number | undefined,
  isCommand: (line: string) => boolean,
): string {
  const width = Math.max(40, columns ?? USUAL_WIDTH);
  return text
    .split('\n')
    .map((line) => (line.length <= width || isCommand(line) ? line : wrapLine(line, width)))
    .join('\n');
}

function wrapLine(line: string, width: number): string {
  const column = /^ *\S+(?: \S+)*? {2,}/.exec(line)?.[0].length ?? 0;
  const indent = column > 0 && column < width / 2 ? column : (/^ */.exec(line)?.[0].length ?? 0);
  const lines = [line.slice(0, indent)];
  for (const word of line.slice(indent).split(' ')) {
    const last = lines.length - 1;
    const space = lines[last].length === indent ? '' : ' ';
    if (lines[last].length + space.length + word.length <= width || lines[last].length === indent)
      lines[last] += space + word;
    else lines.push(' '.repeat(indent) + word);
  }
  return lines.join('\n');
}
