import { describe, expect, it } from 'vitest';
import { compile, type Compiled } from '../../../src/lagrange/compile.ts';
import { createSimulator } from '../../../src/lagrange/run/simulator.ts';
import { compiledFrom, energyOf, reach, simulated, specification, positionOf } from '../simulate.ts';

const names = ['bouncing-ball', 'string-pendulum', 'stick-slip', 'latch'];
const spec = (name: string) => specification(`run/specs/${name}.lagrange`);
const reference = (name: string) => specification(`reference/specs/${name}.lagrange`);

const stiffChain = `system StiffChain;
const D = 2e3, N = 4;
param K = 1e6;
frame P[0];
for i in 1..N { frame P[i] at (0, 0, -i * 1.0); vary Tz(P[i]); mass P[i] = point(1); }
def Pull(a: frame, b: frame) = (0, 0, -K * (AbsTrans(b).z - AbsTrans(a).z + 1) - D * (AbsLV(b).z - AbsLV(a).z));
for i in 1..N { force P[i] = Pull(P[i - 1], P[i]); }
for i in 2..N { force P[i - 1] = -Pull(P[i - 1], P[i]); }
potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;
`;
const vanDerPol = `system VanDerPol;
param Mu = 1000;
frame A at (2, 0, 0); vary Tx(A); mass A = point(1);
force A = (Mu * (1 - Tx(A)^2) * AbsLV(A).x - Tx(A), 0, 0);
`;

