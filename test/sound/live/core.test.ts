import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createArena, kernelsFor } from '../../../src/num/kernels/index.ts';
import { LiveCore } from '../../../src/sound/live/core.ts';
import { CONTACT_SIZE, type LiveLimits } from '../../../src/sound/live/messages.ts';
import { QUANTUM } from '../../../src/sound/live/ring.ts';

const RATE = 48000;
const LEAD = 0.008;

interface Played {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

class Desk {
  readonly core: LiveCore;
  frame = 0;

  constructor(
    tones: readonly (readonly number[])[],
    limits: Partial<LiveLimits> = {},
    isTwin = false,
    damping = 4,
  ) {
    const arena = createArena({ shared: false, maximumBytes: 1 << 24 });
    const bodies = tones.map((frequencies) => ({
      frequencies: Float64Array.from(frequencies),
      dampings: new Float64Array(frequencies.length).fill(damping),
      radius: 0.1,
    }));
    const start = {
      bodies,
      limits: { bodies: 256, modes: 8192, ...limits },
      gain: 1,
      lead: LEAD,
      module: undefined,
    };
    this.core = new LiveCore(start, RATE, arena, isTwin ? undefined : kernelsFor(arena));
    for (let body = 0; body < tones.length; body++) this.core.place(Float32Array.of(body, 0, 0, -1));
  }

  get time(): number {
    return this.frame / RATE;
  }

  strike(body: number, amplitudes: readonly number[], time = this.time, length = 1e-4, slides = 0): void {
    const cut = 10 * slides;
    this.core.take(Float32Array.of(body, 0, length, slides, cut, ...amplitudes), time, this.time);
  }

