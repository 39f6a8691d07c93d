// carom verify <recording>: judges a recording by the promise of the engine that made it.

import type { Command } from 'commander';
import { paint } from '../paint.ts';
import { countArgument } from '../arguments.ts';
import { checkDamageOf, sayDamage } from '../damage.ts';
import { exitCodes, exitTable } from '../exit-codes.ts';
import { metres, Output, short, type OutputFlags } from '../output.ts';
import { pasted } from '../pasted.ts';
import { endOf, judge } from '../verdict.ts';

interface VerifyFlags extends OutputFlags {
  readonly faults: number;
}

export function addVerify(program: Command): void {
  program
    .command('verify')
    .summary('judge a recording: is it really free of intersections?')
    .description(
      'Tests every recorded instant exactly, follows the recorded motion in between, and holds the engine to its\n' +
        'promise. Shares no collision code with the engines and believes nothing they say about their gaps.',
    )
    .argument('<recording>', 'a .carom file')
    .option('--faults <count>', 'how many faults to describe', countArgument, 10)
    .addHelpText(
      'after',
      `
Examples:
  carom verify out/falling-boxes.carom
  carom verify out/falling-boxes.carom --json | tail -1

"verified" is said only where a promise was checked on the whole run, at every recorded instant and between. Half a run, a
torn file and an engine that promises nothing have other words.

${exitTable(['done', 'promiseBroken', 'badInput', 'notWhole'])}`,
    )
    .action(async (path: string, flags: VerifyFlags) => {
      process.exitCode = await verifyFile(path, flags);
    });
}

async function verifyFile(path: string, flags: VerifyFlags): Promise<number> {
  const output = new Output(flags);
  const damage = await checkDamageOf(path, output);
  if (damage.length > 0) {
    sayDamage(path, damage, output);
    output.complain(
      `copy it again from where it came, or ${pasted('info', path, '--repair')} writes what can be read anew`,
    );
    output.result({ verdict: 'damaged', damage, kept: false });
    return exitCodes.notWhole;
  }
  const { verdict, word } = await judge(path, output, { mostFaults: flags.faults });
  if (verdict.deepest > 0 && verdict.promise.kind !== 'none')
    output.say(`deepest penetration ${metres(verdict.deepest)} at ${short(verdict.deepestTime)} s`);
  for (const { kind, time, frame, what } of verdict.faults)
    output.say(`  - ${paint.red(kind)} at ${time.toPrecision(6)} s (frame ${frame}): ${what}`);
  const { separation, promise } = verdict;
  if (separation && separation.a >= 0) output.say(`nearest: ${separation.what}`);
  const { frames, intersections, tunnelled, smallestGap, deepest, deepestTime } = verdict;
  // where nothing is promised there is nothing to keep
  const kept = promise.kind === 'none' ? null : verdict.kept;
  output.result({
    verdict: word,
    frames,
    intersections,
    tunnelled,
    smallestGap,
    deepest,
    deepestTime,
    separation,
    promise,
    kept,
  });
  return endOf[word];
}
