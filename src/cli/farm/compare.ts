// carom compare <a> <b>: whether two runs did the same, and where they part.

import type { Command } from 'commander';
import { openRecordingFile } from '../../record/index.node.ts';
import { contentHash } from '../../record/index.ts';
import { exitCodes, exitTable } from '../exit-codes.ts';
import { metres, Output, type OutputFlags, plural, seconds, short } from '../output.ts';
import { paint } from '../paint.ts';
import { Progress } from '../progress.ts';
import { type Apartness, type Comparison, compareRecordings } from './compare-recordings.ts';

export function addCompare(program: Command): void {
  program
    .command('compare')
    .summary('where two runs part')
    .description(
      'Says whether two recordings are of the same motion, bit for bit; where they are not, the first frame and body\n' +
        'that differ and by how much, and where they are furthest apart.',
    )
    .argument('<a>', 'a recording')
    .argument('<b>', 'another one')
    .addHelpText(
      'after',
      `
Examples:
  carom compare out/ladder/runs/000003.carom out/ladder/runs/000004.carom

${exitTable(['done', 'promiseBroken', 'badInput', 'machineRefused'])}`,
    )
    .action(async (a: string, b: string, flags: OutputFlags) => {
      process.exitCode = await compare(a, b, new Output(flags));
    });
}

async function compare(pathA: string, pathB: string, output: Output): Promise<number> {
  const a = await openRecordingFile(pathA);
  const progress = new Progress(output.quiet);
  try {
    const b = await openRecordingFile(pathB);
    try {
      const compared = await compareRecordings(a, b, (fraction) => progress.update(fraction, 'comparing'));
      const hashes = [await contentHash(a), await contentHash(b)];
      progress.clear();
      const isSame = hashes[0] === hashes[1];
      sayComparison(output, compared, isSame);
      output.result({
        same: isSame,
        hashes,
        ...compared,
        first: compared.first ?? null,
        furthest: compared.furthest ?? null,
      });
      return isSame ? exitCodes.done : exitCodes.promiseBroken;
    } finally {
      await b.close();
    }
  } finally {
    progress.clear();
    await a.close();
  }
}

function sayComparison(
  output: Output,
  { otherwise, frames, first, furthest }: Comparison,
  isSame: boolean,
): void {
  if (isSame) {
    output.say(paint.green(`the same, bit for bit: ${plural(frames[0], 'frame')}`));
    return;
  }
  for (const line of otherwise) output.say(`they are not the same run: ${line}`);
  if (frames[0] !== frames[1]) output.say(`one has ${plural(frames[0], 'frame')}, the other ${frames[1]}`);
  if (first === undefined) {
    output.say('no frame that both have differs');
    return;
  }
  output.say(`first apart: ${describe(first)}`);
  if (furthest && furthest !== first) output.say(`furthest apart: ${describe(furthest)}`);
}

function describe({ frame, time, body, distance, degrees, speed, turning }: Apartness): string {
  const parts = [`by ${metres(distance)}`];
  if (degrees > 0) parts.push(`${short(degrees)}°`);
  if (speed > 0) parts.push(`${short(speed)} m/s`);
  if (turning > 0) parts.push(`${short(turning)} rad/s`);
  return `frame ${frame} (${seconds(time)}), ${body}, ${parts.join(', ')}`;
}
