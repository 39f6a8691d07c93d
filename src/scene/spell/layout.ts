// A text as cells of a grid: lines broken at blanks, letters one empty column apart.

import { FaultError } from '../fault/fault.ts';
import { allRows, dotsOf, spellable } from './dots.ts';

export interface Cells {
  readonly columns: number;
  readonly rows: number;
  /** Column and row of every filled cell, letter by letter; row 0 on top. */
  readonly filled: readonly (readonly [number, number])[];
}

/** Characters of the longest text, and cells of the largest grid: texts may come from strangers. */
const longest = 4000;

/**
 * @param width  columns a line may fill
 * @throws FaultError where a character has no letter of squares, or nothing is to be seen
 */
export function layOut(text: string, width: number): Cells {
  checkText(text);
  const lines = brokenLines(text, width);
  const filled: [number, number][] = [];
  let columns = 0;
  lines.forEach((line, l) => {
    let at = 0;
    for (const character of line) {
      const rows = dotsOf(character)!;
      rows.forEach((row, r) => {
        for (let c = 0; c < row.length; c++) if (row[c] === '#') filled.push([at + c, l * (allRows + 1) + r]);
      });
      at += rows[0].length + 1;
    }
    columns = Math.max(columns, at - 1);
  });
  const rows = filled.reduce((most, [, row]) => Math.max(most, row + 1), 0);
  return { columns, rows, filled };
}

function checkText(text: string): void {
  const refuse = (what: string, value: string, remedy: string): never => {
    throw new FaultError('this text cannot be spelled:', [{ what, where: 'text', value, remedy }]);
  };
  if (text.length > longest) refuse('it is too long', `${text.length} characters`, `give at most ${longest}`);
  const strange = [...text].find((character) => character !== '\n' && dotsOf(character) === undefined);
  if (strange !== undefined) refuse('there is no such letter', strange, `use blanks and ${spellable}`);
  if (text.trim() === '') refuse('there is nothing to be seen', text, 'give some letters');
}

function brokenLines(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && widthOf(longer) > width) {
        lines.push(line);
        line = word;
      } else {
        line = longer;
      }
    }
    lines.push(line);
  }
  return lines;
}

function widthOf(line: string): number {
  let width = 0;
  for (const character of line) width += dotsOf(character)![0].length + 1;
  return width - 1;
}
