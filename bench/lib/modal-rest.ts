// The arched slab of Figure 7 once it rests: what its feet carry and what is heard of it, with contacts found by position and
// with contacts found by velocity, as is usual.

import { hearing, scene } from '../../examples/modal/curved-slab.ts';
import { stemOf } from '../../examples/sound/parts/heard.ts';
import { MemorySink } from '../../src/record/index.ts';
import {
  decibels,
  FULL_SCALE_PASCAL,
  POINT,
  PRESS,
  SIDE_SIZE,
  type SoundScene,
} from '../../src/sound/index.ts';
import { listenToBytes } from './modal-listen.ts';
import { measureModal, type Measured } from './modal-run.ts';

export interface Rest {
  readonly measured: Measured;
  /** When each force was told [s], and what each of the four feet carried then [N]. */
  readonly times: readonly number[];
  readonly feet: readonly (readonly number[])[];
  /** The largest difference between two forces of one foot at rest, of the weight. */
  readonly change: number;
  /** Root mean square at rest [dB of full scale]. */
  readonly decibelsFullScale: number;
  /** The whole sound [Pa]. */
  readonly samples: Float64Array;
  readonly rateHz: number;
}

/** At rest from then on [s]. */
export const RESTS_FROM = 0.6;

export async function measureRest(contacts: 'position' | 'velocity'): Promise<Rest> {
  const sink = new MemorySink();
  const measured = measureModal(scene, scene.duration ?? 1, { options: { contacts }, sink });
  const { sound, heard } = await listenToBytes(sink, hearing);
  const { times, feet } = footForces(sound, measured.duration);
  const body = measured.scene.bodies.find(({ name }) => name === 'slab');
  const weight = 9.81 * (body?.mass ?? 1);
  let change = 0;
  for (const foot of feet) {
    const resting = foot.filter((_, i) => times[i] > RESTS_FROM);
    change = Math.max(change, (Math.max(...resting) - Math.min(...resting)) / weight);
  }
  const rendering = heard();
  const samples = stemOf(rendering, 'slab');
  const resting = samples.subarray(Math.round(RESTS_FROM * rendering.rateHz));
  const square = resting.reduce((sum, sample) => sum + sample * sample, 0) / resting.length;
  const decibelsFullScale = decibels(Math.sqrt(square) / FULL_SCALE_PASCAL);
  return { measured, times, feet, change, decibelsFullScale, samples, rateHz: rendering.rateHz };
}

/** Forces of the recorded impulses at evenly spaced moments: on the corner of the slab that each is nearest to. */
function footForces(
  { scene: { bodies }, meetings }: SoundScene,
  duration: number,
): Pick<Rest, 'times' | 'feet'> {
  const slab = bodies.findIndex(({ name }) => name === 'slab');
  const every = 1e-4; // [s]
  const count = Math.floor(duration / every) - 10; // forces of the last step are not all told
  const feet = [0, 1, 2, 3].map(() => new Array<number>(count).fill(0));
  for (let m = 0; m < meetings.count; m++) {
    const side = 2 * m + (meetings.bodies[2 * m] === slab ? 0 : 1);
    const at = SIDE_SIZE * side;
    const foot =
      feet[(meetings.sides[at + POINT] > 0 ? 2 : 0) + (meetings.sides[at + POINT + 2] > 0 ? 1 : 0)];
    const { start, duration: spans } = meetings;
    if (spans[m] === 0) continue;
    const first = Math.ceil(start[m] / every);
    const force = meetings.sides[at + PRESS] / spans[m];
    for (let i = first; i * every < start[m] + spans[m] && i < count; i++) foot[i] += force;
  }
  return { times: Array.from({ length: count }, (_, i) => i * every), feet };
}
