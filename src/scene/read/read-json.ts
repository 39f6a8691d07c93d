// JSON from strangers: bounded in size and depth before it is parsed, and errors that name the line.

import { type Fault, FaultError } from '../fault/fault.ts';
import { limits } from './limits.ts';

export function readJson(text: string, about: string): unknown {
  if (text.length > limits.fileCharacters) {
    throw refusal(about, {
      what: 'the file is too long',
      where: about,
      value: `${text.length} characters`,
      remedy: `keep it below ${limits.fileCharacters}; put meshes into files of their own`,
    });
  }
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const tooDeep = firstTooDeep(plain);
  if (tooDeep >= 0) {
    throw refusal(about, {
      what: `more than ${limits.depth} brackets inside each other`,
      where: lineOf(plain, tooDeep),
      remedy: 'a scene file needs fewer than ten',
    });
  }
  try {
    return JSON.parse(plain);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = /position (\d+)/.exec(message);
    throw refusal(about, {
      what: 'is not JSON',
      where: at === null ? about : lineOf(plain, Number(at[1])),
      value: message.slice(0, 120),
      remedy: 'look for a missing comma, quote or bracket there',
    });
  }
}

function refusal(about: string, fault: Fault): FaultError {
  return new FaultError(`"${about}" cannot be read:`, [fault]);
}

/** Where brackets first nest too deeply, or -1. */
function firstTooDeep(text: string): number {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i++;
      else if (c === 0x22) inString = false;
    } else if (c === 0x22) inString = true;
    else if (c === 0x7b || c === 0x5b) {
      if (++depth > limits.depth) return i;
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
  return -1;
}

function lineOf(text: string, position: number): string {
  const before = text.slice(0, position).split('\n');
  return `line ${before.length}, column ${before[before.length - 1].length + 1}`;
}
