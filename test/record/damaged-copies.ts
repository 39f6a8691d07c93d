// Copies of a recording that are damaged in every way that disks, transfers and people damage files.

import type { Random } from '../../src/num/index.ts';

export interface Span {
  readonly begin: number;
  readonly end: number;
}

export const WAYS = [
  'flipped bits',
  'other bytes',
  'zeros',
  'cut off',
  'something inserted',
  'something missing',
  'swapped members',
  'a member twice',
] as const;

/** @param members  where its members lie, headers included */
export function damagedCopy(
  bytes: Uint8Array,
  members: readonly Span[],
  way: (typeof WAYS)[number],
  random: Random,
): Uint8Array {
  const copy = bytes.slice();
  const at = random.integer(bytes.length);
  const length = 1 + random.integer(random.integer(2) === 0 ? 16 : 3000);
  const [a, b] = [random.integer(members.length), random.integer(members.length)].sort((i, j) => i - j);
  switch (way) {
    case 'flipped bits':
      for (let i = 1 + random.integer(4); i > 0; i--)
        copy[random.integer(bytes.length)] ^= 1 << random.integer(8);
      return copy;
    case 'other bytes':
      for (let i = at; i < Math.min(bytes.length, at + length); i++) copy[i] = random.integer(256);
      return copy;
    case 'zeros':
      return copy.fill(0, at, at + length);
    case 'cut off':
      return copy.subarray(0, at);
    case 'something inserted':
      return joined(copy.subarray(0, at), copy.slice(0, length), copy.subarray(at));
    case 'something missing':
      return joined(copy.subarray(0, at), copy.subarray(at + length));
    case 'swapped members': {
      const [one, other] = [members[a], members[b]];
      const between = bytes.subarray(one.end, other.begin);
      const parts = [bytes.subarray(0, one.begin), slice(bytes, other), between, slice(bytes, one)];
      return a === b ? copy : joined(...parts, bytes.subarray(other.end));
    }
    default:
      return joined(
        copy.subarray(0, members[b].end),
        slice(bytes, members[a]),
        copy.subarray(members[b].end),
      );
  }
}

function slice(bytes: Uint8Array, { begin, end }: Span): Uint8Array {
  return bytes.subarray(begin, end);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
