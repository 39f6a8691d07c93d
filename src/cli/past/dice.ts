// carom dice <faces…>: throws that end as wished.

import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { dieDefaults, landDice } from '../../engines/lcp/dice/index.ts';
import { lcp } from '../../engines/lcp/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { defaultsOf } from '../../sim/index.ts';
import { numberArgument } from '../arguments.ts';
import { metres, Output, plural } from '../output.ts';
import { writeFile } from '../write-file.ts';
import { pasted } from '../pasted.ts';

interface DiceFlags {
  readonly at: readonly (readonly [number, number])[];
  readonly seed: number;
  readonly out: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Between dice whose places were not said, in edges. */
const spacing = 3;
const most = 20;

export function addDice(program: Command): void {
  program
    .command('dice')
    .summary('throw dice that land on the faces you say')
    .description(
      'Finds throws of dice that end on the wished faces and places, and writes them as a scene. Nothing is bent: the\n' +
        'scene is an ordinary start, and running it forward ends as wished. The symmetry of cube and table does it.',
    )
    .argument('<faces...>', '1 to 6, one for each die', face, [])
    .option('--at <x,y>', 'place of the next die on the table [m]; may be repeated', place, [])
    .option('--seed <n>', 'another seed, another throw', numberArgument, 1)
    .option('--out <file>', 'the scene', 'dice.json')
    .option('--force', 'write over a scene that is there')
    .addHelpText(
      'after',
      `
Examples:
  carom dice 4 5 && carom run dice.json && carom view out/dice.carom
  carom dice 6 6 6 --at 0,0 --at 0.05,0 --at 0.1,0.02 --seed 7`,
    )
    .action((faces: number[], flags: DiceFlags) => throwDice(faces, flags));
}

function face(text: string, before: readonly number[]): readonly number[] {
  if (!/^[1-6]$/.test(text.trim())) throw new InvalidArgumentError('Give the number of a face, 1 to 6.');
  return [...before, Number(text)];
}

function place(text: string, before: readonly (readonly [number, number])[]) {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (parts.length !== 2 || !parts.every((part) => Math.abs(part) <= 1))
    throw new InvalidArgumentError('Give two numbers such as 0.1,-0.05, from -1 to 1.');
  return [...before, [parts[0], parts[1]] as const];
}

function throwDice(faces: readonly number[], flags: DiceFlags): void {
  const output = new Output(flags);
  const refuse = (what: string, where: string, value: string, remedy: string): never => {
    throw new FaultError('these dice cannot be thrown:', [{ what, where, value, remedy }]);
  };
  if (faces.length > most)
    refuse('there are too many', 'faces', String(faces.length), `throw at most ${most}`);
  if (flags.at.length > faces.length)
    refuse('there are more places than dice', '--at', String(flags.at.length), 'give one for each die');
  if (!(Number.isInteger(flags.seed) && flags.seed >= 0 && flags.seed <= 0xffffffff))
    refuse('is not a seed', '--seed', String(flags.seed), 'give a whole number from 0 to 4294967295');
  if (existsSync(flags.out) && !flags.force)
    refuse('there is a file already', '--out', flags.out, 'give another --out, or --force');
  const wishes = faces.map((face, i) => ({
    face,
    at: flags.at[i] ?? ([(i - (faces.length - 1) / 2) * spacing * dieDefaults.size, 0] as const),
  }));
  const { scene, attempts, missBy } = landDice('dice', wishes, flags.seed, defaultsOf(lcp));
  writeFile(flags.out, `${JSON.stringify(scene, null, 1)}\n`);
  const worst = Math.max(...missBy);
  output.say(
    `${flags.out}: ${plural(faces.length, 'die', 'dice')} on ${faces.join(', ')}, ` +
      `${metres(worst)} from the places wished for; ${plural(attempts, 'throw')} tried`,
  );
  output.say(`${pasted('run', flags.out)} throws them`);
  output.result({ scene: flags.out, faces, attempts, missBy });
}
