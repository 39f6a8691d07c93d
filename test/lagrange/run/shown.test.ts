// What a simulator shows beside the state, takes, refuses and keeps: rates of what follows from the rest, indices, limits.

import { describe, expect, it } from 'vitest';
import { createSimulator, POSE_SIZE } from '../../../src/lagrange/run/simulator.ts';
import { compiledFrom, positionOf, rateOf, reach, simulated, specification } from '../simulate.ts';

const swing = `system Swing; param K = 4; param Unused = 7; control Push = axis(ArrowLeft, ArrowRight);
  frame A at (1, 0, 0); vary Tx(A); mass A = point(2); force A = (Push, 0, 0); potential = 0.5 * K * Tx(A)^2;`;

describe('what follows from the rest', () => {
  it('has the rates that its constraints give it', () => {
    // B and C have no mass: places from A, (x, y) solved for together.
    const text = `system Follow; frame A at (1, 0, 0); frame B; vary Tx(A), Tx(B), Ty(B); mass A = point(1);
      initially Tx(A)' == 3; initially Tx(A) == 1;
      constrain p: 2 * Tx(B) + Ty(B) == 5 * Tx(A);
      constrain q: Tx(B) - 3 * Ty(B) == Tx(A)^2 + t;`;
    const run = simulated(text, 1e-10);
    for (const time of [0, 0.5, 1.25]) {
      reach(run, time);
      const x = 1 + 3 * time;
      expect(positionOf(run, 'Tx(B)')).toBeCloseTo((15 * x + x * x + time) / 7, 9);
      expect(positionOf(run, 'Ty(B)')).toBeCloseTo((5 * x - 2 * (x * x + time)) / 7, 9);
      expect(rateOf(run, 'Tx(B)')).toBeCloseTo((15 * 3 + 2 * x * 3 + 1) / 7, 8);
      expect(rateOf(run, 'Ty(B)')).toBeCloseTo((5 * 3 - 2 * (2 * x * 3 + 1)) / 7, 8);
    }
    expect(run.constraintError()).toBeLessThan(1e-11);
  });
});

describe('a simulator takes', () => {
  it('parameters and controls by place: parameters first', () => {
    const run = simulated(swing, 1e-9);
    expect([0, 1, 2].map((k) => run.get(k))).toEqual([4, 7, 0]);
    run.set(2, 0.5);
    expect(run.get('Push')).toBe(0.5);
    run.set(0, 9);
    expect(run.get('K')).toBe(9);
    for (const place of [-1, 3, 100]) expect(() => run.set(place, 1)).toThrow(/no parameter or control/);
    expect(() => run.get('mass')).toThrow(/no parameter or control mass/);
    expect(createSimulator(compiledFrom(swing), { parameters: { K: 9 } }).get('K')).toBe(9);
  });

  it('the value that is there already as no change, to the bit', () => {
    const [one, other] = [simulated(swing, 1e-7), simulated(swing, 1e-7)];
    for (let frame = 1; frame <= 20; frame++) {
      one.set('K', 4);
      for (const run of [one, other]) reach(run, frame / 7);
    }
    expect([...one.inputs]).toEqual([...other.inputs]);
    expect(one.counts).toEqual(other.counts);
  });

  it('what was saved, and nothing of another length or specification', () => {
    const run = simulated(specification('run/specs/bouncing-ball.lagrange'), 1e-8);
    reach(run, 1.2);
    const saved = run.save();
    const later = run.advance(2);
    const wrong = [
      saved.subarray(1),
      saved.subarray(0, -1),
      Float64Array.of(...saved, 0),
      simulated(swing).save(),
    ];
    for (const watched of [-1, 0, 1e9, Number.NaN, saved[4] - 1, saved[4] + 1])
      wrong.push(saved.map((value, k) => (k === 4 ? watched : value)));
    for (const other of wrong) {
      expect(() => run.restore(other)).toThrow(RangeError);
      expect(run.time).toBe(2);
    }
    run.restore(saved);
    expect(run.time).toBe(1.2);
    expect(run.advance(2)).toEqual(later);
  });
});

