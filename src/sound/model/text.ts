// What texts of instruments share: numbers, lists and names that both languages read.

import type { Instrument } from './instrument.ts';

/** Six digits; never an exponent, which not every version of both languages reads. */
export function digits(value: number): string {
  const text = String(Number(value.toPrecision(6)));
  return text.includes('e') ? value.toFixed(9) : text;
}

/** Numbers in rows of eight. */
export function list(values: readonly number[]): string {
  return values.map((value, i) => `${i > 0 ? (i % 8 === 0 ? ',\n  ' : ', ') : ''}${digits(value)}`).join('');
}

/** Nothing of a name ends a comment or a text. */
export function oneLine(text: string): string {
  return text.replace(/[^\x20-\x7e]+|["\\]/g, ' ').slice(0, 200);
}

/** A name for programs: small letter, letters, digits and _. */
export function identifier(text: string): string {
  const clean = text.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  return /^[a-z]/.test(clean) ? clean : `m${clean}`;
}

/** What it is, where it is struck and what was left out, as lines of a comment. */
export function about({ name, frequencies, places, leftOut }: Instrument): string {
  const lines = [
    `${oneLine(name)}: ${frequencies.length} vibration modes struck at ${places.length} places, by Carom.`,
    '',
    ...places.map((place, p) => `position ${p}: ${place.map((x) => digits(x)).join(', ')} m`),
    'mallet 0 (soft rubber) to 1 (steel); freq is the pitch of the first mode, as of a smaller or larger body.',
    'One blow at the largest gain stays below full scale wherever and however it comes; blows that ring together add up.',
    '',
    'Left out:',
    ...leftOut.map((what) => `- ${oneLine(what)}`),
  ];
  return lines.map((line) => `// ${line}`.trimEnd()).join('\n');
}
