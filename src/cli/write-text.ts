// The one way to a terminal: everything that is printed for people goes through here, and leaves its control characters
// behind. They are shown as \u001b and the like, as JSON writes them, so that a strange name is seen as what it is.

import { withColours } from './paint.ts';

export type Stream = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/**
 * C0 without line feed and tab, DEL and C1 (which drive terminals), what turns the direction of text about (which shows
 * other words than stand there), and the line ends that only some programs know.
 */
const CONTROLS = /[^\P{Cc}\n\t]|\p{Bidi_Control}|[\u2028\u2029]/gu;

export function withoutControls(text: string): string {
  return text.replace(CONTROLS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** As a terminal may show it: our own colours are its only control characters. */
export function printable(text: string): string {
  return withColours(withoutControls(text));
}

export function writeText(stream: Stream, text: string): void {
  stream.write(printable(text));
}

/** What a command makes: as it is for files and programs, harmless where a terminal shows it. */
export function writeData(stream: Stream, content: string | Uint8Array): void {
  if (stream.isTTY && typeof content === 'string') writeText(stream, content);
  else stream.write(content);
}