describe('a simulator shows', () => {
  it('energies, places of all frames and what is asked for', () => {
    const run = simulated(swing, 1e-11);
    reach(run, 0.7);
    // ω² = 4 / 2
    const [x, v] = [Math.cos(Math.SQRT2 * 0.7), -Math.SQRT2 * Math.sin(Math.SQRT2 * 0.7)];
    expect(run.energies().kinetic).toBeCloseTo(v * v, 9);
    expect(run.energies().potential).toBeCloseTo(2 * x * x, 9);
    const poses = [...run.poses()];
    expect(poses.length % POSE_SIZE).toBe(0);
    expect(poses.slice(-POSE_SIZE)).toEqual([expect.closeTo(x, 9), 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    expect([run.positions.length, run.rates.length]).toEqual([1, 1]);
  });

  it('nothing earlier than what is shown, and stops between steps where it is asked to', () => {
    const run = simulated(swing, 1e-9);
    reach(run, 1);
    const { counts } = run;
    for (const time of [1, 0.5, -1, Number.NaN])
      expect(run.advance(time)).toEqual({ time: 1, occurrences: [] });
    expect(run.counts).toEqual(counts);
    let asked = 0;
    const { time } = run.advance(100, () => ++asked > 5);
    expect(asked).toBe(6);
    expect(time).toBeGreaterThan(1);
    expect(time).toBeLessThan(100);
    expect(run.counts.accepted - counts.accepted).toBeLessThanOrEqual(5);
  });

  it('the same steps however often one looks, where none is longer than said', () => {
    const looked = [0.01, 0.1, 1].map((every) => {
      const run = createSimulator(compiledFrom(swing), { relative: 1e-7, longest: 0.02 });
      for (let k = 1; k * every <= 3 + 1e-9; k++) reach(run, k * every);
      return run;
    });
    for (const run of looked.slice(1)) expect([...run.inputs]).toEqual([...looked[0].inputs]);
    // None is longer: 3 s of at most 0.02 s each.
    expect(looked[0].counts.accepted).toBeGreaterThanOrEqual(150);
    expect(looked[0].counts.accepted).toBeLessThan(155);
  });

  it('steps that end at most four times the way asked for beyond it', () => {
    const still = 'system Still; param P = 0; frame A; vary Tx(A); mass A = point(1); force A = (P, 0, 0);';
    const run = simulated(still, 1e-4);
    reach(run, 1e4);
    // A step could be as long as thousands of seconds now, and begins here.
    run.set('P', 1e-30);
    reach(run, 10_001);
    const { accepted } = run.counts;
    reach(run, 10_005);
    expect(run.counts.accepted).toBe(accepted);
    reach(run, 10_005.01);
    expect(run.counts.accepted).toBe(accepted + 1);
  });

  it('to one part in a million, and a hundredth of that at zero, unless told', () => {
    const [unsaid, said] = [{}, { relative: 1e-6, absolute: 1e-8 }].map((options) => {
      const run = createSimulator(compiledFrom(swing), options);
      reach(run, 3);
      return [...run.inputs, ...Object.values(run.counts)];
    });
    expect(unsaid).toEqual(said);
  });

  it('by the method of order 8 from 1e-8 on', () => {
    const counted = (relative: number, method?: '5(4)' | '8(5,3)') => {
      const run = createSimulator(compiledFrom(swing), { relative, ...(method && { method }) });
      reach(run, 3);
      return run.counts;
    };
    expect(counted(1e-8)).toEqual(counted(1e-8, '8(5,3)'));
    expect(counted(1.01e-8)).toEqual(counted(1.01e-8, '5(4)'));
    expect(counted(1e-8)).not.toEqual(counted(1e-8, '5(4)'));
  });
});

describe('a simulator that was saved', () => {
  it('knows which events may fire, wherever in a step it was saved', () => {
    // Quicker than the steps: what is shown is on one side of the trigger, where the step began it was on the other.
    const text = `system Clock; frame A; vary Tx(A), Ty(A); mass A = point(1);
      when sin(7 * t) rises { Tx(A) := Tx(A) + 1; }
      when cos(11 * t) falls { Ty(A) := Ty(A) + 1; }`;
    const compiled = compiledFrom(text);
    const whole = createSimulator(compiled);
    const fired = [0, 1].map(() => [] as number[]);
    for (let frame = 1; frame <= 60; frame++) {
      const other = createSimulator(compiled);
      other.restore(whole.save());
      const [one, again] = [whole, other].map((run) => run.advance(frame / 20).occurrences);
      expect([frame, again]).toEqual([frame, one]);
      expect([...other.inputs]).toEqual([...whole.inputs]);
      for (const { event, time } of one) fired[event].push(time);
    }
    expect(fired[0]).toEqual([1, 2, 3].map((k) => expect.closeTo((2 * Math.PI * k) / 7, 9)));
    expect(fired[1]).toEqual(
      [0, 1, 2, 3, 4, 5].map((k) => expect.closeTo((Math.PI * (0.5 + 2 * k)) / 11, 9)),
    );
  });

  it('stays stopped where it had stopped, and goes on from before that', () => {
    const crash = `system Crash; frame A at (-1, 0, 0); frame B at (1, 0, 0); vary Tx(A), Tx(B);
      mass A = point(1); mass B = point(1); potential(a, b) = -1 / norm(AbsTrans(a) - AbsTrans(b));`;
    for (const text of [crash, specification('run/specs/bouncing-ball.lagrange')]) {
      const run = simulated(text, 1e-8);
      reach(run, 1);
      const before = run.save();
      const stopped = run.advance(10);
      expect(stopped.trouble).toBeDefined();
      const other = simulated(text, 1e-8);
      other.restore(run.save());
      const { time, trouble, occurrences } = other.advance(20);
      expect([time, occurrences]).toEqual([stopped.time, []]);
      expect(trouble?.message).toBe(stopped.trouble?.message);
      for (const one of [run, other]) {
        one.restore(before);
        const again = one.advance(10);
        expect([again.time, again.trouble?.message]).toEqual([stopped.time, stopped.trouble?.message]);
        expect(again.occurrences).toEqual(stopped.occurrences);
      }
    }
  });
});

describe('events pile up', () => {
  /** A ball between plates so near that it meets one every `gap` seconds. */
  const plates = (gap: number): string => `system Plates; frame Ball; vary Tx(Ball); mass Ball = point(1);
    initially Tx(Ball)' == 1;
    when Tx(Ball) - ${gap / 2} rises { Tx(Ball)' := -Tx(Ball)'; }
    when Tx(Ball) + ${gap / 2} falls { Tx(Ball)' := -Tx(Ball)'; }`;

  it('where two hundred are within a millisecond, and not before', () => {
    const crowded = simulated(plates(5.02e-6), 1e-6).advance(0.01);
    expect(crowded.trouble?.message).toMatch(/pile up at this instant/);
    expect(crowded.occurrences).toHaveLength(200);
    const apart = simulated(plates(5.03e-6), 1e-6).advance(0.0015);
    expect(apart.trouble).toBeUndefined();
    expect(apart.occurrences.length).toBeGreaterThan(250);
  });

  it('where they come faster and faster, not where two are close by chance', () => {
    const at = (times: readonly number[]) => {
      const events = times.map((time) => `when t - ${time} rises { Tx(A) := Tx(A) + 1; }`);
      const run = simulated(
        `system Timed; frame A; vary Tx(A); mass A = point(1); ${events.join('\n')}`,
        1e-9,
      );
      const { trouble, occurrences } = run.advance(10);
      return [occurrences.length, trouble !== undefined];
    };
    expect(at([1, 2, 2.5, 3.5, 3.5 + 1e-8])).toEqual([5, false]);
    expect(at([1, 1.5, 2.5, 3, 3 + 1e-8, 9])).toEqual([6, false]);
    expect(at([1, 2, 2.5, 2.6, 2.6 + 1e-8, 9])).toEqual([5, true]);
    expect(at([2, 2.5, 2.6, 2.6 + 1e-8])).toEqual([4, false]);
  });
});
