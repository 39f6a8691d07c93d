// Colours and weights of what is printed.
//
// What we paint is marked with a word that is new in every process, and becomes an escape sequence only where text is
// written (write-text.ts), after everything else has lost its control characters. So no name of a scene, a body or a file
// can paint, hide or move anything: not even a name that holds the very sequences that we use.

import { randomUUID } from 'node:crypto';
import pc from 'picocolors';

const MARK = `<${randomUUID()} `;
const MARKED = new RegExp(`${MARK}(\\d+)>`, 'g');

const brush = (on: number, off: number) => (text: string) => `${MARK}${on}>${text}${MARK}${off}>`;

export const paint = {
  bold: brush(1, 22),
  dim: brush(2, 22),
  red: brush(31, 39),
  green: brush(32, 39),
  yellow: brush(33, 39),
  cyan: brush(36, 39),
};

/** Marks as escape sequences, or without a trace where colours are not wanted. */
export function withColours(text: string): string {
  return text.replace(MARKED, (_, code: string) => (pc.isColorSupported ? `\x1b[${code}m` : ''));
}
