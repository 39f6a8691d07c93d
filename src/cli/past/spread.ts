// carom spread <scene>: drops a body thousands of times and shows where it passes, beside pasts of ends chosen by chance.

import type { Command } from 'commander';
import { buildModel, createWork, lcp } from '../../engines/lcp/index.ts';
import {
  endByChance,
  gravityStrength,
  heightOf,
  planeOf,
  plotSpread,
  reachedPart,
  spreadBack,
  spreadCsv,
  spreadOnce,
} from '../../engines/lcp/statistics/index.ts';
import { encodePng } from '../../export/index.ts';
import { Random } from '../../num/index.ts';
import { countArgument, numberArgument, settingArgument } from '../arguments.ts';
import { openScene } from '../run/open-scene.node.ts';
import { metres, Output, plural } from '../output.ts';
import { Progress } from '../progress.ts';
import { writeFile } from '../write-file.ts';
import { addDropFlags, type DropFlags, movingBody } from './moving-body.ts';

interface SpreadFlags extends DropFlags {
  readonly shift: number;
  readonly spin: number;
  readonly height?: number;
  readonly seed: number;
  readonly out: string;
  readonly picture?: string;
}

export function addSpread(program: Command): void {
  const command = program
    .command('spread')
    .summary('where thousands of drops of a body pass')
    .description(
      'Drops a body from about its own start, shifted and turned by any angle, and notes its place and angle when\n' +
        'it first comes down through a height: which of all the ends one could wish for a drop can lead to. Pasts of ends\n' +
        'that chance chooses are shown beside.',
    );
  addDropFlags(command, 10000, ['how many pasts of ends chosen by chance', 200])
    .option('--shift <metres>', 'starts lie so far to either side, at most', numberArgument, 0.05)
    .option('--spin <rate>', 'starts spin so fast either way, at most [rad/s]', numberArgument, 0)
    .option(
      '--height <metres>',
      'where it is looked at (default: a sixth of the height of the start)',
      numberArgument,
    )
    .option('--seed <number>', 'another seed, other drops', countArgument, 1)
    .option('--out <file.csv>', 'the numbers', 'out/spread.csv')
    .option('--picture <file.png>', 'place across, angle up')
    .option('--set <name=value>', 'an option of the engine; may be repeated', settingArgument, {})
    .addHelpText(
      'after',
      `
Examples:
  carom spread box-with-exit --picture fig5.png
  carom spread box-with-exit --drops 1000 --backward 0`,
    )
    .action((argument: string, flags: SpreadFlags) => spread(argument, flags));
}

async function spread(argument: string, flags: SpreadFlags): Promise<void> {
  const output = new Output(flags);
  const { scene } = await openScene(argument);
  const { body, options } = movingBody(scene, flags, 'cannot be dropped', (asked) =>
    lcp.refuse(scene, asked),
  );
  const model = buildModel(scene, options);
  const plane = planeOf(model, body);
  const start = heightOf(plane, model.startPoses);
  const height = flags.height ?? start / 6;
  const how = { shift: flags.shift, spin: flags.spin, height, duration: 3 * scene.duration };
  const progress = new Progress(flags.quiet ?? false);
  const seeds = new Random(flags.seed);
  const work = createWork(model);
  const drops = progress.collect(flags.drops, 'drop', (i) =>
    spreadOnce(model, work, plane, how, seeds.split(i)),
  );
  // Those that came through; others lie where they fell.
  const through = drops.filter(({ passage, end }) => passage !== undefined && end.speed < 1e-3);
  const chance = new Random(flags.seed + 1);
  const pasts = progress.collect(through.length === 0 ? 0 : flags.backward, 'past', (i) => {
    const end = endByChance(through, plane.along, chance);
    return spreadBack(scene, options, body, end, height, scene.duration, flags.seed + i);
  });

  const passages = through.flatMap(({ passage }) => passage ?? []);
  const past = pasts.flatMap(({ passage }) => passage ?? []);
  const widest = [...passages, ...past].reduce((most, { place }) => Math.max(most, Math.abs(place)), 1e-3);
  const ranges = { place: 1.05 * widest };
  const part = reachedPart(passages, ranges);
  // Twice as fast as a fall from there: faster ones were thrown, or have gained so much that they pass walls between steps.
  const fastest = 2 * Math.sqrt(2 * gravityStrength(model) * start);
  const higher = pasts.filter(({ highest }) => highest >= start);
  const calm = higher.filter(({ start: { speed } }) => speed <= fastest).length;
  output.say(
    `${through.length} of ${plural(drops.length, 'drop')} of "${scene.bodies[body].name}" pass ${metres(height)} and come to rest; ` +
      `they come near ${(100 * part).toFixed(1)}% of all places and angles there`,
  );
  if (flags.backward > 0)
    output.say(
      `${past.length} of ${plural(pasts.length, 'past')} of ends chosen by chance come from above it, ` +
        `${higher.length} from as high as the start, ${calm} of them no faster than ${fastest.toFixed(1)} m/s`,
    );
  writeFile(flags.out, spreadCsv(drops, pasts));
  output.say(`numbers: ${flags.out}`);
  if (flags.picture !== undefined) {
    const picture = plotSpread(passages, past, ranges);
    writeFile(flags.picture, await encodePng(picture.width, picture.height, picture.rgb));
    output.say(`picture: ${flags.picture}`);
  }
  output.result({
    drops: drops.length,
    through: through.length,
    reached: part,
    pasts: pasts.length,
    above: past.length,
    asHighAsStart: higher.length,
    calm,
    numbers: flags.out,
    picture: flags.picture ?? null,
  });
}
