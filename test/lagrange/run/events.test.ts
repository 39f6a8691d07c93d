import { describe, expect, it } from 'vitest';
import type { Occurrence, Simulator } from '../../../src/lagrange/run/simulator.ts';
import { energyOf, rateOf, reach, simulated, specification, positionOf } from '../simulate.ts';

const spec = (name: string) => specification(`run/specs/${name}.lagrange`);
const g = 9.81;

/** Events on the way, looked at every so often. */
function eventsUntil(run: Simulator, until: number, every: number): Occurrence[] {
  const all: Occurrence[] = [];
  for (let time = every; time <= until + 1e-12; time += every) {
    const { occurrences, trouble } = run.advance(time);
    if (trouble !== undefined) throw trouble;
    all.push(...occurrences);
  }
  return all;
}

describe('events', () => {
  it('a bouncing ball: times and heights', () => {
    const run = simulated(spec('bouncing-ball'), 1e-11);
    const times = eventsUntil(run, 3.5, 0.25).map(({ time }) => time);
    const fall = Math.sqrt(2 / g);
    let wanted = fall;
    times.forEach((time, n) => {
      expect(Math.abs(time - wanted)).toBeLessThan(1e-12 * (n + 1));
      wanted += 2 * fall * 0.8 ** (n + 1);
    });
    expect(times.length).toBeGreaterThan(7);
    // The energy after n bounces is e²ⁿ of the first.
    expect(energyOf(run) / g).toBeCloseTo(0.64 ** times.length, 10);
  });

  it('a bouncing ball: stops with a sentence where bounces pile up', () => {
    for (const e of [0.1, 0.5, 0.8, 0.95]) {
      const run = simulated(spec('bouncing-ball').replace('e = 0.8', `e = ${e}`), 1e-9);
      const { trouble, time } = run.advance(100);
      expect(trouble?.message).toMatch(/pile up at this instant/);
      expect(trouble?.fault.line).toBe(9);
      expect(time).toBeCloseTo((Math.sqrt(2 / g) * (1 + e)) / (1 - e), 2);
      expect(positionOf(run, 'Tz(Ball)')).toBeGreaterThan(-1e-6);
      // And stays stopped.
      expect(run.advance(200)).toMatchObject({ time, trouble });
    }
  });

  it('does not depend on where one looks', () => {
    const often = simulated(spec('bouncing-ball'), 1e-10);
    const seldom = simulated(spec('bouncing-ball'), 1e-10);
    const a = eventsUntil(often, 3, 1 / 60).map(({ time }) => time);
    const b = eventsUntil(seldom, 3, 3).map(({ time }) => time);
    expect(a.length).toBe(b.length);
    a.forEach((time, k) => {
      expect(Math.abs(time - b[k])).toBeLessThan(1e-9);
    });
    expect(positionOf(often, 'Tz(Ball)')).toBeCloseTo(positionOf(seldom, 'Tz(Ball)'), 9);
  });

  it('a string goes slack where its pull ends, and taut with an impulse along it', () => {
    const run = simulated(spec('string-pendulum'), 1e-11);
    const before = energyOf(run);
    const slack = run.advance(0.5);
    expect(slack.occurrences.map(({ mode }) => mode)).toEqual(['Slack']);
    // v² = g z at the place where the pull ends, and ½v² + g z = 8: z = 16 / (3 g).
    run.advance(slack.time);
    expect(energyOf(run)).toBeCloseTo(before, 9);
    const taut = run.advance(1);
    expect(taut.occurrences.map(({ mode }) => mode)).toEqual(['Taut']);
    expect(run.constraintError()).toBeLessThan(1e-12);
    // What is lost is the energy of the speed along the string: free flight gives it.
    const t0 = slack.occurrences[0].time;
    const [z0] = [16 / (3 * g)];
    const x0 = Math.sqrt(1 - z0 * z0);
    const speed = Math.sqrt(g * z0);
    const [vx, vz] = [-speed * z0, speed * x0];
    const flight = taut.occurrences[0].time - t0;
    const [x, z] = [x0 + vx * flight, z0 + vz * flight - 0.5 * g * flight * flight];
    expect(x * x + z * z).toBeCloseTo(1, 9);
    const along = vx * x + (vz - g * flight) * z;
    expect(energyOf(run)).toBeCloseTo(before - 0.5 * along * along, 8);
  });

  it('a block sticks and slips', () => {
    const run = simulated(spec('stick-slip'), 1e-11);
    const events = eventsUntil(run, 10, 0.1);
    expect(events.map(({ mode }) => mode).slice(0, 4)).toEqual(['Slip', 'Stick', 'Slip', 'Stick']);
    // It rides at 0.5 m/s until k x = 0.4 m g.
    expect(events[0].time).toBeCloseTo((0.4 * g) / 10 / 0.5, 12);
    const periods = events.filter(({ mode }) => mode === 'Slip').map(({ time }) => time);
    for (let k = 2; k < periods.length; k++)
      expect(periods[k] - periods[k - 1]).toBeCloseTo(periods[1] - periods[0], 9);
  });

  it('a latch keeps the momentum across it', () => {
    const run = simulated(spec('latch'), 1e-11);
    const { occurrences } = run.advance(1);
    expect(occurrences).toHaveLength(1);
    // ½ m v² = m g / 2 before, m v = (m + 3m) v' after.
    expect(energyOf(run)).toBeCloseTo(-4 * g + g / 2 / 4, 8);
  });

  it('a sphere that slides begins to roll', () => {
    const run = simulated(spec('sliding-sphere'), 1e-11);
    const { occurrences } = run.advance(1);
    expect(occurrences.map(({ mode }) => mode)).toEqual(['Rolling']);
    expect(occurrences[0].time).toBeCloseTo((2 * 2) / (7 * 0.5 * g), 12);
    expect(rateOf(run, 'Tx(Ball)')).toBeCloseTo((5 / 7) * 2, 11);
    expect(run.constraintError()).toBeLessThan(1e-12);
  });

  it('several in one step, each once and in their order', () => {
    const text = `system Many; frame A; vary Tx(A), Ty(A); mass A = point(1);
      initially Tx(A)' == 1;
      when Tx(A) - 0.3 rises { Ty(A)' := Ty(A)' + 1; }
      when Tx(A) - 0.1 rises { Ty(A)' := 2 * Ty(A)' + 1; }
      when Tx(A) - 0.3 rises { Ty(A)' := 10 * Ty(A)'; }
      when Tx(A) - 0.2 rises { Ty(A)' := Ty(A)' + 5; }`;
    const run = simulated(text, 1e-9);
    const { occurrences } = run.advance(1);
    expect(occurrences.map(({ event }) => event)).toEqual([1, 3, 0, 2]);
    occurrences.forEach(({ time }, k) => {
      expect(time).toBeCloseTo([0.1, 0.2, 0.3, 0.3][k], 11);
    });
    expect(rateOf(run, 'Ty(A)')).toBe(70);
  });

  it('falling and rising are told apart', () => {
    const text = `system Swing; frame A at (1, 0, 0); vary Tx(A), Ty(A); mass A = point(1);
      potential = 0.5 * Tx(A)^2;
      when Tx(A) rises { Ty(A) := Ty(A) + 1; }
      when Tx(A) falls { Ty(A) := Ty(A) + 100; }`;
    const run = simulated(text, 1e-9);
    reach(run, 4 * Math.PI);
    expect(positionOf(run, 'Ty(A)')).toBe(202);
  });

  it('a short touch between two looks is not missed', () => {
    // A stone thrown up to a ceiling that it touches with its top 0.1 mm deep, for 9 ms of a flight in one long step.
    const text = `system Touch; frame A; vary Tz(A), Tx(A); mass A = point(1);
      potential = 9.81 * Tz(A); initially Tz(A)' == 5;
      when Tz(A) - (25 / 19.62 - 1e-4) rises { Tx(A) := Tx(A) + 1; }`;
    const run = simulated(text, 1e-6);
    const { occurrences } = run.advance(1);
    expect(occurrences).toHaveLength(1);
    expect(occurrences[0].time).toBeCloseTo((5 - Math.sqrt(2 * g * 1e-4)) / g, 9);
    expect(positionOf(run, 'Tx(A)')).toBe(1);
  });

  it('a speed that crosses and comes back within one step is not missed', () => {
    // v = 3 − t + 0.2 t² turns at 2.5 s where it is 1.75: a threshold just above is crossed and crossed back in 63 ms.
    const text = `system Speed; frame A; vary Tx(A), Ty(A); mass A = point(1);
      force A = (-1 + 0.4 * t, 0, 0); initially Tx(A)' == 3;
      when Tx(A)' - (1.75 + 2e-4) falls { Ty(A) := Ty(A) + 1; }
      when Tx(A)' - (1.75 + 2e-4) rises { Ty(A) := Ty(A) + 100; }
      when Tx(A)' - (1.75 - 2e-6) falls { Ty(A) := Ty(A) + 1e4; }`;
    for (const relative of [1e-4, 1e-6, 1e-9]) {
      const run = simulated(text, relative);
      const { occurrences } = run.advance(5);
      expect(occurrences.map(({ event }) => event)).toEqual([0, 1]);
      const off = Math.sqrt(2e-4 / 0.2);
      expect(occurrences[0].time).toBeCloseTo(2.5 - off, 8);
      expect(occurrences[1].time).toBeCloseTo(2.5 + off, 8);
      expect(positionOf(run, 'Ty(A)')).toBe(101);
    }
  });

  it('a ball between two plates bounces twice in what would be one step', () => {
    const text = `system Plates; frame Ball; vary Tx(Ball), Ty(Ball); mass Ball = point(1);
      initially Tx(Ball)' == 1;
      when Tx(Ball) - 0.01 rises { Tx(Ball)' := -Tx(Ball)'; Ty(Ball) := Ty(Ball) + 1; }
      when Tx(Ball) + 0.01 falls { Tx(Ball)' := -Tx(Ball)'; Ty(Ball) := Ty(Ball) + 1; }`;
    const run = simulated(text, 1e-6);
    const { occurrences } = run.advance(1);
    expect(occurrences.length).toBe(50);
    occurrences.forEach(({ time }, k) => {
      expect(time).toBeCloseTo(0.01 + 0.02 * k, 10);
    });
  });

  it('a touch to within rounding happens at most once, a miss never', () => {
    const at = (height: number) => `system Graze; frame A; vary Tz(A), Tx(A); mass A = point(1);
      potential = 10 * Tz(A); initially Tz(A)' == 5;
      when Tz(A) - ${height} rises { Tx(A) := Tx(A) + 1; }`;
    for (const [height, wanted] of [
      [1.25 - 1e-9, 1],
      [1.25 + 1e-9, 0],
    ]) {
      const run = simulated(at(height), 1e-9);
      reach(run, 1);
      expect(positionOf(run, 'Tx(A)')).toBe(wanted);
    }
    const run = simulated(at(1.25), 1e-9);
    reach(run, 1);
    expect(positionOf(run, 'Tx(A)')).toBeLessThanOrEqual(1);
  });

  it('what depends on time alone may be quicker than the steps', () => {
    const text = `system Clock; frame A; vary Tx(A), Ty(A); mass A = point(1);
      when sin(50 * t) rises { Tx(A) := Tx(A) + 1; }`;
    const run = simulated(text, 1e-6);
    reach(run, 2);
    expect(positionOf(run, 'Tx(A)')).toBe(Math.floor(100 / (2 * Math.PI)));
  });

  it('what happens as soon as it starts is not missed', () => {
    // Thrown down from a hair above the floor; and off the floor, to which it comes back.
    for (const [height, speed, wanted] of [
      [1e-9, -1, 1e-9],
      [0, 1, 2 / g],
    ]) {
      const text = `system Hair; frame A at (0, 0, ${height}); vary Tz(A); mass A = point(1);
        potential = 9.81 * Tz(A); initially Tz(A)' == ${speed};
        when Tz(A) falls { Tz(A)' := -Tz(A)'; }`;
      const run = simulated(text, 1e-6);
      const { occurrences } = run.advance(1.5 / g);
      const [first] = [...occurrences, ...run.advance(2.5 / g).occurrences];
      expect(first?.time).toBeCloseTo(wanted, 9);
      expect(positionOf(run, 'Tz(A)')).toBeGreaterThan(0);
    }
  });

  it('what rests above the floor by rounding does not fall through it', () => {
    const text = `system Rest; frame A at (0, 0, 0.1 + 0.2 - 0.3); vary Tz(A); mass A = point(1);
      potential = 9.81 * Tz(A); when Tz(A) falls { Tz(A)' := -0.5 * Tz(A)'; }`;
    const run = simulated(text, 1e-6);
    const { trouble } = run.advance(1);
    expect(trouble?.message).toMatch(/pile up at this instant/);
    expect(Math.abs(positionOf(run, 'Tz(A)'))).toBeLessThan(1e-9);
  });

  it('a mode that cannot begin names its constraint', () => {
    const text = `system Bad; frame A; vary Tx(A); mass A = point(1); initially Tx(A)' == 1;
      mode Free { when Tx(A) - 0.5 rises { goto Held; } }
      mode Held { constrain pin: Tx(A) == 0.6; }`;
    const { trouble, time } = simulated(text).advance(2);
    expect(trouble?.message).toMatch(/pin does not hold where mode Held begins: it is off by -0.1/);
    expect(time).toBeCloseTo(0.5, 9);
  });
});
