// Sounds to take away, as WAV files.

import { peakOf, writeWav } from '../../../../src/sound/index.ts';
import { decayTime } from '../../../../src/modes/index.ts';
import { askTarget } from '../../export/save.ts';
import type { Rendered } from './messages.ts';
import { muted } from './player.ts';
import { RATE_HZ, ready, soundWorker } from './state.ts';
import type { MadeHit } from './strike.ts';

/** No hit is longer [s]. */
const LONGEST = 6;
/** Of full scale: −1 dB. */
const LEVEL = 0.891;

/** One blow, as `carom strike` writes it: 24 bits, its peak at −1 dBFS. Must follow a click. */
export async function saveHit({ body, material, strike, listener, name, number }: MadeHit): Promise<void> {
  const target = await askTarget(`${name}-${number}.wav`, 'audio/wav');
  if (target === undefined) return;
  const modes = ready.peek().get(body);
  // Until the slowest mode has died away.
  const seconds = Math.min(LONGEST, 0.02 + Math.max(...Array.from(modes?.rates ?? [0], decayTime)));
  try {
    const answer = await soundWorker()?.ask(
      { kind: 'hit', body, material, listener, strike, rateHz: RATE_HZ, seconds },
      'wav',
    );
    if (answer?.kind !== 'wav') throw new Error('this hit makes no sound');
    await target.write(answer.bytes);
    await target.close();
  } catch (error) {
    await target.abort();
    throw error;
  }
}

/** What is heard of the recording, without what is muted; its peak at −1 dBFS. Must follow a click. */
export async function saveSound({ stems, rateHz }: Rendered, name: string): Promise<void> {
  const target = await askTarget(`${name}.wav`, 'audio/wav');
  if (target === undefined) return;
  const heard = stems.filter((stem) => !muted.peek().has(stem.name));
  const sums = stems[0].channels.map(({ length }, c) => {
    const sum = new Float64Array(length);
    for (const { channels } of heard) for (let n = 0; n < length; n++) sum[n] += channels[c][n];
    return sum;
  });
  // Both ears by the same, or what is left would be heard in the middle.
  const peak = peakOf(sums);
  const files = sums.map((sum) => sum.map((sample) => (peak > 0 ? (sample * LEVEL) / peak : 0)));
  await target.write(writeWav(files, { rateHz, bits: '24' }));
  await target.close();
}
