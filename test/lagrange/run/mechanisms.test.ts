// Further mechanisms of the kinds that are hard: overconstrained, at dead points, nonholonomic, driven in time.

import { describe, expect, it } from 'vitest';
import {
  angleOf,
  compiledFrom,
  driftOver,
  energyOf,
  placeOf,
  positionOf,
  rateOf,
  reach,
  simulated,
  specification,
} from '../simulate.ts';

const sliderCrank = (rod: number) => `system SliderCrank;
const r = 1, l = ${rod};
frame Crank { frame CrankMiddle at (0.5, 0, 0); frame Pin at (r, 0, 0); }
frame Rod at (r, 0, 0) { frame RodMiddle at (l / 2, 0, 0); frame RodEnd at (l, 0, 0); }
frame Slider at (r + l, 0, 0);
vary Rz(Crank), Tx(Rod), Ty(Rod), Rz(Rod), Tx(Slider);
mass CrankMiddle = body(1, (0.01, 1 / 12, 1 / 12));
mass RodMiddle = body(1, (0.01, 1 / 12, 1 / 12));
mass Slider = point(2);
potential(o) = Mass(o) * 9.81 * AbsTrans(o).y;
constrain pin: AbsTrans(Rod) == AbsTrans(Pin);
constrain end: AbsTrans(RodEnd) == AbsTrans(Slider);
initially Rz(Crank)' == 4;
`;

