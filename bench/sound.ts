// npm run bench sound: synthesis as a multiple of real time, and of what parts a rendering's time is made.
//
//   bars: 1,000 modes ringing with damping that changes ≥ 25×, mostly asleep ≥ 50×; 3,822 modes for 35 s in 8 s

import { Random } from '../src/num/index.ts';
import { Bank } from '../src/sound/synth/bank.ts';
import { BLOCK } from '../src/sound/synth/resonators.ts';

export const benchmarks = [benchmarkRinging, benchmarkForced, benchmarkSleep, benchmarkLong];

const RATE = 44100;

function row(name: string, result: string, note = ''): void {
  console.log(`  ${name.padEnd(44)}${result.padStart(16)}   ${note}`.trimEnd());
}

function makeBank(count: number, rate: number): Bank {
  const random = new Random(count);
  const omegas = new Float64Array(count).map(() => random.between(600, 1.2e5)).sort();
  const bank = new Bank(omegas, new Float64Array(count).fill(rate), 1 / RATE);
  for (let m = 0; m < count; m++) bank.setHeard(0, m, random.between(-1, 1), random.between(-1, 1));
  bank.weigh(1);
  return bank;
}

function strikeOf(bank: Bank): { readonly go: (strands: number) => void; readonly ring: () => void } {
  const random = new Random(2);
  const out = new Float64Array(BLOCK);
  const strands = Array.from({ length: 4 }, () => {
    const strand = bank.newStrand();
    bank.setStrand(
      strand,
      new Float64Array(bank.count).map(() => random.between(-1, 1)),
    );
    return strand;
  });
  const largest = new Float64Array(4).fill(1);
  const nothing = new Float64Array(0);
  for (let n = 0; n < 4 * BLOCK; n++) bank.profiles[n] = random.between(-1, 1);
  return {
    go: (count) => bank.advance(strands.slice(0, count), largest, 1, out),
    ring: () => bank.advance([], nothing, 1, out),
  };
}

/** Seconds of processor time, so that a busy machine matters less. */
function timed(seconds: number, block: (b: number) => void): number {
  const blocks = Math.round((seconds * RATE) / BLOCK);
  const began = process.cpuUsage();
  for (let b = 0; b < blocks; b++) block(b);
  return process.cpuUsage(began).user / 1e6;
}

/** All modes awake, damping of each changes with every block. */
function benchmarkRinging(): void {
  const bank = makeBank(1000, 0.1);
  const { go, ring } = strikeOf(bank);
  go(1);
  const { extra } = bank.arrays;
  const vary = (b: number): void => {
    const a = 1e-7 * (1 + (b & 63));
    for (let m = 0; m < extra.length; m++) extra[m] = a;
    ring();
  };
  timed(2, vary);
  const took = timed(10, vary);
  row(
    '1,000 modes ringing, damping varies',
    `${(10 / took).toFixed(0)}× real time`,
    `${((took / 10 / 44.1e6) * 1e9).toFixed(2)} ns a mode and sample`,
  );
}

/** All modes pushed by four contacts at once. */
function benchmarkForced(): void {
  const bank = makeBank(1000, 0.1);
  const { go } = strikeOf(bank);
  timed(1, () => go(4));
  const took = timed(4, () => go(4));
  row(
    '1,000 modes pushed by 4 forces',
    `${(4 / took).toFixed(0)}× real time`,
    `${((took / 4 / 44.1e6) * 1e9).toFixed(2)} ns`,
  );
}

/** Struck once a second; most have died away after a tenth of it. */
function benchmarkSleep(): void {
  const bank = makeBank(1000, 300);
  const { go, ring } = strikeOf(bank);
  const each = (b: number): void => (b % 1378 === 0 ? go(1) : ring());
  timed(2, each);
  const took = timed(20, each);
  row('1,000 modes, mostly asleep', `${(20 / took).toFixed(0)}× real time`, '');
}

/** The largest example of the paper: 32.4 s there, on eight cores. */
function benchmarkLong(): void {
  const bank = makeBank(3822, 2);
  const { go, ring } = strikeOf(bank);
  const took = timed(35, (b) => (b % 100 < 30 ? go(4) : ring()));
  row('3,822 modes, 35 s, pushed 30% of it', `${took.toFixed(1)} s`, 'one core');
}
