// Mechanisms whose motion is known in closed form, or as an equation of one variable: redundant, nonholonomic, stiff,
// driven in time, with dummy variables. Texts as a newcomer would write them.

import { describe, expect, it } from 'vitest';
import { angleOf, compiledFrom, placeOf, positionOf, rateOf, reach, simulated } from '../simulate.ts';

const g = 9.81;
const near = (a: number, b: number, within = 1e-8) => expect(Math.abs(a - b)).toBeLessThan(within);

/** y' = f(t, y) by the classical method in many steps. */
function integrated(
  f: (t: number, y: number[]) => number[],
  start: number[],
  until: number,
  steps: number,
): number[] {
  const h = until / steps;
  let y = start;
  const moved = (by: number, k: number[]) => y.map((x, i) => x + by * k[i]);
  for (let n = 0; n < steps; n++) {
    const t = n * h;
    const k1 = f(t, y);
    const k2 = f(t + h / 2, moved(h / 2, k1));
    const k3 = f(t + h / 2, moved(h / 2, k2));
    const k4 = f(t + h, moved(h, k3));
    y = y.map((x, i) => x + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  return y;
}

describe('closed forms: holonomic', () => {
  it('a conical pendulum goes round at √(g / L cos θ)', () => {
    const theta = 0.6;
    const rate = Math.sqrt(g / (2 * Math.cos(theta)));
    const [x, z] = [2 * Math.sin(theta), -2 * Math.cos(theta)];
    const run = simulated(
      `system Cone; frame Bob at (${x}, 0, ${z}); vary Tx(Bob), Ty(Bob), Tz(Bob); mass Bob = point(3);
       potential(o) = Mass(o) * 9.81 * AbsTrans(o).z; constrain rod: norm2(AbsTrans(Bob)) == 4;
       initially AbsLV(Bob) == (0, ${x * rate}, 0);`,
    );
    for (const time of [1, 7, 20]) {
      reach(run, time);
      const place = placeOf(run, 'Bob');
      near(place[0], x * Math.cos(rate * time));
      near(place[1], x * Math.sin(rate * time));
      near(place[2], z);
    }
  });

  it('a heavy top precesses steadily', () => {
    const [m, l, i1, i3, theta, w3] = [2, 0.3, 0.05, 0.04, 0.7, 60];
    // I₁ Ω² cos θ − I₃ ω₃ Ω + m g l = 0 about the pivot: the slow root.
    const about = i1 + m * l * l;
    const [a, b, c] = [about * Math.cos(theta), -i3 * w3, m * g * l];
    const slow = (-b - Math.sqrt(b * b - 4 * a * c)) / (2 * a);
    const spin = w3 - slow * Math.cos(theta);
    const run = simulated(
      `system Top; frame Top turn x(${theta}) { frame Middle at (0, 0, ${l}); }
       vary Rx(Top), Ry(Top), Rz(Top); mass Middle = body(${m}, (${i1}, ${i1}, ${i3}));
       potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;
       initially AbsAV(Top) == (0, ${-spin * Math.sin(theta)}, ${slow + spin * Math.cos(theta)});`,
    );
    for (const time of [0.5, 2, 5]) {
      reach(run, time);
      const [x, y, z] = placeOf(run, 'Middle');
      near(z, l * Math.cos(theta));
      near(x, l * Math.sin(theta) * Math.sin(slow * time));
      near(y, -l * Math.sin(theta) * Math.cos(slow * time));
    }
  });

  it('Kepler’s ellipse', () => {
    const e = 0.6;
    const run = simulated(
      `system Kepler; frame P at (${1 - e}, 0, 0); vary Tx(P), Ty(P), Tz(P); mass P = point(1);
       potential(o) = -Mass(o) / norm(AbsTrans(o));
       initially AbsLV(P) == (0, ${Math.sqrt((1 + e) / (1 - e))}, 0);`,
      1e-13,
    );
    for (const time of [1, 5, 2 * Math.PI, 20]) {
      reach(run, time);
      let anomaly = time;
      for (let k = 0; k < 60; k++)
        anomaly -= (anomaly - e * Math.sin(anomaly) - time) / (1 - e * Math.cos(anomaly));
      near(positionOf(run, 'Tx(P)'), Math.cos(anomaly) - e);
      near(positionOf(run, 'Ty(P)'), Math.sqrt(1 - e * e) * Math.sin(anomaly));
    }
  });

  it('a bead on a cycloid takes the same time from everywhere, its parameter being a dummy', () => {
    for (const start of [0.3, 1.5, 2.5]) {
      const run = simulated(
        `system Cycloid; const a = 0.5;
         frame Bead at (a * (${start} + sin(${start})), 0, a * (1 - cos(${start})));
         frame Phi at (${start}, 0, 0);
         vary Tx(Bead), Tz(Bead), Tx(Phi); mass Bead = point(1);
         potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;
         constrain x: Tx(Bead) == a * (Tx(Phi) + sin(Tx(Phi)));
         constrain z: Tz(Bead) == a * (1 - cos(Tx(Phi)));`,
      );
      // The arc 4 a sin(φ/2) swings harmonically at ½ √(g / a).
      const rate = 0.5 * Math.sqrt(g / 0.5);
      for (const time of [0.3, 1.1, 4]) {
        reach(run, time);
        near(Math.sin(positionOf(run, 'Tx(Phi)') / 2), Math.sin(start / 2) * Math.cos(rate * time));
      }
    }
  });

  it('a rod in a trammel turns steadily without weight', () => {
    const run = simulated(
      // One end on each axis: the middle goes round on a circle, and the energy is that of turning alone.
      `system Trammel; frame Rod at (0.5 * cos(0.3), 0.5 * sin(0.3), 0) turn z(180 deg - 0.3) {
         frame A at (0.5, 0, 0); frame B at (-0.5, 0, 0); }
       vary Tx(Rod), Ty(Rod), Rz(Rod); mass Rod = body(1, (0.01, 1 / 12, 1 / 12));
       constrain onX: AbsTrans(B).y == 0; constrain onY: AbsTrans(A).x == 0;
       initially LocAV(Rod).z == 1.7;`,
    );
    for (const time of [0.5, 3, 10]) {
      reach(run, time);
      const angle = angleOf(run, 'z', 'Rod');
      near(Math.cos(angle), Math.cos(Math.PI - 0.3 + 1.7 * time));
      near(rateOf(run, 'Tx(Rod)') ** 2 + rateOf(run, 'Ty(Rod)') ** 2, (0.5 * 1.7) ** 2);
    }
  });

  it('Atwood’s machine with a heavy pulley', () => {
    const run = simulated(
      `system Atwood; const R = 0.2;
       frame Pulley; frame A at (-R, 0, -1); frame B at (R, 0, -1);
       vary Ry(Pulley), Tz(A), Tz(B); frame Turned; vary Tx(Turned);
       mass Pulley = body(2, (0.02, 0.04, 0.02)); mass A = point(3); mass B = point(1);
       potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;
       constrain rope: Tz(A) + Tz(B) == -2;
       constrain grip: Tz(A)' == R * LocAV(Pulley).y;
       constrain turned: Tx(Turned)' == LocAV(Pulley).y;`,
    );
    // (m₁ − m₂) g = (m₁ + m₂ + I / R²) a
    const a = (2 * g) / (4 + 0.04 / 0.04);
    reach(run, 1);
    near(positionOf(run, 'Tz(A)'), -1 - a / 2);
    near(positionOf(run, 'Tx(Turned)'), -a / 2 / 0.2);
  });
});

describe('closed forms: driven in time', () => {
  it('a slider-crank that is driven', () => {
    const run = simulated(
      `system Driven; const r = 0.3, l = 0.8, w = 5;
       frame Crank { frame Pin at (r, 0, 0); }
       frame Rod at (r, 0, 0) { frame End at (l, 0, 0); } frame Slider at (r + l, 0, 0);
       vary Rz(Crank), Tx(Rod), Ty(Rod), Rz(Rod), Tx(Slider);
       mass Crank = body(1, (0.1, 0.1, 0.1)); mass Rod = body(1, (0.1, 0.1, 0.1)); mass Slider = point(1);
       constrain drive: EulerZ(Crank) == w * t;
       constrain pin: AbsTrans(Rod) == AbsTrans(Pin);
       constrain end: AbsTrans(End) == AbsTrans(Slider);`,
    );
    for (let time = 0.1; time < 3; time += 0.1) {
      reach(run, time);
      const angle = 5 * time;
      const wanted = 0.3 * Math.cos(angle) + Math.sqrt(0.64 - 0.09 * Math.sin(angle) ** 2);
      near(positionOf(run, 'Tx(Slider)'), wanted, 1e-10);
    }
  });

  it('gears follow each other turn after turn', () => {
    const run = simulated(
      `system Gears; frame A; frame B at (3, 0, 0); vary Rz(A), Rz(B);
       mass A = body(1, (1, 1, 1)); mass B = body(1, (1, 1, 3));
       constrain mesh: EulerZ(B) == -2 * EulerZ(A);
       torque A = (0, 0, 2.6); initially LocAV(A).z == 4;`,
    );
    for (let time = 0.25; time <= 5; time += 0.25) {
      reach(run, time);
      // (1 + 4 · 3) a = 2.6
      near(Math.cos(angleOf(run, 'z', 'A')), Math.cos(4 * time + 0.1 * time * time));
      near(Math.cos(angleOf(run, 'z', 'B')), Math.cos(2 * (4 * time + 0.1 * time * time)));
    }
  });

  it('a pendulum whose string is pulled in', () => {
    const run = simulated(
      `system Pulled; frame Arm turn y(40 deg) { frame Bob at (0, 0, -1); }
       vary Ry(Arm), Tz(Bob); mass Bob = point(1);
       potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;
       constrain length: Tz(Bob) == -(1 - 0.1 * t - 0.2 * sin(2 * t));
       initially Ry(Arm)' == 0;`,
    );
    const length = (t: number) => 1 - 0.1 * t - 0.2 * Math.sin(2 * t);
    const pull = (t: number) => -0.1 - 0.4 * Math.cos(2 * t);
    const [angle] = integrated(
      (t, [q, w]) => [w, -(2 * pull(t) * w + g * Math.sin(q)) / length(t)],
      [(40 * Math.PI) / 180, 0],
      4,
      40000,
    );
    reach(run, 4);
    near(angleOf(run, 'y', 'Arm'), angle);
  });

  it('a bead on a hoop that turns', () => {
    const run = simulated(
      `system Hoop; const Omega = 6;
       frame Hoop { frame Arm turn y(20 deg) { frame Bead at (0, 0, -0.5); } }
       vary Rz(Hoop), Ry(Arm); mass Bead = point(0.2);
       potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;
       constrain turn: LocAV(Hoop).z == Omega;
       initially Ry(Arm)' == 0;`,
    );
    const [angle] = integrated(
      (_, [q, w]) => [w, (36 * Math.cos(q) - g / 0.5) * Math.sin(q)],
      [(20 * Math.PI) / 180, 0],
      5,
      40000,
    );
    reach(run, 5);
    near(Math.abs(angleOf(run, 'y', 'Arm')), Math.abs(angle));
  });
});

describe('closed forms: nonholonomic', () => {
  it('a skate on a slope goes along a cycloid and does not run down', () => {
    const [slope, w] = [0.4, 2];
    const run = simulated(
      `system Skate; frame Skate; vary Tx(Skate), Ty(Skate), Rz(Skate);
       mass Skate = body(1, (0.1, 0.1, 0.3));
       potential(o) = -Mass(o) * 9.81 * sin(${slope}) * AbsTrans(o).x;
       constrain edge: XfnV(AbsLV(Skate), Root, Skate).y == 0;
       initially AbsAV(Skate).z == ${w}; initially XfnV(AbsLV(Skate), Root, Skate).x == 0;`,
    );
    const size = (g * Math.sin(slope)) / (2 * w * w);
    for (const time of [0.5, 2, 7]) {
      reach(run, time);
      near(positionOf(run, 'Tx(Skate)'), size * Math.sin(w * time) ** 2);
      near(positionOf(run, 'Ty(Skate)'), size * (w * time - 0.5 * Math.sin(2 * w * time)));
    }
  });

  it('a charge circles in a magnetic field', () => {
    const run = simulated(
      `system Charge; frame P; vary Tx(P), Ty(P), Tz(P); mass P = point(2);
       force P = cross(AbsLV(P), (0, 0, 6)); initially AbsLV(P) == (1, 0, 0.5);`,
    );
    reach(run, 10);
    near(positionOf(run, 'Tx(P)'), Math.sin(30) / 3);
    near(positionOf(run, 'Ty(P)'), (Math.cos(30) - 1) / 3);
    near(positionOf(run, 'Tz(P)'), 5);
  });

  it('an upright disc rolls on a circle', () => {
    const run = simulated(
      `system Upright; const r = 0.5;
       frame Yaw at (0, 0, r) { frame Wheel; } vary Tx(Yaw), Ty(Yaw), Rz(Yaw), Ry(Wheel);
       mass Wheel = body(1, (0.0625, 0.125, 0.0625));
       constrain rollX: XfnV(AbsLV(Yaw), Root, Yaw).x == r * LocAV(Wheel).y;
       constrain rollY: XfnV(AbsLV(Yaw), Root, Yaw).y == 0;
       initially LocAV(Yaw).z == 0.5; initially LocAV(Wheel).y == 3;`,
    );
    for (const time of [1, 12]) {
      reach(run, time);
      near(positionOf(run, 'Tx(Yaw)'), 3 * Math.sin(0.5 * time));
      near(positionOf(run, 'Ty(Yaw)'), 3 * (1 - Math.cos(0.5 * time)));
    }
  });
});

describe('closed forms: redundant', () => {
  it('a platform on three parallel cranks swings like a pendulum', () => {
    const text = `system Platform; const L = 0.8;
      for i in 1..3 { frame Crank[i] at (i, 0, 0) turn y(50 deg) { frame Tip[i] at (0, 0, -L); } vary Ry(Crank[i]); }
      frame Plate at (2 - L * sin(50 deg), 0, -L * cos(50 deg)) {
        for i in 1..3 { frame Eye[i] at (i - 2, 0, 0); } }
      vary Tx(Plate), Tz(Plate), Ry(Plate); mass Plate = body(1, (1, 1, 1));
      potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;
      for i in 1..3 { constrain hold[i]: AbsTrans(Tip[i]) == AbsTrans(Eye[i]); }`;
    expect(compiledFrom(text).programs[0].classification.redundant.length).toBeGreaterThan(0);
    const run = simulated(text);
    const [angle] = integrated(
      (_, [q, w]) => [w, (-g / 0.8) * Math.sin(q)],
      [(50 * Math.PI) / 180, 0],
      3,
      30000,
    );
    reach(run, 3);
    for (const i of [1, 2, 3]) near(angleOf(run, 'y', `Crank[${i}]`), angle);
    expect(run.constraintError()).toBeLessThan(1e-10);
  });

  it('Bennett’s linkage keeps tan ½θ₁ tan ½θ₂', () => {
    const [a, alpha, beta] = [1, Math.PI / 6, Math.PI / 3];
    const b = (a * Math.sin(beta)) / Math.sin(alpha);
    const ratio = Math.sin((beta + alpha) / 2) / Math.sin((beta - alpha) / 2);
    const one = 1.9;
    const two = 2 * Math.atan(ratio / Math.tan(one / 2));
    const text = `system Bennett; const a = ${a}, b = ${b}, alpha = ${alpha}, beta = ${beta};
      frame J1 turn z(${one}) { frame L1 at (a, 0, 0) turn x(alpha) {
        frame J2 turn z(${two}) { frame L2 at (b, 0, 0) turn x(beta) {
          frame J3 turn z(${-one}) { frame L3 at (a, 0, 0) turn x(alpha); } } } } }
      vary Rz(J1), Rz(J2), Rz(J3);
      mass L1 = point(1); mass L2 = point(1); mass L3 = point(1);
      constrain close: AbsTrans(L3) == (-b, 0, 0);
      constrain axisX: XfnV((0, 0, 1), L3, Root).x == 0;
      constrain axisY: XfnV((0, 0, 1), L3, Root).y == sin(beta);
      initially LocAV(J1).z == 1;`;
    const run = simulated(text);
    for (const time of [0.2, 0.5, 1]) {
      reach(run, time);
      const [q1, q2] = [angleOf(run, 'z', 'J1'), angleOf(run, 'z', 'J2')];
      near(Math.tan(q1 / 2) * Math.tan(q2 / 2), ratio, 1e-7);
      expect(run.constraintError()).toBeLessThan(1e-10);
    }
  });
});

describe('closed forms: stiff', () => {
  it('a stiff, damped spring follows what drives it', () => {
    const [k, c] = [1e6, 1e5];
    const run = simulated(
      `system Follow; frame A; vary Tx(A); mass A = point(1);
       force A = (${k} * (sin(t) - AbsTrans(A).x) - ${c} * AbsLV(A).x, 0, 0);`,
      1e-10,
    );
    // x = Im(k e^{it} / (k − 1 + i c)), the rest having died out.
    reach(run, 5);
    const size = k / ((k - 1) * (k - 1) + c * c);
    // The slow one of the two rates, k / c = 10 / s, dies out as e^(−10 t).
    near(positionOf(run, 'Tx(A)'), size * ((k - 1) * Math.sin(5) - c * Math.cos(5)));
  });

  it('a flyball governor, its sleeve on a stiff spring with a damper', () => {
    const [m, M, L, k, c, l0] = [1, 2, 0.4, 8e4, 4e3, 0.6];
    const text = `system Governor; const L = ${L};
      frame Axis { frame ArmA turn y(-30 deg) { frame A at (0, 0, -L); } frame ArmB turn y(30 deg) { frame B at (0, 0, -L); }
        frame Sleeve at (0, 0, -2 * L * cos(30 deg)); }
      vary Rz(Axis), Ry(ArmA), Ry(ArmB), Tz(Sleeve);
      mass Axis = body(1, (0.1, 0.1, 0.5)); mass A = point(${m}); mass B = point(${m}); mass Sleeve = point(${M});
      potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;
      potential = 0.5 * ${k} * (-Tz(Sleeve) - ${l0})^2;
      force Sleeve = (0, 0, -${c} * AbsLV(Sleeve).z);
      constrain rodA: norm2(AbsTrans(A) - AbsTrans(Sleeve)) == L^2;
      constrain rodB: norm2(AbsTrans(B) - AbsTrans(Sleeve)) == L^2;
      initially LocAV(Axis).z == 10; initially Ry(ArmA)' == 0;`;
    // Of φ (axis) and θ (both arms): T = ½ (I + 2 m L² sin²θ) φ'² + (m L² + 2 M L² sin²θ) θ'².
    const rates = (_: number, [q, w, spin]: number[]): number[] => {
      const [s, co] = [Math.sin(q), Math.cos(q)];
      const mass = 2 * m * L * L + 4 * M * L * L * s * s;
      const z = -2 * L * co;
      const down = k * (-z - l0) - M * g - c * (2 * L * s * w);
      const force =
        2 * L * s * down -
        2 * m * g * L * s +
        2 * m * L * L * s * co * spin * spin -
        4 * M * L * L * s * co * w * w;
      const turn = 0.5 + 2 * m * L * L * s * s;
      return [w, force / mass, (-4 * m * L * L * s * co * w * spin) / turn];
    };
    const run = simulated(text, 1e-10);
    const [angle, , spin] = integrated(rates, [Math.PI / 6, 0, 10], 2, 200000);
    reach(run, 2);
    near(angleOf(run, 'y', 'ArmB'), angle);
    const omega = 2 * Math.sqrt(rateOf(run, 'Rz(Axis)') ** 2 + rateOf(run, 'Rw(Axis)') ** 2);
    near(omega, spin, 1e-7);
  });
});
