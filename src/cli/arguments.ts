// Reads the values of flags; what is wrong is said with what would be right.

import { InvalidArgumentError } from 'commander';

/** A number ≥ 0. */
export function numberArgument(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) throw new InvalidArgumentError('Give a number ≥ 0.');
  return value;
}

/** A part of a length, from 0 to 0.01, or off. */
export function hairArgument(text: string): number | false {
  if (text.trim() === 'off') return false;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= 0 && value <= 0.01)) throw new InvalidArgumentError('Give a part from 0 to 0.01, or off.');
  return value;
}

/** A whole number ≥ 0. */
export function countArgument(text: string): number {
  const value = numberArgument(text);
  if (!Number.isSafeInteger(value)) throw new InvalidArgumentError('Give a whole number ≥ 0.');
  return value;
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  ki: 1024,
  mi: 1024 * 1024,
  gi: 1024 * 1024 * 1024,
};

/** Such as 500MB, 2GB, 1.5GiB, or plain bytes. */
export function bytesArgument(text: string): number {
  const match = /^\s*([\d.]+)\s*([kmg]i?)?b?\s*$/i.exec(text);
  const value = match ? Number(match[1]) * UNITS[(match[2] ?? '').toLowerCase()] : Number.NaN;
  if (!(value > 0)) throw new InvalidArgumentError('Give a size such as 500MB or 2GB.');
  return value;
}

/** Collects name=value. */
export function settingArgument(
  text: string,
  before: Readonly<Record<string, string>>,
): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write it as option=value, such as timeStep=0.005.');
  return { ...before, [text.slice(0, at).trim()]: text.slice(at + 1).trim() };
}

/** Width and height in pixels, such as 1280x720. */
export function sizeArgument(text: string): readonly [number, number] {
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(text.trim());
  const size = match ? ([Number(match[1]), Number(match[2])] as const) : undefined;
  if (!size || size[0] < 16 || size[1] < 16 || size[0] > 8192 || size[1] > 8192)
    throw new InvalidArgumentError('Give width and height such as 1280x720, from 16 to 8192.');
  return size;
}

/** Three numbers such as 1,2,-3. */
export function vectorArgument(text: string): readonly [number, number, number] {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (parts.length !== 3 || !parts.every(Number.isFinite))
    throw new InvalidArgumentError('Give three numbers such as 1,2,-3.');
  return [parts[0], parts[1], parts[2]];
}
