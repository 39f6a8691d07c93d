// carom spell <text>: a scene whose end spells a text, for engines that find how it came about.

import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { FaultError } from '../../scene/fault/index.ts';
import { cleanName } from '../../scene/new/index.ts';
import { spell, spellDefaults } from '../../scene/spell/index.ts';
import { numberArgument } from '../arguments.ts';
import { Output, plural } from '../output.ts';
import { writeFile } from '../write-file.ts';
import { pasted } from '../pasted.ts';

interface SpellFlags {
  readonly balls?: boolean;
  readonly boxes?: boolean;
  readonly out?: string;
  readonly columns: number;
  readonly cell: number;
  readonly scatter: number;
  readonly restitution: number;
  readonly friction: number;
  readonly duration: number;
  readonly seed: number;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function addSpell(program: Command): void {
  const number = (flag: string, text: string, value: number) =>
    new Option(`${flag} <number>`, text).default(value).argParser(numberArgument);
  program
    .command('spell')
    .summary('make a scene whose end spells a text')
    .description(
      'Makes a scene of balls in bins, or of boxes on the floor, that spell a text when all have come to rest. Running it\n' +
        'finds a past that leads there; carom rewind finds many and ranks them.',
    )
    .argument('<text>', 'letters, digits, punctuation, → and −; \\n begins a line')
    .option('--balls', 'balls that fall into bins (unless said)')
    .option('--boxes', 'boxes on the bare floor')
    .option('--out <file>', 'the scene file (default: the text, as a name)')
    .addOption(number('--columns', 'cells that a line may fill', spellDefaults.columns))
    .addOption(number('--cell', 'width of a cell [m]', spellDefaults.cell))
    .addOption(number('--scatter', 'how far from the middle of its cell a thing may lie, 0 to 1', 0.5))
    .addOption(number('--restitution', 'of everything', spellDefaults.restitution))
    .addOption(number('--friction', 'of everything', spellDefaults.friction))
    .addOption(number('--duration', 'how far into the past [s]', 3))
    .addOption(number('--seed', 'another seed, another past', spellDefaults.seed))
    .option('--force', 'write over a scene that is there')
    .addHelpText(
      'after',
      `
Examples:
  carom spell Hello && carom run hello.json
  carom spell "t → −t" --boxes --out reversal.json
  carom spell "any text" --balls --columns 60 && carom rewind any-text.json --samples 20`,
    )
    .action((text: string, flags: SpellFlags) => makeSpelling(text, flags));
}

function makeSpelling(given: string, flags: SpellFlags): void {
  const output = new Output(flags);
  const text = given.replaceAll('\\n', '\n');
  const refuse = (what: string, where: string, value: string, remedy: string): never => {
    throw new FaultError('this cannot be spelled:', [{ what, where, value, remedy }]);
  };
  if (flags.balls && flags.boxes) refuse('both were asked for', '--balls --boxes', 'both', 'choose one');
  const inRange = (value: number, low: number, high: number, where: string) => {
    if (!(value >= low && value <= high))
      refuse('is out of range', where, String(value), `give ${low} to ${high}`);
  };
  inRange(flags.columns, 5, 1000, '--columns');
  inRange(flags.cell, 1e-3, 1e3, '--cell');
  inRange(flags.scatter, 0, 1, '--scatter');
  inRange(flags.restitution, 0.05, 1, '--restitution');
  inRange(flags.friction, 0, 10, '--friction');
  inRange(flags.duration, 0, 1000, '--duration');
  inRange(flags.seed, 0, 0xffffffff, '--seed');
  const name = cleanName(text.slice(0, 40)).toLowerCase() || 'spelling';
  const path = flags.out ?? `${name}.json`;
  if (existsSync(path) && !flags.force)
    refuse('there is a file already', '--out', path, 'give another --out, or --force');
  const scene = {
    ...spell(name, text, { ...flags, things: flags.boxes ? 'boxes' : 'balls' }),
    duration: flags.duration,
  };
  writeFile(path, `${JSON.stringify(scene, null, 1)}\n`);
  const count = scene.bodies!.filter((body) => body.motion !== 'static').length;
  output.say(`${path}: ${plural(count, flags.boxes ? 'box' : 'ball', flags.boxes ? 'boxes' : 'balls')}`);
  output.say(`${pasted('run', path)} finds a past that leads there`);
  output.result({ scene: path, bodies: count });
}
