// carom transitions <scene>: drops a body many times, and measures how its contacts come about; with --plot, holds what the
// backward engine finds against it.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { lcp } from '../engines/lcp/engine.ts';
import {
  backwardTrack,
  compareClasses,
  compareEnergies,
  forwardTrack,
} from '../engines/lcp/statistics/compare.ts';
import { classNames } from '../engines/lcp/statistics/contact-class.ts';
import { lieLike } from '../engines/lcp/statistics/lie-like.ts';
import { layFlat } from '../engines/lcp/statistics/lay-flat.ts';
import { aloneOnFloor, measureTransitions } from '../engines/lcp/statistics/measure.ts';
import { plotTracks, tracksCsv } from '../engines/lcp/statistics/plot.ts';
import { type TransitionTable, Transitions } from '../engines/lcp/statistics/transitions.ts';
import { undrop } from '../engines/lcp/statistics/undrop.ts';
import { Random } from '../num/random.ts';
import { encodePng } from '../export/png.ts';
import { FaultError } from '../scene/fault.ts';
import { cleanName } from '../scene/file-names.ts';
import { pairFriction, pairRestitution } from '../scene/types.ts';
import { parseOptions } from '../sim/options.ts';
import { countArgument, numberArgument, settingArgument } from './arguments.ts';
import { openScene } from './open-scene.node.ts';
import { Output, plural, seconds } from './output.ts';
import { Progress } from './progress.ts';

interface TransitionFlags {
  readonly body?: string;
  readonly drops: number;
  readonly backward: number;
  readonly horizon: number;
  readonly ends: string;
  readonly seed: number;
  readonly plot?: string;
  readonly out?: string;
  readonly set: Readonly<Record<string, string>>;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function addTransitions(program: Command): void {
  program
    .command('transitions')
    .summary('measure how a body’s contacts come about')
    .description(
      'Drops a body of a scene many times onto a floor, forward, and keeps how its contacts came about: rates between free\n' +
        'flight, point, line and face, and the motion before each. The backward engine draws from this. With --plot the\n' +
        'contact states of pasts found from rest are drawn below those of the drops, and compared.',
    )
    .argument('<scene>', 'a file, or the name of an example')
    .option('--body <name>', 'which body (default: the first that moves)')
    .option('--drops <count>', 'how many drops', countArgument, 1000)
    .option('--backward <count>', 'how many pasts to compare with, with --plot', countArgument, 1000)
    .option('--horizon <seconds>', 'how far back they are compared', numberArgument, 0.5)
    .option(
      '--ends <kind>',
      'flat; dropped: as each drop left it; alike: flat, then turned and sunk in by as little as some other drop was',
      'alike',
    )
    .option('--seed <number>', 'another seed, other drops', countArgument, 1)
    .option('--plot <file.png>', 'the plot; its numbers go beside it as CSV')
    .option('--out <file>', 'where the table goes (default: out/transitions/…json)')
    .option('--set <name=value>', 'an option of the engine; may be repeated', settingArgument, {})
    .option('--json', 'the last line of standard output is one JSON object')
    .option('-q, --quiet', 'say nothing but errors')
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
  const found = scene.bodies.findIndex(
    ({ name, motion }) => motion === 'dynamic' && (flags.body === undefined || name === flags.body),
  );
  const { options, faults: wrong } = parseOptions(lcp, {
    ...scene.options,
    ...flags.set,
    past: 'none',
    present: 0,
  });
  const faults = [...wrong];
  if (found < 0)
    faults.push({
      what: 'there is no such body that moves',
      where: '--body',
      value: flags.body ?? '(the first)',
      remedy: `give one of ${scene.bodies.map(({ name }) => name).join(', ')}`,
    });
  if (faults.length > 0) throw new FaultError(`"${scene.name}" cannot be measured:`, faults);

  const body = scene.bodies[found];
  const ground = scene.bodies.find(({ motion }) => motion === 'static')?.material ?? body.material;
  const friction = pairFriction(body.material, ground);
  const restitution = pairRestitution(body.material, ground);
  const model = aloneOnFloor(scene, body, friction, restitution, options);
  const progress = new Progress(flags.quiet ?? false);
  const measured = measureTransitions(model, 1, flags.drops, flags.seed, (fraction) =>
    progress.update(fraction, `drop ${Math.round(fraction * flags.drops)} of ${flags.drops}`),
  );
  const { table, drops } = measured;
  progress.clear();
  const file =
    flags.out ??
    join(
      'out',
      'transitions',
      `${cleanName(`${scene.name}-${body.name}`)}-mu${friction}-alpha${restitution}.json`,
    );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(table));
  output.say(
    `${plural(drops.length, 'drop')} of "${body.name}", μ = ${friction}, α = ${restitution}: ${file}`,
  );
  output.say('rates backward [1/s], from (rows) to (columns)');
  output.say(`        ${classNames.map((name) => name.padStart(8)).join('')}`);
  table.rates.forEach((row, from) => {
    output.say(`${classNames[from].padStart(8)}${row.map((rate) => rate.toFixed(1).padStart(8)).join('')}`);
  });
  if (flags.plot === undefined) {
    output.result({ table: file, drops: drops.length, rates: table.rates });
    return;
  }

  const steps = Math.round(flags.horizon / model.timeStep);
  const transitions = new Transitions(table);
  const pasts = [];
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
  for (let i = 0; i < flags.backward; i++) {
    const left = drops[i % drops.length].end;
    const end = flags.ends === 'dropped' ? left : flags.ends === 'alike' ? alike(i) : layFlat(model, 1, left);
    const past = undrop(model, 1, transitions, end, flags.seed + i, steps);
    if (past !== undefined) pasts.push(past);
    progress.update((i + 1) / flags.backward, `past ${i + 1} of ${flags.backward}`);
  }
  progress.clear();
  const forward = drops.map(forwardTrack);
  const backward = pasts.map(backwardTrack);
  const likeness = compareClasses(forward, backward, steps);
  const halves = compareClasses(
    forward.filter((_, i) => i % 2 === 0),
    forward.filter((_, i) => i % 2 === 1),
    steps,
  );
  const energy = compareEnergies(forward, backward, steps - 1);
  output.say(
    `${pasts.length} of ${plural(flags.backward, 'past')} found, ${seconds(flags.horizon)} back, each step closed by the forward kick`,
  );
  output.say(
    `classes of contact, total variation over ${plural(likeness.slices, 'step')}: mean ${likeness.mean.toFixed(3)}, ` +
      `worst ${likeness.worst.toFixed(3)} (halves of the drops: mean ${halves.mean.toFixed(3)}, worst ${halves.worst.toFixed(3)})`,
  );
  output.say(`energy ${seconds(flags.horizon)} before rest, Kolmogorov–Smirnov: ${energy.toFixed(3)}`);
  const shown = Math.min(300, forward.length, backward.length);
  const picture = plotTracks(forward.slice(0, shown), backward.slice(0, shown), steps);
  writeFileSync(flags.plot, await encodePng(picture.width, picture.height, picture.rgb));
  const csv = flags.plot.replace(/(\.png)?$/i, '.csv');
  writeFileSync(csv, tracksCsv(forward, backward, steps));
  output.say(`plot: ${flags.plot}, numbers: ${csv}`);
  output.result({
    table: file,
    drops: drops.length,
    pasts: pasts.length,
    rates: table.rates,
    likeness,
    halves,
    energy,
  });
}

/** A table that was measured before. */
export function readTransitions(file: string): TransitionTable | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TransitionTable) : undefined;
}
