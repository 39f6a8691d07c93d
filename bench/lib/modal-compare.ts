// Two runs of one scene side by side: how far apart bodies are, how high they jump, how their sounds differ.

import type { Heard } from '../../examples/sound/parts/heard.ts';
import { secondsFrom, type Measured } from './modal-run.ts';
import { type BandDifference, compareBands, thirdOctaves } from './third-octave.ts';

/** What the two are compared by. */
export interface Subject {
  /** Of the blow [s]. */
  readonly blow: number;
  /** Bodies that jump. */
  readonly jumping: RegExp;
}

export interface MotionDifference {
  readonly body: string;
  /** The largest distance between where it is in the two runs [m], and how far it went in the first one [m]. */
  readonly apart: number;
  readonly went: number;
}

/** The body that is furthest apart from `from` to `to` [s], beside what it moved. */
export function furthestApart(a: Measured, b: Measured, from: number, to: number): MotionDifference {
  let worst: MotionDifference = { body: '', apart: -1, went: 0 };
  const [first, last] = [from, to].map((time) => Math.max(0, Math.round(time / a.slice) - 1));
  a.scene.bodies.forEach(({ name }, index) => {
    const between = (p: Float64Array, q: Float64Array): number => {
      const [x, y, z] = [0, 1, 2].map((k) => p[7 * index + k] - q[7 * index + k]);
      return Math.sqrt(x * x + y * y + z * z);
    };
    let apart = 0;
    let went = 0;
    for (let i = first; i <= last; i++) {
      apart = Math.max(apart, between(a.poses[i], b.poses[i]));
      went = Math.max(went, between(a.poses[i], a.poses[first]));
    }
    if (apart > worst.apart) worst = { body: name, apart, went };
  });
  return worst;
}

/** How high [m] each body rises above where it was at `from` [s], until `to`. */
export function risesOf(
  { scene, poses, slice }: Measured,
  pattern: RegExp,
  from: number,
  to: number,
): Map<string, number> {
  const up = scene.up === 'y' ? 1 : 2;
  const [first, last] = [from, to].map((time) => Math.round(time / slice) - 1);
  const rises = new Map<string, number>();
  scene.bodies.forEach(({ name }, index) => {
    if (!pattern.test(name)) return;
    const height = (i: number): number => poses[i][7 * index + up];
    let most = 0;
    for (let i = first; i <= Math.min(last, poses.length - 1); i++)
      most = Math.max(most, height(i) - height(first));
    rises.set(name, most);
  });
  return rises;
}

/** Lines of a page: motion, jumps, times. `a` is the adaptive run, `b` the one with all modes. */
export function compareRuns(a: Measured, b: Measured, { blow, jumping }: Subject): string[] {
  const lines: string[] = [];
  const near = ({ body, apart, went }: MotionDifference): string =>
    `${millimetres(apart)} apart (${body}, which went ${millimetres(went)})`;
  lines.push(`first 50 ms: ${near(furthestApart(a, b, 0, 0.05))}`);
  lines.push(`first 50 ms from the blow on: ${near(furthestApart(a, b, blow - 0.005, blow + 0.05))}`);
  const before = blow - 0.005;
  const theirs = risesOf(b, jumping, before, b.duration);
  lines.push('| body | jumps | in the other run | apart |', '|---|---|---|---|');
  for (const [name, rise] of risesOf(a, jumping, before, a.duration)) {
    const other = theirs.get(name) ?? 0;
    const apart = `${((100 * (rise - other)) / other).toFixed(1)}%`;
    lines.push(`| ${name} | ${millimetres(rise)} | ${millimetres(other)} | ${apart} |`);
  }
  const ratio = (time: number): string => (secondsFrom(b, time) / secondsFrom(a, time)).toFixed(2);
  lines.push(`faster by ${ratio(0)} in all, by ${ratio(blow)} from the blow on`);
  return lines;
}

/** Bands less than 60 dB below the loudest, of one body or of all together. */
export function compareSounds(a: Heard, b: Heard, from: number, to: number): BandDifference[] {
  const [first, second] = [a(), b()].map(({ channels, rateHz }) =>
    thirdOctaves(channels[0], rateHz, from, to),
  );
  return compareBands(first, second, 60);
}

export function soundLines(title: string, differences: readonly BandDifference[]): string[] {
  const worst = differences.reduce((a, b) => (Math.abs(b.difference) > Math.abs(a.difference) ? b : a));
  const within = differences.filter(({ difference }) => Math.abs(difference) <= 3).length;
  return [
    `sound, ${title}: ${within} of ${differences.length} bands within 3 dB; most ${worst.difference.toFixed(1)} dB at ${Math.round(worst.hz)} Hz`,
    differences.map(({ hz, difference }) => `${Math.round(hz)}: ${difference.toFixed(1)}`).join(', '),
  ];
}

function millimetres(length: number): string {
  return `${(1000 * length).toPrecision(3)} mm`;
}
