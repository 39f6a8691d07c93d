// What `carom new` says of a sheet, a rope or a soft solid.

import { InvalidArgumentError } from 'commander';
import { type Fault, FaultError } from '../../scene/fault/index.ts';
import type { SoftThing } from '../../scene/new/index.ts';

export interface SoftFlags {
  readonly cloth?: boolean;
  readonly rope?: boolean;
  readonly soft?: boolean;
  readonly material?: string;
  readonly size?: readonly number[];
  readonly cells?: readonly [number, number];
  readonly length?: number;
  readonly segments?: number;
  readonly thickness?: number;
  readonly shape?: string;
  readonly hang?: boolean;
}

type Word = Exclude<keyof SoftFlags, 'cloth' | 'rope' | 'soft'>;

/** Which flags say something of which kind. */
const words: Readonly<Record<SoftThing['kind'], readonly Word[]>> = {
  cloth: ['material', 'size', 'cells', 'thickness', 'hang'],
  rope: ['material', 'length', 'segments', 'thickness', 'hang'],
  soft: ['material', 'size', 'thickness', 'shape', 'hang'],
};
const all: readonly Word[] = [...new Set(Object.values(words).flat())];

/** More segments or cells along a side than this no one waits for. */
const MOST = 10_000;

/** A length [m] above 0. */
export function lengthArgument(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value > 0 && value <= 1e4)) throw new InvalidArgumentError('Give metres above 0, such as 0.05.');
  return value;
}

/** A whole number from 1 on. */
export function someArgument(text: string): number {
  const value = Number(text);
  if (!(Number.isInteger(value) && value >= 1 && value <= MOST))
    throw new InvalidArgumentError(`Give a whole number from 1 to ${MOST}.`);
  return value;
}

/** One length or two, such as 0.1 or 1x0.5. */
export function sidesArgument(text: string): readonly number[] {
  const sides = text.split('x').map(lengthArgument);
  if (sides.length > 2) throw new InvalidArgumentError('Give one length, or two such as 1x0.5.');
  return sides;
}

/** Two whole numbers, such as 20x10. */
export function cellsArgument(text: string): readonly [number, number] {
  const cells = text.split('x').map(someArgument);
  if (cells.length !== 2) throw new InvalidArgumentError('Give two numbers such as 20x10.');
  return [cells[0], cells[1]];
}

/**
 * What is to be made soft; undefined where nothing is.
 * @throws FaultError where flags contradict each other
 */
export function softThingOf(flags: SoftFlags, files: readonly string[]): SoftThing | undefined {
  const kinds = (['cloth', 'rope', 'soft'] as const).filter((kind) => flags[kind]);
  const faults: Fault[] = [];
  if (kinds.length > 1)
    faults.push({
      what: 'two things at once',
      where: `--${kinds[1]}`,
      remedy: `leave out all but --${kinds[0]}`,
    });
  const kind = kinds.at(0);
  for (const word of all)
    if (flags[word] !== undefined && (kind === undefined || !words[kind].includes(word)))
      faults.push({
        what: kind === undefined ? 'says something of nothing' : `a ${kind} has no ${word}`,
        where: `--${word}`,
        remedy: kind === undefined ? 'add --cloth, --rope or --soft' : 'leave it out',
      });
  if (kind === undefined && files.length === 0)
    faults.push({
      what: 'there is nothing to make a scene of',
      where: 'files',
      remedy: 'name mesh files, or give --cloth, --rope or --soft',
    });
  if (kind !== undefined && kind !== 'soft' && files.length > 0)
    faults.push({
      what: `a ${kind} is not made of files`,
      where: files[0],
      remedy: 'use --soft, or leave the files out',
    });
  if (kind === 'soft' && files.length > 0)
    for (const word of ['shape', 'size'] as const)
      if (flags[word] !== undefined)
        faults.push({ what: 'the files say it', where: `--${word}`, remedy: 'leave it or the files out' });
  if (faults.length > 0) throw new FaultError('no scene can be made:', faults);
  if (kind === undefined) return undefined;
  return thingOf(kind, flags);
}

function thingOf(kind: SoftThing['kind'], flags: SoftFlags): SoftThing {
  const { size, cells, length, segments, shape, material, thickness, hang } = flags;
  const common = {
    ...(material === undefined ? {} : { material }),
    ...(thickness === undefined ? {} : { thickness }),
    ...(hang === undefined ? {} : { hangs: hang }),
  };
  switch (kind) {
    case 'cloth':
      return {
        kind,
        ...common,
        ...(size === undefined ? {} : { size: [size[0], size.at(-1) ?? size[0]] }),
        ...(cells === undefined ? {} : { cells }),
      };
    case 'rope':
      return {
        kind,
        ...common,
        ...(length === undefined ? {} : { length }),
        ...(segments === undefined ? {} : { segments }),
      };
    case 'soft':
      return {
        kind,
        ...common,
        ...(shape === undefined ? {} : { shape }),
        ...(size === undefined ? {} : { size: Math.max(...size) }),
      };
  }
}
