// The multibody rows of the public benchmarks, from specifications in the language.

import { describe, expect, it } from 'vitest';
import {
  angleOf,
  driftOver,
  energyOf,
  placeOf,
  rateOf,
  reach,
  simulated,
  specification,
  positionOf,
  wrapped,
} from '../simulate.ts';

const spec = (name: string) => specification(`reference/specs/${name}.lagrange`);
const near = (value: number, wanted: number, by: number) => expect(Math.abs(value - wanted)).toBeLessThan(by);

describe('reference values', () => {
  it('A01, a pendulum', () => {
    const run = simulated(spec('pendulum'), 1e-13);
    for (const [time, x, z] of [
      [1, 0.98629175113188, -0.16501085312554],
      [5, -0.94230543504376, -0.334754338414],
      [10, -0.27508746257612, -0.96141920509913],
    ]) {
      reach(run, time);
      const place = placeOf(run, 'Bob');
      near(place[0], x, 1e-10);
      near(place[2], z, 1e-10);
      expect(run.constraintError()).toBeLessThan(1e-10);
    }
  });

  it('a double pendulum', () => {
    const run = simulated(spec('double-pendulum'), 1e-13);
    for (const [time, upper, lower] of [
      [1, -0.62508769980636, -1.03458508568007],
      [3, 1.78579552207736, 1.1181074612053],
      [5, -0.6271867050667, -1.3013155502094],
    ]) {
      reach(run, time);
      near(wrapped(angleOf(run, 'x', 'Upper') - upper), 0, 1e-9);
      near(wrapped(angleOf(run, 'x', 'Upper') + angleOf(run, 'x', 'Knee') - lower), 0, 1e-9);
    }
  });

  it('a torque-free body', () => {
    const run = simulated(spec('torque-free'), 1e-13);
    for (const [time, ...spin] of [
      [5, 0.50102226214, -2.95955684062, 0.34690215103],
      [20, -0.66066844321, -2.92805689975, 0.42680315207],
    ]) {
      reach(run, time);
      const [w, x, y, z] = ['w', 'x', 'y', 'z'].map((c) => positionOf(run, `R${c}(Body)`));
      const [a, b, c, d] = ['w', 'x', 'y', 'z'].map((axis) => rateOf(run, `R${axis}(Body)`));
      // ω in the body is 2 q̄ q̇.
      near(2 * (w * b - x * a - y * d + z * c), spin[0], 1e-10);
      near(2 * (w * c - y * a - z * b + x * d), spin[1], 1e-10);
      near(2 * (w * d - z * a - x * c + y * b), spin[2], 1e-10);
    }
  });

  it('a rolling disc', () => {
    const run = simulated(spec('disc'), 1e-13);
    near(energyOf(run), 16.8316670784, 1e-9);
    reach(run, 2);
    near(positionOf(run, 'Tx(Yaw)'), 2.463824125271, 1e-10);
    near(positionOf(run, 'Ty(Yaw)'), -4.699233050113, 1e-10);
    near(wrapped(angleOf(run, 'z', 'Yaw') + 2.290110362095), 0, 1e-10);
    near(angleOf(run, 'x', 'Lean'), 0.7141912374156, 1e-10);
    near(wrapped(angleOf(run, 'y', 'Wheel') - 7.878791764871), 0, 1e-10);
    near(energyOf(run), 16.8316670784, 1e-9);
    expect(run.constraintError()).toBeLessThan(1e-10);
  });

  it('A02, the four-bar linkages, through their singular poses', () => {
    for (const relative of [1e-11, 1e-12]) {
      const run = simulated(spec('four-bar'), relative);
      reach(run, 4);
      const [x, y] = placeOf(run, 'Top[0]');
      near(x, 0.1176161024, 1e-8);
      near(y, 0.9930591385, 1e-8);
      reach(run, 10);
      const [u, v] = placeOf(run, 'Top[0]');
      near(u, 0.3284581115, 1e-8);
      near(v, 0.9445185382, 1e-8);
      near(rateOf(run, 'Tx(Link[1])'), 1.4230514702, 1e-7);
      near(rateOf(run, 'Ty(Link[1])'), -0.4948688455, 1e-7);
      expect(run.constraintError()).toBeLessThan(1e-10);
    }
  });

  it('A02 with one and three linkages, and at a loose tolerance', () => {
    for (const [count, relative] of [
      [1, 1e-11],
      [3, 1e-11],
      [2, 1e-6],
    ]) {
      const run = simulated(spec('four-bar').replace('N = 2', `N = ${count}`), relative);
      const { drift, kinetic } = driftOver(run, 10, 0.5);
      expect(drift).toBeLessThan((relative < 1e-8 ? 1e-8 : 1e-3) * kinetic);
      // Still a parallelogram: nothing went off along the other branch.
      near(positionOf(run, 'Rz(Link[1])'), 0, 1e-5);
    }
  });

  it('Andrews’ squeezing mechanism', () => {
    const run = simulated(spec('andrews'), 1e-12);
    reach(run, 0.03);
    const wanted = [
      15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948, 0.52440996588053,
      0.5347301163226948, 1.048080741042263,
    ];
    wanted.forEach((angle, k) => {
      near(wrapped(angleOf(run, 'z', `K${k + 1}`) - angle), 0, 1e-8);
    });
    const [z, w, zRate, wRate] = [
      positionOf(run, 'Rz(K1)'),
      positionOf(run, 'Rw(K1)'),
      rateOf(run, 'Rz(K1)'),
      rateOf(run, 'Rw(K1)'),
    ];
    near(2 * (w * zRate - z * wRate), 1139.920302151208, 1e-5);
  });

  it('three bodies on the figure eight', () => {
    const run = simulated(spec('three-bodies'), 1e-13);
    near(energyOf(run), -1.2871419917663, 1e-12);
    const before = [...run.positions];
    reach(run, 6.32591398);
    const off = Math.sqrt(
      [...run.positions].reduce((sum, x, k) => sum + (x - before[k]) * (x - before[k]), 0),
    );
    expect(off).toBeLessThan(6e-8);
    near(energyOf(run), -1.2871419917663, 1e-11);
  });

  it('a ball on a turntable circles at 2Ω/7', () => {
    const run = simulated(spec('turntable'), 1e-12);
    const [x, y] = placeOf(run, 'Ball');
    const [u, v] = [rateOf(run, 'Tx(Ball)'), rateOf(run, 'Ty(Ball)')];
    const rate = (2 * 3) / 7;
    // The centre of the circle: a = rate × v.
    const [cx, cy] = [x - v / rate, y + u / rate];
    for (const time of [1, 3, (2 * Math.PI) / rate, 20]) {
      reach(run, time);
      const [p, q] = placeOf(run, 'Ball');
      const [c, s] = [Math.cos(rate * time), Math.sin(rate * time)];
      near(p, cx + c * (x - cx) - s * (y - cy), 1e-9);
      near(q, cy + s * (x - cx) + c * (y - cy), 1e-9);
    }
  });

  it('a ball in a cylinder oscillates at √(2/7) of its angular rate', () => {
    const run = simulated(spec('cylinder'), 1e-12);
    // Around at 2 m/s on 0.9 m.
    const around = 2 / 0.9;
    const up = Math.sqrt(2 / 7) * around;
    for (const time of [0.5, 1, 2, 4]) {
      reach(run, time);
      const [x, y, z] = placeOf(run, 'Ball');
      near(wrapped(Math.atan2(y, x) - around * time), 0, 1e-8);
      // From rest on top: z = −(5/7) g (1 − cos) / up².
      near(z, ((-5 / 7) * 9.81 * (1 - Math.cos(up * time))) / (up * up), 1e-8);
    }
  });
});

describe('conservation over 100 s', () => {
  for (const name of [
    'pendulum',
    'double-pendulum',
    'torque-free',
    'disc',
    'three-bodies',
    'cylinder',
    'four-bar',
  ])
    it(name, () => {
      const run = simulated(spec(name), 1e-12, 1e-13);
      const { drift, kinetic, error } = driftOver(run, 100, 1);
      expect(drift).toBeLessThan(1e-8 * kinetic);
      expect(error).toBeLessThan(1e-10);
    });
});
