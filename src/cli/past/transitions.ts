// carom transitions <scene>: drops a body many times, and measures how its contacts come about; with --plot, holds what the
// backward engine finds against it.

import type { Command } from 'commander';
import {
  aloneOnFloor,
  backwardTrack,
  classNames,
  compareByFace,
  encodeTable,
  forwardTrack,
  layFlat,
  lieLike,
  measureTransitions,
  plotTracks,
  tableKey,
  tracksCsv,
  Transitions,
  undrop,
} from '../../engines/lcp/statistics/index.ts';
import { Random } from '../../num/index.ts';
import { encodePng } from '../../export/index.ts';
import { pairFriction, pairRestitution } from '../../scene/index.ts';
import { countArgument, numberArgument, settingArgument } from '../arguments.ts';
import { openScene } from '../run/open-scene.node.ts';
import { Output, plural, seconds } from '../output.ts';
import { Progress } from '../progress.ts';
import { writeFile } from '../write-file.ts';
import { addDropFlags, type DropFlags, movingBody } from './moving-body.ts';
import { keepTable, userTables } from './transition-tables.node.ts';

type Model = ReturnType<typeof aloneOnFloor>;
type Measured = ReturnType<typeof measureTransitions>;
type Table = Measured['table'];
type Past = NonNullable<ReturnType<typeof undrop>>;
type Track = ReturnType<typeof forwardTrack>;

interface TransitionFlags extends DropFlags {
  readonly horizon: number;
  readonly ends: string;
  readonly seed: number;
  readonly plot?: string;
  readonly out?: string;
  readonly cache: string | boolean;
}

export function addTransitions(program: Command): void {
  const command = program
    .command('transitions')
    .summary('measure how a body’s contacts come about')
    .description(
      'Drops a body of a scene many times onto a floor, forward, and keeps how its contacts came about: rates between free\n' +
        'flight, point, line and face, and the motion before each. carom rewind draws from this. With --plot the\n' +
        'contact states of pasts found from rest are drawn below those of the drops, and compared.',
    );
  addDropFlags(command, 1000, ['how many pasts to compare with, with --plot', 1000])
    .option('--horizon <seconds>', 'how far back they are compared', numberArgument, 0.5)
    .option(
      '--ends <kind>',
      'flat; dropped: as each drop left it; alike: flat, then turned and sunk in by as little as some other drop was',
      'alike',
    )
    .option('--seed <number>', 'another seed, other drops', countArgument, 1)
    .option('--plot <file.png>', 'the plot; its numbers go beside it as CSV')
    .option('--out <file>', 'write the table there, for carom rewind --transitions <file>')
    .option('--cache <folder>', 'keep the table here, by what it depends on (default: the user’s cache)')
    .option('--no-cache', 'keep nothing')
    .option('--set <name=value>', 'an option of the engine; may be repeated', settingArgument, {})
    .addHelpText(
      'after',
      `
Examples:
  carom transitions falling-block
  carom transitions falling-block --plot fig9.png --backward 200`,
    )
    .action((argument: string, flags: TransitionFlags) => measure(argument, flags));
}

async function measure(argument: string, flags: TransitionFlags): Promise<void> {
  const output = new Output(flags);
  const { scene } = await openScene(argument);
  const { body: index, options } = movingBody(scene, flags, 'cannot be measured');
  const body = scene.bodies[index];
  const ground = scene.bodies.find(({ motion }) => motion === 'static')?.material ?? body.material;
  const friction = pairFriction(body.material, ground);
  const restitution = pairRestitution(body.material, ground);
  const model = aloneOnFloor(scene, body, friction, restitution, options);
  const progress = new Progress(flags.quiet ?? false);
  const dropAll = (seed: number, why: string) => {
    const measured = measureTransitions(model, 1, flags.drops, seed, (fraction) =>
      progress.update(fraction, `drop ${Math.round(fraction * flags.drops)} of ${flags.drops}${why}`),
    );
    progress.clear();
    return measured;
  };
  const { table, drops } = dropAll(flags.seed, '');
  const file = keepMeasured(model, table, flags);
  output.say(
    `${plural(drops.length, 'drop')} of "${body.name}", μ = ${friction}, α = ${restitution}` +
      (file === undefined ? '' : `: ${file}`),
  );
  sayRates(output, table);
  if (flags.plot === undefined) {
    output.result({ table: file ?? null, drops: drops.length, rates: table.rates });
    return;
  }

  const steps = Math.round(flags.horizon / model.timeStep);
  const pasts = findPasts(model, table, drops, steps, flags, progress);
  // Other drops than those that pasts are drawn from: otherwise they would be compared with themselves.
  const fresh = dropAll(flags.seed + 1, ' to compare with').drops;
  const faces = compareByFace(model, fresh, pasts, steps);
  output.say(
    `${pasts.length} of ${plural(flags.backward, 'past')} found, ${seconds(flags.horizon)} back, each step closed by the forward kick`,
  );
  sayFaces(output, faces);
  await plot(output, flags.plot, fresh.map(forwardTrack), pasts.map(backwardTrack), steps);
  output.result({
    table: file ?? null,
    drops: drops.length,
    pasts: pasts.length,
    rates: table.rates,
    faces,
  });
}

