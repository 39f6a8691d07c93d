// Places in the text of a specification, as people count them, and the lines a message shows.

import type { Span } from './ast.ts';

export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters as editors count them (a character beyond the basic plane is one). */
  readonly column: number;
}

/** Something wrong with a specification, with its place. */
export interface SpecFault extends Position {
  /** A sentence without its full stop. */
  readonly what: string;
  /** Where it stands. */
  readonly span: Span;
  /** The offending text, where there is some. */
  readonly value?: string;
  /** What to do. */
  readonly remedy: string;
}

/** Longest piece of a line that a message shows; generated files may have lines of a megabyte. */
const EXCERPT_WIDTH = 100;

export function positionAt(text: string, offset: number): Position {
  const at = Math.max(0, Math.min(offset, text.length));
  let line = 1;
  for (let next = text.indexOf('\n'); next !== -1 && next < at; next = text.indexOf('\n', next + 1)) line++;
  const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  return { line, column: characters(text.slice(start, at)) + 1 };
}

export function specFault(text: string, span: Span, what: string, remedy: string, value?: string): SpecFault {
  const place = positionAt(text, span[0]);
  const shown = value === undefined ? undefined : shorten(value);
  return { what, span, ...place, remedy, ...(shown === undefined ? {} : { value: shown }) };
}

/** The line where the span begins, and below it carets under the span. */
export function excerpt(text: string, span: Span): string {
  const from = Math.max(0, Math.min(span[0], text.length));
  const start = from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1;
  const found = text.indexOf('\n', from);
  const end = found === -1 ? text.length : found;
  // Of a long line, the piece around the place.
  const left = from - start > EXCERPT_WIDTH / 2 ? from - EXCERPT_WIDTH / 2 : start;
  const right = Math.min(end, left + EXCERPT_WIDTH);
  const lead = (left > start ? '…' : '') + text.slice(left, from);
  const marked = text.slice(from, Math.min(Math.max(span[1], from), right));
  const tail = text.slice(from + marked.length, right) + (right < end ? '…' : '');
  const line = `${lead}${marked}${tail}`.replace(/[\r\n]+$/, '');
  // Tabs stay tabs below, so that the caret stands where it should in any editor.
  const indent = Array.from(lead, (c) => (c === '\t' ? '\t' : ' ')).join('');
  return `${line}\n${indent}${'^'.repeat(Math.max(1, characters(marked.trimEnd())))}`;
}

/** `3:14: what (value); remedy` and the excerpt. */
export function describeSpecFault(fault: SpecFault, text: string): string {
  const value = fault.value === undefined ? '' : ` (${fault.value})`;
  return `${fault.line}:${fault.column}: ${fault.what}${value}; ${fault.remedy}\n${excerpt(text, fault.span)}`;
}

/** Control characters and line ends would break a message of one line. */
function shorten(value: string): string {
  const plain = Array.from(value.slice(0, 80), (c) => (c < ' ' || c === '\u007f' ? ' ' : c)).join('');
  return plain.length > 40 ? `${plain.slice(0, 39)}…` : plain;
}

function characters(piece: string): number {
  let count = 0;
  for (const _ of piece) count++;
  return count;
}
