// What the engine certifies at the moment shown, against the start: energy by kind, momentum, and events up to now.

import { columnAt } from '../../../../src/record/index.ts';
import { effect, signal } from '@preact/signals';
import { complain } from '../../model/complaints.ts';
import { type Film, film } from '../../model/film.ts';
import { frameIndex } from '../../model/playback.ts';

export interface Certificate {
  readonly frame: number;
  readonly energy: Readonly<Record<EnergyName, number>>;
  readonly startEnergy: number;
  /** Linear [kg m/s] and angular [kg m²/s] about the origin, and how far each is from its start. */
  readonly momentum: number;
  readonly momentumChange: number;
  readonly spin: number;
  readonly spinChange: number;
  /** Since the frame before, and since the start. */
  readonly kicks: readonly [number, number];
  readonly pushes: readonly [number, number];
  readonly deepestLayer: number;
  readonly smallestGap: number;
  /** Pairs by what touches what. */
  readonly pairs: readonly (readonly [kind: string, count: number])[];
}

const ENERGIES = ['energy', 'kineticEnergy', 'elasticEnergy', 'contactEnergy'] as const;
type EnergyName = (typeof ENERGIES)[number];

export const certificate = signal<Certificate | undefined>(undefined);

const FEATURES = ['vertex', 'edge', 'face'];
/** Sums of events up to each frame, as far as they were read. */
const sums = new WeakMap<Film, { readonly kicks: number[]; readonly pushes: number[] }>();

async function read(of: Film, frame: number): Promise<Certificate | undefined> {
  const at = (name: string) => columnAt(of.columns, name);
  if (at('forceEvents') < 0 || at('momentumX') < 0) return undefined;
  const { kicks, pushes } = sums.get(of) ?? { kicks: [], pushes: [] };
  sums.set(of, { kicks, pushes });
  for (let i = kicks.length; i <= frame; i++) {
    const report = await of.report(i);
    if (i !== kicks.length) continue;
    kicks.push((kicks[i - 1] ?? 0) + report[at('forceEvents')]);
    pushes.push((pushes[i - 1] ?? 0) + report[at('pushes')]);
  }
  const [now, start] = [await of.report(frame), await of.report(0)];
  const vector = (report: Float64Array, name: string) =>
    ['X', 'Y', 'Z'].map((axis) => report[at(`${name}${axis}`)]);
  const length = (v: readonly number[]) => Math.hypot(...v);
  const away = (name: string) => {
    const before = vector(start, name);
    return length(vector(now, name).map((x, k) => x - before[k]));
  };
  return {
    frame,
    energy: Object.fromEntries(ENERGIES.map((name) => [name, now[at(name)]])) as Certificate['energy'],
    startEnergy: start[at('energy')],
    momentum: length(vector(now, 'momentum')),
    momentumChange: away('momentum'),
    spin: length(vector(now, 'angularMomentum')),
    spinChange: away('angularMomentum'),
    kicks: [now[at('forceEvents')], kicks[frame]],
    pushes: [now[at('pushes')], pushes[frame]],
    deepestLayer: now[at('deepestLayer')],
    smallestGap: now[at('smallestGap')],
    pairs: await pairsAt(of, frame),
  };
}

/** How many pairs pushed in a frame, by what touched what. */
export async function pairsAt(of: Film, frame: number): Promise<Certificate['pairs']> {
  const { count, pair, feature } = await of.contacts(frame);
  const sides = new Map<number, number[]>();
  for (let row = 0; row < count; row++)
    sides.set(pair[row], [...(sides.get(pair[row]) ?? []), feature[row] & 3]);
  const kinds = new Map<string, number>();
  for (const both of sides.values()) {
    const kind = both
      .sort((a, b) => a - b)
      .map((one) => FEATURES[one])
      .join(' – ');
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return [...kinds].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Follows the clock, and a run that goes on; call what it returns to stop. */
export function watchReports(): () => void {
  let wanted = 0;
  return effect(() => {
    const shown = film.value;
    const index = frameIndex.value;
    const asked = ++wanted;
    if (shown === undefined || shown.frameCount.value === 0) {
      certificate.value = undefined;
      return;
    }
    read(shown, index).then((found) => {
      if (asked === wanted) certificate.value = found;
    }, complain);
  });
}