/** @returns where the table lies, unless nothing shall be kept */
function keepMeasured(model: Model, table: Table, flags: TransitionFlags): string | undefined {
  const key = tableKey(model, 1);
  if (flags.out !== undefined) {
    writeFile(flags.out, encodeTable({ ...table, key }));
    return flags.out;
  }
  if (flags.cache === false) return undefined;
  return keepTable(typeof flags.cache === 'string' ? flags.cache : userTables(), key, table);
}

/** From where drops came to lie, as --ends says. */
function findPasts(
  model: Model,
  table: Table,
  drops: Measured['drops'],
  steps: number,
  flags: TransitionFlags,
  progress: Progress,
): Past[] {
  const transitions = new Transitions(table);
  const chance = new Random(flags.seed);
  // Where one drop came to lie, flat, as another that lies on the same face would have left it.
  const alike = (i: number) => {
    const flat = layFlat(model, 1, drops[i % drops.length].end);
    for (;;) {
      const other = Math.floor(chance.uniform() * drops.length);
      const end = other === i % drops.length ? undefined : lieLike(model, 1, flat, drops[other]);
      if (end !== undefined) return end;
    }
  };
  return progress.collect(flags.backward, 'past', (i) => {
    const left = drops[i % drops.length].end;
    const end = flags.ends === 'dropped' ? left : flags.ends === 'alike' ? alike(i) : layFlat(model, 1, left);
    return undrop(model, 1, transitions, end, flags.seed + i, steps);
  });
}

function sayRates(output: Output, { rates }: Table): void {
  output.say('rates backward [1/s], from (rows) to (columns)');
  output.say(`        ${classNames.map((name) => name.padStart(8)).join('')}`);
  rates.forEach((row, from) => {
    output.say(`${classNames[from].padStart(8)}${row.map((rate) => rate.toFixed(1).padStart(8)).join('')}`);
  });
}

function sayFaces(output: Output, faces: ReturnType<typeof compareByFace>): void {
  output.say('total variation of the classes by step, and Kolmogorov–Smirnov of the energies at the horizon');
  output.say('  face   drops   pasts    mean   worst  (chance: mean   worst)  energy');
  for (const { face, drops, pasts, likeness, halves, energy } of faces)
    output.say(
      `${face.padStart(6)}${String(drops).padStart(8)}${String(pasts).padStart(8)}` +
        `${likeness.mean.toFixed(3).padStart(8)}${likeness.worst.toFixed(3).padStart(8)}` +
        `${halves.mean.toFixed(3).padStart(15)}${halves.worst.toFixed(3).padStart(8)}${energy.toFixed(3).padStart(9)}`,
    );
}

async function plot(
  output: Output,
  file: string,
  forward: readonly Track[],
  backward: readonly Track[],
  steps: number,
): Promise<void> {
  const shown = Math.min(300, forward.length, backward.length);
  const picture = plotTracks(forward.slice(0, shown), backward.slice(0, shown), steps);
  writeFile(file, await encodePng(picture.width, picture.height, picture.rgb));
  const csv = file.replace(/(\.png)?$/i, '.csv');
  writeFile(csv, tracksCsv(forward, backward, steps));
  output.say(`plot: ${file}, numbers: ${csv}`);
}
