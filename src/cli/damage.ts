// What is damaged of a recording, and what a repair did, in words.

import { openRecordingFile, type Repair } from '../record/index.node.ts';
import { type Damage, describeDamage, type Recording } from '../record/index.ts';
import { bytes, type Output, plural } from './output.ts';
import { paint } from './paint.ts';
import { Progress } from './progress.ts';

/** What is damaged is listed up to here, and the rest counted. */
const MOST_LINES = 20;

/** Checks all of a recording, and says what is damaged. */
export async function checkDamage(recording: Recording, output: Output): Promise<Damage[]> {
  const progress = new Progress(output.quiet);
  try {
    return await recording.damage({ progress: (fraction) => progress.update(fraction, 'checking') });
  } finally {
    progress.clear();
  }
}

/** The same of a file, which is left alone. */
export async function checkDamageOf(path: string, output: Output): Promise<Damage[]> {
  const recording = await openRecordingFile(path);
  try {
    return await checkDamage(recording, output);
  } finally {
    await recording.close();
  }
}

function damageLines(damage: readonly Damage[]): string[] {
  const lines = damage.slice(0, MOST_LINES).map((one) => `  - ${describeDamage(one)}`);
  if (damage.length > MOST_LINES) lines.push(`  … and ${damage.length - MOST_LINES} more`);
  return lines;
}

export function sayDamage(path: string, damage: readonly Damage[], output: Output): void {
  const loses = damage.some((one) => one.loses);
  const rest = loses ? 'everything else can be read' : 'nothing is lost';
  output.complain(paint.red(`damaged: ${path} is not what was written; ${rest}`));
  for (const line of damageLines(damage)) output.complain(line);
}

/** What came of a repair, to the byte. */
export function sayRepair({ damage, lostBytes, frames, kept }: Repair, output: Output): void {
  const lost = damage.filter(({ loses }) => loses);
  const [before, now] = frames;
  if (lost.length === 0) output.say(paint.green(`repaired: all ${plural(now, 'committed frame')} are there`));
  else {
    const gone = before === now ? '' : `, ${plural(before - now, 'frame')} fewer`;
    output.say(
      paint.yellow(`repaired: ${plural(now, 'frame')}${gone}; lost are ${bytes(lostBytes)} of data:`),
    );
    for (const line of damageLines(lost)) output.say(line);
  }
  if (kept !== undefined) output.say(`what was there is kept as ${kept}`);
}

/** What a run did that went on from a damaged recording. */
export function sayRecomputed({ damage, frames, kept }: Repair, output: Output): void {
  const [before, now] = frames;
  const again =
    before === now ? 'nothing of any frame was lost' : `frames ${now} to ${before - 1} were computed again`;
  output.complain(paint.yellow(`the recording was damaged: ${again}; what was there is kept as ${kept}`));
  for (const line of damageLines(damage)) output.complain(line);
}