describe('mechanisms', () => {
  it('Bricard’s linkage moves though counting says that it cannot', () => {
    const text = specification('reference/specs/bricard.lagrange');
    const { classification } = compiledFrom(text).programs[0];
    expect(classification.redundant.map(({ sentence }) => sentence)).toEqual([
      'axisZ depends on close.x, close.y, close.z and axisY',
    ]);
    const run = simulated(text, 1e-11);
    const { drift, kinetic, error } = driftOver(run, 20, 0.5);
    expect(kinetic).toBeGreaterThan(4);
    expect(drift).toBeLessThan(1e-8 * kinetic);
    expect(error).toBeLessThan(1e-10);
  });

  it('a slider-crank starts at its dead point and passes it', () => {
    for (const rod of [1, 2]) {
      const run = simulated(sliderCrank(rod), 1e-11);
      const { drift, kinetic, error } = driftOver(run, 10, 0.1);
      expect(drift).toBeLessThan(1e-8 * kinetic);
      expect(error).toBeLessThan(1e-10);
    }
  });

  it('Chaplygin’s sleigh ends up going straight', () => {
    const text = `system Sleigh;
      frame Blade { frame Middle at (0.5, 0, 0); }
      vary Tx(Blade), Ty(Blade), Rz(Blade);
      mass Middle = body(1, (0.1, 0.1, 0.2));
      constrain edge: XfnV(AbsLV(Blade), Root, Blade).y == 0;
      initially AbsLV(Blade).x == 1;
      initially AbsAV(Blade).z == 2;`;
    const run = simulated(text, 1e-12);
    // v' = a ω², ω' = −m a v ω / (I + m a²): by classical Runge–Kutta.
    let [v, w] = [1, 2];
    const f = (a: number, b: number) => [0.5 * b * b, (-0.5 * a * b) / 0.45];
    const steps = 4000;
    const h = 3 / steps;
    for (let k = 0; k < steps; k++) {
      const [a1, b1] = f(v, w);
      const [a2, b2] = f(v + 0.5 * h * a1, w + 0.5 * h * b1);
      const [a3, b3] = f(v + 0.5 * h * a2, w + 0.5 * h * b2);
      const [a4, b4] = f(v + h * a3, w + h * b3);
      v += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
      w += (h / 6) * (b1 + 2 * b2 + 2 * b3 + b4);
    }
    reach(run, 3);
    const speed = Math.sqrt(rateOf(run, 'Tx(Blade)') ** 2 + rateOf(run, 'Ty(Blade)') ** 2);
    expect(Math.abs(speed - v)).toBeLessThan(1e-9);
    expect(energyOf(run)).toBeCloseTo(1.4, 9);
    expect(run.constraintError()).toBeLessThan(1e-10);
  });

  it('a snakeboard goes forward by turning its rotor and wheels', () => {
    const text = `system Snakeboard;
      frame Board { frame Rotor; frame Front at (0.3, 0, 0); frame Back at (-0.3, 0, 0); }
      vary Tx(Board), Ty(Board), Rz(Board), Rz(Rotor), Rz(Front), Rz(Back);
      mass Board = body(6, (0.1, 0.2, 0.25));
      mass Rotor = body(0.001, (0.072, 0.072, 0.072));
      mass Front = body(0.001, (0.0013, 0.0013, 0.0013));
      mass Back = body(0.001, (0.0013, 0.0013, 0.0013));
      constrain front: XfnV(AbsLV(Front), Root, Front).y == 0;
      constrain back: XfnV(AbsLV(Back), Root, Back).y == 0;
      constrain turn: EulerZ(Rotor) == 0.7 * sin(t);
      constrain steer: EulerZ(Front) == 0.3 * sin(t) + 0.2;
      constrain steerBack: EulerZ(Back) == -0.3 * sin(t) - 0.2;`;
    const run = simulated(text, 1e-10);
    reach(run, 30);
    expect(Math.abs(positionOf(run, 'Tx(Board)'))).toBeGreaterThan(0.3);
    expect(run.constraintError()).toBeLessThan(1e-10);
    expect(run.constraintRateError()).toBeLessThan(1e-10);
  });

  it('Foucault’s pendulum swings in the fixed plane of an inertial frame', () => {
    const turning = simulated(
      `system Turning; param Omega = 0.05;
      frame Earth { frame Bob at (1, 0, -9.9498743710662); }
      vary Rz(Earth), Tx(Bob), Ty(Bob), Tz(Bob); mass Bob = point(1);
      potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;
      constrain rod: norm2(RelTrans(Bob, Earth)) == 100;
      constrain spin: LocAV(Earth).z == Omega;
      initially Tx(Bob)' == 0; initially Ty(Bob)' == 0;`,
      1e-12,
    );
    const inertial = simulated(
      `system Inertial;
      frame Bob at (1, 0, -9.9498743710662); vary Tx(Bob), Ty(Bob), Tz(Bob); mass Bob = point(1);
      potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;
      constrain rod: norm2(AbsTrans(Bob)) == 100;
      initially Tx(Bob)' == 0; initially Ty(Bob)' == 0.05;`,
      1e-12,
    );
    for (const time of [1, 10, 40]) {
      reach(turning, time);
      reach(inertial, time);
      const place = placeOf(turning, 'Bob');
      placeOf(inertial, 'Bob').forEach((x, k) => {
        expect(Math.abs(x - place[k])).toBeLessThan(1e-9);
      });
    }
  });

  it('Kapitza’s pendulum stands on its head while its pivot shakes', () => {
    const text = (rate: number) => `system Kapitza;
      frame Pivot { frame Arm turn x(175 deg) { frame Bob at (0, 0, -0.5); } }
      vary Tz(Pivot), Rx(Arm); mass Bob = point(1);
      potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;
      constrain shake: Tz(Pivot) == 0.02 * cos(${rate} * t);`;
    // (Aω)² against 2 g L: 64 and 1 against 9.81.
    const lowest = (rate: number) => {
      const run = simulated(text(rate), 1e-7);
      let least = 1;
      for (let time = 0.05; time <= 4; time += 0.05) {
        reach(run, time);
        least = Math.min(least, -Math.cos(angleOf(run, 'x', 'Arm')));
      }
      return least;
    };
    expect(lowest(400)).toBeGreaterThan(0.95);
    expect(lowest(50)).toBeLessThan(0);
  });
});