  play(seconds: number): Played {
    const quanta = Math.ceil((seconds * RATE) / QUANTUM);
    const left = new Float32Array(quanta * QUANTUM);
    const right = new Float32Array(quanta * QUANTUM);
    for (let q = 0; q < quanta; q++) {
      const [from, to] = [q * QUANTUM, (q + 1) * QUANTUM];
      this.core.process(left.subarray(from, to), right.subarray(from, to), this.frame);
      this.frame += QUANTUM;
    }
    return { left, right };
  }
}

const peakOf = (x: Float32Array): number => x.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
const firstOf = (x: Float32Array): number => x.findIndex((sample) => Math.abs(sample) > 1e-9);

function levelAt(x: Float32Array, hertz: number, from: number, count: number): number {
  let re = 0;
  let im = 0;
  for (let n = 0; n < count; n++) {
    const window = 1 - Math.cos((2 * Math.PI * n) / count);
    re += x[from + n] * window * Math.cos((2 * Math.PI * hertz * n) / RATE);
    im += x[from + n] * window * Math.sin((2 * Math.PI * hertz * n) / RATE);
  }
  return (2 * Math.hypot(re, im)) / count;
}

describe('the core of live sound', () => {
  test('is silent until it is struck, and again when it is over', () => {
    const desk = new Desk([[440]], {}, false, 40);
    expect(peakOf(desk.play(0.1).left)).toBe(0);
    desk.strike(0, [0.5]);
    expect(peakOf(desk.play(0.1).left)).toBeGreaterThan(0.1);
    desk.play(1);
    expect(desk.core.counts()).toMatchObject({ heard: 1, bodies: 0, modes: 0 });
    expect(peakOf(desk.play(0.1).left)).toBe(0);
  });

  test('rings at the pitch and for as long as the mode does, deep and high', () => {
    for (const hertz of [40, 440, 12000]) {
      const desk = new Desk([[hertz]]);
      desk.strike(0, [1], 0, 1e-5);
      const { left } = desk.play(2);
      // amplitudes fall as e^(-ct/2), c = 4/s
      const fell = levelAt(left, hertz, 48000, 24000) / levelAt(left, hertz, 2400, 24000);
      expect(fell / Math.exp((-2 * 45600) / RATE)).toBeCloseTo(1, 3);
      expect(levelAt(left, hertz * 1.005 + 5, 2400, 24000)).toBeLessThan(
        0.6 * levelAt(left, hertz, 2400, 24000),
      );
    }
  });

  test('begins its lead after the stamp to the sample, whenever in a quantum that is', () => {
    for (const late of [0, 1e-3, 2.1e-3]) {
      const desk = new Desk([[2000]]);
      desk.play(0.01);
      const stamp = desk.time - late;
      const begun = desk.frame;
      desk.strike(0, [1], stamp);
      const first = firstOf(desk.play(0.03).left) + begun;
      // the nearer ear is heard at once: it is struck straight ahead, where both are a little behind the middle
      const ears = Math.round((0.0875 * RATE) / 343.2);
      // the sample in which it begins has a part of it
      expect(first - ears - (stamp + LEAD) * RATE).toBeGreaterThan(-1);
      expect(first - ears - (stamp + LEAD) * RATE).toBeLessThan(4);
      expect(desk.core.counts().worstDelay).toBeLessThan(0.02);
    }
  });

  test('drops what comes late, and counts it', () => {
    const desk = new Desk([[440]]);
    desk.play(1);
    desk.strike(0, [1], 0.1);
    expect(peakOf(desk.play(0.1).left)).toBe(0);
    expect(desk.core.counts()).toMatchObject({ heard: 0, late: 1 });
  });

  test('what is to the left is louder and earlier on the left, and goes over without a click', () => {
    const desk = new Desk([[3000]]);
    desk.core.place(Float32Array.of(0, -1, 0, 0));
    desk.strike(0, [1]);
    const { left, right } = desk.play(0.2);
    // 0.0875 m (1 + π/2) / c, in samples
    expect(firstOf(right) - firstOf(left)).toBeGreaterThanOrEqual(30);
    expect(firstOf(right) - firstOf(left)).toBeLessThanOrEqual(33);
    expect(peakOf(left)).toBeGreaterThan(2 * peakOf(right));
    desk.core.place(Float32Array.of(0, 1, 0, 0));
    const moved = desk.play(0.2);
    expect(peakOf(moved.right.subarray(QUANTUM))).toBeGreaterThan(
      2 * peakOf(moved.left.subarray(2 * QUANTUM)),
    );
    const jumps = (x: Float32Array) => peakOf(x.map((sample, n) => (n > 0 ? sample - x[n - 1] : 0)));
    expect(jumps(moved.left)).toBeLessThan(1.2 * jumps(left));
  });

  test('kernels and twins play the same bits', () => {
    const tones = Array.from({ length: 20 }, (_, m) => 200 * (m + 1));
    const played = [false, true].map((isTwin) => {
      const desk = new Desk([tones, [440]], { modes: 32 }, isTwin);
      desk.strike(
        0,
        tones.map(() => 0.1),
      );
      desk.play(0.02);
      desk.strike(1, [1], desk.time, 0.02, 900);
      desk.core.listen({ position: [0.3, 0, 0], facing: [0, 0, -1], up: [0, 1, 0] });
      return desk.play(0.05);
    });
    expect(played[0]).toEqual(played[1]);
    expect(peakOf(played[0].left)).toBeGreaterThan(0);
  });

  test('ends the softest body where there are too many, without a click', () => {
    const desk = new Desk([[400], [500], [600]], { bodies: 2 });
    desk.strike(0, [1]);
    desk.strike(1, [0.01]);
    desk.play(0.1);
    desk.strike(2, [0.5]);
    const { left } = desk.play(0.2);
    expect(desk.core.counts()).toMatchObject({ stolen: 1, bodies: 2 });
    expect(levelAt(left, 400, 2400, 4800)).toBeGreaterThan(0.1);
    expect(levelAt(left, 600, 2400, 4800)).toBeGreaterThan(0.05);
    expect(levelAt(left, 500, 2400, 4800)).toBeLessThan(1e-4);
  });

  test('gives up high modes of soft bodies beyond its load, and loud ones keep theirs', () => {
    const tones = Array.from({ length: 64 }, (_, m) => 200 + 150 * m);
    const desk = new Desk([tones, tones.map((f) => f + 40)], { modes: 96 });
    desk.strike(
      0,
      tones.map(() => 0.1),
    );
    desk.play(0.05);
    desk.strike(
      1,
      tones.map(() => 0.001),
    );
    const { left } = desk.play(0.3);
    const counts = desk.core.counts();
    expect(counts.modes).toBeLessThanOrEqual(96);
    expect(counts.bodies).toBe(2);
    expect(counts.thinned).toBeGreaterThan(0);
    expect(levelAt(left, 200 + 150 * 60, 4800, 8192)).toBeGreaterThan(0.01);
  });

  test('gives up modes when it is told that it is slow, and takes them again', () => {
    const tones = Array.from({ length: 64 }, (_, m) => 200 + 150 * m);
    const desk = new Desk([tones, tones, tones]);
    const strikeAll = () => {
      for (let body = 0; body < 3; body++)
        desk.strike(
          body,
          tones.map(() => 0.01),
        );
    };
    strikeAll();
    desk.play(0.02);
    expect(desk.core.counts().modes).toBe(192);
    for (let i = 0; i < 3; i++) {
      desk.core.setLoad(0.9);
      desk.play(0.02);
    }
    expect(desk.core.counts().modes).toBeLessThan(110);
    for (let i = 0; i < 40; i++) desk.core.setLoad(0.1);
    strikeAll();
    desk.play(0.02);
    expect(desk.core.counts().modes).toBe(192);
  });

  test('counts a flood on one body, and stays finite', () => {
    const desk = new Desk([[440, 900]]);
    for (let i = 0; i < 10_000; i++) desk.strike(0, [0.01, 0.01], desk.time);
    expect(desk.core.counts()).toMatchObject({ heard: 8, crowded: 9992 });
    expect(peakOf(desk.play(0.1).left)).toBeLessThan(1);
  });

  test('takes any numbers whatever, and never gives one that is none', () => {
    const strange = fc.oneof(
      fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, -0, 1, -1, 1e38, -1e38, 1e-45),
      fc.float({ noNaN: false }),
      fc.integer({ min: -2, max: 3 }),
    );
    fc.assert(
      fc.property(fc.array(strange, { maxLength: 40 }), strange, strange, (numbers, base, place) => {
        const desk = new Desk([[440], [900, 2000]]);
        desk.strike(0, [0.1]);
        desk.core.take(Float32Array.from(numbers), base, 0);
        desk.core.take(Float32Array.of(1, 0, ...numbers), 0, 0);
        desk.core.place(Float32Array.of(1, place, 0, 1));
        const { left, right } = desk.play(0.02);
        expect([...left, ...right].every((sample) => Number.isFinite(sample))).toBe(true);
      }),
      { numRuns: 200 },
    );
    const desk = new Desk([[440]]);
    desk.core.take(new Float32Array(CONTACT_SIZE + 1).fill(Number.NaN), 0, 0);
    expect(desk.core.counts()).toMatchObject({ heard: 0, wrong: 1 });
  });
});