describe('a simulator', () => {
  it('goes on bit for bit from where it was saved, in every mode and method', () => {
    const texts = [
      ...names.map(spec),
      ...['four-bar', 'disc', 'three-bodies'].map(reference),
      stiffChain,
      vanDerPol,
    ];
    for (const text of texts)
      for (const relative of [1e-5, 1e-10]) {
        const compiled = compiledFrom(text);
        const options = { relative, absolute: 0.1 * relative };
        const one = createSimulator(compiled, options);
        const other = createSimulator(compiled, options);
        for (let frame = 1; frame <= 60; frame++) {
          const saved = one.save();
          one.advance(frame / 40);
          if (frame % 7 === 0) {
            other.restore(saved);
            other.advance(frame / 40);
            expect([...other.inputs]).toEqual([...one.inputs]);
            expect(other.mode).toBe(one.mode);
            expect(other.counts).toEqual(one.counts);
          }
        }
      }
  });

  it('goes on with the parameters and controls that were set when it was saved', () => {
    const text = `system Pull; param K = 1; control Push = axis(ArrowLeft, ArrowRight);
      frame A at (1, 0, 0); vary Tx(A); mass A = point(1); force A = (Push - K * Tx(A), 0, 0);`;
    const compiled = compiledFrom(text);
    const one = createSimulator(compiled, { relative: 1e-9 });
    reach(one, 0.3);
    one.set('K', 40);
    one.set('Push', 5);
    reach(one, 0.7);
    const other = createSimulator(compiled, { relative: 1e-9 });
    other.restore(one.save());
    expect([other.get('K'), other.get('Push')]).toEqual([40, 5]);
    for (const simulator of [one, other]) reach(simulator, 2);
    expect([...other.inputs]).toEqual([...one.inputs]);
  });

  it('takes parameters and controls by name, from the time shown', () => {
    const text = `system Push; param m = 2; control Push = axis(ArrowLeft, ArrowRight);
      frame A; vary Tx(A); mass A = point(1); force A = (Push * m, 0, 0);`;
    const run = simulated(text, 1e-9);
    reach(run, 1);
    expect(positionOf(run, 'Tx(A)')).toBe(0);
    run.set('Push', 1);
    reach(run, 2);
    expect(positionOf(run, 'Tx(A)')).toBeCloseTo(1, 9);
    run.set('m', -2);
    reach(run, 3);
    expect(positionOf(run, 'Tx(A)')).toBeCloseTo(2, 9);
    expect(run.get('m')).toBe(-2);
    expect(() => run.set('mass', 1)).toThrow(/no parameter or control mass/);
    expect(() => run.set('__proto__', 1)).toThrow(/no parameter/);
  });

  it('keeps constraints when a parameter in them changes', () => {
    const text = `system Longer; param L = 1; frame A at (0, 0, -1); vary Ty(A), Tz(A); mass A = point(1);
      potential(o) = 9.81 * AbsTrans(o).z; constrain rod: norm2(AbsTrans(A)) == L^2; initially Ty(A)' == 1;`;
    const run = simulated(text, 1e-10);
    reach(run, 0.3);
    run.set('L', 1.01);
    expect(run.constraintError()).toBeLessThan(1e-12);
    reach(run, 1);
    expect(run.constraintError()).toBeLessThan(1e-12);
  });

  it('starts where it is told to, in places and in speeds', () => {
    const text = `system Start; param Far = 0.6;
      frame A at (0, 0, -1); vary Ty(A), Tz(A); mass A = point(1);
      potential(o) = 9.81 * AbsTrans(o).z; constrain rod: norm2(AbsTrans(A)) == 1;
      initially Ty(A) == Far; initially Tz(A)' == 1;`;
    const run = simulated(text, 1e-9);
    expect(positionOf(run, 'Ty(A)')).toBeCloseTo(0.6, 12);
    expect(positionOf(run, 'Tz(A)')).toBeCloseTo(-0.8, 12);
    expect(run.rates[1]).toBeCloseTo(1, 12);
    const other = createSimulator(compiledFrom(text), { parameters: { Far: -0.28 } });
    expect(positionOf(other, 'Tz(A)')).toBeCloseTo(-0.96, 12);
    expect(() => createSimulator(compiledFrom(text), { parameters: { Far: 2 } })).toThrow(/start/);
  });

  it('finds out a decay that is over and keeps steps short', () => {
    // A pendulum on a stiff spring with a strong damper: long before stability ends, errors excite what decays.
    const text = `system Spring; frame A at (1, 0, 0); vary Tx(A), Ty(A), Tz(A); mass A = point(1);
      potential(o) = Mass(o) * 9.81 * AbsTrans(o).z + 0.5e6 * (norm(AbsTrans(o)) - 1)^2;
      force A = -2e4 * dot(AbsLV(A), AbsTrans(A)) / norm2(AbsTrans(A)) * AbsTrans(A);`;
    const run = simulated(text, 1e-7);
    reach(run, 1);
    expect(run.counts.accepted).toBeLessThan(600);
    // As well where the motion is quick.
    const quick = simulated(text.replace('9.81', '9810'), 1e-5);
    reach(quick, 0.3);
    expect(quick.counts.accepted).toBeLessThan(900);
    const exact = simulated(text, 1e-10);
    reach(exact, 1);
    for (const name of ['Tx(A)', 'Tz(A)'])
      expect(Math.abs(positionOf(run, name) - positionOf(exact, name))).toBeLessThan(1e-5);
  });

  it('finds stiff motion out and follows it in few steps', () => {
    for (const relative of [1e-4, 1e-6, 1e-8, 1e-10]) {
      const chain = simulated(stiffChain, relative);
      reach(chain, 100);
      expect(chain.counts.accepted).toBeLessThan(500);
      // Each link bears what hangs below it.
      let z = 0;
      for (let i = 1; i <= 4; i++) {
        z -= 1 + ((5 - i) * 9.81) / 1e6;
        expect(Math.abs(positionOf(chain, `Tz(P[${i}])`) - z)).toBeLessThan(Math.max(1e-2 * relative, 1e-9));
      }
    }
    const oscillator = simulated(vanDerPol, 1e-8);
    reach(oscillator, 2000);
    // Hairer and Wanner, "Solving Ordinary Differential Equations II": y(2000) for μ = 1000.
    expect(positionOf(oscillator, 'Tx(A)')).toBeCloseTo(1.706167732, 6);
    expect(oscillator.counts.accepted).toBeLessThan(4000);
  });

  it('finds stiff motion out whichever frame it is of', () => {
    // One of several sinks in honey, the others hang on the one before: nothing but its own speed acts on its speed.
    for (let honey = 1; honey <= 7; honey++) {
      const text = `system Honey; frame P[0]; for i in 1..7 { frame P[i]; vary Tz(P[i]); mass P[i] = point(1); }
        ${[1, 2, 3, 4, 5, 6, 7].map((i) => `force P[${i}] = (0, 0, ${i === honey ? `-1 - 1e4 * Tz(P[${i}])'` : `Tz(P[${honey}]) - Tz(P[${i}])`});`).join('\n')}`;
      const run = simulated(text, 1e-6);
      reach(run, 5);
      expect([honey, run.counts.accepted < 400, run.counts.accepted]).toEqual([
        honey,
        true,
        run.counts.accepted,
      ]);
    }
  });

  it('finds stiff motion out where its rates are solved for in loops, too', () => {
    const { compiled } = compile(stiffChain, { optimise: { longest: 0 } });
    const chain = createSimulator(compiled as Compiled, { relative: 1e-7 });
    reach(chain, 100);
    expect(chain.counts.accepted).toBeLessThan(500);
    let z = 0;
    for (let i = 1; i <= 4; i++) {
      z -= 1 + ((5 - i) * 9.81) / 1e6;
      expect(Math.abs(positionOf(chain, `Tz(P[${i}])`) - z)).toBeLessThan(1e-8);
    }
  });

  it('says what steps cost, whichever method made them', () => {
    // Three stages of order 5 in a step of the implicit method, at least 6 in one of the explicit ones.
    const run = simulated(stiffChain, 1e-6);
    for (const [until, least] of [
      [1e-5, 6],
      [20, 3],
      [40, 3],
    ]) {
      const before = run.counts;
      reach(run, until);
      const steps = run.counts.accepted - before.accepted;
      expect(steps).toBeGreaterThan(0);
      expect(run.counts.evaluations - before.evaluations).toBeGreaterThanOrEqual(least * steps);
    }
  });

  it('refuses what was saved in a mode that is not there', () => {
    const run = simulated(spec('latch'), 1e-6);
    const saved = run.save();
    for (const mode of [-1, 0.5, 2, Number.NaN, Infinity]) {
      saved[0] = mode;
      expect(() => run.restore(saved)).toThrow(/in a mode that is not there/);
    }
    // Nothing has changed: it goes on as one that nobody disturbed.
    const other = simulated(spec('latch'), 1e-6);
    for (const one of [run, other]) reach(one, 1);
    expect([...run.inputs]).toEqual([...other.inputs]);
  });

  it('leaves the stiff method where the motion is no longer stiff', () => {
    const run = simulated(vanDerPol, 1e-6);
    reach(run, 5);
    run.set('Mu', 0);
    reach(run, 10);
    const before = energyOf(run) + 0.5 * positionOf(run, 'Tx(A)') ** 2;
    reach(run, 60);
    expect(energyOf(run) + 0.5 * positionOf(run, 'Tx(A)') ** 2).toBeCloseTo(before, 3);
  });

  it('says where steps became too short', () => {
    const text = `system Crash; frame A at (-1, 0, 0); frame B at (1, 0, 0); vary Tx(A), Tx(B);
      mass A = point(1); mass B = point(1); potential(a, b) = -1 / norm(AbsTrans(a) - AbsTrans(b));`;
    const { trouble, time } = simulated(text, 1e-9).advance(10);
    expect(trouble?.message).toMatch(/T[x]\([AB]\)/);
    // Two bodies at rest 2 apart meet after π/√2.
    expect(Math.abs(time - Math.PI / Math.SQRT2)).toBeLessThan(1e-3);
    expect(trouble?.fault.remedy).toBeDefined();
  });
});
